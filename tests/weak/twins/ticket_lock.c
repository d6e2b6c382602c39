/* sc: holds, tso: holds, weak: breaks. A ticket lock that is all relaxed: an update is lost. */
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

static atomic_uint next_ticket, serving;
static int counter;

static void *work(void *arg) {
  unsigned mine = atomic_fetch_add_explicit(&next_ticket, 1, relaxed);
  while (atomic_load_explicit(&serving, ORDER(relaxed, acquire)) != mine) {
  }
  counter++;
  atomic_store_explicit(&serving, mine + 1, ORDER(relaxed, release));
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  assert(counter == 2);
  return 0;
}
