/* sc: holds, tso: breaks, weak: breaks. Lamport's bakery by release and acquire. */
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

static atomic_int choosing[2], number[2], inside;

static void *work(void *arg) {
  int me = (int)(long)arg, you = !me, n;
  atomic_store_explicit(&choosing[me], 1, ORDER(release, seq_cst));
  int mine = 1 + atomic_load_explicit(&number[you], ORDER(acquire, seq_cst));
  atomic_store_explicit(&number[me], mine, ORDER(release, seq_cst));
  atomic_store_explicit(&choosing[me], 0, ORDER(release, seq_cst));
  while (atomic_load_explicit(&choosing[you], ORDER(acquire, seq_cst))) {
  }
  while ((n = atomic_load_explicit(&number[you], ORDER(acquire, seq_cst))) && (n < mine || (n == mine && you < me))) {
  }
  assert(!atomic_fetch_add_explicit(&inside, 1, relaxed));
  atomic_fetch_sub_explicit(&inside, 1, relaxed);
  atomic_store_explicit(&number[me], 0, release);
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
