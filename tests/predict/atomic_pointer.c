/* predicted: crash object
 * twin (-DGUARDED): a null pointer is looked for */
#include "threads.h"
#include <stdatomic.h>
static atomic_int visits;
int storage = 2, *object;
static void *one(void *u) {
  object = &storage;
  atomic_fetch_add(&visits, 1);
  return u;
}
static void *two(void *u) {
  int before = atomic_fetch_add(&visits, 1);
#ifdef GUARDED
  if (before == 0) return u;
#endif
  (void)before;
  return *object == 2 ? u : NULL;
}
int main(void) {
  RUN(one, two);
  return 0;
}
