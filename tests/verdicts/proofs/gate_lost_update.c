// Two threads say by pending++ that they will do something, and main waits until none is pending. If one of the two
// additions is lost, the gate opens as soon as one thread is through: main uses what the other has not filled yet. In the
// recorded run both are counted, and then main does wait for the second; but the past can be another. In the run that
// fails main looks after one thread is done and before the other is: without either of these orders it does not fail.
// OMEN: verdict pending ADD ADD class spec-violated consequence assertion
// OMEN: verdict pending DONE LOOK class spec-violated consequence assertion
// OMEN: verdict pending LATE LOOK class spec-violated consequence assertion
// OMEN: verdict second FILL USE class spec-violated consequence assertion
#include "../../corpus/corpus.h"
#include <sched.h>
static volatile int pending;
static int second;
static pthread_barrier_t announced;
static void announce(void) {
  pthread_barrier_wait(&announced);
  pending++; // @ADD
  pthread_barrier_wait(&announced);
}
static void *one(void *p) {
  announce();
  __atomic_fetch_sub(&pending, 1, __ATOMIC_RELAXED); // @DONE
  return p;
}
static void *two(void *p) {
  announce();
  second = 42; // @FILL
  __atomic_fetch_sub(&pending, 1, __ATOMIC_RELAXED); // @LATE
  return p;
}
int main(void) {
  MUST(pthread_barrier_init(&announced, NULL, 3) == 0);
  pthread_t a = start(one, NULL), b = start(two, NULL);
  pthread_barrier_wait(&announced); // both begin
  pthread_barrier_wait(&announced);
  while (pending > 0) // @LOOK
    sched_yield();
  if (second != 42) abort(); // @USE
  finish(a);
  finish(b);
  return 0;
}
