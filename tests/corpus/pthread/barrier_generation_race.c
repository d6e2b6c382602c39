// Positive control for a clock a generation. The last to arrive runs ahead to the next barrier before the others
// have left this one; if its arrival there ordered them, the race within the phase would be lost (as it is, in most
// runs, with ThreadSanitizer).
// OMEN: race x A:w B:r
// OMEN: tsan-blind
// OMEN: twin barrier_generation_ok.c
#include "../corpus.h"
enum { PHASES = 4 };
int x[PHASES + 1];
pthread_barrier_t b;
NOINLINE void put(int i) { x[i] = i; } // @A
NOINLINE int get(int i) { return x[i]; } // @B
void *fast(void *p) {
  for (int i = 0; i < PHASES; i++) {
    pthread_barrier_wait(&b);
    put(i);
  }
  pthread_barrier_wait(&b);
  return p;
}
void *slow(void *p) {
  long sum = 0;
  for (int i = 0; i < PHASES; i++) {
    pthread_barrier_wait(&b);
    sum += get(i);
  }
  pthread_barrier_wait(&b);
  return (void *)sum;
}
int main(void) {
  pthread_barrier_init(&b, NULL, 3);
  pthread_t extra = start(slow, NULL);
  both(slow, fast);
  finish(extra);
  return 0;
}
