// The reader reads on after its unlock, while a writer may be in.
// OMEN: race x A:r B:w sometimes
// OMEN: twin rwlock_readers_ok.c
#include "../corpus.h"
int x;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *reader(void *p) {
  struct timespec later = from_now(CLOCK_REALTIME, 3600);
  MUST(pthread_rwlock_timedrdlock(&l, &later) == 0);
  MUST(pthread_rwlock_unlock(&l) == 0);
  long r = x; // @A
  return (void *)r;
}
void *writer(void *p) {
  struct timespec later = from_now(CLOCK_REALTIME, 3600);
  MUST(pthread_rwlock_timedwrlock(&l, &later) == 0);
  x = 1; // @B
  MUST(pthread_rwlock_unlock(&l) == 0);
  return p;
}
int main(void) {
  both(reader, writer);
  return x == 0;
}
