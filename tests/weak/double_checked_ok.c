/* sc: holds, tso: holds, weak: holds. Double-checked locking: who finds the object made must find it whole. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  int a, b;
};
static _Atomic(struct object *) made;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct object *get(void) {
  struct object *o = atomic_load_explicit(&made, memory_order_acquire);
  if (o) return o;
  pthread_mutex_lock(&lock);
  o = atomic_load_explicit(&made, memory_order_relaxed);
  if (!o) {
    o = calloc(1, sizeof *o);
    o->a = 1;
    o->b = 2;
    atomic_store_explicit(&made, o, memory_order_release);
  }
  pthread_mutex_unlock(&lock);
  return o;
}

static void *work(void *arg) {
  struct object *o = get();
  assert(o->a == 1);
  assert(o->b == 2);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  free(atomic_load(&made));
  return 0;
}
