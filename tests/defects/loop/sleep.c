// Polling with sleeps for what nobody will do.
// OMEN: defect infinite-loop
#include "../defects.h"
#include <time.h>
#include <unistd.h>
static volatile int state = 1;
int main(void) {
  if (!bad) state = 2;
  while (state != 2) // @BAD
    usleep(1000);    // @BAD
  puts("done");
  return 0;
}
