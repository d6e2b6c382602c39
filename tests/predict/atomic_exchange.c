/* predicted: race value
 * twin (-DGUARDED): only the one that gets the token reads */
#include "threads.h"
#include <stdatomic.h>
static atomic_int token;
int value, copy;
static void *one(void *u) {
  value = 3;
  atomic_exchange(&token, 1);
  return u;
}
static void *two(void *u) {
  int got = atomic_exchange(&token, 0);
#ifdef GUARDED
  if (!got) return u;
#endif
  (void)got;
  copy = value;
  return u;
}
int main(void) {
  RUN(one, two);
  return 0;
}
