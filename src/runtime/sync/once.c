/* pthread_once, call_once, and the guards of C++'s function-local statics. A routine that is left by an
 * exception or a cancellation did not run: the next caller tries again. (This file is compiled with
 * -fexceptions for that.)
 *
 * A guard's first byte is also read inline by the program, as an atomic load with acquire: so its release
 * must be seen as an atomic store by the shadow, not just by the object's clock. */
#include "runtime/abi.h"
#include "runtime/sync/object.h"
#include "runtime/sync/lock_order.h"
#include "runtime/sync/real.h"
#include <errno.h>
#include <stdatomic.h>
#include <sys/syscall.h>

enum { RUNNING = 1, DONE = 2 }; /* of pthread_once_t, as glibc has it; above them its count of forks */
enum { NO_SITE = -1 };

struct run {
  int *once;
  bool done;
};

static void wait(struct omrt_object *o, const void *frame) {
  omrt_cur->served = frame;
  if (omrt_object_wait(o, &o->queue, OMRT_NEVER) == OMRT_INTERRUPTED) omrt_object_interrupted(false);
}

static void finish(struct run *r) {
  struct omrt_object *o = omrt_object_get(OMRT_WAIT_ONCE, r->once, OMRT_HERE);
  *r->once = r->done ? DONE : 0;
  OMRT_ORDER(release, &o->past);
  omrt_hb_release_store(&o->clk); /* a failed attempt comes before the next one */
  omrt_object_released(o);
  omrt_wake_all(&o->queue);
}

static void run(int *once, void (*routine)(void)) {
  struct run r __attribute__((cleanup(finish))) = {.once = once};
  routine();
  r.done = true;
}

static void once_only(int *once, void (*routine)(void), const void *frame) {
  omrt_point(OMEN_EV_ONCE, once, 0);
  for (;;) {
    struct omrt_object *o = omrt_object_get(OMRT_WAIT_ONCE, once, frame);
    if (*once & DONE) {
      omrt_hb_acquire(&o->clk);
      OMRT_ORDER(acquire, o->past);
      return;
    }
    if (!(*once & RUNNING)) {
      *once = RUNNING;
      omrt_object_held(o, frame);
      omrt_hb_acquire(&o->clk);
      OMRT_ORDER(acquire, o->past);
      break;
    }
    wait(o, frame);
  }
  run(once, routine);
}

OMRT_SERVED int pthread_once(pthread_once_t *once, void (*routine)(void)) {
  OMRT_UNLESS_ON(pthread_once, once, routine);
  once_only(once, routine, OMRT_HERE);
  return 0;
}
OMRT_SERVED void call_once(once_flag *flag, void (*routine)(void)) {
  OMRT_UNLESS_ON(call_once, flag, routine);
  once_only(&flag->__data, routine, OMRT_HERE);
}
OMRT_ALIAS(__pthread_once, pthread_once);

/* ---- guards: byte 0 done, byte 1 being initialised ---- */

OMRT_SERVED int __cxa_guard_acquire(uint64_t *guard);
OMRT_SERVED void __cxa_guard_release(uint64_t *guard);
OMRT_SERVED void __cxa_guard_abort(uint64_t *guard);

/* While Omen is not in control there may be real threads (a child of fork). libstdc++'s own functions are not
 * always there to be called, so this one waits by itself. */
static int guard_acquire_off(_Atomic uint8_t *g) {
  for (;;) {
    uint8_t none = 0;
    if (atomic_load(&g[0])) return 0;
    if (!atomic_compare_exchange_strong(&g[1], &none, 1)) {
      OMRT_SYS0(SYS_sched_yield);
      continue;
    }
    if (!atomic_load(&g[0])) return 1;
    atomic_store(&g[1], 0);
    return 0;
  }
}

int __cxa_guard_acquire(uint64_t *guard) {
  uint8_t *g = (uint8_t *)guard;
  if (!omrt_on) return guard_acquire_off((_Atomic uint8_t *)g);
  omrt_point(OMEN_EV_ONCE, guard, 0);
  for (;;) {
    struct omrt_object *o = omrt_object_get(OMRT_WAIT_ONCE, guard, OMRT_HERE);
    if (g[0]) {
      omrt_hb_acquire(&o->clk);
      OMRT_ORDER(acquire, o->past);
      return 0;
    }
    if (!g[1]) {
      g[1] = 1;
      omrt_object_held(o, OMRT_HERE);
      omrt_hb_acquire(&o->clk);
      OMRT_ORDER(acquire, o->past);
      return 1;
    }
    wait(o, OMRT_HERE);
  }
}

static void guard_leave(uint64_t *guard, bool done, const void *frame) {
  _Atomic uint8_t *g = (_Atomic uint8_t *)guard;
  if (omrt_on && done) __omen_atomic_store(guard, 1 | memory_order_release << 8, (uint32_t)NO_SITE);
  atomic_store(&g[0], done);
  atomic_store(&g[1], 0);
  if (!omrt_on) return;
  struct omrt_object *o = omrt_object_get(OMRT_WAIT_ONCE, guard, frame);
  OMRT_ORDER(release, &o->past);
  omrt_hb_release_store(&o->clk);
  omrt_object_released(o);
  omrt_wake_all(&o->queue);
}

void __cxa_guard_release(uint64_t *guard) { guard_leave(guard, true, OMRT_HERE); }
void __cxa_guard_abort(uint64_t *guard) {
  if (omrt_on) omrt_point(OMEN_EV_ONCE, guard, 1);
  guard_leave(guard, false, OMRT_HERE);
}
