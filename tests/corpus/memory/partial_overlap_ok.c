// A thread writes 2 bytes, the other reads the next one.
// OMEN: none
#include "../corpus.h"
union {
  uint32_t all;
  uint16_t half[2];
  uint8_t byte[4];
} word;
void *first(void *p) {
  word.half[0] = 1;
  return p;
}
void *second(void *p) { return (void *)(long)word.byte[2]; }
int main(void) {
  both(first, second);
  return 0;
}
