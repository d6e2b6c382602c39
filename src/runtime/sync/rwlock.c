/* pthread_rwlock_*. The words are glibc's in its uncontended states: __readers = readers << 3, with bits
 * WRITE_PHASE and WRITE_LOCKED (and the two futex words 1) while a writer has it; __cur_writer its tid.
 *
 * Two clocks, so that readers do not order each other: a reader acquires what writers released and publishes
 * to rclk; a writer acquires both and releases to clk. */
#include "runtime/mode.h"
#include "runtime/sync/children.h"
#include "runtime/sync/rwlock.h"
#include "runtime/sync/misuse.h"
#include "runtime/sync/lock_order.h"
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
  w->__cur_writer = omrt_cur->tid;
}

bool omrt_rwlock_is_held(const void *l, const struct omrt_object *o) {
  const words *w = &((const pthread_rwlock_t *)l)->__data;
  return (written(w) || readers(w)) && w->__pad2 == o->serial;
}

/* Memory that still has the mark of a destroyed one was not initialised anew. */
static void check(const pthread_rwlock_t *l, const char *what, const void *frame) {
  const struct omrt_object *o = omrt_object_grave(OMRT_WAIT_RWLOCK, l);
  if (__builtin_expect(o && l->__data.__pad2 == o->serial, 0))
    omrt_misused_destroyed(OMRT_WAIT_RWLOCK, l, what, frame);
}

static struct omrt_object *object(pthread_rwlock_t *l, const void *frame) {
  return omrt_object_marked(omrt_object_get(OMRT_WAIT_RWLOCK, l, frame), &l->__data.__pad2, frame);
}

/* Writers that wait hold new readers off only where the program asked for that kind: as glibc. */
static bool can_read(const words *w, const struct omrt_object *o) {
  return !written(w) && !(w->__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP && o->writers);
}
static bool can_write(const words *w) { return !written(w) && !readers(w); }

static void hold_read(struct omrt_object *o, const void *frame) {
  struct omrt_hold *h = omrt_alloc(sizeof *h);
  h->by = omrt_cur->id;
  h->npcs = omrt_backtrace(frame, h->pcs, OMRT_HOLD_PCS);
  h->next = o->readers;
  o->readers = h;
  omrt_hb_rdlock(&o->clk, &o->rclk, o->addr);
}
static void hold_write(struct omrt_object *o, const void *frame) {
  omrt_object_held(o, frame);
  omrt_hb_wrlock(&o->clk, &o->rclk, o->addr);
}

/* `waits`: if it is not taken now, the thread waits, without a limit. */
static void hold(struct omrt_object *o, bool write, bool waits, const void *frame) {
  if (write)
    hold_write(o, frame);
  else
    hold_read(o, frame);
  omrt_order_took(o, !write, waits);
}

static bool try_take(pthread_rwlock_t *l, struct omrt_object *o, bool write, bool waits, const void *frame) {
  words *w = &l->__data;
  if (!(write ? can_write(w) : can_read(w, o))) return false;
  if (write)
    set_written(w);
  else
    set_readers(w, readers(w) + 1);
  hold(o, write, waits, frame);
  return true;
}

/* One wait of a reader or writer. A writer that gives up may have been what held readers off. */
static enum omrt_waited wait(struct omrt_object *o, bool write, int64_t deadline) {
  o->writers += write;
  omrt_object_enter(o);
  enum omrt_waited how = omrt_object_wait(o, write ? &o->wqueue : &o->queue, deadline);
  o->writers -= write;
  if (write && how != OMRT_WOKEN) omrt_wake_all(&o->queue);
  omrt_object_leave(o);
  return how;
}

/* ---- a child uses it, too: children.h ---- */

static int64_t native_read(void *l) { return omrt_real()->pthread_rwlock_tryrdlock(l); }
static int64_t native_write(void *l) { return omrt_real()->pthread_rwlock_trywrlock(l); }
static int64_t native_unlock(void *l) { return omrt_real()->pthread_rwlock_unlock(l); }

static int lock_with_children(pthread_rwlock_t *l, bool write, bool once, int64_t deadline,
                              const void *frame) {
  int r;
  do {
    r = omrt_children_try(&(struct omrt_attempt){.kind = OMRT_WAIT_RWLOCK,
                                                 .addr = l,
                                                 .function = write ? native_write : native_read,
                                                 .busy = EBUSY,
                                                 .once = once,
                                                 .deadline = deadline,
                                                 .frame = frame});
    if (r == OMRT_CHILDREN_INTERRUPTED) omrt_object_interrupted(false);
  } while (r == OMRT_CHILDREN_INTERRUPTED);
  if (!r) hold(object(l, frame), write, deadline == OMRT_NEVER && !once, frame);
  return r;
}

