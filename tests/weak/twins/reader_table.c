/* sc: holds, tso: breaks, weak: breaks. LMDB's table of readers: what a reader uses must not be reused. */
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

static atomic_ulong newest = 1, in_use; /* transactions: mti_txnid; a reader's mr_txnid, 0 if it has none */
static atomic_ulong page = 1;           /* of the first transaction */

static void *reader(void *arg) {
  unsigned long t;
  do {
    t = atomic_load_explicit(&newest, relaxed);
    atomic_store_explicit(&in_use, t, ORDER(release, seq_cst));
  } while (atomic_load_explicit(&newest, ORDER(acquire, seq_cst)) != t);
  if (t == 1) assert(atomic_load_explicit(&page, relaxed) == 1);
  return arg;
}

static void *writer(void *arg) {
  atomic_store_explicit(&newest, 2, ORDER(release, seq_cst));
  if (atomic_load_explicit(&in_use, ORDER(acquire, seq_cst)) != 1) atomic_store_explicit(&page, 3, relaxed);
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, reader, NULL);
  pthread_create(&t[1], NULL, writer, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
