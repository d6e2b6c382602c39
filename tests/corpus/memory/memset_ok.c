// memset and memmove write up to the byte that the other thread reads.
// OMEN: none
#include "../corpus.h"
char buf[64];
NOINLINE void clear(size_t n) { memset(buf, 0, n); }
NOINLINE void shift(size_t n) { memmove(buf, buf + 1, n); }
void *first(void *p) {
  clear(29);
  shift(28);
  return p;
}
void *second(void *p) { return (void *)(long)buf[29]; }
int main(void) {
  both(first, second);
  return 0;
}
