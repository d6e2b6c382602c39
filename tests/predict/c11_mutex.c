/* predicted: race value
 * twin (-DGUARDED): thrd_join */
#include <stdio.h>
#include <threads.h>
static mtx_t l;
int value, n, copy;
static void visit(void) {
  mtx_lock(&l);
  n++;
  mtx_unlock(&l);
}
static int one(void *u) {
  value = 3;
  visit();
  return 0;
}
static int two(void *u) {
  visit();
  copy = value;
  return 0;
}
int main(void) {
  thrd_t a, b;
  mtx_init(&l, mtx_plain);
  thrd_create(&a, one, NULL);
#ifdef GUARDED
  thrd_join(a, NULL);
#endif
  thrd_create(&b, two, NULL);
#ifndef GUARDED
  thrd_join(a, NULL);
#endif
  thrd_join(b, NULL);
  return 0;
}
