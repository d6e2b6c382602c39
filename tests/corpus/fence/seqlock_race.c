// A seqlock over plain data: the reader races with the writer even if it then throws away what it read.
// OMEN: race pair A:w B:r
// OMEN: twin seqlock_ok.c
#include "../corpus.h"
#include <stdatomic.h>
atomic_uint seq;
int pair[2];
int config;
#define PUT(i, v) (pair[i] = (v))
#define GET(i) (pair[i])
void *writer(void *p) {
  config = 9;
  unsigned s = atomic_load_explicit(&seq, memory_order_relaxed);
  atomic_store_explicit(&seq, s + 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  PUT(0, 1); // @A
  atomic_store_explicit(&seq, s + 2, memory_order_relaxed);
  return p;
}
void *reader(void *p) {
  for (int tries = 0; tries < 3; tries++) {
    unsigned s = atomic_load_explicit(&seq, memory_order_relaxed);
    if (s & 1) continue;
    atomic_thread_fence(memory_order_acquire);
    int a = GET(0); // @B
    atomic_thread_fence(memory_order_acquire);
    if (atomic_load_explicit(&seq, memory_order_relaxed) != s) continue;
    if (s == 2) return (void *)(long)(a + config);
    return (void *)(long)a;
  }
  return p;
}
int main(void) {
  both(writer, reader);
  return 0;
}
