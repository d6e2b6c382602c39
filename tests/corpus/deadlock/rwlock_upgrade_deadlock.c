// Two readers that both want to become the writer.
// OMEN: deadlock 0:join 1:rwlock 2:rwlock
// OMEN: twin ../pthread/rwlock_readers_ok.c
#include "../corpus.h"
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
pthread_barrier_t both_read;
void *worker(void *p) {
  pthread_rwlock_rdlock(&l);
  pthread_barrier_wait(&both_read);
  int got = pthread_rwlock_wrlock(&l);
  return (void *)(long)got;
}
int main(void) {
  pthread_barrier_init(&both_read, NULL, 2);
  both(worker, worker);
  return 0;
}
