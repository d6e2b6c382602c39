// The same, recorded in the order that goes too far.
// OMEN: verdict used FILL GROW class spec-violated consequence overflow
// OMEN: finding out-of-bounds STORE
#include "../../corpus/corpus.h"
volatile int used = 16;
NOINLINE int fill(char *room, int n) {
  for (int i = 0; i < n; i++)
    room[i] = (char)i; // @STORE
  return room[n / 2];
}
void *grower(void *p) {
  used = 17; // @GROW
  return p;
}
void *filler(void *p) {
  char room[16];
  return fill(room, used) == 99 ? p : NULL; // @FILL
}
int main(void) {
  both(grower, filler);
  return 0;
}
