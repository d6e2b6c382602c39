/* sc: holds, tso: breaks, weak: breaks. Hazard pointers: a reader says what it uses, and looks again whether it is still there. */
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

static struct node {
  atomic_int alive;
} node = {1};
static _Atomic(struct node *) head = &node, hazard;

static void *reader(void *arg) {
  struct node *p = atomic_load_explicit(&head, acquire);
  if (!p) return arg;
  atomic_store_explicit(&hazard, p, ORDER(release, seq_cst));
  if (atomic_load_explicit(&head, ORDER(acquire, seq_cst)) == p) assert(atomic_load_explicit(&p->alive, relaxed));
  return arg;
}

static void *reclaimer(void *arg) {
  struct node *p = atomic_exchange(&head, NULL);
  if (atomic_load(&hazard) != p) atomic_store_explicit(&p->alive, 0, relaxed);
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, reader, NULL);
  pthread_create(&t[1], NULL, reclaimer, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
