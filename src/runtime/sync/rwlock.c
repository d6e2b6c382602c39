/* pthread_rwlock_*. The words are glibc's in its uncontended states: __readers = readers << 3, with bits
 * WRITE_PHASE and WRITE_LOCKED (and the two futex words 1) while a writer has it; __cur_writer its tid.
 *
 * Two clocks, so that readers do not order each other: a reader acquires what writers released and publishes
 * to rclk; a writer acquires both and releases to clk. */
#include "runtime/explore/circle.h"
#include "runtime/sync/rwlock.h"
#include "runtime/sync/misuse.h"
#include "runtime/sync/order.h"
#include "runtime/sync/real.h"
#include "runtime/sync/timed.h"
#include "runtime/sync/without.h"
#include <errno.h>
#include <string.h>

enum { WRITE_PHASE = 1, WRITE_LOCKED = 2, READER_SHIFT = 3 };
typedef struct __pthread_rwlock_arch_t words;

static unsigned readers(const words *w) { return w->__readers >> READER_SHIFT; }
static bool written(const words *w) { return w->__readers & WRITE_LOCKED; }
static void set_readers(words *w, unsigned n) {
  w->__readers = n << READER_SHIFT;
  w->__wrphase_futex = w->__writers_futex = 0;
  w->__cur_writer = 0;
}
static void set_written(words *w) {
  w->__readers = WRITE_PHASE | WRITE_LOCKED;
  w->__wrphase_futex = w->__writers_futex = 1;
  w->__cur_writer = omen_cur->tid;
}

bool omen_rwlock_is_held(const void *l, const struct omen_object *o) {
  const words *w = &((const pthread_rwlock_t *)l)->__data;
  return (written(w) || readers(w)) && w->__pad2 == o->serial;
}
bool omen_rwlock_held_off(const void *l) { return !written(&((const pthread_rwlock_t *)l)->__data); }

/* Memory that still has the mark of a destroyed one was not initialised anew. */
static void check(const pthread_rwlock_t *l, const char *what, const void *frame) {
  const struct omen_object *o = omen_object_grave(OMEN_WAIT_RWLOCK, l);
  if (__builtin_expect(o && l->__data.__pad2 == o->serial, 0))
    omen_misused_destroyed(OMEN_WAIT_RWLOCK, l, what, frame);
}

static struct omen_object *object(pthread_rwlock_t *l, const void *frame) {
  return omen_object_marked(omen_object_get(OMEN_WAIT_RWLOCK, l, frame), &l->__data.__pad2, frame);
}

/* Writers that wait hold new readers off only where the program asked for that kind: as glibc. */
static bool can_read(const words *w, const struct omen_object *o) {
  return !written(w) && !(w->__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP && o->writers);
}
static bool can_write(const words *w) { return !written(w) && !readers(w); }

static void take_read(words *w, struct omen_object *o, const void *frame) {
  set_readers(w, readers(w) + 1);
  struct omen_hold *h = omen_alloc(sizeof *h);
  h->by = omen_cur->id;
  h->npcs = omen_backtrace(frame, h->pcs, OMEN_HOLD_PCS);
  h->next = o->readers;
  o->readers = h;
  omen_hb_rdlock(&o->clk, &o->rclk, o->addr);
}
static void take_write(words *w, struct omen_object *o, const void *frame) {
  set_written(w);
  omen_object_held(o, frame);
  omen_hb_wrlock(&o->clk, &o->rclk, o->addr);
}

/* `waits`: if it is not taken now, the thread waits, without a limit. */
static bool try_take(pthread_rwlock_t *l, struct omen_object *o, bool write, bool waits, const void *frame) {
  words *w = &l->__data;
  if (!(write ? can_write(w) : can_read(w, o))) return false;
  if (write)
    take_write(w, o, frame);
  else
    take_read(w, o, frame);
  omen_order_took(o, !write, waits);
  return true;
}

