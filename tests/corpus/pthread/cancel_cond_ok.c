// A thread cancelled in pthread_cond_wait has the mutex again when its cleanup handler runs.
// OMEN: none
#include "../corpus.h"
int x, waiting;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER, there = PTHREAD_COND_INITIALIZER;
void cleanup(void *p) {
  x = 1;
  pthread_mutex_unlock(&m);
}
void *waits(void *p) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(cleanup, NULL);
  waiting = 1;
  pthread_cond_signal(&there);
  for (;;) pthread_cond_wait(&c, &m);
  pthread_cleanup_pop(1);
  return p;
}
int main(void) {
  pthread_t t = start(waits, NULL);
  pthread_mutex_lock(&m);
  while (!waiting) pthread_cond_wait(&there, &m);
  pthread_cancel(t);
  long seen = x;
  pthread_mutex_unlock(&m);
  MUST(finish(t) == PTHREAD_CANCELED);
  return seen > 1;
}
