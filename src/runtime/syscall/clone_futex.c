/* Threads: clone becomes a fiber, futex a queue, exit of a thread the end of a fiber. glibc's pthreads sit on
 * top. */
#include "runtime/end.h"
#include "runtime/log.h"
#include "runtime/memory/left_stacks.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/shadow/hb.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/sync/children.h"
#include "runtime/sync/sync.h"
#include "runtime/syscall/mmap.h"
#include "runtime/syscall/syscall.h"
#include "runtime/weak/weak.h"
#include <errno.h>
#include <linux/futex.h>
#include <linux/sched.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>

int omrt_pid;

OMRT_CALL(clone) {
  uint64_t flags = a[0];
  if (!(flags & CLONE_VM) || (flags & CLONE_VFORK)) return omrt_fork(nr, a, flags, a[1], frame);
  struct omrt_fiber *f = omrt_fiber_new(omrt_cur);
  f->tid = omrt_pid + f->id;
  f->fsbase = flags & CLONE_SETTLS ? a[4] : __builtin_ia32_rdfsbase64();
  omrt_fiber_named(f, (void *)f->fsbase);
  f->stack_hi = a[1];
  if (flags & CLONE_PARENT_SETTID) *(int *)a[2] = f->tid;
  if (flags & CLONE_CHILD_SETTID) *(int *)a[3] = f->tid;
  if (flags & CLONE_CHILD_CLEARTID) f->clear_tid = (int *)a[3];
  omrt_sync_created(f);
  omrt_stack_fresh(f, a[1]);
  omrt_signal_fiber(f, omrt_cur);
  omrt_event(OMEN_EV_CREATE, NULL, (uint64_t)f->id);
  omrt_fiber_prepare(f, frame, a[1]);
  omrt_hb_fork(omrt_cur, f);
  omrt_fiber_ready(f);
  return f->tid;
}

void omrt_fiber_begin(void) {
  omrt_point(OMEN_EV_START, NULL, (uint64_t)omrt_cur->parent);
  omrt_sym_begin(&omrt_cur->symbolic);
}

/* ---- futex ---- */

struct futex {
  uint32_t *addr;
  struct omrt_waitq queue;
  struct omrt_clk clk;
  struct futex *next;
};
enum { FUTEX_BUCKETS = 1024 };
static struct futex *futexes[FUTEX_BUCKETS];

static struct futex *futex_at(uint32_t *addr, bool make) {
  struct futex **b = &futexes[((uintptr_t)addr >> 2) * 2654435761u % FUTEX_BUCKETS];
  for (struct futex *f = *b; f; f = f->next)
    if (f->addr == addr) return f;
  if (!make) return NULL;
  struct futex *f = omrt_alloc(sizeof *f);
  f->addr = addr;
  f->next = *b;
  *b = f;
  return f;
}

/* ---- a child uses it, too: sync/children.h ---- */

static uint64_t asked; /* how many to wake; what is expected */
static int64_t native_wake(void *addr) {
  return omrt_sys(SYS_futex, (long)addr, FUTEX_WAKE, (long)asked, 0, 0, 0);
}
static int64_t native_differs(void *addr) {
  return __atomic_load_n((uint32_t *)addr, __ATOMIC_ACQUIRE) != asked;
}

/* A look that differs, or a millisecond later: a futex may wake for nothing. */
static int64_t wait_with_children(struct futex *f, uint32_t expected, int64_t deadline) {
  asked = expected;
  if (omrt_children_do(native_differs, f->addr)) return -EAGAIN;
  if (omrt_children_late(f->addr, deadline)) return -ETIMEDOUT;
  enum omrt_waited how = omrt_wait(&f->queue, OMRT_WAIT_FUTEX, f->addr, deadline, true);
  omrt_children_waited();
  if (how != OMRT_INTERRUPTED) return 0;
  omrt_signal_restart();
  return -EINTR;
}

static int futex_wake(uint32_t *addr, int n) {
  struct futex *f = futex_at(addr, true);
  omrt_hb_release(&f->clk); /* whoever sees the wake-up comes after what came before it */
  int woken = 0;
  while (woken < n && omrt_wake_one(&f->queue)) woken++;
  asked = (uint64_t)(n - woken);
  if (woken < n && omrt_children_use(addr)) woken += (int)omrt_children_do(native_wake, addr);
  return woken;
}

static int64_t futex_wait(uint32_t *addr, uint32_t expected, int64_t deadline) {
  struct futex *f = futex_at(addr, true);
  if (omrt_children_use(addr)) {
    int64_t ret = deadline ? wait_with_children(f, expected, deadline) : -ETIMEDOUT;
    omrt_hb_acquire(&f->clk);
    return ret;
  }
  if (*addr != expected) {
    omrt_hb_acquire(&f->clk);
    return -EAGAIN;
  }
  if (deadline == 0) return -ETIMEDOUT;
  if (omrt_mode.world && omrt_children_have(addr)) omrt_children_late(addr, deadline);
  enum omrt_waited w = omrt_wait(&f->queue, OMRT_WAIT_FUTEX, addr, deadline, true);
  omrt_children_waited();
  omrt_hb_acquire(&f->clk);
  if (w == OMRT_TIMED_OUT) return -ETIMEDOUT;
  if (w == OMRT_INTERRUPTED) {
    omrt_signal_restart();
    return -EINTR;
  }
  return 0;
}

