/* predicted: race x, beside one that is seen
 * twin (-DGUARDED): the last write waits for the read; the threads meet at another write, which does race */
#include "threads.h"
#include <semaphore.h>
/* The first write, by the same instruction as the last, is the first that a steered run sees of its thread.
 */
static sem_t begun, done;
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int x, copy;
static void put(int v) { x = v; }
static void pass(void) {
  pthread_mutex_lock(&l);
  pthread_mutex_unlock(&l);
}
static void *reader(void *u) {
  sem_post(&begun);
  copy = x;
#ifdef GUARDED
  sem_post(&done);
#else
  pass();
#endif
  return u;
}
int main(void) {
  pthread_t t;
  sem_init(&begun, 0, 0);
  sem_init(&done, 0, 0);
  pass();
  put(1);
  pthread_create(&t, NULL, reader, NULL);
  sem_wait(&begun);
  x = 3;
  for (int i = 0; i < 20; i++) pass();
#ifdef GUARDED
  sem_wait(&done);
#endif
  put(2);
  pthread_join(t, NULL);
  return 0;
}
