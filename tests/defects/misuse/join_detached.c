// A thread is joined that was detached.
// OMEN: defect join-twice
#include "../defects.h"
static void *worker(void *p) { return p; }
int main(void) {
  pthread_t t = start(worker, NULL);
  if (bad) pthread_detach(t);
  pthread_join(t, NULL); // @BAD
  puts("done");
  return 0;
}
