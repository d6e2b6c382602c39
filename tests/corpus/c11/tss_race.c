// C11 thread-specific storage: the destructors write one variable.
// OMEN: race last A:w A:w
// OMEN: tsan-blind
// OMEN: twin tss_ok.c
#include "../corpus.h"
#include <threads.h>
tss_t key;
int last, slot[2];
void destroy(void *value) {
  last = *(int *)value; // @A
}
int worker(void *p) {
  *(int *)p = 1;
  tss_set(key, p);
  return tss_get(key) == p;
}
int main(void) {
  thrd_t a, b;
  MUST(tss_create(&key, destroy) == thrd_success);
  thrd_create(&a, worker, &slot[0]);
  thrd_create(&b, worker, &slot[1]);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  tss_delete(key);
  return last > 9;
}
