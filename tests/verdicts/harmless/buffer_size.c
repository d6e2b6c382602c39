// Any size will do: the bytes are copied in blocks of it.
// OMEN: verdict block A B class k-witness-harmless
#include "../../corpus/corpus.h"
int block = 3;
char to[32];
void *tuner(void *p) {
  block = 5; // @A
  return p;
}
void *copier(void *p) {
  const char from[] = "any block size gives the same";
  size_t step = (size_t)block; // @B
  for (size_t i = 0; i < sizeof from; i += step)
    memcpy(to + i, from + i, sizeof from - i < step ? sizeof from - i : step);
  puts(to);
  return p;
}
int main(void) {
  both(tuner, copier);
  return 0;
}
