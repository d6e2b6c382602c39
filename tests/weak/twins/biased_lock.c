/* sc: holds, tso: breaks, weak: breaks. A reader-biased lock: readers say that they are there and look whether the lock is biased; a writer takes the bias back. */
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

static atomic_int biased = 1, here, writing;

static void *reader(void *arg) {
  atomic_store_explicit(&here, 1, ORDER(release, seq_cst));
  if (atomic_load_explicit(&biased, ORDER(acquire, seq_cst))) assert(!atomic_load_explicit(&writing, relaxed));
  atomic_store_explicit(&here, 0, release);
  return arg;
}

static void *writer(void *arg) {
  atomic_store_explicit(&biased, 0, ORDER(release, seq_cst));
  while (atomic_load_explicit(&here, ORDER(acquire, seq_cst))) {
  }
  atomic_store_explicit(&writing, 1, relaxed);
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, reader, NULL);
  pthread_create(&t[1], NULL, writer, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
