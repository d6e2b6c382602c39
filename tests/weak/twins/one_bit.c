/* sc: holds, tso: breaks, weak: breaks. Burns's one-bit algorithm: the second gives way. */
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


static atomic_int b[2], inside;
static void critical(void) {
  assert(!atomic_fetch_add(&inside, 1));
  atomic_fetch_sub(&inside, 1);
}
static void *work(void *arg) {
  if (!arg) {
    atomic_store_explicit(&b[0], 1, ORDER(release, seq_cst));
    while (atomic_load_explicit(&b[1], ORDER(acquire, seq_cst)))
      ;
    critical();
    atomic_store_explicit(&b[0], 0, release);
    return NULL;
  }
  for (;;) {
    atomic_store_explicit(&b[1], 1, ORDER(release, seq_cst));
    if (!atomic_load_explicit(&b[0], ORDER(acquire, seq_cst))) break;
    atomic_store_explicit(&b[1], 0, release);
    while (atomic_load_explicit(&b[0], acquire))
      ;
  }
  critical();
  atomic_store_explicit(&b[1], 0, release);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
