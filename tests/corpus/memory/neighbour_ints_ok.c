// Two ints in one aligned 8-byte word, one for each thread: no race.
// OMEN: none
#include "../corpus.h"
union {
  int half[2];
  long whole;
} pair;
void *first(void *p) {
  pair.half[0] = 1;
  return p;
}
void *second(void *p) {
  pair.half[1] = 2;
  return p;
}
int main(void) {
  both(first, second);
  return pair.whole == 0;
}
