// Waiting in a loop that asks a function, which takes a mutex.
// OMEN: none
#include "../corpus.h"
int stopped;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
NOINLINE int is_stopped(void) {
  pthread_mutex_lock(&m);
  int s = stopped;
  pthread_mutex_unlock(&m);
  return s;
}
NOINLINE void stop(void) {
  pthread_mutex_lock(&m);
  stopped = 1;
  pthread_mutex_unlock(&m);
}
void *waiter(void *p) {
  while (!is_stopped()) continue;
  return p;
}
void *setter(void *p) {
  stop();
  return p;
}
int main(void) {
  both(waiter, setter);
  return 0;
}
