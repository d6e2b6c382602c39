// Members of a union that do not overlap.
// OMEN: none
#include "../corpus.h"
union {
  struct {
    short low, high;
  } s;
  float f;
} u;
void *first(void *p) {
  u.s.low = 1;
  return p;
}
void *second(void *p) { return (void *)(long)u.s.high; }
int main(void) {
  both(first, second);
  return 0;
}
