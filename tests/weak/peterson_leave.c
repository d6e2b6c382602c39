/* sc: holds, tso: breaks, weak: breaks. Peterson's algorithm as it is written: threads wait for their turn, and leave. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn, inside;

static void *work(void *arg) {
  long me = (long)arg;
  atomic_store_explicit(&wants[me], 1, memory_order_release);
  atomic_store_explicit(&turn, !me, memory_order_release);
  while (atomic_load_explicit(&wants[!me], memory_order_acquire) && atomic_load_explicit(&turn, memory_order_acquire) == !me);
  assert(!atomic_fetch_add(&inside, 1));
  atomic_fetch_sub(&inside, 1);
  atomic_store_explicit(&wants[me], 0, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
