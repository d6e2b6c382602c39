// The thread that the barrier chose writes; a second barrier lets the others read.
// OMEN: none
#include "../corpus.h"
int x;
pthread_barrier_t b;
NOINLINE void put(void) { x = 1; }
NOINLINE int get(void) { return x; }
void *member(void *p) {
  if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) put();
  pthread_barrier_wait(&b);
  return (void *)(long)get();
}
int main(void) {
  pthread_barrier_init(&b, NULL, 2);
  both(member, member);
  return 0;
}
