// C11 mutexes: plain, recursive, timed and tried.
// OMEN: none
#include "../corpus.h"
#include <threads.h>
int x;
mtx_t plain, nested;
int locks(void *p) {
  mtx_lock(&plain);
  x++;
  mtx_unlock(&plain);
  return 0;
}
int other(void *p) {
  struct timespec later = from_now(CLOCK_REALTIME, 3600);
  if (mtx_trylock(&plain) != thrd_success) MUST(mtx_timedlock(&plain, &later) == thrd_success);
  mtx_lock(&nested);
  mtx_lock(&nested);
  x++;
  mtx_unlock(&nested);
  mtx_unlock(&nested);
  mtx_unlock(&plain);
  return 0;
}
int main(void) {
  thrd_t a, b;
  MUST(mtx_init(&plain, mtx_timed) == thrd_success);
  MUST(mtx_init(&nested, mtx_plain | mtx_recursive) == thrd_success);
  thrd_create(&a, locks, NULL);
  thrd_create(&b, other, NULL);
  thrd_join(a, NULL);
  thrd_join(b, NULL);
  mtx_destroy(&plain);
  mtx_destroy(&nested);
  return x == 0;
}
