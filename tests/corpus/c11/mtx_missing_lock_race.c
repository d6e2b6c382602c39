// C11 mutex: one side forgets it.
// OMEN: race x A:rw B:rw
// OMEN: tsan-blind
// OMEN: twin mtx_ok.c
#include "../corpus.h"
#include <threads.h>
int x;
mtx_t plain, nested;
int locks(void *p) {
  mtx_lock(&plain);
  x++; // @A
  mtx_unlock(&plain);
  return 0;
}
int other(void *p) {
  x++; // @B
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
