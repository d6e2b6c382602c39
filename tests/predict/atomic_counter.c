/* predicted: race value
 * twin (-DGUARDED): the second thread goes on only as the second to count */
#include "threads.h"
#include <stdatomic.h>
static atomic_int n;
int value, copy;
static void *one(void *u) {
  value = 3;
  atomic_fetch_add(&n, 1);
  return u;
}
static void *two(void *u) {
  int before = atomic_fetch_add(&n, 1);
#ifdef GUARDED
  if (!before) return u;
#endif
  (void)before;
  copy = value;
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
