/* Mutexes: what locking and unlocking do to the words of a pthread_mutex_t, for every type, as glibc does it.
 *
 * __kind  bits 0-1 the type, 16 robust, 32 inherits priority, 64 has a priority ceiling, 128 shared, 256/512
 * elision; -1 after destroy.
 * __lock  0 free, 1 held; robust and inheriting ones: the owner's tid, and OWNER_DIED; with ceiling: ceiling
 * << 19 beside.
 * __owner tid, or for robust ones INCONSISTENT (the last owner died) and NOT_RECOVERABLE (nobody repaired
 * it).
 * __nusers holders, and those that hold it again after a condition wait: destroy says EBUSY by it. */
#include "runtime/mode.h"
#include "runtime/sync/children.h"
#include "runtime/sync/mutex.h"
#include "runtime/sync/misuse.h"
#include "runtime/sync/object.h"
#include "runtime/sync/lock_order.h"
#include "runtime/rt.h"
#include "runtime/sync/real.h"
#include "runtime/sync/without.h"
#include <errno.h>

enum { TYPE = 3, ROBUST = 16, INHERIT = 32, CEILING = 64, SHARED = 128, KIND = 127 };
enum { NORMAL, RECURSIVE, ERRORCHECK, ADAPTIVE };
enum { ATTR_CEILING = 0xfff000, ATTR_CEILING_SHIFT = 12, ATTR_PROTOCOL_SHIFT = 28, ATTR_ROBUST = 0x40000000 };
#define ATTR_SHARED 0x80000000u
enum { CEILING_SHIFT = 19, LOCK_BITS = (1 << CEILING_SHIFT) - 1 };
enum { TID = 0x3fffffff, OWNER_DIED = 0x40000000, INCONSISTENT = 0x7fffffff, NOT_RECOVERABLE = 0x7ffffffe };
typedef struct __pthread_mutex_s words;

int omrt_robust_held;

static int kind_of(const words *w) { return w->__kind & KIND; }
static bool by_tid(const words *w) { return kind_of(w) & (ROBUST | INHERIT); }
static bool valid(const words *w) {
  int k = kind_of(w);
  return k <= ADAPTIVE || (k & CEILING ? (k & ~TYPE) == CEILING : (k & ~(TYPE | ROBUST | INHERIT)) == 0);
}
static bool is_free(const words *w) {
  if (by_tid(w)) return (w->__lock & TID) == 0;
  return (w->__lock & (kind_of(w) & CEILING ? LOCK_BITS : -1)) == 0;
}
static bool is_mine(const words *w) {
  if (by_tid(w)) return (w->__lock & TID) == omrt_cur->tid;
  return w->__owner == omrt_cur->tid && !is_free(w);
}
bool omrt_mutex_is_robust(const pthread_mutex_t *m) {
  return valid(&m->__data) && kind_of(&m->__data) & ROBUST;
}

bool omrt_mutex_is_held(const void *m, const struct omrt_object *o) {
  const words *w = &((const pthread_mutex_t *)m)->__data;
  if (!valid(w) || is_free(w)) return false;
  return kind_of(w) & ROBUST || *(const uint64_t *)&w->__list == o->serial;
}

/* What is no mutex: EINVAL, as glibc has it. */
static int refuse(const pthread_mutex_t *m, const char *what, const void *frame) {
  if (m->__data.__kind == -1) omrt_misused_destroyed(OMRT_WAIT_MUTEX, m, what, frame);
  return EINVAL;
}

static void mark_held(words *w) {
  if (by_tid(w))
    w->__lock = omrt_cur->tid | (w->__lock & OWNER_DIED);
  else
    w->__lock |= 1;
}
static void mark_free(words *w) {
  if (kind_of(w) & CEILING)
    w->__lock &= ~LOCK_BITS;
  else
    w->__lock = 0;
}

/* libc uses __list for robust mutexes only: in others there is room for the mark. A robust one that says
 * "free" while somebody is known to hold it was initialised anew, too. */
