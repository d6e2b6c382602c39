// Robust mutex: its holder died with it, and the heir does not take it before it reads.
// OMEN: race x A:w B:r sometimes
// OMEN: twin mutex_robust_ok.c
#include "../corpus.h"
int x;
pthread_mutex_t m;
void *dies_holding(void *p) {
  MUST(pthread_mutex_lock(&m) == 0);
  x = 7; // @A
  return p;
}
void *heir(void *p) {
  long seen = x; // @B
  int got = pthread_mutex_lock(&m);
  if (got == EOWNERDEAD) MUST(pthread_mutex_consistent(&m) == 0);
  else MUST(got == 0);
  MUST(pthread_mutex_unlock(&m) == 0);
  return (void *)seen;
}
int main(void) {
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  MUST(pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST) == 0);
  MUST(pthread_mutex_init(&m, &attr) == 0);
  both(dies_holding, heir);
  return 0;
}
