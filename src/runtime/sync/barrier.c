/* pthread_barrier_*. Each time a barrier fills is a generation with a clock of its own: with one clock for
 * all, a thread that is already at the next round would leak its order into those that still leave this one.
 * The words are those of glibc's struct pthread_barrier; `in` counts who is there. */
#include "runtime/sync/misuse.h"
#include "runtime/sync/order.h"
#include "runtime/sync/real.h"
#include "runtime/sync/without.h"
#include <errno.h>
#include <limits.h>

struct words {
  unsigned in, round, count;
  int shared;
  unsigned out;
  unsigned destroyed; /* behind glibc's words */
};
_Static_assert(sizeof(struct words) <= sizeof(pthread_barrier_t), "glibc's layout");

enum { DESTROYED = 0x6f6d656e };

struct generation {
  struct omen_clk clk;
  struct omen_past *past;
  struct omen_waitq queue;
  unsigned inside; /* who arrived and did not leave yet */
  bool full;
};

/* The generation that gathers. One that the program's memory does not know about belongs to what was there
 * before. */
static struct generation *gathering(struct omen_object *o, const struct words *w) {
  if (!o->more || w->in == 0) o->more = omen_alloc(sizeof(struct generation));
  return o->more;
}

static void leave(struct generation *g) {
  omen_hb_acquire(&g->clk);
  OMEN_ORDER(acquire, g->past);
  if (--g->inside) return;
  omen_clk_reset(&g->clk);
  if (g->past) omen_past_free(&g->past);
  omen_free(g, sizeof *g);
}

static int arrive(pthread_barrier_t *b, const void *frame) {
  struct words *w = (struct words *)b;
  struct omen_object *o = omen_object_get(OMEN_WAIT_BARRIER, b, frame);
  struct generation *g = gathering(o, w);
  g->inside++;
  omen_hb_release(&g->clk);
  OMEN_ORDER(release, &g->past);
  bool last = ++w->in >= w->count;
  if (last) {
    g->full = true;
    o->more = NULL;
    w->in = 0;
    for (struct omen_fiber *f = g->queue.head; f; f = f->qnext) omen_hb_will_acquire(f, &g->clk);
    omen_hb_settle();
    omen_wake_all(&g->queue);
  }
  while (!g->full)
    if (omen_wait(&g->queue, OMEN_WAIT_BARRIER, b, OMEN_NEVER, true) == OMEN_INTERRUPTED)
      omen_object_interrupted(false);
  leave(g);
  return last ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

OMEN_SERVED int pthread_barrier_init(pthread_barrier_t *b, const pthread_barrierattr_t *attr,
                                     unsigned count) {
  OMEN_UNLESS_ON(pthread_barrier_init, b, attr, count);
  omen_point(OMEN_EV_MUTEX_OTHER, b, 0);
  if (count == 0 || count > UINT_MAX / 2) return EINVAL;
  omen_misused_init(OMEN_WAIT_BARRIER, b, OMEN_HERE);
  *(struct words *)b = (struct words){.count = count, .shared = attr && *(const int *)attr ? 128 : 0};
  omen_object_init(OMEN_WAIT_BARRIER, b, OMEN_HERE);
  return 0;
}

OMEN_SERVED int pthread_barrier_destroy(pthread_barrier_t *b) {
  OMEN_UNLESS_ON(pthread_barrier_destroy, b);
  omen_point(OMEN_EV_MUTEX_OTHER, b, 1);
  struct words *w = (struct words *)b;
  if (w->destroyed == DESTROYED)
    omen_misused_destroyed(OMEN_WAIT_BARRIER, b, "destroys a barrier", OMEN_HERE);
  if (w->in) omen_misused_destroy(OMEN_WAIT_BARRIER, b, OMEN_HERE);
  omen_object_destroy(omen_object_get(OMEN_WAIT_BARRIER, b, OMEN_HERE), OMEN_HERE);
  w->destroyed = DESTROYED;
  return 0;
}

OMEN_SERVED int pthread_barrier_wait(pthread_barrier_t *b) {
  OMEN_UNLESS_ON(pthread_barrier_wait, b);
  omen_point(OMEN_EV_BARRIER, b, 0);
  if (omen_without(OMEN_HERE)) return 0;
  if (((struct words *)b)->destroyed == DESTROYED)
    omen_misused_destroyed(OMEN_WAIT_BARRIER, b, "waits at a barrier", OMEN_HERE);
  return arrive(b, OMEN_HERE);
}
