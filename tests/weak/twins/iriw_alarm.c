/* sc: holds, tso: holds, weak: breaks. Two events, two observers: they must agree which came first. */
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

static atomic_int x, y;
static int first_x, first_y;
static void *set(void *loc) {
  atomic_store_explicit((atomic_int *)loc, 1, ORDER(release, seq_cst));
  return NULL;
}

static void *look_x(void *arg) {
  int seen = atomic_load_explicit(&x, ORDER(acquire, seq_cst));
  if (seen && !atomic_load_explicit(&y, ORDER(acquire, seq_cst))) first_x = 1;
  return arg;
}

static void *look_y(void *arg) {
  int seen = atomic_load_explicit(&y, ORDER(acquire, seq_cst));
  if (seen && !atomic_load_explicit(&x, ORDER(acquire, seq_cst))) first_y = 1;
  return arg;
}

int main(void) {
  pthread_t t[4];
  pthread_create(&t[0], NULL, set, &x);
  pthread_create(&t[1], NULL, set, &y);
  pthread_create(&t[2], NULL, look_x, NULL);
  pthread_create(&t[3], NULL, look_y, NULL);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  assert(!(first_x && first_y));
  return 0;
}
