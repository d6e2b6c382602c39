// A barrier for three to which two come.
// OMEN: defect deadlock
#include "../defects.h"
static pthread_barrier_t b;
static void *worker(void *p) {
  pthread_barrier_wait(&b); // @BAD
  return p;
}
int main(void) {
  pthread_barrier_init(&b, NULL, (unsigned)(2 + bad));
  pthread_t t = start(worker, NULL), u = start(worker, NULL);
  finish(t);
  finish(u);
  puts("done");
  return 0;
}
