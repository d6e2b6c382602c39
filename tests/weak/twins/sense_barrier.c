/* sc: holds, tso: holds, weak: breaks. A barrier by a count and a relaxed flag: who comes out does not see what others did before it. */
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

static int part[2];
static atomic_int missing = 2, open_;

static void *work(void *arg) {
  part[(long)arg] = 1;
  if (atomic_fetch_sub_explicit(&missing, 1, memory_order_acq_rel) == 1) atomic_store_explicit(&open_, 1, ORDER(relaxed, release));
  while (!atomic_load_explicit(&open_, ORDER(relaxed, acquire))) {
  }
  assert(part[0] && part[1]);
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
