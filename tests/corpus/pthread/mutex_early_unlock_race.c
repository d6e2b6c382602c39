// The write stands after the unlock, where the other thread's critical section no longer waits for it.
// OMEN: race x A:w B:r sometimes
// OMEN: twin mutex_ok.c
#include "../corpus.h"
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *writer(void *p) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  x = 1; // @A
  return p;
}
void *reader(void *p) {
  pthread_mutex_lock(&m);
  long seen = x; // @B
  pthread_mutex_unlock(&m);
  return (void *)seen;
}
int main(void) {
  both(writer, reader);
  return 0;
}
