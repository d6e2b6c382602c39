// Time stamps are positive: an element of an array of structs.
// OMEN: defect invariant write
// OMEN: options --invariant 'stamps[2].at > 0'
#include "../defects.h"
struct stamp {
  int id;
  long at;
};
struct stamp stamps[4] = {{0, 1}, {1, 1}, {2, 1}, {3, 1}};
NOINLINE void set(int i, long at) {
  stamps[i].at = at; // @BAD
}
int main(void) {
  for (int i = 0; i < 4; i++) set(i, bad && i == 2 ? -5 : i + 1);
  set(2, 7);
  printf("%ld\n", stamps[3].at);
  return 0;
}
