// Three threads and three locks, each taking two of them in the order of the ring.
// OMEN: defect potential-deadlock
#include "../defects.h"
static pthread_mutex_t lock[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static void *worker(void *p) {
  int first = (int)(intptr_t)p, second = (first + 1) % 3;
  if (!bad && first == 2) first = 0, second = 2;
  pthread_mutex_lock(&lock[first]);
  pthread_mutex_lock(&lock[second]); // @BAD
  pthread_mutex_unlock(&lock[second]);
  pthread_mutex_unlock(&lock[first]);
  return NULL;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) t[i] = start(worker, (void *)(intptr_t)i);
  for (int i = 0; i < 3; i++) finish(t[i]);
  puts("done");
  return 0;
}