/* One wait of a reader or writer. A writer that gives up may have been what held readers off. */
static enum omen_waited wait(struct omen_object *o, bool write, int64_t deadline) {
  o->writers += write;
  omen_object_enter(o);
  enum omen_waited how = omen_object_wait(o, write ? &o->wqueue : &o->queue, deadline);
  o->writers -= write;
  if (write && how != OMEN_WOKEN) omen_wake_all(&o->queue);
  omen_object_leave(o);
  return how;
}

static int lock(pthread_rwlock_t *l, bool write, const struct omen_limit *limit, const void *frame) {
  omen_point(write ? OMEN_EV_RW_WRLOCK : OMEN_EV_RW_RDLOCK, l, 0);
  if (omen_without_take(l, frame)) return 0;
  check(l, "locks a rwlock", frame);
  if (limit && (!omen_valid_clock(limit->clock) || !omen_valid_ns(limit->abs))) return EINVAL;
  if (written(&l->__data) && l->__data.__cur_writer == omen_cur->tid) return EDEADLK;
  omen_object_back_off();
  if (!limit) omen_circle_lock(l);
  int64_t deadline = omen_limit_deadline(limit);
  for (enum omen_waited how = OMEN_WOKEN;;) {
    struct omen_object *o = object(l, frame);
    if (try_take(l, o, write, !limit, frame)) return 0;
    if (how == OMEN_TIMED_OUT) return ETIMEDOUT;
    omen_cur->served = frame;
    how = wait(o, write, deadline);
    if (how == OMEN_INTERRUPTED) omen_object_interrupted(false);
  }
}

static int trylock(pthread_rwlock_t *l, bool write, const void *frame) {
  omen_point(write ? OMEN_EV_RW_WRLOCK : OMEN_EV_RW_RDLOCK, l, 1);
  if (omen_without_take(l, frame)) return 0;
  check(l, "locks a rwlock", frame);
  omen_object_back_off();
  bool taken = try_take(l, object(l, frame), write, false, frame);
  omen_object_tried(taken);
  if (taken) return 0;
  omen_spin(l, l->__data.__readers);
  return EBUSY;
}

static void not_mine(const struct omen_object *o, const char *what, const void *frame) {
  omen_misused(&(struct omen_misuse){OMEN_DEFECT_UNLOCK_NOT_HELD, o->addr, o, NULL, frame}, "unlocks a %s",
               what);
}

/* Takes out one read lock of the current thread; if it has none, anybody's. */
static void drop_reader(struct omen_object *o, const void *frame) {
  struct omen_hold **at = &o->readers;
  while (*at && (*at)->by != omen_cur->id) at = &(*at)->next;
  if (!*at) {
    not_mine(o, "rwlock that others hold for reading", frame);
    at = &o->readers;
  }
  struct omen_hold *h = *at;
  if (!h) return;
  *at = h->next;
  omen_order_gave(o, h->by);
  omen_free(h, sizeof *h);
}

static void unlock(words *w, struct omen_object *o, const void *frame) {
  if (written(w)) {
    if (w->__cur_writer != omen_cur->tid) not_mine(o, "rwlock that another thread holds for writing", frame);
    omen_hb_wrunlock(&o->clk, o->addr);
    set_readers(w, 0);
    omen_order_gave(o, o->hold.by);
    omen_object_released(o);
  } else if (readers(w)) {
    omen_hb_rdunlock(&o->rclk, o->addr);
    drop_reader(o, frame);
    set_readers(w, readers(w) - 1);
  } else {
    not_mine(o, "rwlock that nobody holds", frame);
  }
  if (readers(w)) return;
  omen_wake_one(&o->wqueue);
  omen_wake_all(&o->queue);
}

/* How the current thread has it. */
static const struct omen_hold *own_hold(const struct omen_object *o) {
  const struct omen_hold *h = o->readers;
  while (h && h->by != omen_cur->id) h = h->next;
  return h ? h : &o->hold;
}

OMEN_SERVED int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *attr) {
  OMEN_UNLESS_ON(pthread_rwlock_init, l, attr);
  omen_point(OMEN_EV_MUTEX_OTHER, l, 0);
  const int *kind_shared = (const int *)attr;
  omen_misused_init(OMEN_WAIT_RWLOCK, l, OMEN_HERE);
  memset(l, 0, sizeof *l);
  if (attr) {
    l->__data.__flags = (unsigned)kind_shared[0];
    l->__data.__shared = kind_shared[1] != 0;
  }
  omen_object_init(OMEN_WAIT_RWLOCK, l, OMEN_HERE);
  return 0;
}

