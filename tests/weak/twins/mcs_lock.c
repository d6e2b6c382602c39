/* sc: holds, tso: holds, weak: breaks. An MCS lock that is handed on by a relaxed store. */
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

struct waiter {
  _Atomic(struct waiter *) next;
  atomic_int locked;
};
static _Atomic(struct waiter *) last;
static int counter;

static void lock(struct waiter *me) {
  atomic_store_explicit(&me->next, NULL, relaxed);
  atomic_store_explicit(&me->locked, 1, relaxed);
  struct waiter *before = atomic_exchange_explicit(&last, me, memory_order_acq_rel);
  if (!before) return;
  atomic_store_explicit(&before->next, me, release);
  while (atomic_load_explicit(&me->locked, acquire)) {
  }
}

static void unlock(struct waiter *me) {
  struct waiter *next = atomic_load_explicit(&me->next, acquire), *mine = me;
  if (!next) {
    if (atomic_compare_exchange_strong_explicit(&last, &mine, NULL, release, relaxed)) return;
    while (!(next = atomic_load_explicit(&me->next, acquire))) {
    }
  }
  atomic_store_explicit(&next->locked, 0, ORDER(relaxed, release));
}

static void *work(void *arg) {
  static struct waiter mine[2];
  lock(&mine[(long)arg]);
  counter++;
  unlock(&mine[(long)arg]);
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(counter == 2);
  return 0;
}
