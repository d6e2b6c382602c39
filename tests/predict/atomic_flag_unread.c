/* predicted: race value
 * twin (-DGUARDED): the flag is looked at */
#include "threads.h"
#include <stdatomic.h>
static atomic_int ready;
int value, copy;
static void *one(void *u) {
  value = 3;
  atomic_store(&ready, 1);
  return u;
}
static void *two(void *u) {
  int go = atomic_load(&ready);
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
