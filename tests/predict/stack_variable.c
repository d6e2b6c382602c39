/* predicted: race
 * twin (-DGUARDED): main looks after it joined */
#include "threads.h"
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
int n, copy;
static void visit(void) {
  pthread_mutex_lock(&l);
  n++;
  pthread_mutex_unlock(&l);
}
static void *one(void *u) {
  *(int *)u = 5;
  visit();
  return NULL;
}
int main(void) {
  int answer = 0;
  pthread_t t;
  pthread_create(&t, NULL, one, &answer);
#ifndef GUARDED
  sched_yield();
  visit();
  copy = answer;
#endif
  pthread_join(t, NULL);
#ifdef GUARDED
  visit();
  copy = answer;
#endif
  return 0;
}
