// Deep recursion in two threads at once, with a race at the bottom.
// OMEN: race bottom A:rw A:rw
// OMEN: twin deep_recursion_ok.c
#include "../corpus.h"
int bottom;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
NOINLINE void reached(void) { bottom++; } // @A
NOINLINE int dive(int n) {
  volatile char frame[512];
  frame[n % 512] = (char)n;
  if (n == 0) {
    reached();
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
