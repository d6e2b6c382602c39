// Asked of what was written, not of what is there.
// OMEN: no-incident
// OMEN: maybe seen LOOK LOOK class k-witness-harmless
// OMEN: verdict n WRITE LOOK class k-witness-harmless
// OMEN: verdict n READ WRITE class k-witness-harmless
// OMEN: maybe n WRITE WRITE class k-witness-harmless
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
volatile int n, seen;
void *count(void *strict) {
  int v = n; // @READ
  int mine = v + 1;
  n = mine; // @WRITE
  seen = n; // @LOOK
  assert(!strict || v != 0 || mine != 2);
  return strict;
}
int main(void) {
  pthread_t a = start(count, &a), b = start(count, NULL);
  finish(a);
  finish(b);
  return 0;
}
