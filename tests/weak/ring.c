/* sc: holds, tso: holds, weak: breaks. A ring buffer of one producer and one consumer. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { SIZE = 2, ITEMS = 3 };
static int slot[SIZE];
static atomic_uint head, tail;

static void *producer(void *arg) {
  for (unsigned i = 0; i < ITEMS; i++) {
    if (i - atomic_load_explicit(&tail, memory_order_acquire) == SIZE) return NULL;
    slot[i % SIZE] = (int)i + 1;
    atomic_store_explicit(&head, i + 1, memory_order_relaxed);
  }
  return NULL;
}

static void *consumer(void *arg) {
  for (unsigned i = 0; i < ITEMS; i++) {
    if (atomic_load_explicit(&head, memory_order_acquire) == i) return NULL;
    assert(slot[i % SIZE] == (int)i + 1);
    atomic_store_explicit(&tail, i + 1, memory_order_release);
  }
  return NULL;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, producer, NULL);
  pthread_create(&t[1], NULL, consumer, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
