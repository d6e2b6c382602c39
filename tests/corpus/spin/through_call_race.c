// Waiting in a loop that asks a function, which reads a plain variable.
// OMEN: race stopped A:w B:r
// OMEN: tsan-blind
// OMEN: twin through_call_ok.c
#include "../corpus.h"
int stopped;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
NOINLINE int is_stopped(void) {
  __asm__ volatile("" ::: "memory");
  int s = stopped; // @B
  return s;
}
NOINLINE void stop(void) {
  stopped = 1; // @A
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
