// SCAN: race counter
// The function that makes the lock is itself called before main, and by main.
#include "scan.h"
static pthread_mutex_t *lock;
static int counter;
static pthread_t t;
static void *work(void *x) {
  pthread_mutex_t *l = x;
  pthread_mutex_lock(l);
  counter++;
  pthread_mutex_unlock(l);
  return 0;
}
__attribute__((constructor, noinline)) static void setup(void) {
  lock = malloc(sizeof *lock);
  pthread_mutex_init(lock, 0);
}
int main(void) {
  pthread_create(&t, 0, work, lock);
  setup();
  pthread_mutex_lock(lock);
  counter++;
  pthread_mutex_unlock(lock);
  pthread_join(t, 0);
  return 0;
}