static struct omrt_object *object(pthread_mutex_t *m, const void *frame) {
  struct omrt_object *o = omrt_object_get(OMRT_WAIT_MUTEX, m, frame);
  if (!(kind_of(&m->__data) & ROBUST)) return omrt_object_marked(o, (uint64_t *)&m->__data.__list, frame);
  if (o->hold.by >= 0 && is_free(&m->__data)) {
    omrt_object_drop(o);
    o = omrt_object_get(OMRT_WAIT_MUTEX, m, frame);
  }
  return o;
}

/* The owner locks it once more: -1 if that means waiting for ever. */
static int lock_again(words *w, bool try) {
  if ((w->__kind & TYPE) == RECURSIVE) {
    if (w->__count + 1 == 0) return EAGAIN;
    w->__count++;
    return 0;
  }
  if ((w->__kind & TYPE) == ERRORCHECK && (!try || kind_of(w) != ERRORCHECK)) return EDEADLK;
  return try ? EBUSY : -1;
}

/* The detector may be kept from knowing; the scheduler never is. */
static bool orders(void) { return !(omrt_config->flags & OMEN_FLAG_NO_MUTEX); }

/* It is free: takes it. */
static int take(pthread_mutex_t *m, struct omrt_object *o, bool for_cond, const void *frame) {
  words *w = &m->__data;
  if (kind_of(w) & ROBUST && w->__owner == NOT_RECOVERABLE) {
    omrt_wake_all(&o->queue);
    return ENOTRECOVERABLE;
  }
  bool died = kind_of(w) & ROBUST && w->__lock & OWNER_DIED;
  if (died) w->__lock &= ~OWNER_DIED;
  mark_held(w);
  w->__owner = died ? INCONSISTENT : omrt_cur->tid;
  if (died || (w->__kind & TYPE) == RECURSIVE) w->__count = 1;
  if (!died && !for_cond) w->__nusers++; /* a dead owner still counts */
  if (kind_of(w) & ROBUST) omrt_robust_held++;
  omrt_object_held(o, frame);
  if (orders()) omrt_object_order_lock(o);
  return died ? EOWNERDEAD : 0;
}

/* ---- a child uses it, too: children.h ---- */

/* libc knows the owner of a recursive mutex by its number. A child may have the number that a thread here was
 * given. */
static int64_t native_try(void *addr) {
  const words *w = &((pthread_mutex_t *)addr)->__data;
  const struct omrt_object *o = omrt_object_at(OMRT_WAIT_MUTEX, addr);
  bool looks_mine = !is_free(w) && (w->__owner == omrt_cur->tid || (w->__lock & TID) == omrt_cur->tid);
  if (looks_mine && (!o || o->hold.by != omrt_cur->id)) return EBUSY;
  return omrt_real()->pthread_mutex_trylock(addr);
}
static int64_t native_unlock(void *m) { return omrt_real()->pthread_mutex_unlock(m); }

static int lock_with_children(pthread_mutex_t *m, enum omrt_lock_way way, const struct omrt_limit *limit,
                              const void *frame) {
  words *w = &m->__data;
  struct omrt_object *o = object(m, frame);
  bool mine = o->hold.by == omrt_cur->id;
  if (mine && way == OMRT_LOCK && (w->__kind & TYPE) == ERRORCHECK) return EDEADLK;
  if (limit && !omrt_valid_ns(limit->abs)) return EINVAL;
  int r;
  do {
    r = omrt_children_try(&(struct omrt_attempt){.kind = OMRT_WAIT_MUTEX,
                                                 .addr = m,
                                                 .function = native_try,
                                                 .busy = EBUSY,
                                                 .once = way == OMRT_LOCK_TRY,
                                                 .deadline = omrt_limit_deadline(limit),
                                                 .frame = frame});
    if (r == OMRT_CHILDREN_INTERRUPTED) omrt_object_interrupted(false);
  } while (r == OMRT_CHILDREN_INTERRUPTED);
  if ((r && r != EOWNERDEAD) || mine) return r;
  o = object(m, frame);
  if (kind_of(w) & ROBUST) omrt_robust_held++;
  omrt_object_held(o, frame);
  if (orders()) omrt_object_order_lock(o);
  omrt_order_took(o, false, way != OMRT_LOCK_TRY && !limit);
  return r;
}

