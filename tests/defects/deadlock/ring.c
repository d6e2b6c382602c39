// Three threads, three locks, each waits for the next.
// OMEN: defect deadlock
#include "../defects.h"
static pthread_mutex_t fork_of[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_barrier_t all;
static void *eat(void *p) {
  int me = (int)(intptr_t)p, left = me, right = (me + 1) % 3;
  if (!bad && left > right) left = 0, right = 2;
  pthread_mutex_lock(&fork_of[left]);
  if (bad) pthread_barrier_wait(&all);
  pthread_mutex_lock(&fork_of[right]); // @BAD
  pthread_mutex_unlock(&fork_of[right]);
  pthread_mutex_unlock(&fork_of[left]);
  return NULL;
}
int main(void) {
  pthread_t t[3];
  pthread_barrier_init(&all, NULL, 3);
  for (int i = 0; i < 3; i++) t[i] = start(eat, (void *)(intptr_t)i);
  for (int i = 0; i < 3; i++) finish(t[i]);
  puts("done");
  return 0;
}
