// A seqlock over relaxed atomic data, and plain data behind it once a read has been validated.
// ThreadSanitizer reports the plain data.
// OMEN: tsan-false
// OMEN: none
#include "../corpus.h"
#include <stdatomic.h>
atomic_uint seq;
atomic_int pair[2];
int config;
#define PUT(i, v) atomic_store_explicit(&pair[i], v, memory_order_relaxed)
#define GET(i) atomic_load_explicit(&pair[i], memory_order_relaxed)
void *writer(void *p) {
  config = 9;
  unsigned s = atomic_load_explicit(&seq, memory_order_relaxed);
  atomic_store_explicit(&seq, s + 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  PUT(0, 1);
  PUT(1, 1);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&seq, s + 2, memory_order_relaxed);
  return p;
}
void *reader(void *p) {
  for (int tries = 0; tries < 3; tries++) {
    unsigned s = atomic_load_explicit(&seq, memory_order_relaxed);
    if (s & 1) continue;
    atomic_thread_fence(memory_order_acquire);
    int a = GET(0);
    int b = GET(1);
    atomic_thread_fence(memory_order_acquire);
    if (atomic_load_explicit(&seq, memory_order_relaxed) != s) continue;
    MUST(a == b);
    if (s == 2) return (void *)(long)(a + config);
    return (void *)(long)a;
  }
  return p;
}
int main(void) {
  both(writer, reader);
  return 0;
}
