// memcpy stops just before the byte that the other thread writes.
// OMEN: none
#include "../corpus.h"
char from[40], to[40];
NOINLINE void copy(size_t n) { memcpy(to, from, n); }
void *first(void *p) {
  copy(33);
  return p;
}
void *second(void *p) {
  from[33] = 1;
  return p;
}
int main(void) {
  both(first, second);
  return to[33] > 1;
}
