// Program P1 of the SHB paper (figure 1, and figure 6b in C): thread 1 runs first. Both variables have a
// happens-before race. y can be scheduled; x cannot: its write is only reached after the value of y was seen.
// (Where the paper's program loops for ever, this one ends.)
// OMEN: race y A:w B:r sometimes schedulable yes
// OMEN: race x C:r D:w sometimes schedulable no
// OMEN: maybe y B:r A:w
// OMEN: twin figure1_ok.c
#include "../corpus.h"
int x, y;
NOINLINE int get_x(void) { return x; } // @C
NOINLINE void set_y(int v) { y = v; } // @A
NOINLINE int get_y(void) { return y; } // @B
NOINLINE void set_x(void) { x = 10; } // @D
void *t1(void *p) {
  set_y(get_x() + 5);
  return p;
}
void *t2(void *p) {
  if (get_y() == 5) set_x();
  return p;
}
int main(void) {
  both(t1, t2);
  return 0;
}
