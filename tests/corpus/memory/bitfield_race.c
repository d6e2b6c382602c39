// Two bit-fields of one storage unit: writing one rewrites the other.
// OMEN: race flags A:rw B:rw
// OMEN: twin bitfield_ok.c
#include "../corpus.h"
struct {
  unsigned a : 4;
  unsigned b : 4;
} flags;
void *first(void *p) {
  flags.a = 1; // @A
  return p;
}
void *second(void *p) {
  flags.b = 2; // @B
  return p;
}
int main(void) {
  both(first, second);
  return flags.a + flags.b == 0;
}
