// The thread that the barrier chose writes after the barrier, where the other already reads.
// OMEN: race x A:w B:r
// OMEN: twin barrier_serial_ok.c
#include "../corpus.h"
int x;
pthread_barrier_t b;
NOINLINE void put(void) { x = 1; } // @A
NOINLINE int get(void) { return x; } // @B
void *member(void *p) {
  if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) put();
  return (void *)(long)get();
}
int main(void) {
  pthread_barrier_init(&b, NULL, 2);
  both(member, member);
  return 0;
}
