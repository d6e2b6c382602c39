// SCAN: race counter
// The result of a trylock is asked again when the lock was given back.
#include "scan.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static void *work(void *x) {
  int r = pthread_mutex_trylock(&m);
  if (r == 0) {
    pthread_mutex_unlock(&m);
    if (r == 0) counter++;
  }
  return 0;
}
static void *other(void *x) {
  pthread_mutex_lock(&m);
  counter++;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  pthread_create(&t, 0, work, 0);
  pthread_create(&u, 0, other, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
