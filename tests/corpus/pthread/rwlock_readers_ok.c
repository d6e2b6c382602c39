// Readers together, a writer alone, in every form: plain, try, timed.
// OMEN: none
#include "../corpus.h"
int x;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *reader(void *p) {
  struct timespec later = from_now(CLOCK_REALTIME, 3600);
  MUST(pthread_rwlock_timedrdlock(&l, &later) == 0);
  long r = x;
  MUST(pthread_rwlock_unlock(&l) == 0);
  if (pthread_rwlock_tryrdlock(&l) == 0) {
    r += x;
    MUST(pthread_rwlock_unlock(&l) == 0);
  }
  return (void *)r;
}
void *writer(void *p) {
  struct timespec later = from_now(CLOCK_REALTIME, 3600);
  MUST(pthread_rwlock_timedwrlock(&l, &later) == 0);
  x = 1;
  MUST(pthread_rwlock_unlock(&l) == 0);
  if (pthread_rwlock_trywrlock(&l) == 0) {
    x = 2;
    MUST(pthread_rwlock_unlock(&l) == 0);
  }
  return p;
}
int main(void) {
  pthread_t a = start(reader, NULL);
  both(reader, writer);
  finish(a);
  return x == 0;
}
