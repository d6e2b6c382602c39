// Robust mutex: its holder died with it; the heir gets EOWNERDEAD and sees all that the dead one did.
// ThreadSanitizer sees no unlock and reports a race.
// OMEN: tsan-false
// OMEN: none
#include "../corpus.h"
int x;
pthread_mutex_t m;
void *dies_holding(void *p) {
  MUST(pthread_mutex_lock(&m) == 0);
  x = 7;
  return p;
}
void *heir(void *p) {
  int got = pthread_mutex_lock(&m);
  long seen = x;
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
