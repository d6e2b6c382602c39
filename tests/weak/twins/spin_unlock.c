/* sc: holds, tso: holds, weak: breaks. A spinlock that is given back by a relaxed store. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifdef MENDED
#define ORDER(weaker, right) memory_order_##right
#else
#define ORDER(weaker, right) memory_order_##weaker
#endif
#define relaxed memory_order_relaxed
#define acquire memory_order_acquire
#define release memory_order_release

static atomic_int lock;
static int low, high;

static void *work(void *arg) {
  while (atomic_exchange_explicit(&lock, 1, acquire)) {
  }
  assert(low == high);
  low++;
  high++;
  atomic_store_explicit(&lock, 0, ORDER(relaxed, release));
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
