/* sc: holds, tso: breaks, weak: breaks. Cilk's THE protocol: a worker takes from the tail without a lock, a thief from the head under one. */
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

static atomic_int head, tail = 1, taken;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void take(void) { assert(!atomic_fetch_add_explicit(&taken, 1, relaxed)); }

static void *worker(void *arg) {
  int t = atomic_load_explicit(&tail, relaxed) - 1;
  atomic_store_explicit(&tail, t, ORDER(release, seq_cst));
  if (atomic_load_explicit(&head, ORDER(acquire, seq_cst)) <= t) {
    take();
    return arg;
  }
  pthread_mutex_lock(&lock);
  if (atomic_load_explicit(&head, relaxed) <= t) take();
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *thief(void *arg) {
  pthread_mutex_lock(&lock);
  int h = atomic_load_explicit(&head, relaxed);
  atomic_store_explicit(&head, h + 1, ORDER(release, seq_cst));
  if (h + 1 > atomic_load_explicit(&tail, ORDER(acquire, seq_cst)))
    atomic_store_explicit(&head, h, relaxed);
  else
    take();
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, worker, NULL);
  pthread_create(&t[1], NULL, thief, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
