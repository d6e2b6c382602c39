// Deep recursion in two threads at once, each on a stack of 16 MB.
// OMEN: none
#include "../corpus.h"
int bottom;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
NOINLINE void reached(void) { bottom++; }
NOINLINE int dive(int n) {
  volatile char frame[512];
  frame[n % 512] = (char)n;
  if (n == 0) {
    pthread_mutex_lock(&m);
    reached();
    pthread_mutex_unlock(&m);
    return 0;
  }
  return dive(n - 1) + 1 + (frame[n % 512] != (char)n);
}
void *worker(void *p) { return (void *)(long)dive(20000); }
int main(void) {
  pthread_attr_t attr;
  pthread_t t[2];
  pthread_attr_init(&attr);
  MUST(pthread_attr_setstacksize(&attr, 16 << 20) == 0);
  for (int i = 0; i < 2; i++) MUST(pthread_create(&t[i], &attr, worker, NULL) == 0);
  for (int i = 0; i < 2; i++) MUST((long)finish(t[i]) == 20000);
  return bottom == 0;
}
