// A local array, and how much of it is used.
// OMEN: verdict used FILL GROW class spec-violated consequence overflow
#include "../../corpus/corpus.h"
volatile int used = 16;
NOINLINE int fill(char *room, int n) {
  for (int i = 0; i < n; i++) room[i] = (char)i;
  return room[n / 2];
}
void *filler(void *p) {
  char room[16];
  return fill(room, used) == 99 ? p : NULL; // @FILL
}
void *grower(void *p) {
  used = 17; // @GROW
  return p;
}
int main(void) {
  both(filler, grower);
  return 0;
}
