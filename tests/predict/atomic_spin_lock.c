/* predicted: race value
 * twin (-DGUARDED): the flag under the lock decides */
#include "threads.h"
#include <sched.h>
#include <stdatomic.h>
static atomic_flag l = ATOMIC_FLAG_INIT;
int value, n, ready, copy;
static int visit(int set) {
  while (atomic_flag_test_and_set(&l)) sched_yield();
  n++;
  int was = ready;
  ready |= set;
  atomic_flag_clear(&l);
  return was;
}
static void *one(void *u) {
  value = 3;
  visit(1);
  return u;
}
static void *two(void *u) {
  int go = visit(0);
#ifdef GUARDED
  if (!go) return u;
#endif
  (void)go;
  copy = value;
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
