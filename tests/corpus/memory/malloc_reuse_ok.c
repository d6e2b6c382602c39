// Blocks that one thread freed are given to another: their old contents do not race with the new owner's writes.
// OMEN: none
#include "../corpus.h"
NOINLINE void fill(char *q, int n) { memset(q, 1, n); }
NOINLINE long sum(char *q, int n) {
  long s = 0;
  for (int i = 0; i < n; i++) s += q[i];
  return s;
}
void *worker(void *p) {
  long s = 0;
  for (int n = 16; n < 3000; n *= 3) {
    char *q = malloc(n);
    fill(q, n);
    s += sum(q, n);
    free(q);
  }
  return (void *)s;
}
int main(void) {
  pthread_t a = start(worker, NULL), b = start(worker, NULL), c = start(worker, NULL);
  long s = (long)finish(a) + (long)finish(b) + (long)finish(c);
  printf("%ld\n", s);
  return 0;
}
