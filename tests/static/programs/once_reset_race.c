// SCAN: race value
// A once control that is set back.
#include "scan.h"
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int value;
static void init(void) { value++; }
static void *work(void *x) {
  pthread_once(&once, init);
  return (void *)(long)value;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  sched_yield();
  once = PTHREAD_ONCE_INIT;
  pthread_once(&once, init);
  pthread_join(t, 0);
  return 0;
}
