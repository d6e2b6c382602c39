/* Children that share memory with the program: see children.h. */
#include "runtime/sync/children.h"
#include "runtime/end.h"
#include "runtime/log.h"
#include "runtime/outcome_write.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

enum { MOST = 256 };
bool omrt_children_share, omrt_children_native;
static int64_t pids[MOST];
static int count;
static bool too_many; /* then some are taken to live for ever */
static uint64_t changed, done;

/* Who waits for what children could give looks again, and finds that it is so. */
static void wake_waiters(void) {
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (!f->done && f->why_obj && omrt_children_use(f->why_obj)) switch (f->why) {
      case OMRT_WAIT_MUTEX:
      case OMRT_WAIT_RWLOCK:
      case OMRT_WAIT_SEM:
      case OMRT_WAIT_COND:
      case OMRT_WAIT_BARRIER:
      case OMRT_WAIT_FUTEX: omrt_wake(f);
      default: break;
      }
}

void omrt_children_expect(void) {
  if (omrt_mode.performs && !omrt_children_share && omrt_shared_written()) omrt_shared_keep();
}

void omrt_children_miss(void) {
  if (!omrt_children_share || !omrt_mode.live) return;
  omrt_line_end_diverged(omrt_events,
                         "the program shares memory with a child process, which explorations lack");
  omrt_end_now(125);
}

void omrt_children_add(int64_t pid) {
  if (!omrt_shared_written()) return;
  omrt_children_share = true;
  omrt_children_miss();
  too_many |= count == MOST;
  if (count < MOST) pids[count++] = pid;
  wake_waiters();
}

void omrt_children_gone(int64_t pid) {
  for (int i = 0; i < count; i++)
    if (pids[i] == pid) {
      omrt_children_look_now();
      pids[i] = pids[--count];
      omrt_children_share = count || too_many;
      return;
    }
}

/* One that ended and was not waited for yet gives nothing any more. What it made itself is not known. */
static bool any_lives(void) {
  for (int i = 0; i < count; i++) {
    siginfo_t info = {.si_pid = 0};
    long r = omrt_sys(SYS_waitid, P_PID, (long)pids[i], (long)&info, WEXITED | WNOHANG | WNOWAIT, 0, 0);
    if (!r && !info.si_pid) return true;
  }
  return too_many;
}

void omrt_children_look_now(void) {
  if (omrt_shared_bytes() <= OMRT_SHARED_LOOKED_AT) changed += omrt_shared_log();
}

int64_t omrt_children_do(int64_t (*function)(void *), void *addr) {
  int64_t r = 0;
  if (omrt_mode.performs) {
    omrt_children_native = true;
    r = function(addr);
    omrt_children_native = false;
  }
  done++;
  omrt_log_value(&r);
  changed += omrt_shared_log();
  return r;
}

static bool past(int64_t deadline) {
  return deadline != OMRT_NEVER && omrt_time_real(CLOCK_MONOTONIC) >= deadline;
}

bool omrt_children_late(const void *addr, int64_t deadline) {
  enum { LATE = 1, LIVES = 2 };
  static struct omrt_pollset again = {.retry = true};
  if (omrt_mode.world) {
    if (omrt_children_have(addr)) omrt_cur->poll = &again;
    return false;
  }
  int64_t how = !omrt_mode.performs ? LIVES : (any_lives() ? LIVES : 0) | (past(deadline) ? LATE : 0);
  omrt_log_value(&how);
  if (how & LATE) return true;
  if (how & LIVES) omrt_cur->poll = &again;
  return false;
}

int omrt_children_try(const struct omrt_attempt *t) {
  for (;;) {
    if (omrt_mode.world) return OMRT_CHILDREN_LEFT;
    int r = (int)omrt_children_do(t->function, t->addr);
    if (r != t->busy) return r;
    if (t->once) {
      omrt_spin(t->addr, 0);
      return r;
    }
    struct omrt_object *o = omrt_object_get(t->kind, t->addr, t->frame);
    omrt_cur->served = t->frame;
    if (omrt_children_late(t->addr, t->deadline)) return ETIMEDOUT;
    enum omrt_waited how = omrt_object_wait(o, &o->queue, t->deadline);
    omrt_children_waited();
    if (how == OMRT_INTERRUPTED) return OMRT_CHILDREN_INTERRUPTED;
  }
}

void omrt_children_report(void) {
  if (!changed && !done) return;
  omrt_line_counter("shared_with_children", changed + done);
}
