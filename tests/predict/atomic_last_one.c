/* predicted: race value
 * twin (-DGUARDED): the last one of both reads */
#include "threads.h"
#include <stdatomic.h>
static atomic_int left = 2;
int value[2], copy;
static void *one(void *u) {
  value[0] = 3;
  atomic_fetch_sub(&left, 1);
  return u;
}
static void *two(void *u) {
  value[1] = 4;
  int last = atomic_fetch_sub(&left, 1) == 1;
#ifdef GUARDED
  if (!last) return u;
#endif
  (void)last;
  copy = value[0] + value[1];
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
