// The first thread must not find the other's number and count on to two. Only the order of its first read decides that:
// its second look, and the two writes, change places with the other's write merely because the read did.
// OMEN: incident assertion FAIL cause race n READ WRITE
// OMEN: verdict n READ WRITE class spec-violated consequence assertion
// OMEN: verdict n WRITE LOOK class k-witness-harmless
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
  assert(!strict || v == 0 || w != 2); // @FAIL
  return strict;
}
int main(void) {
  pthread_t a = start(count, &a), b = start(count, NULL);
  finish(a);
  finish(b);
  return 0;
}
