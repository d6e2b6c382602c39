/* sc: holds, tso: holds, weak: holds. A Chase-Lev deque with one element: its owner and a thief must not both get it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int top, bottom = 1, got;

static void *owner(void *arg) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  int t = atomic_load_explicit(&top, memory_order_relaxed);
  if (t < b)
    atomic_fetch_add_explicit(&got, 1, memory_order_relaxed);
  else if (t == b && atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
    atomic_fetch_add_explicit(&got, 1, memory_order_relaxed);
  return NULL;
}

static void *thief(void *arg) {
  for (int i = 0; i < 2; i++) {
    int t = atomic_load_explicit(&top, memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
    int b = atomic_load_explicit(&bottom, memory_order_acquire);
    if (t < b && atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
      atomic_fetch_add_explicit(&got, 1, memory_order_relaxed);
  }
  return NULL;
}

int main(void) {
  pthread_t t[2];
  atomic_store(&bottom, 2);
  pthread_create(&t[0], NULL, owner, NULL);
  pthread_create(&t[1], NULL, thief, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(atomic_load(&got) <= 2);
  return 0;
}
