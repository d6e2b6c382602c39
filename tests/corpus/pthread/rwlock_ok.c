// Writers hold the lock for writing, readers for reading.
// OMEN: none
#include "../corpus.h"
int x, got;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
void *writer(void *p) {
  pthread_rwlock_wrlock(&l);
  x = 1;
  pthread_rwlock_unlock(&l);
  return p;
}
int main(void) {
  both(writer, writer);
  return x == 0;
}