static int64_t futex_deadline(int op, const struct timespec *ts) {
  if (!ts) return OMRT_NEVER;
  if ((op & FUTEX_CMD_MASK) == FUTEX_WAIT) {
    int64_t now = omrt_time(CLOCK_MONOTONIC), more = omrt_timespec_ns(ts);
    return more >= OMRT_NEVER - 1 - now ? OMRT_NEVER - 1 : now + more;
  }
  return omrt_deadline(op & FUTEX_CLOCK_REALTIME ? CLOCK_REALTIME : CLOCK_MONOTONIC, ts);
}

static int wake_op(uint32_t *addr2, uint32_t op, bool *cond) {
  int kind = op >> 28 & 7, cmp = op >> 24 & 15;
  uint32_t arg = (uint32_t)((int)(op << 8) >> 20), cmparg = (uint32_t)((int)(op << 20) >> 20), old = *addr2;
  if (op >> 31) arg = 1u << arg;
  switch (kind) {
  case FUTEX_OP_SET: *addr2 = arg; break;
  case FUTEX_OP_ADD: *addr2 = old + arg; break;
  case FUTEX_OP_OR: *addr2 = old | arg; break;
  case FUTEX_OP_ANDN: *addr2 = old & ~arg; break;
  case FUTEX_OP_XOR: *addr2 = old ^ arg; break;
  default: return -ENOSYS;
  }
  switch (cmp) {
  case FUTEX_OP_CMP_EQ: *cond = old == cmparg; break;
  case FUTEX_OP_CMP_NE: *cond = old != cmparg; break;
  case FUTEX_OP_CMP_LT: *cond = (int)old < (int)cmparg; break;
  case FUTEX_OP_CMP_LE: *cond = (int)old <= (int)cmparg; break;
  case FUTEX_OP_CMP_GT: *cond = (int)old > (int)cmparg; break;
  case FUTEX_OP_CMP_GE: *cond = (int)old >= (int)cmparg; break;
  default: return -ENOSYS;
  }
  return 0;
}

OMRT_CALL(futex) {
  uint32_t *addr = (void *)a[0], *addr2 = (void *)a[4];
  int op = (int)a[1];
  if (omrt_on) omrt_weak_read_outside((uint64_t)addr, sizeof *addr); /* a full fence of the kernel */
  switch (op & FUTEX_CMD_MASK) {
  case FUTEX_WAIT:
  case FUTEX_WAIT_BITSET: return futex_wait(addr, (uint32_t)a[2], futex_deadline(op, (void *)a[3]));
  case FUTEX_WAKE:
  case FUTEX_WAKE_BITSET: return futex_wake(addr, (int)a[2]);
  case FUTEX_CMP_REQUEUE:
    if (*addr != (uint32_t)a[5]) return -EAGAIN; /* fall through */
  case FUTEX_REQUEUE: {
    int woken = futex_wake(addr, (int)a[2]);
    return woken + omrt_requeue(&futex_at(addr, true)->queue, &futex_at(addr2, true)->queue, (int)a[3]);
  }
  case FUTEX_WAKE_OP: {
    bool cond = false;
    int bad = wake_op(addr2, (uint32_t)a[5], &cond);
    if (bad) return bad;
    int n = futex_wake(addr, (int)a[2]);
    return cond ? n + futex_wake(addr2, (int)a[3]) : n;
  }
  }
  return -ENOSYS;
}

/* ---- ends ---- */

static bool last_one(void) {
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (f != omrt_cur) return false;
  return true;
}

OMRT_CALL(exit_group) {
  omrt_end_exit((int)a[0]);
  return 0;
}

OMRT_CALL(exit) {
  struct omrt_fiber *f = omrt_cur;
  omrt_event(OMEN_EV_EXIT, NULL, 0);
  omrt_sync_thread_exit(f);
  omrt_world.abandon();
  omrt_hb_end(f);
  if (f->clear_tid) {
    *f->clear_tid = 0;
    futex_wake((uint32_t *)f->clear_tid, 1 << 30);
  }
  if (last_one()) omrt_end_exit((int)a[0]);
  omrt_stack_left(f);
  omrt_fiber_end();
}

OMRT_CALL(gettid) { return omrt_cur->tid; }
OMRT_CALL(getpid) { return omrt_pid; }
OMRT_CALL(sched_yield) {
  omrt_yield();
  return 0;
}
OMRT_CALL(zero) { return 0; }
OMRT_CALL(enosys) { return -ENOSYS; }
