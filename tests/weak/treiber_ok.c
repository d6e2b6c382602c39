/* sc: holds, tso: holds, weak: holds. A Treiber stack: who pops a node must find what was pushed in it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node {
  struct node *next;
  atomic_int value;
};
static struct node nodes[2];
static _Atomic(struct node *) top;

static void push(struct node *n, int value) {
  atomic_store_explicit(&n->value, value, memory_order_relaxed);
  n->next = atomic_load_explicit(&top, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(&top, &n->next, n, memory_order_release, memory_order_relaxed)) continue;
}

static struct node *pop(void) {
  struct node *n = atomic_load_explicit(&top, memory_order_acquire);
  while (n && !atomic_compare_exchange_weak_explicit(&top, &n, n->next, memory_order_acquire, memory_order_acquire))
    continue;
  return n;
}

static void *pusher(void *arg) {
  push(&nodes[0], 7);
  push(&nodes[1], 7);
  return NULL;
}

static void *popper(void *arg) {
  struct node *n = pop();
  if (n) assert(atomic_load_explicit(&n->value, memory_order_relaxed) == 7);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, pusher, NULL);
  pthread_create(&t[1], NULL, popper, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
