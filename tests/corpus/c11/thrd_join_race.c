// C11 threads: main reads before thrd_join.
// OMEN: race x A:w B:r
// OMEN: tsan-blind
// OMEN: twin thrd_join_ok.c
#include "../corpus.h"
#include <threads.h>
int x;
int worker(void *p) {
  x = 1; // @A
  return 7;
}
int main(void) {
  thrd_t t;
  int result, seen;
  MUST(thrd_create(&t, worker, NULL) == thrd_success);
  seen = x; // @B
  MUST(thrd_join(t, &result) == thrd_success);
  return result != 7 || seen > 1;
}
