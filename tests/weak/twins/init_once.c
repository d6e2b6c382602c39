/* sc: holds, tso: holds, weak: breaks. Initialisation once, told by a relaxed store. */
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

enum { NEW, BUSY, DONE };
static atomic_int state;
static int value;

static void *work(void *arg) {
  int was = NEW;
  if (atomic_compare_exchange_strong_explicit(&state, &was, BUSY, acquire, acquire)) {
    value = 42;
    atomic_store_explicit(&state, DONE, ORDER(relaxed, release));
  }
  while (atomic_load_explicit(&state, acquire) != DONE) {
  }
  assert(value == 42);
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
