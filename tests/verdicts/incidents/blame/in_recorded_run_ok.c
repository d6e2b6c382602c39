// Three would be too many, and nobody can see three.
// OMEN: no-incident
// OMEN: verdict n READ WRITE class k-witness-harmless
// OMEN: verdict n WRITE WRITE class k-witness-harmless
// OMEN: verdict n WRITE LOOK class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
volatile int n;
void *count(void *arg) {
  int v = n; // @READ
  n = v + 1; // @WRITE
  int w = n; // @LOOK
  if (w == 3) assert(0);
  return arg;
}
int main(void) {
  both(count, count);
  return 0;
}
