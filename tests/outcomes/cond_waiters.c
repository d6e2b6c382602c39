/* A signal wakes either of two waiters, whichever waited first: the order of waiting is fixed by `waiting`.
 * outcome: 0 - 1/
 * outcome: 0 - 2/
 */
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn = PTHREAD_COND_INITIALIZER, go = PTHREAD_COND_INITIALIZER;
static int waiting, signalled, first;
static void *wait_for_it(void *p) {
  int me = (int)(long)p;
  pthread_mutex_lock(&m);
  while (waiting != me - 1) pthread_cond_wait(&turn, &m);
  waiting = me;
  pthread_cond_broadcast(&turn);
  while (!signalled) pthread_cond_wait(&go, &m);
  signalled = 0;
  if (!first) first = me;
  pthread_cond_broadcast(&turn);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, wait_for_it, (void *)(i + 1));
  pthread_mutex_lock(&m);
  while (waiting != 2) pthread_cond_wait(&turn, &m);
  signalled = 1;
  pthread_cond_signal(&go);
  while (signalled) pthread_cond_wait(&turn, &m);
  signalled = 1;
  pthread_cond_broadcast(&go);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  printf("%d\n", first);
  return 0;
}