static int unlock_with_children(pthread_mutex_t *m, const void *frame) {
  words *w = &m->__data;
  struct omrt_object *o = object(m, frame);
  bool mine = o->hold.by == omrt_cur->id, again = mine && (w->__kind & TYPE) == RECURSIVE && w->__count > 1;
  if (mine && !again && orders()) omrt_object_order_unlock(o);
  int r = (int)omrt_children_do(native_unlock, m);
  if (!mine || again || r) return r;
  if (kind_of(w) & ROBUST) omrt_robust_held--;
  omrt_order_gave(o, o->hold.by);
  omrt_object_released(o);
  omrt_wake_one(&o->queue);
  return 0;
}

/* ---- */

int omrt_mutex_lock(pthread_mutex_t *m, enum omrt_lock_way way, const struct omrt_limit *limit,
                    const void *frame) {
  words *w = &m->__data;
  if (way == OMRT_LOCK_COND ? omrt_without_held(m) : omrt_without_take(m, frame)) return 0;
  if (!valid(w)) return refuse(m, "locks a mutex", frame);
  int shared = omrt_children_use(m) ? lock_with_children(m, way, limit, frame) : OMRT_CHILDREN_LEFT;
  if (shared != OMRT_CHILDREN_LEFT) return shared;
  if (is_mine(w)) {
    int r = lock_again(w, way == OMRT_LOCK_TRY);
    if (r >= 0) return r;
  }
  if (way != OMRT_LOCK_COND) omrt_object_back_off();
  if (way != OMRT_LOCK_TRY && !limit) omrt_mode_lock(m);
  int64_t deadline = 0;
  for (enum omrt_waited how = OMRT_WOKEN;;) {
    struct omrt_object *o = object(m, frame);
    if (way == OMRT_LOCK_TRY) omrt_object_tried(is_free(w));
    if (is_free(w)) {
      int r = take(m, o, way == OMRT_LOCK_COND, frame);
      if (r == 0 || r == EOWNERDEAD) omrt_order_took(o, false, way != OMRT_LOCK_TRY && !limit);
      return r;
    }
    if (way == OMRT_LOCK_TRY) {
      omrt_spin(m, (uint64_t)w->__owner);
      return EBUSY;
    }
    if (how == OMRT_TIMED_OUT) return ETIMEDOUT;
    if (!deadline) {
      if (limit && !omrt_valid_ns(limit->abs)) return EINVAL;
      deadline = omrt_limit_deadline(limit);
    }
    omrt_cur->served = frame;
    how = omrt_object_wait(o, &o->queue, deadline);
    if (how == OMRT_INTERRUPTED) omrt_object_interrupted(false);
    if (omrt_children_use(m)) return omrt_mutex_lock(m, way, limit, frame);
  }
}

/* Errors are an answer only where the program asked for them: from an error-checking mutex. */
static void not_mine(const words *w, const struct omrt_object *o, bool for_cond, const void *frame) {
  char name[24];
  struct omrt_misuse m = {OMEN_DEFECT_UNLOCK_NOT_HELD, o->addr, is_free(w) ? NULL : o, NULL, frame};
  const char *does = for_cond ? "waits for a condition with" : "unlocks";
  if ((w->__kind & TYPE) == ERRORCHECK) return;
  if (is_free(w))
    omrt_misused(&m, "%s a mutex that nobody holds", does);
  else if (o->hold.by >= 0)
    omrt_misused(&m, "%s a mutex that %s holds", does, omrt_thread_name(o->hold.by, name));
  else
    omrt_misused(&m, "%s a mutex that it does not hold", does);
}

/* May the current thread unlock it? 0, or what unlock returns; -1: it held it more than once, and still does.
 */