OMEN_SERVED int pthread_rwlock_destroy(pthread_rwlock_t *l) {
  OMEN_UNLESS_ON(pthread_rwlock_destroy, l);
  omen_point(OMEN_EV_MUTEX_OTHER, l, 1);
  check(l, "destroys a rwlock", OMEN_HERE);
  omen_misused_destroy(OMEN_WAIT_RWLOCK, l, OMEN_HERE);
  omen_object_destroy(object(l, OMEN_HERE), OMEN_HERE);
  return 0;
}

OMEN_SERVED int pthread_rwlock_rdlock(pthread_rwlock_t *l) {
  OMEN_UNLESS_ON(pthread_rwlock_rdlock, l);
  return lock(l, false, NULL, OMEN_HERE);
}
OMEN_SERVED int pthread_rwlock_wrlock(pthread_rwlock_t *l) {
  OMEN_UNLESS_ON(pthread_rwlock_wrlock, l);
  return lock(l, true, NULL, OMEN_HERE);
}
OMEN_SERVED int pthread_rwlock_tryrdlock(pthread_rwlock_t *l) {
  OMEN_UNLESS_ON(pthread_rwlock_tryrdlock, l);
  return trylock(l, false, OMEN_HERE);
}
OMEN_SERVED int pthread_rwlock_trywrlock(pthread_rwlock_t *l) {
  OMEN_UNLESS_ON(pthread_rwlock_trywrlock, l);
  return trylock(l, true, OMEN_HERE);
}
OMEN_SERVED int pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *abs) {
  OMEN_UNLESS_ON(pthread_rwlock_timedrdlock, l, abs);
  return lock(l, false, &(struct omen_limit){CLOCK_REALTIME, abs}, OMEN_HERE);
}
OMEN_SERVED int pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *abs) {
  OMEN_UNLESS_ON(pthread_rwlock_timedwrlock, l, abs);
  return lock(l, true, &(struct omen_limit){CLOCK_REALTIME, abs}, OMEN_HERE);
}
OMEN_SERVED int pthread_rwlock_clockrdlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *abs) {
  OMEN_UNLESS_ON(pthread_rwlock_clockrdlock, l, clock, abs);
  return lock(l, false, &(struct omen_limit){clock, abs}, OMEN_HERE);
}
OMEN_SERVED int pthread_rwlock_clockwrlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *abs) {
  OMEN_UNLESS_ON(pthread_rwlock_clockwrlock, l, clock, abs);
  return lock(l, true, &(struct omen_limit){clock, abs}, OMEN_HERE);
}
OMEN_SERVED int pthread_rwlock_unlock(pthread_rwlock_t *l) {
  OMEN_UNLESS_ON(pthread_rwlock_unlock, l);
  omen_point(OMEN_EV_RW_UNLOCK, l, 0);
  if (omen_without_give(l, own_hold(object(l, OMEN_HERE)), OMEN_HERE)) return 0;
  check(l, "unlocks a rwlock", OMEN_HERE);
  unlock(&l->__data, object(l, OMEN_HERE), OMEN_HERE);
  return 0;
}

OMEN_ALIAS(__pthread_rwlock_init, pthread_rwlock_init);
OMEN_ALIAS(__pthread_rwlock_destroy, pthread_rwlock_destroy);
OMEN_ALIAS(__pthread_rwlock_rdlock, pthread_rwlock_rdlock);
OMEN_ALIAS(__pthread_rwlock_tryrdlock, pthread_rwlock_tryrdlock);
OMEN_ALIAS(__pthread_rwlock_wrlock, pthread_rwlock_wrlock);
OMEN_ALIAS(__pthread_rwlock_trywrlock, pthread_rwlock_trywrlock);
OMEN_ALIAS(__pthread_rwlock_unlock, pthread_rwlock_unlock);
