// Pages that one thread unmapped come back to another: fresh memory has no past.
// OMEN: none
#include "../corpus.h"
#include <sys/mman.h>
NOINLINE long use(long *q) {
  q[0] = 1;
  q[511] = 2;
  return q[0] + q[511];
}
void *worker(void *p) {
  long s = 0;
  for (int i = 0; i < 3; i++) {
    long *q = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    MUST(q != MAP_FAILED);
    s += use(q);
    munmap(q, 4096);
  }
  return (void *)s;
}
int main(void) {
  pthread_t a = start(worker, NULL), b = start(worker, NULL);
  return (long)finish(a) + (long)finish(b) != 18;
}
