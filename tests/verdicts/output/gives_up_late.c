// Waits for a flag, but not for more than an hour: then goes on without. Not endless, and either order can be.
// OMEN: verdict data FILL USE class output-differs consequence output
// OMEN: maybe flag SET ASK class output-differs consequence output
// OMEN: maybe flag SET ASK class k-witness-harmless
#include "../../corpus/corpus.h"
#include <unistd.h>
volatile int flag;
volatile int data;
static long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec;
}
void *setter(void *p) {
  data = 42; // @FILL
  flag = 1;  // @SET
  return p;
}
void *waiter(void *p) {
  long end = now() + 3600;
  while (!flag && now() < end) // @ASK
    usleep(100);
  printf("%d\n", data); // @USE
  return p;
}
int main(void) {
  both(setter, waiter);
  return 0;
}
