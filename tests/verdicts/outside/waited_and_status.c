// waited_until.c, where the race also decides how the program ends.
// OMEN: verdict hint A B class output-differs consequence output
// OMEN: exit 3
#include "../../corpus/corpus.h"
int hint, status;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
void *one(void *p) {
  hint = 1; // @A
  return p;
}
void *two(void *p) {
  struct timespec from, to, until;
  clock_gettime(CLOCK_MONOTONIC, &from);
  until = from_now(CLOCK_REALTIME, 2);
  pthread_mutex_lock(&m);
  int seen = hint; // @B
  if (!seen) MUST(pthread_cond_timedwait(&c, &m, &until) == ETIMEDOUT);
  status = seen ? 3 : 4;
  pthread_mutex_unlock(&m);
  clock_gettime(CLOCK_MONOTONIC, &to);
  printf("waited %ld ms\n", (long)((to.tv_sec - from.tv_sec) * 1000 + (to.tv_nsec - from.tv_nsec) / 1000000));
  return p;
}
int main(void) {
  both(one, two);
  return status;
}
