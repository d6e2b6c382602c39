// Two threads take two locks in opposite order, both holding their first: neither can go on.
// OMEN: deadlock 0:join 1:mutex 2:mutex
// OMEN: twin ordered_locks_ok.c
#include "../corpus.h"
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
pthread_barrier_t both_hold;
void *first(void *p) {
  pthread_mutex_lock(&a);
  pthread_barrier_wait(&both_hold);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  return p;
}
void *second(void *p) {
  pthread_mutex_lock(&b);
  pthread_barrier_wait(&both_hold);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return p;
}
int main(void) {
  pthread_barrier_init(&both_hold, NULL, 2);
  both(first, second);
  return 0;
}
