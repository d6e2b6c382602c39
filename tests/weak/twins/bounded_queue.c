/* sc: holds, tso: holds, weak: breaks. Vyukov's bounded queue: who takes looks at the cell's number relaxed. */
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

static struct {
  atomic_uint number;
  int value;
} cell;
static atomic_uint put_at, take_at;

static void *producer(void *arg) {
  unsigned at = 0;
  if (atomic_load_explicit(&cell.number, acquire) == at &&
      atomic_compare_exchange_strong_explicit(&put_at, &at, at + 1, relaxed, relaxed)) {
    cell.value = 7;
    atomic_store_explicit(&cell.number, at + 1, release);
  }
  return arg;
}

static void *consumer(void *arg) {
  unsigned at = 0;
  if (atomic_load_explicit(&cell.number, ORDER(relaxed, acquire)) == at + 1 &&
      atomic_compare_exchange_strong_explicit(&take_at, &at, at + 1, relaxed, relaxed))
    assert(cell.value == 7);
  return arg;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, producer, NULL);
  pthread_create(&t[1], NULL, consumer, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
