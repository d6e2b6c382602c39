// memset and memmove write a byte that the other thread reads.
// OMEN: race * A:w C:r
// OMEN: race * B:w C:r
// OMEN: twin memset_ok.c
#include "../corpus.h"
char buf[64];
NOINLINE void clear(size_t n) { memset(buf, 0, n); } // @A
NOINLINE void shift(size_t n) { memmove(buf, buf + 1, n); } // @B
void *first(void *p) {
  clear(30);
  shift(30);
  return p;
}
void *second(void *p) { return (void *)(long)buf[29]; } // @C
int main(void) {
  both(first, second);
  return 0;
}
