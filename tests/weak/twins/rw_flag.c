/* sc: holds, tso: breaks, weak: breaks. A reader counts itself, then looks for a writer; a writer says that it writes, then looks for readers. */
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


static atomic_int readers, writer;
static int a, b;
static void *work(void *arg) {
  if (arg) {
    atomic_fetch_add_explicit(&readers, 1, ORDER(acquire, seq_cst));
    if (!atomic_load_explicit(&writer, ORDER(acquire, seq_cst))) assert(a == b);
    atomic_fetch_sub_explicit(&readers, 1, release);
    return NULL;
  }
  atomic_store_explicit(&writer, 1, ORDER(release, seq_cst));
  if (!atomic_load_explicit(&readers, ORDER(acquire, seq_cst))) {
    a = 1;
    b = 1;
  }
  atomic_store_explicit(&writer, 0, release);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
