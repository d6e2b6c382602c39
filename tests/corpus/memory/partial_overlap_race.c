// A thread writes 4 bytes, the other reads 1 of them.
// OMEN: race word A:w B:r
// OMEN: twin partial_overlap_ok.c
#include "../corpus.h"
union {
  uint32_t all;
  uint16_t half[2];
  uint8_t byte[4];
} word;
void *first(void *p) {
  word.all = 1; // @A
  return p;
}
void *second(void *p) { return (void *)(long)word.byte[2]; } // @B
int main(void) {
  both(first, second);
  return 0;
}
