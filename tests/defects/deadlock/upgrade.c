// Two readers of a rwlock both want to write, each waiting for the other to stop reading.
// OMEN: defect deadlock
#include "../defects.h"
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t both_read;
static void *worker(void *p) {
  pthread_rwlock_rdlock(&rw);
  pthread_barrier_wait(&both_read);
  if (!bad) pthread_rwlock_unlock(&rw);
  pthread_rwlock_wrlock(&rw); // @BAD
  pthread_rwlock_unlock(&rw);
  return p;
}
int main(void) {
  pthread_barrier_init(&both_read, NULL, 2);
  pthread_t t = start(worker, NULL), u = start(worker, NULL);
  finish(t);
  finish(u);
  puts("done");
  return 0;
}
