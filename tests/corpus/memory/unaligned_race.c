// An 8-byte field of a packed struct, across two words; the other thread writes its last byte.
// OMEN: race * A:w B:r
// OMEN: twin unaligned_ok.c
#include "../corpus.h"
struct __attribute__((packed)) {
  char before[3];
  uint64_t middle;
  char after[5];
} s;
NOINLINE void put(uint64_t v) { s.middle = v; } // @A
void *first(void *p) {
  put(1);
  return p;
}
void *second(void *p) {
  return (void *)(long)((volatile char *)&s.middle)[7]; // @B
}
int main(void) {
  both(first, second);
  return s.middle != 1;
}
