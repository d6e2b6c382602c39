/* How a run ends: see end.h. Writes the outcome file (record/config.h has its lines). */
#include "runtime/end.h"
#include "runtime/abi.h"
#include "runtime/defect.h"
#include "runtime/explore/explore.h"
#include "runtime/invariant/invariant.h"
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/syscall/syscall.h"
#include "runtime/sched/gone.h"
#include "runtime/sched/internal.h"
#include "runtime/shadow/hb.h"
#include "runtime/sync/deadlock.h"
#include "runtime/sync/sync.h"
#include "runtime/sync/without.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/syscall/library.h"
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>

void omen_sched_report(void);

static const char *const waits[] = {
#define X(symbol, text) text,
    OMEN_WAITS(X)
#undef X
};

static int walk(const struct omen_fiber *f, uintptr_t from, uint64_t *pcs, int max) {
  uintptr_t lo = from;
  const uintptr_t *fp = (const uintptr_t *)from;
  int n = 0;
  while (n < max && omen_frame_fits((uintptr_t)fp, lo, f->stack_hi) && fp[1] > 4096) {
    pcs[n++] = fp[1];
    if (n < max && (pcs[n] = omen_hidden_caller(fp, fp[1], f->stack_hi))) n++;
    lo = (uintptr_t)fp + 16;
    fp = (const uintptr_t *)fp[0];
  }
  return n;
}

/* Where a fiber stands that is not running: its saved registers lie at sp, rbp the last of them. */
static int stack_of(const struct omen_fiber *f, uint64_t *pcs, int max) {
  if (f == omen_cur) return walk(f, (uintptr_t)__builtin_frame_address(0), pcs, max);
  uintptr_t fp = ((const uintptr_t *)f->sp)[6];
  return fp >= (uintptr_t)f->sp ? walk(f, fp, pcs, max) : 0;
}

int omen_end_stack(const struct omen_fiber *f, uint64_t *pcs, int max) {
  uintptr_t fp = (uintptr_t)f->served;
  return f != omen_cur && fp > (uintptr_t)f->sp ? walk(f, fp, pcs, max) : stack_of(f, pcs, max);
}

static void report_threads(void) {
  omen_gone_report();
  for (struct omen_fiber *f = omen_all; f; f = f->all_next)
    omen_thread_line(&(struct omen_thread_known){f->id, f->parent, f->created, f->stack_lo, f->stack_hi},
                     waits[f->why]);
}

static void report_waits(bool running) {
  for (struct omen_fiber *f = omen_alive; f; f = f->alive_next) {
    if (f->done || (f->why == OMEN_WAIT_NOTHING && !running)) continue;
    uint64_t pcs[24];
    omen_out_printf(&omen_outcome, "wait %d %s 0x%lx %d", f->id, waits[f->why], (uint64_t)f->why_obj,
                    omen_sync_holder(f->why, f->why_obj));
    omen_out_pcs(&omen_outcome, pcs, stack_of(f, pcs, 24));
  }
}

void omen_end_loops(void) {
  for (struct omen_fiber *f = omen_alive; f; f = f->alive_next) {
    if (f->done || (f != omen_cur && f->why != OMEN_WAIT_NOTHING && f->deadline == OMEN_NEVER)) continue;
    uint64_t pcs[24];
    omen_out_printf(&omen_outcome, "loop %d", f->id);
    omen_out_pcs(&omen_outcome, pcs, stack_of(f, pcs, 24));
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
  if (path) omen_out_printf(&omen_outcome, "map 0x%lx 0x%lx 0x%lx %s\n", v[0], v[1], v[2], path);
}

static void report_maps(void) {
  static char buf[8192];
  long fd = OMEN_SYS4(SYS_openat, AT_FDCWD, "/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
  size_t have = 0;
  for (long n; fd >= 0 && (n = OMEN_SYS3(SYS_read, fd, buf + have, sizeof buf - 1 - have)) > 0;) {
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
  if (fd >= 0) OMEN_SYS1(SYS_close, fd);
}

static void report(void) {
  omen_out_printf(&omen_outcome, "counter events %lu\ncounter opaque_calls %lu\n", omen_events,
                  __omen_hot.opaque & ~OMEN_OPAQUE_DUE);
  omen_syscall_report();
  omen_sched_report();
  omen_explore_report();
  omen_invariant_report();
  omen_defect_report();
  report_threads();
  omen_sync_report();
  omen_without_report();
  omen_shadow_report();
  report_maps();
  omen_library_report();
  omen_sym_finish();
}

void omen_end_now(int status) {
  omen_out_flush(&omen_outcome);
  for (;;) OMEN_SYS1(SYS_exit_group, status);
}

void omen_end_exit(int status) {
  omen_sym_exits(status);
  omen_log_check_end();
  omen_invariant_end();
  omen_deadlock_report();
  omen_out_printf(&omen_outcome, "end exit %d\n", status & 255);
  report();
  omen_log_finish();
  omen_end_now(status);
}

void omen_end_signal(int sig, struct omen_fault at) {
  if (!omen_on) return;
  omen_invariant_settle();
  if (!omen_exploring) omen_deadlock_report(); /* there, the signal is worse */
  omen_on = false;
  uint64_t pcs[24];
  omen_out_printf(&omen_outcome, "end signal %d 0x%lx 0x%lx\n", sig, at.addr, at.pc);
  omen_out_printf(&omen_outcome, "crash %d", omen_cur->id);
  omen_out_pcs(&omen_outcome, pcs, omen_backtrace(at.pc ? at.frame : __builtin_frame_address(0), pcs, 24));
  report();
  omen_log_finish();
  omen_out_flush(&omen_outcome);
}

static _Noreturn void end_stuck(const char *how) {
  omen_out_printf(&omen_outcome, "end %s\n", how);
  report_waits(how[0] == 'e'); /* endless: who runs is what matters */
  report();
  omen_log_finish();
  omen_end_now(125);
}
void omen_end_endless(const char *how) {
  char text[32];
  omen_deadlock_report();
  omen_fmt(text, sizeof text, "endless %s", how);
  omen_end_loops();
  end_stuck(text);
}
void omen_end_defect(void) { end_stuck("defect"); }
void omen_end_region(void) { end_stuck("region"); }
void omen_end_seen(void) { end_stuck("seen"); }
void omen_end_outside(void) {
  omen_deadlock_report();
  end_stuck("outside");
}
void omen_end_deadlock(void) { end_stuck("deadlock"); }
void omen_end_cut(void) {
  omen_invariant_settle();
  omen_out_printf(&omen_outcome, "end cut\n");
  report();
  omen_log_finish();
  omen_end_now(125);
}