/* After the point, as after that of unlocking, another function goes on: at the point the frame has no places
 * that hold nothing yet (see OMRT_EVEN_FRAME). */
static __attribute__((noinline)) int lock_now(pthread_rwlock_t *l, bool write, const struct omrt_limit *limit,
                                              const void *frame) {
  if (omrt_without_take(l, frame)) return 0;
  check(l, "locks a rwlock", frame);
  if (limit && (!omrt_valid_clock(limit->clock) || !omrt_valid_ns(limit->abs))) return EINVAL;
  if (written(&l->__data) && object(l, frame)->hold.by == omrt_cur->id) return EDEADLK;
  omrt_object_back_off();
  if (!limit) omrt_mode_lock(l);
  int64_t deadline = omrt_limit_deadline(limit);
  for (enum omrt_waited how = OMRT_WOKEN;;) {
    int r = omrt_children_use(l) ? lock_with_children(l, write, false, deadline, frame) : OMRT_CHILDREN_LEFT;
    if (r != OMRT_CHILDREN_LEFT) return r;
    struct omrt_object *o = object(l, frame);
    if (try_take(l, o, write, !limit, frame)) return 0;
    if (how == OMRT_TIMED_OUT) return ETIMEDOUT;
    omrt_cur->served = frame;
    how = wait(o, write, deadline);
    if (how == OMRT_INTERRUPTED) omrt_object_interrupted(false);
  }
}

static int lock(pthread_rwlock_t *l, bool write, const struct omrt_limit *limit, const void *frame) {
  omrt_point(write ? OMEN_EV_RW_WRLOCK : OMEN_EV_RW_RDLOCK, l, 0);
  return lock_now(l, write, limit, frame);
}

static int trylock(pthread_rwlock_t *l, bool write, const void *frame) {
  omrt_point(write ? OMEN_EV_RW_WRLOCK : OMEN_EV_RW_RDLOCK, l, 1);
  if (omrt_without_take(l, frame)) return 0;
  check(l, "locks a rwlock", frame);
  if (omrt_children_use(l)) return lock_with_children(l, write, true, OMRT_NEVER, frame);
  omrt_object_back_off();
  bool taken = try_take(l, object(l, frame), write, false, frame);
  omrt_object_tried(taken);
  if (taken) return 0;
  omrt_spin(l, l->__data.__readers);
  return EBUSY;
}

static void not_mine(const struct omrt_object *o, const char *what, const void *frame) {
  omrt_misused(&(struct omrt_misuse){OMEN_DEFECT_UNLOCK_NOT_HELD, o->addr, o, NULL, frame}, "unlocks a %s",
               what);
}

/* Takes out one read lock of the current thread; if it has none, anybody's. */
static void drop_reader(struct omrt_object *o, const void *frame) {
  struct omrt_hold **at = &o->readers;
  while (*at && (*at)->by != omrt_cur->id) at = &(*at)->next;
  if (!*at) {
    not_mine(o, "rwlock that others hold for reading", frame);
    at = &o->readers;
  }
  struct omrt_hold *h = *at;
  if (!h) return;
  *at = h->next;
  omrt_order_gave(o, h->by);
  omrt_free(h, sizeof *h);
}

static void release_write(struct omrt_object *o) {
  omrt_hb_wrunlock(&o->clk, o->addr);
  omrt_order_gave(o, o->hold.by);
  omrt_object_released(o);
}
static void release_read(struct omrt_object *o, const void *frame) {
  omrt_hb_rdunlock(&o->rclk, o->addr);
  drop_reader(o, frame);
}

static int unlock_with_children(pthread_rwlock_t *l, struct omrt_object *o, const void *frame) {
  if (o->hold.by == omrt_cur->id)
    release_write(o);
  else if (o->readers)
    release_read(o, frame);
  int r = (int)omrt_children_do(native_unlock, l);
  omrt_wake_all(&o->queue);
  return r;
}

static void unlock(words *w, struct omrt_object *o, const void *frame) {
  if (written(w)) {
    if (w->__cur_writer != omrt_cur->tid) not_mine(o, "rwlock that another thread holds for writing", frame);
    release_write(o);
    set_readers(w, 0);
  } else if (readers(w)) {
    release_read(o, frame);
    set_readers(w, readers(w) - 1);
  } else {
    not_mine(o, "rwlock that nobody holds", frame);
  }
  if (readers(w)) return;
  omrt_wake_one(&o->wqueue);
  omrt_wake_all(&o->queue);
}

/* How the current thread has it. */
static const struct omrt_hold *own_hold(const struct omrt_object *o) {
  const struct omrt_hold *h = o->readers;
  while (h && h->by != omrt_cur->id) h = h->next;
  return h ? h : &o->hold;
}

