/* sc: holds, tso: breaks, weak: breaks. RCU: who replaces an object looks whether anybody reads; no fence on either side. */
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

static struct object {
  atomic_int alive;
} first = {1}, second = {1};
static _Atomic(struct object *) current = &first;
static atomic_int reading;

static void *reader(void *arg) {
  atomic_store_explicit(&reading, 1, ORDER(release, seq_cst));
  struct object *o = atomic_load_explicit(&current, ORDER(acquire, seq_cst));
  assert(atomic_load_explicit(&o->alive, relaxed));
  atomic_store_explicit(&reading, 0, release);
  return arg;
}

static void *updater(void *arg) {
  atomic_store_explicit(&current, &second, ORDER(release, seq_cst));
  if (!atomic_load_explicit(&reading, ORDER(acquire, seq_cst))) atomic_store_explicit(&first.alive, 0, relaxed);
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, reader, NULL);
  pthread_create(&t[1], NULL, updater, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
