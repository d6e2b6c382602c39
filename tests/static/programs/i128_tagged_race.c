// SCAN: race it
// A pointer in the upper half of a 128-bit word.
#include "scan.h"
typedef unsigned __int128 word;
static word head;
static void *work(void *x) {
  word w = head;
  ++*(int *)(uintptr_t)(w >> 64);
  return 0;
}
int main(void) {
  pthread_t t;
  int *it = calloc(4, 4);
  head = (word)(uintptr_t)it << 64 | 7;
  pthread_create(&t, 0, work, 0);
  it[0] = 5;
  pthread_join(t, 0);
  return 0;
}
