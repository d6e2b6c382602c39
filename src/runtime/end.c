/* How a run ends: see end.h. Writes the outcome file (record/outcome.def has its lines). */
#include "runtime/end.h"
#include "runtime/abi.h"
#include "runtime/defect.h"
#include "runtime/explore/explore.h"
#include "runtime/invariant/invariant.h"
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/ended_threads.h"
#include "runtime/sched/internal.h"
#include "runtime/shadow/hb.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/sync/deadlock.h"
#include "runtime/sync/sync.h"
#include "runtime/sync/without.h"
#include "runtime/syscall/library.h"
#include "runtime/outcome_write.h"
#include "runtime/syscall/syscall.h"
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>

void omrt_sched_report(void);

static const char *const waits[] = {
#define X(symbol, text) text,
    OMRT_WAITS(X)
#undef X
};

static int walk(const struct omrt_fiber *f, uintptr_t from, uint64_t *pcs, int max) {
  uintptr_t lo = from;
  const uintptr_t *fp = (const uintptr_t *)from;
  int n = 0;
  while (n < max && omrt_frame_fits((uintptr_t)fp, lo, f->stack_hi) && fp[1] > 4096) {
    pcs[n++] = fp[1];
    if (n < max && (pcs[n] = omrt_hidden_caller(fp, fp[1], f->stack_hi))) n++;
    lo = (uintptr_t)fp + 16;
    fp = (const uintptr_t *)fp[0];
  }
  return n;
}

/* Where a fiber stands that is not running: its saved registers lie at sp, rbp the last of them. */
static int stack_of(const struct omrt_fiber *f, uint64_t *pcs, int max) {
  if (f == omrt_cur) return walk(f, (uintptr_t)__builtin_frame_address(0), pcs, max);
  uintptr_t fp = ((const uintptr_t *)f->sp)[6];
  return fp >= (uintptr_t)f->sp ? walk(f, fp, pcs, max) : 0;
}

int omrt_end_stack(const struct omrt_fiber *f, uint64_t *pcs, int max) {
  uintptr_t fp = (uintptr_t)f->served;
  return f != omrt_cur && fp > (uintptr_t)f->sp ? walk(f, fp, pcs, max) : stack_of(f, pcs, max);
}

static void report_threads(void) {
  omrt_ended_report();
  for (struct omrt_fiber *f = omrt_all; f; f = f->all_next)
    omrt_thread_line(&(struct omrt_thread_known){f->id, f->parent, f->created, f->stack_lo, f->stack_hi},
                     waits[f->why]);
}

static void report_waits(bool running) {
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next) {
    if (f->done || (f->why == OMRT_WAIT_NOTHING && !running)) continue;
    uint64_t pcs[24];
    omrt_line_wait(f->id, waits[f->why], (uint64_t)f->why_obj, omrt_sync_holder(f->why, f->why_obj), pcs,
                   stack_of(f, pcs, 24));
  }
}

void omrt_end_loops(void) {
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next) {
    if (f->done || (f != omrt_cur && f->why != OMRT_WAIT_NOTHING && f->deadline == OMRT_NEVER)) continue;
    uint64_t pcs[24];
    omrt_line_loop(f->id, pcs, stack_of(f, pcs, 24));
  }
}

/* Executable mappings, from /proc/self/maps: "start-end perms offset dev inode path". */
static void report_line(char *line) {
  char *end = line;
  uint64_t v[3] = {0};
  int k = 0;
  for (; k < 2; k++) {
    for (; *end && *end != '-' && *end != ' '; end++)
      v[k] = v[k] * 16 + (uint64_t)(*end <= '9' ? *end - '0' : *end - 'a' + 10);
    if (*end) end++;
  }
  if (end[0] == 0 || end[2] != 'x') return;
  end += 5;
  for (; *end && *end != ' '; end++)
    v[2] = v[2] * 16 + (uint64_t)(*end <= '9' ? *end - '0' : *end - 'a' + 10);
  char *path = strchr(end, '/');
  if (path) omrt_line_map(v[0], v[1], v[2], path);
}

static void report_maps(void) {
  static char buf[8192];
  long fd = OMRT_SYS4(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
  size_t have = 0;
  for (long n; fd >= 0 && (n = OMRT_SYS3(SYS_read, fd, buf + have, sizeof buf - 1 - have)) > 0;) {
    have += (size_t)n;
    buf[have] = 0;
    char *line = buf, *nl;
    while ((nl = strchr(line, '\n'))) {
      *nl = 0;
      report_line(line);
      line = nl + 1;
    }
    have = (size_t)(buf + have - line);
    memmove(buf, line, have);
    if (have == sizeof buf - 1) have = 0; /* an absurd line */
  }
  if (fd >= 0) OMRT_SYS1(SYS_close, fd);
}

static void report(void) {
  omrt_line_counter("events", omrt_events);
  omrt_line_counter("opaque_calls", __omen_hot.opaque & ~OMEN_OPAQUE_DUE);
  omrt_syscall_report();
  omrt_sched_report();
  omrt_explore_report();
  omrt_invariant_report();
  omrt_defect_report();
  report_threads();
  omrt_sync_report();
  omrt_without_report();
  omrt_shadow_report();
  report_maps();
  omrt_library_report();
  omrt_sym_finish();
}

void omrt_end_now(int status) {
  omrt_out_flush(&omrt_outcome);
  for (;;) OMRT_SYS1(SYS_exit_group, status);
}

void omrt_end_exit(int status) {
  omrt_sym_exits(status);
  omrt_log_check_end();
  omrt_invariant_end();
  omrt_deadlock_report();
  omrt_line_end_exit(status & 255);
  report();
  omrt_log_finish();
  omrt_end_now(status);
}

void omrt_end_signal(int sig, struct omrt_fault at) {
  if (!omrt_on) return;
  omrt_invariant_settle();
  if (!omrt_mode.live) omrt_deadlock_report(); /* there, the signal is worse */
  omrt_on = false;
  uint64_t pcs[24];
  omrt_line_end_signal(sig, at.addr, at.pc);
  omrt_line_crash(omrt_cur->id, pcs, omrt_backtrace(at.pc ? at.frame : __builtin_frame_address(0), pcs, 24));
  report();
  omrt_log_finish();
  omrt_out_flush(&omrt_outcome);
}

/* The line that says how it ended is written. Running: who runs matters, too. */
static _Noreturn void end_stuck(bool running) {
  report_waits(running);
  report();
  omrt_log_finish();
  omrt_end_now(125);
}
void omrt_end_endless(enum omen_plan_known how) {
  omrt_deadlock_report();
  omrt_end_loops();
  omrt_line_end_endless(omen_plan_known_word(how));
  end_stuck(true);
}
void omrt_end_defect(void) {
  omrt_line_end_defect();
  end_stuck(false);
}
void omrt_end_region(void) {
  omrt_line_end_region();
  end_stuck(false);
}
void omrt_end_seen(void) {
  omrt_line_end_seen();
  end_stuck(false);
}
void omrt_end_limit(void) {
  omrt_log_mark('L', OMRT_ENDLESS_LIMIT);
  omrt_end_endless(OMEN_KNOWN_LIMIT);
}
void omrt_end_outside(void) {
  omrt_deadlock_report();
  omrt_line_end_outside();
  end_stuck(false);
}
void omrt_end_deadlock(void) {
  omrt_line_end_deadlock();
  end_stuck(false);
}
void omrt_end_cut(void) {
  omrt_invariant_settle();
  omrt_line_end_cut();
  report();
  omrt_log_finish();
  omrt_end_now(125);
}
