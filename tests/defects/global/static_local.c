// A static array of a function.
// OMEN: defect out-of-bounds write global
#include "../defects.h"
NOINLINE int next(int i) {
  static int ring[5];
  ring[i]++; // @BAD
  return ring[0];
}
int main(void) {
  int s = 0;
  for (int i = 0; i < 5 + bad; i++) s += next(i);
  printf("%d\n", s > 0);
  return 0;
}
