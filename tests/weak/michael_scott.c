/* sc: holds, tso: holds, weak: breaks. A Michael-Scott queue: who takes a node must find what was put into it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  _Atomic(struct node *) next;
  atomic_int value;
};
static struct node nodes[3];
static _Atomic(struct node *) head = &nodes[0], tail = &nodes[0];

static void put(struct node *n, int value) {
  atomic_store_explicit(&n->value, value, memory_order_relaxed);
  for (;;) {
    struct node *last = atomic_load_explicit(&tail, memory_order_acquire), *next = NULL;
    if (atomic_compare_exchange_strong_explicit(&last->next, &next, n, memory_order_relaxed, memory_order_acquire)) {
      atomic_compare_exchange_strong_explicit(&tail, &last, n, memory_order_release, memory_order_relaxed);
      return;
    }
    atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
  }
}

static int take(void) {
  struct node *first = atomic_load_explicit(&head, memory_order_acquire);
  struct node *next = atomic_load_explicit(&first->next, memory_order_acquire);
  if (!next) return 0;
  int value = atomic_load_explicit(&next->value, memory_order_relaxed);
  if (atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_acq_rel, memory_order_acquire)) {
    assert(value == 7);
    return value;
  }
  return 0;
}

static void *producer(void *arg) {
  put(&nodes[1], 7);
  put(&nodes[2], 7);
  return NULL;
}

static void *consumer(void *arg) {
  take();
  take();
  return NULL;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, producer, NULL);
  pthread_create(&t[1], NULL, consumer, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
