// pthread_tryjoin_np and pthread_timedjoin_np order what came before the thread's end, when they succeed.
// OMEN: none
#include "../corpus.h"
int x;
void *writer(void *p) {
  x = 1;
  return p;
}
int main(void) {
  pthread_t t = start(writer, NULL);
  int got = pthread_tryjoin_np(t, NULL);
  struct timespec later = from_now(CLOCK_REALTIME, 3600);
  if (got) MUST(pthread_timedjoin_np(t, NULL, &later) == 0);
  int seen = x;
  return seen > 1;
}
