/* sc: holds, tso: holds, weak: breaks. A seqlock whose writer begins by a release store instead of a fence after it. */
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

static atomic_uint version;
static atomic_int a, b;

static void *writer(void *arg) {
  atomic_store_explicit(&version, 1, release);
  atomic_store_explicit(&a, 1, ORDER(relaxed, release));
  atomic_store_explicit(&b, 1, ORDER(relaxed, release));
  atomic_store_explicit(&version, 2, release);
  return arg;
}

static void *reader(void *arg) {
  unsigned before = atomic_load_explicit(&version, acquire);
  int x = atomic_load_explicit(&a, relaxed), y = atomic_load_explicit(&b, relaxed);
  atomic_thread_fence(acquire);
  unsigned after = atomic_load_explicit(&version, relaxed);
  if (before == after && !(before & 1)) assert(x == y);
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, writer, NULL);
  pthread_create(&t[1], NULL, reader, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
