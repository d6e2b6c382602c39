// only_duration.c, with a result that the race decides in the line of the duration.
// OMEN: verdict hint A B class output-differs consequence output
#include "../../corpus/corpus.h"
#include <unistd.h>
int hint, value;
void *one(void *p) {
  hint = 1; // @A
  return p;
}
void *two(void *p) {
  int seen = hint; // @B
  if (!seen) usleep(250000);
  value = seen ? 6 : 5;
  return p;
}
int main(void) {
  struct timespec from, to;
  clock_gettime(CLOCK_MONOTONIC, &from);
  both(one, two);
  clock_gettime(CLOCK_MONOTONIC, &to);
  printf("value %d in %7.3f s\n", value, (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9);
  return 0;
}
