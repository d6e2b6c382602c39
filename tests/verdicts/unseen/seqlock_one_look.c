// A sequence lock whose reader does not look again: it may see half of an update. In a run that fails both orders are needed:
// x read before it was written and y after, or the other way round.
// OMEN: verdict x WX RX class spec-violated consequence assertion
// OMEN: verdict y WY RY class spec-violated consequence assertion
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_uint seq;
static volatile int x = 1, y = 1;
static void *writer(void *p) {
  for (int i = 2; i < 5; i++) {
    atomic_fetch_add_explicit(&seq, 1, memory_order_relaxed); // @ODD
    x = i;                                                    // @WX
    y = i;                                                    // @WY
    atomic_fetch_add_explicit(&seq, 1, memory_order_relaxed); // @EVEN
    sched_yield();
  }
  return p;
}
static void *reader(void *p) {
  for (int i = 0; i < 3; i++) {
    while (atomic_load_explicit(&seq, memory_order_relaxed) & 1) // @LOOK
      sched_yield();
    int a = x, b; // @RX
    b = y;        // @RY
    assert(a == b);
    sched_yield();
  }
  return p;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  puts("consistent");
  return 0;
}
