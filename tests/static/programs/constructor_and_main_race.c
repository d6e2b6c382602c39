// SCAN: race counter
// What makes the lock runs before main and in main: there are two.
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
static void setup(void) {
  lock = malloc(sizeof *lock);
  pthread_mutex_init(lock, 0);
}
__attribute__((constructor)) static void early(void) {
  setup();
  pthread_create(&t, 0, work, lock);
}
int main(void) {
  setup();
  pthread_mutex_lock(lock);
  counter++;
  pthread_mutex_unlock(lock);
  pthread_join(t, 0);
  return 0;
}
