// The only thread waits for a flag that nobody is left to set.
// OMEN: defect infinite-loop
#include "../defects.h"
static volatile int ready;
int main(void) {
  if (!bad) ready = 1;
  while (!ready) continue; // @BAD
  puts("ready");
  return 0;
}
