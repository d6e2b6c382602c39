// SCAN: race it
// Two words, the second a pointer, read as one of 128 bits.
#include "scan.h"
typedef unsigned __int128 word;
union u {
  word w;
  struct {
    long tag;
    int *p;
  } s;
};
static union u head, other;
static void *work(void *x) {
  other.w = head.w;
  ++*other.s.p;
  return 0;
}
int main(void) {
  pthread_t t;
  int *it = calloc(4, 4);
  head.s.p = it;
  pthread_create(&t, 0, work, 0);
  it[0] = 5;
  pthread_join(t, 0);
  return 0;
}
