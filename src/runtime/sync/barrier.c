/* pthread_barrier_*. Each time a barrier fills is a generation with a clock of its own: with one clock for
 * all, a thread that is already at the next round would leak its order into those that still leave this one.
 * The words are those of glibc's struct pthread_barrier; `in` counts who is there. */
#include "runtime/sync/children.h"
#include "runtime/sync/misuse.h"
#include "runtime/sync/lock_order.h"
#include "runtime/sync/real.h"
#include "runtime/sync/without.h"
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <sys/syscall.h>

struct words {
  unsigned in, round, count;
  int shared;
  unsigned out;
  unsigned destroyed; /* behind glibc's words */
};
_Static_assert(sizeof(struct words) <= sizeof(pthread_barrier_t), "glibc's layout");

enum { DESTROYED = 0x6f6d656e };

struct generation {
  struct omrt_clk clk;
  struct omrt_past *past;
  struct omrt_waitq queue;
  unsigned inside; /* who arrived and did not leave yet */
  bool full;
};

/* The generation that gathers. One that the program's memory does not know about belongs to what was there
 * before. */
static struct generation *gathering(struct omrt_object *o, const struct words *w) {
  if (!o->more || w->in == 0) o->more = omrt_alloc(sizeof(struct generation));
  return o->more;
}

static void leave(struct generation *g) {
  omrt_hb_acquire(&g->clk);
  OMRT_ORDER(acquire, g->past);
  if (--g->inside) return;
  omrt_clk_reset(&g->clk);
  if (g->past) omrt_past_free(&g->past);
  omrt_free(g, sizeof *g);
}

/* ---- a child uses it, too: children.h. As glibc: `in` counts up, and `round` is how many of them may go on.
 * ----
 */

static unsigned ticket; /* of the thread that looks */

static int64_t native_arrive(void *b) {
  struct words *w = b;
  unsigned mine = __atomic_add_fetch(&w->in, 1, __ATOMIC_ACQ_REL);
  unsigned round = __atomic_load_n(&w->round, __ATOMIC_ACQUIRE);
  while (round + w->count <= mine)
    if (__atomic_compare_exchange_n(&w->round, &round, mine - mine % w->count, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE)) {
      omrt_sys(SYS_futex, (long)&w->round, FUTEX_WAKE, INT_MAX, 0, 0, 0);
      break;
    }
  return mine;
}
static int64_t native_look(void *b) {
  return __atomic_load_n(&((struct words *)b)->round, __ATOMIC_ACQUIRE) < ticket ? EBUSY : 0;
}
static int64_t native_leave(void *b) {
  return __atomic_add_fetch(&((struct words *)b)->out, 1, __ATOMIC_ACQ_REL);
}

/* All who come to it have one clock: which round a child was in is not known. */
static int arrive_with_children(pthread_barrier_t *b, const void *frame) {
  struct omrt_object *o = omrt_object_get(OMRT_WAIT_BARRIER, b, frame);
  omrt_hb_release(&o->clk);
  unsigned mine = (unsigned)omrt_children_do(native_arrive, b);
  omrt_wake_all(&o->queue);
  while (!omrt_mode.world) {
    ticket = mine;
    if (!omrt_children_do(native_look, b)) break;
    o = omrt_object_get(OMRT_WAIT_BARRIER, b, frame);
    omrt_children_late(b, OMRT_NEVER);
    enum omrt_waited how = omrt_object_wait(o, &o->queue, OMRT_NEVER);
    omrt_children_waited();
    if (how == OMRT_INTERRUPTED) omrt_object_interrupted(false);
  }
  omrt_children_do(native_leave, b);
  omrt_hb_acquire(&omrt_object_get(OMRT_WAIT_BARRIER, b, frame)->clk);
  return mine % ((struct words *)b)->count ? 0 : PTHREAD_BARRIER_SERIAL_THREAD;
}

/* Children were there: only who still is counts. */
static void settle(struct words *w) {
  if (!w->round) return;
  w->in -= w->round;
  w->round = w->out = 0;
}

static int arrive(pthread_barrier_t *b, const void *frame) {
  struct words *w = (struct words *)b;
  if (omrt_children_use(b)) return arrive_with_children(b, frame);
  settle(w);
  struct omrt_object *o = omrt_object_get(OMRT_WAIT_BARRIER, b, frame);
  struct generation *g = gathering(o, w);
  g->inside++;
  omrt_hb_release(&g->clk);
  OMRT_ORDER(release, &g->past);
  bool last = ++w->in >= w->count;
  if (last) {
    g->full = true;
    o->more = NULL;
    w->in = 0;
    for (struct omrt_fiber *f = g->queue.head; f; f = f->qnext) omrt_hb_will_acquire(f, &g->clk);
    omrt_hb_settle();
    omrt_wake_all(&g->queue);
  }
  while (!g->full) {
    if (omrt_mode.world && omrt_children_have(b)) omrt_children_late(b, OMRT_NEVER);
    enum omrt_waited how = omrt_wait(&g->queue, OMRT_WAIT_BARRIER, b, OMRT_NEVER, true);
    omrt_children_waited();
    if (how == OMRT_INTERRUPTED) omrt_object_interrupted(false);
  }
  leave(g);
  return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

OMRT_SERVED int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attr,
                                     unsigned count) {
  OMRT_UNLESS_ON(pthread_barrier_init, b, attr, count);
  omrt_point(OMEN_EV_MUTEX_OTHER, b, 0);
  if (count == 0 || count > UINT_MAX / 2) return EINVAL;
  omrt_misused_init(OMRT_WAIT_BARRIER, b, OMRT_HERE);
  *(struct words *)b = (struct words){.count = count, .shared = attr && *(const int *)attr ? 128 : 0};
  omrt_object_init(OMRT_WAIT_BARRIER, b, OMRT_HERE);
  return 0;
}

OMRT_SERVED int pthread_barrier_destroy(pthread_barrier_t *b) {
  OMRT_UNLESS_ON(pthread_barrier_destroy, b);
  omrt_point(OMEN_EV_MUTEX_OTHER, b, 1);
  struct words *w = (struct words *)b;
  if (w->destroyed == DESTROYED)
    omrt_misused_destroyed(OMRT_WAIT_BARRIER, b, "destroys a barrier", OMRT_HERE);
  if (w->in) omrt_misused_destroy(OMRT_WAIT_BARRIER, b, OMRT_HERE);
  omrt_object_destroy(omrt_object_get(OMRT_WAIT_BARRIER, b, OMRT_HERE), OMRT_HERE);
  w->destroyed = DESTROYED;
  return 0;
}

OMRT_SERVED int pthread_barrier_wait(pthread_barrier_t *b) {
  OMRT_UNLESS_ON(pthread_barrier_wait, b);
  omrt_point(OMEN_EV_BARRIER, b, 0);
  if (omrt_without(OMRT_HERE)) return 0;
  if (((struct words *)b)->destroyed == DESTROYED)
    omrt_misused_destroyed(OMRT_WAIT_BARRIER, b, "waits at a barrier", OMRT_HERE);
  return arrive(b, OMRT_HERE);
}
