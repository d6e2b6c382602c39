/* sc: holds, tso: holds, weak: breaks. A message passed on by one who looked relaxed: the third thread does not see what the first wrote. */
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

static atomic_int data, told, passed;

static void *first(void *arg) {
  atomic_store_explicit(&data, 1, relaxed);
  atomic_store_explicit(&told, 1, release);
  return arg;
}

static void *second(void *arg) {
  if (atomic_load_explicit(&told, ORDER(relaxed, acquire))) atomic_store_explicit(&passed, 1, release);
  return arg;
}

static void *third(void *arg) {
  if (atomic_load_explicit(&passed, acquire)) assert(atomic_load_explicit(&data, relaxed));
  return arg;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, first, NULL);
  pthread_create(&t[1], NULL, second, NULL);
  pthread_create(&t[2], NULL, third, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
