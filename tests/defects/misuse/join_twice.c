// A thread is joined twice.
// OMEN: defect join-twice
#include "../defects.h"
static void *worker(void *p) { return p; }
int main(void) {
  pthread_t t = start(worker, NULL), u = start(worker, NULL);
  pthread_join(t, NULL);
  pthread_join(bad ? t : u, NULL); // @BAD
  puts("done");
  return 0;
}
