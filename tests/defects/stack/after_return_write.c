// A callback writes to a local of the function that registered it.
// OMEN: defect use-after-return write stack
#include "../defects.h"
static struct state {
  long count, last;
} *volatile registered, lasting;
NOINLINE void set_up(void) {
  struct state mine = {0, 0};
  registered = bad ? &mine : &lasting;
  registered->count = 1;
}
NOINLINE void event(void) {
  registered->last = 7; // @BAD
}
int main(void) {
  set_up();
  event();
  puts("done");
  return 0;
}
