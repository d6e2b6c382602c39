// Program P2 of the SHB paper (figure 2): thread 1 runs first. Both races can be scheduled.
// OMEN: race y A:r B:w schedulable yes
// OMEN: race x C:r D:w schedulable yes
// OMEN: twin figure1_ok.c
#include "../corpus.h"
int x, y, seen[2];
NOINLINE int get_x(void) { return x; } // @C
NOINLINE int get_y(void) { return y; } // @A
NOINLINE void set_y(void) { y = 1; } // @B
NOINLINE void set_x(void) { x = 2; } // @D
void *t1(void *p) {
  if (get_x() == 0) seen[0] = 1;
  if (get_y() == 0) seen[1] = 1;
  return p;
}
void *t2(void *p) {
  set_y();
  set_x();
  return p;
}
int main(void) {
  both(t1, t2);
  return 0;
}
