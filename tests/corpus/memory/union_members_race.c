// Two members of a union are the same bytes.
// OMEN: race u A:w B:r
// OMEN: twin union_members_ok.c
#include "../corpus.h"
union {
  struct {
    short low, high;
  } s;
  float f;
} u;
void *first(void *p) {
  u.f = 1.5f; // @A
  return p;
}
void *second(void *p) { return (void *)(long)u.s.high; } // @B
int main(void) {
  both(first, second);
  return 0;
}