OMRT_SERVED int pthread_rwlock_init(pthread_rwlock_t *l, const pthread_rwlockattr_t *attr) {
  OMRT_UNLESS_ON(pthread_rwlock_init, l, attr);
  omrt_point(OMEN_EV_MUTEX_OTHER, l, 0);
  const int *kind_shared = (const int *)attr;
  omrt_misused_init(OMRT_WAIT_RWLOCK, l, OMRT_HERE);
  memset(l, 0, sizeof *l);
  if (attr) {
    l->__data.__flags = (unsigned)kind_shared[0];
    l->__data.__shared = kind_shared[1] != 0;
  }
  omrt_object_init(OMRT_WAIT_RWLOCK, l, OMRT_HERE);
  return 0;
}

OMRT_SERVED int pthread_rwlock_destroy(pthread_rwlock_t *l) {
  OMRT_UNLESS_ON(pthread_rwlock_destroy, l);
  omrt_point(OMEN_EV_MUTEX_OTHER, l, 1);
  check(l, "destroys a rwlock", OMRT_HERE);
  omrt_misused_destroy(OMRT_WAIT_RWLOCK, l, OMRT_HERE);
  omrt_object_destroy(object(l, OMRT_HERE), OMRT_HERE);
  return 0;
}

OMRT_SERVED int pthread_rwlock_rdlock(pthread_rwlock_t *l) {
  OMRT_UNLESS_ON_EVEN(pthread_rwlock_rdlock, l);
  return lock(l, false, NULL, OMRT_HERE);
}
OMRT_SERVED int pthread_rwlock_wrlock(pthread_rwlock_t *l) {
  OMRT_UNLESS_ON_EVEN(pthread_rwlock_wrlock, l);
  return lock(l, true, NULL, OMRT_HERE);
}
OMRT_SERVED int pthread_rwlock_tryrdlock(pthread_rwlock_t *l) {
  OMRT_UNLESS_ON_EVEN(pthread_rwlock_tryrdlock, l);
  return trylock(l, false, OMRT_HERE);
}
OMRT_SERVED int pthread_rwlock_trywrlock(pthread_rwlock_t *l) {
  OMRT_UNLESS_ON_EVEN(pthread_rwlock_trywrlock, l);
  return trylock(l, true, OMRT_HERE);
}
OMRT_SERVED int pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *abs) {
  OMRT_UNLESS_ON(pthread_rwlock_timedrdlock, l, abs);
  return lock(l, false, &(struct omrt_limit){CLOCK_REALTIME, abs}, OMRT_HERE);
}
OMRT_SERVED int pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *abs) {
  OMRT_UNLESS_ON(pthread_rwlock_timedwrlock, l, abs);
  return lock(l, true, &(struct omrt_limit){CLOCK_REALTIME, abs}, OMRT_HERE);
}
OMRT_SERVED int pthread_rwlock_clockrdlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *abs) {
  OMRT_UNLESS_ON(pthread_rwlock_clockrdlock, l, clock, abs);
  return lock(l, false, &(struct omrt_limit){clock, abs}, OMRT_HERE);
}
OMRT_SERVED int pthread_rwlock_clockwrlock(pthread_rwlock_t *l, clockid_t clock, const struct timespec *abs) {
  OMRT_UNLESS_ON(pthread_rwlock_clockwrlock, l, clock, abs);
  return lock(l, true, &(struct omrt_limit){clock, abs}, OMRT_HERE);
}
static __attribute__((noinline)) int unlock_now(pthread_rwlock_t *l, const void *frame) {
  if (omrt_without_give(l, own_hold(object(l, frame)), frame)) return 0;
  check(l, "unlocks a rwlock", frame);
  if (omrt_children_use(l)) return unlock_with_children(l, object(l, frame), frame);
  unlock(&l->__data, object(l, frame), frame);
  return 0;
}

OMRT_SERVED int pthread_rwlock_unlock(pthread_rwlock_t *l) {
  OMRT_UNLESS_ON_EVEN(pthread_rwlock_unlock, l);
  omrt_point(OMEN_EV_RW_UNLOCK, l, 0);
  return unlock_now(l, OMRT_HERE);
}

OMRT_ALIAS(__pthread_rwlock_init, pthread_rwlock_init);
OMRT_ALIAS(__pthread_rwlock_destroy, pthread_rwlock_destroy);
OMRT_ALIAS(__pthread_rwlock_rdlock, pthread_rwlock_rdlock);
OMRT_ALIAS(__pthread_rwlock_tryrdlock, pthread_rwlock_tryrdlock);
OMRT_ALIAS(__pthread_rwlock_wrlock, pthread_rwlock_wrlock);
OMRT_ALIAS(__pthread_rwlock_trywrlock, pthread_rwlock_trywrlock);
OMRT_ALIAS(__pthread_rwlock_unlock, pthread_rwlock_unlock);
