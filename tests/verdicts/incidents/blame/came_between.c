// The first thread, which counted from nothing, must find its own number again. It does not if the other's whole update
// comes between its write and its look: read after the write, written before the look.
// OMEN: incident assertion FAIL cause race n WRITE LOOK
// OMEN: or cause race n READ WRITE
// OMEN: verdict n WRITE LOOK class spec-violated consequence assertion
// OMEN: maybe n READ WRITE class k-witness-harmless
// OMEN: maybe n READ WRITE class spec-violated consequence assertion
// OMEN: maybe n WRITE WRITE class k-witness-harmless
// OMEN: maybe n WRITE WRITE class spec-violated consequence assertion
// OMEN: levels O2
#include "../../../corpus/corpus.h"
#include <assert.h>
volatile int n;
void *count(void *strict) {
  int v = n; // @READ
  n = v + 1; // @WRITE
  int w = n; // @LOOK
  assert(!strict || v != 0 || w != 2); // @FAIL
  return strict;
}
int main(void) {
  pthread_t a = start(count, &a), b = start(count, NULL);
  finish(a);
  finish(b);
  return 0;
}
