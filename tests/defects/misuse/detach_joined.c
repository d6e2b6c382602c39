// A thread is detached that was joined.
// OMEN: defect join-twice
#include "../defects.h"
static void *worker(void *p) { return p; }
int main(void) {
  pthread_t t = start(worker, NULL);
  if (bad) pthread_join(t, NULL);
  pthread_detach(t); // @BAD
  puts("done");
  return 0;
}
