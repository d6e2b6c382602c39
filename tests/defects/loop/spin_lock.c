// A hand-made spin lock that its holder forgot to give back.
// OMEN: defect infinite-loop
#include "../defects.h"
#include <stdatomic.h>
static atomic_flag taken = ATOMIC_FLAG_INIT;
static void *worker(void *p) {
  while (atomic_flag_test_and_set(&taken)) continue; // @BAD
  if (!bad) atomic_flag_clear(&taken);
  return p;
}
int main(void) {
  pthread_t t = start(worker, NULL), u = start(worker, NULL);
  finish(t);
  finish(u);
  puts("done");
  return 0;
}
