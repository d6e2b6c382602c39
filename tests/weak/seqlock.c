/* sc: holds, tso: holds, weak: breaks. A seqlock: a reader that saw no change must have read one version. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint version;
static atomic_int a, b;

static void *writer(void *arg) {
  atomic_store_explicit(&version, 1, memory_order_relaxed);

  atomic_store_explicit(&a, 1, memory_order_relaxed);
  atomic_store_explicit(&b, 1, memory_order_relaxed);
  atomic_store_explicit(&version, 2, memory_order_relaxed);
  return NULL;
}

static void *reader(void *arg) {
  unsigned before = atomic_load_explicit(&version, memory_order_relaxed);
  int x = atomic_load_explicit(&a, memory_order_relaxed), y = atomic_load_explicit(&b, memory_order_relaxed);

  unsigned after = atomic_load_explicit(&version, memory_order_relaxed);
  if (before == after && !(before & 1)) assert(x == y);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, writer, NULL);
  pthread_create(&t[1], NULL, reader, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