static int unlock_allowed(words *w, const struct omrt_object *o, bool for_cond, const void *frame) {
  int type = w->__kind & TYPE;
  bool broken = type == RECURSIVE && kind_of(w) & ROBUST && is_mine(w) && w->__owner == INCONSISTENT;
  bool mine = type == RECURSIVE ? broken || w->__owner == omrt_cur->tid : is_mine(w);
  if (!mine) not_mine(w, o, for_cond, frame);
  if (!mine && (by_tid(w) || type == RECURSIVE || type == ERRORCHECK)) return EPERM;
  if (type == RECURSIVE && --w->__count != 0) return broken ? ENOTRECOVERABLE : -1;
  return 0;
}

int omrt_mutex_unlock(pthread_mutex_t *m, bool for_cond, const void *frame) {
  words *w = &m->__data;
  if (for_cond && omrt_without_held(m)) return 0;
  if (!valid(w)) return refuse(m, "unlocks a mutex", frame);
  if (omrt_children_use(m)) return unlock_with_children(m, frame);
  struct omrt_object *o = object(m, frame);
  if (!for_cond && omrt_without_give(m, &o->hold, frame)) return 0;
  int r = unlock_allowed(w, o, for_cond, frame);
  if (r) return r < 0 ? 0 : r;
  bool broken = kind_of(w) & ROBUST && w->__owner == INCONSISTENT;
  if (!is_free(w) && orders()) omrt_object_order_unlock(o);
  if (kind_of(w) & ROBUST) omrt_robust_held--;
  w->__owner = broken ? NOT_RECOVERABLE : 0;
  if (!for_cond) w->__nusers--;
  mark_free(w);
  omrt_order_gave(o, o->hold.by);
  omrt_object_released(o);
  if (broken)
    omrt_wake_all(&o->queue);
  else
    omrt_wake_one(&o->queue);
  return 0;
}

/* The dead thread's last acts come before whoever finds out: as with the kernel's robust list. */
void omrt_mutex_owner_died(pthread_mutex_t *m) {
  words *w = &m->__data;
  struct omrt_object *o = object(m, __builtin_frame_address(0));
  if (!is_mine(w)) return;
  if (orders()) omrt_object_order_unlock(o);
  omrt_robust_held--;
  w->__lock = OWNER_DIED;
  omrt_order_gave(o, o->hold.by);
  omrt_object_released(o);
  omrt_wake_one(&o->queue);
}

int omrt_mutex_init(pthread_mutex_t *m, int bits, const void *frame) {
  words *w = &m->__data;
  int protocol = bits >> ATTR_PROTOCOL_SHIFT & 3;
  /* As glibc: no robust mutexes with a priority ceiling. */
  if (protocol == PTHREAD_PRIO_PROTECT && bits & ATTR_ROBUST) return ENOTSUP;
  omrt_misused_init(OMRT_WAIT_MUTEX, m, frame);
  *m = (pthread_mutex_t){.__data = {.__kind = bits & (TYPE | 256 | 512)}};
  if (bits & ATTR_ROBUST) w->__kind |= ROBUST;
  if (protocol == PTHREAD_PRIO_INHERIT) w->__kind |= INHERIT;
  if (protocol == PTHREAD_PRIO_PROTECT) {
    int ceiling = (bits & ATTR_CEILING) >> ATTR_CEILING_SHIFT;
    w->__kind |= CEILING;
    w->__lock = (ceiling ? ceiling : 1) << CEILING_SHIFT;
  }
  if ((unsigned)bits & ATTR_SHARED) w->__kind |= SHARED;
  omrt_object_init(OMRT_WAIT_MUTEX, m, frame);
  return 0;
}

int omrt_mutex_destroy(pthread_mutex_t *m, const void *frame) {
  if (m->__data.__kind == -1) {
    omrt_misused_destroyed(OMRT_WAIT_MUTEX, m, "destroys a mutex", frame);
    return 0;
  }
  omrt_misused_destroy(OMRT_WAIT_MUTEX, m, frame);
  if (!(m->__data.__kind & ROBUST) && m->__data.__nusers) return EBUSY;
  struct omrt_object *o = object(m, frame);
  m->__data.__kind = -1;
  omrt_object_destroy(o, frame);
  return 0;
}
