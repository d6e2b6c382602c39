// C11 condition variable: both waiters, one of them timed, write under the mutex.
// OMEN: none
#include "../corpus.h"
#include <threads.h>
int x, go;
mtx_t m;
cnd_t c;
int waiter(void *p) {
  struct timespec later = from_now(CLOCK_REALTIME, 3600);
  mtx_lock(&m);
  while (!go)
    if (p) cnd_wait(&c, &m);
    else cnd_timedwait(&c, &m, &later);
  x++;
  mtx_unlock(&m);
  return 0;
}
int main(void) {
  thrd_t a, b;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_create(&a, waiter, &x);
  thrd_create(&b, waiter, NULL);
  mtx_lock(&m);
  go = 1;
  cnd_broadcast(&c);
  mtx_unlock(&m);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  cnd_destroy(&c);
  return x == 0;
}
