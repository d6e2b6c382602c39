// How long it took is printed, and depends on who waited for whom; nothing else does.
// OMEN: verdict hint A B class k-witness-harmless
#include "../../corpus/corpus.h"
#include <unistd.h>
int hint;
void *one(void *p) {
  hint = 1; // @A
  return p;
}
void *two(void *p) {
  if (hint == 0) usleep(250000); // @B
  return p;
}
int main(void) {
  struct timespec from, to;
  clock_gettime(CLOCK_MONOTONIC, &from);
  both(one, two);
  clock_gettime(CLOCK_MONOTONIC, &to);
  printf("done in %7.3f s\n", (double)(to.tv_sec - from.tv_sec) + (double)(to.tv_nsec - from.tv_nsec) / 1e9);
  return 0;
}
