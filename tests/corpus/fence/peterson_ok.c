// Peterson's lock with relaxed atomics and fences only. ThreadSanitizer reports a race.
// OMEN: tsan-false
// OMEN: none
#include "../corpus.h"
#include <sched.h>
#include <stdatomic.h>
atomic_int want[2], turn;
int x;
NOINLINE void enter(int me) {
  atomic_store_explicit(&want[me], 1, memory_order_relaxed);
  atomic_store_explicit(&turn, 1 - me, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  while (atomic_load_explicit(&want[1 - me], memory_order_relaxed) &&
         atomic_load_explicit(&turn, memory_order_relaxed) == 1 - me)
    sched_yield();
  atomic_thread_fence(memory_order_acquire);
}
NOINLINE void leave(int me) {
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&want[me], 0, memory_order_relaxed);
}
NOINLINE void count(void) { x++; }
void *worker(void *p) {
  int me = p != NULL;
  enter(me);
  count();
  leave(me);
  return p;
}
int main(void) {
  pthread_t a = start(worker, NULL), b = start(worker, &x);
  finish(a);
  finish(b);
  return x == 0;
}
