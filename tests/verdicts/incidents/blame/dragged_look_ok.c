// Either number is allowed.
// OMEN: no-incident
// OMEN: verdict n READ WRITE class k-witness-harmless
// OMEN: verdict n WRITE LOOK class k-witness-harmless
// OMEN: maybe n WRITE WRITE class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
volatile int n;
void *count(void *arg) {
  int v = n; // @READ
  n = v + 1; // @WRITE
  int w = n; // @LOOK
  assert(v <= 1 && w <= 2);
  return arg;
}
int main(void) {
  both(count, count);
  return 0;
}
