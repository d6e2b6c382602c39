// An 8-byte field of a packed struct, across two words; the other threads write the bytes on either side.
// OMEN: none
#include "../corpus.h"
struct __attribute__((packed)) {
  char before[3];
  uint64_t middle;
  char after[5];
} s;
NOINLINE void put(uint64_t v) { s.middle = v; }
void *first(void *p) {
  put(1);
  return p;
}
void *second(void *p) {
  s.before[2] = 1;
  s.after[0] = 1;
  return p;
}
int main(void) {
  both(first, second);
  return s.middle != 1;
}
