// A thread-local variable, reached by pointer from another thread.
// OMEN: race * A:w B:w
// OMEN: tsan-blind
// OMEN: twin tls_ok.c
#include "../corpus.h"
#include <stdatomic.h>
__thread int mine;
_Atomic(int *) given;
pthread_barrier_t b;
NOINLINE void put(int *q) { *q = 1; } // @A
NOINLINE void poke(int *q) { *q = 2; } // @B
void *owner(void *p) {
  given = &mine;
  pthread_barrier_wait(&b);
  put(&mine);
  pthread_barrier_wait(&b);
  return p;
}
void *other(void *p) {
  pthread_barrier_wait(&b);
  poke(given);
  pthread_barrier_wait(&b);
  return p;
}
int main(void) {
  pthread_barrier_init(&b, NULL, 2);
  both(owner, other);
  return mine;
}
