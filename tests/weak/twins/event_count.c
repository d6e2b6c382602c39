/* sc: holds, tso: breaks, weak: breaks. An event count: a waiter sleeps while its event has come, and nobody wakes it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <semaphore.h>

#ifdef MENDED
#define ORDER(weaker, right) memory_order_##right
#else
#define ORDER(weaker, right) memory_order_##weaker
#endif
#define relaxed memory_order_relaxed
#define acquire memory_order_acquire
#define release memory_order_release

static atomic_int waiting, ready;
static sem_t wake;

static void *waiter(void *arg) {
  atomic_store_explicit(&waiting, 1, ORDER(release, seq_cst));
  if (!atomic_load_explicit(&ready, ORDER(acquire, seq_cst))) sem_wait(&wake);
  return arg;
}

static void *notifier(void *arg) {
  atomic_store_explicit(&ready, 1, ORDER(release, seq_cst));
  if (atomic_load_explicit(&waiting, ORDER(acquire, seq_cst))) sem_post(&wake);
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, waiter, NULL);
  pthread_create(&t[1], NULL, notifier, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
