/* sc: holds, tso: holds, weak: holds. Publication as by RCU: readers follow the pointer, and find the fields set. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct config {
  int port, limit;
};
static struct config first = {1, 1}, second;
static _Atomic(struct config *) current = &first;

static void *updater(void *arg) {
  second.port = 2;
  second.limit = 2;
  atomic_store_explicit(&current, &second, memory_order_release);
  return NULL;
}

static void *reader(void *arg) {
  struct config *c = atomic_load_explicit(&current, memory_order_acquire);
  assert(c->port && c->limit);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, updater, NULL);
  pthread_create(&t[1], NULL, reader, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  return 0;
}
