/* sc: holds, tso: holds, weak: breaks. Flat combining: the combiner tells that it is done by a relaxed store. */
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

static struct {
  int argument, result;
  atomic_int pending;
} record;

static void *requester(void *arg) {
  record.argument = 20;
  atomic_store_explicit(&record.pending, 1, release);
  while (atomic_load_explicit(&record.pending, acquire)) {
  }
  assert(record.result == 21);
  return arg;
}

static void *combiner(void *arg) {
  while (!atomic_load_explicit(&record.pending, acquire)) {
  }
  record.result = record.argument + 1;
  atomic_store_explicit(&record.pending, 0, ORDER(relaxed, release));
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, requester, NULL);
  pthread_create(&t[1], NULL, combiner, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
