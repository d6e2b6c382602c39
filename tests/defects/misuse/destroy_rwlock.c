// A rwlock is destroyed while another thread reads.
// OMEN: defect destroy-in-use
#include "../defects.h"
#include <semaphore.h>
static pthread_rwlock_t rw;
static sem_t reading, done;
static void *reader(void *p) {
  pthread_rwlock_rdlock(&rw);
  if (!bad) pthread_rwlock_unlock(&rw);
  sem_post(&reading);
  sem_wait(&done);
  return p;
}
int main(void) {
  pthread_rwlock_init(&rw, NULL);
  sem_init(&reading, 0, 0);
  sem_init(&done, 0, 0);
  pthread_t t = start(reader, NULL);
  sem_wait(&reading);
  pthread_rwlock_destroy(&rw); // @BAD
  sem_post(&done);
  finish(t);
  puts("done");
  return 0;
}
