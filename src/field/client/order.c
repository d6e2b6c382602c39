/* Which threads are ordered after the first access of a task. One access is asked about, so one bit a thread
 * and task is enough where a detector needs vector clocks: the bit is handed on by whatever orders, from
 * thread to object to thread.
 *
 * Called by the program's own threads at synchronisation, anywhere, also inside of signal handlers: atomics
 * alone. */
#include "field/client/client.h"
#include <string.h>

struct omenf_thread omenf_threads[OMENF_THREADS];
_Atomic uint64_t omenf_live;
_Atomic bool omenf_objects_full;
_Alignas(4096) struct omenf_here omenf_here;

enum { OBJECTS = 8192, PROBES = 16, OBJECT_NS = 2 };
static struct {
  _Atomic uintptr_t key;
  _Atomic uint64_t after;
} objects[OBJECTS];
static _Atomic uint32_t places[OBJECTS], places_n; /* places in the table, + 1 */

static _Atomic uint32_t threads_used;
static __thread uint32_t self __attribute__((tls_model("initial-exec"))); /* number + 1 */

static struct omenf_thread *claim(uint32_t from) {
  for (uint32_t i = 0; i < OMENF_THREADS; i++) {
    uint32_t want = from;
    if (atomic_compare_exchange_strong(&omenf_threads[i].state, &want, 1)) {
      for (uint32_t used = atomic_load(&threads_used); used < i + 1;)
        if (atomic_compare_exchange_weak(&threads_used, &used, i + 1)) break;
      return &omenf_threads[i];
    }
  }
  return NULL;
}

struct omenf_thread *omenf_thread_new(void) {
  struct omenf_thread *t = claim(0);
  if (!t) t = claim(2); /* ended long ago, perhaps never joined */
  if (t) atomic_store(&t->after, self ? atomic_load(&omenf_threads[self - 1].after) : 0);
  return t;
}

static uint32_t number(const struct omenf_thread *t) { return (uint32_t)(t - omenf_threads); }

void omenf_thread_begin(struct omenf_thread *t) {
  t->handle = pthread_self();
  self = number(t) + 1;
}

/* Threads that nobody announced (before us, or by clone) get a number when they are first met. The last
 * number stands for all that are too many: nothing is told of them. */
uint32_t omenf_self(void) {
  if (self) return self - 1;
  struct omenf_thread *t = claim(0);
  if (!t) return OMENF_THREADS;
  atomic_store(&t->after, 0);
  omenf_thread_begin(t);
  return self - 1;
}

void omenf_thread_joined(pthread_t handle) {
  uint32_t me = omenf_self(), used = atomic_load(&threads_used);
  for (uint32_t i = 0; i < used && me < OMENF_THREADS; i++) {
    struct omenf_thread *t = &omenf_threads[i];
    if (atomic_load(&t->state) != 2 || !pthread_equal(t->handle, handle)) continue;
    atomic_fetch_or(&omenf_threads[me].after, atomic_load(&t->after));
    atomic_store(&t->state, 0);
  }
}

static _Atomic uint64_t *object_of(const void *object, bool make) {
  uintptr_t key = (uintptr_t)object;
  size_t at = (size_t)((key * 0x9e3779b97f4a7c15u) >> 32);
  for (size_t i = 0; i < PROBES; i++) {
    uint32_t place = (uint32_t)(at + i) % OBJECTS;
    uintptr_t there = atomic_load(&objects[place].key);
    if (!there && make && atomic_compare_exchange_strong(&objects[place].key, &there, key)) {
      atomic_store(&places[atomic_fetch_add(&places_n, 1)], place + 1);
      there = key;
    }
    if (there == key) return &objects[place].after;
    if (!there) return NULL;
  }
  if (make) atomic_store(&omenf_objects_full, true);
  return NULL;
}

/* Written only where it changes: all threads read the same objects. */
static void add(_Atomic uint64_t *to, uint64_t bits) {
  if (bits & ~atomic_load_explicit(to, memory_order_relaxed)) atomic_fetch_or(to, bits);
}

void omenf_release(const void *object) {
  uint32_t me = omenf_self();
  uint64_t after = me < OMENF_THREADS ? atomic_load(&omenf_threads[me].after) & atomic_load(&omenf_live) : 0;
  _Atomic uint64_t *o = after ? object_of(object, true) : NULL;
  if (o) add(o, after);
}

void omenf_acquire(const void *object) {
  _Atomic uint64_t *o = object_of(object, false);
  uint64_t after = o ? atomic_load(o) & atomic_load(&omenf_live) : 0;
  uint32_t me = after ? omenf_self() : OMENF_THREADS;
  if (me < OMENF_THREADS) add(&omenf_threads[me].after, after);
}

static void forget(_Atomic uint64_t *after, uint64_t bits) {
  if (atomic_load_explicit(after, memory_order_relaxed) & bits) atomic_fetch_and(after, ~bits);
}

/* The bits are nobody's but the thread's that made the access. */
void omenf_tokens_start(uint64_t bits, uint32_t thread) {
  uint32_t n = atomic_load(&places_n);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t place = atomic_load_explicit(&places[i], memory_order_relaxed);
    if (place) forget(&objects[place - 1].after, bits);
  }
  for (uint32_t i = 0; i < atomic_load(&threads_used); i++) forget(&omenf_threads[i].after, bits);
  atomic_fetch_or(&omenf_threads[thread].after, bits);
  atomic_fetch_or(&omenf_live, bits);
  omenf_count(OBJECT_NS * (n + atomic_load(&threads_used)));
}

void omenf_tokens_end(uint64_t bits) { atomic_fetch_and(&omenf_live, ~bits); }

bool omenf_is_after(unsigned task, uint32_t thread) {
  return atomic_load(&omenf_threads[thread].after) >> task & 1;
}

bool omenf_all_after(unsigned task) {
  unsigned alive = 0;
  for (uint32_t i = 0; i < atomic_load(&threads_used); i++) {
    if (atomic_load(&omenf_threads[i].state) != 1) continue;
    if (!omenf_is_after(task, i)) return false;
    alive++;
  }
  return alive > 1;
}
