// C11 threads: main reads after thrd_join.
// OMEN: none
#include "../corpus.h"
#include <threads.h>
int x;
int worker(void *p) {
  x = 1;
  return 7;
}
int main(void) {
  thrd_t t;
  int result, seen;
  MUST(thrd_create(&t, worker, NULL) == thrd_success);
  MUST(thrd_join(t, &result) == thrd_success);
  seen = x;
  return result != 7 || seen > 1;
}
