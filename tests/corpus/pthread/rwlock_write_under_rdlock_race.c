// Two threads write while they hold the lock for reading only: readers do not order each other.
// OMEN: race x A:w A:w
// OMEN: twin rwlock_ok.c
#include "../corpus.h"
int x, got;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *writer(void *p) {
  pthread_rwlock_rdlock(&l);
  x = 1; // @A
  pthread_rwlock_unlock(&l);
  return p;
}
int main(void) {
  both(writer, writer);
  return x == 0;
}
