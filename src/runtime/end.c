/* How a run ends: see end.h. Writes the outcome file (record/outcome.def has its lines). */
#include "runtime/end.h"
#include "record/feeder_memory.h"
#include "runtime/fiber/fiber.h"
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/outcome_write.h"
#include "runtime/rt.h"
#include "runtime/upward.h"
#include <fcntl.h>
#include <string.h>
#include <sys/syscall.h>

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

void omrt_end_maps(void) {
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

static void outcome_complete(void) {
  omrt_out_flush(&omrt_outcome);
  if (omrt_mode.ended) omrt_mode.ended();
}

void omrt_end_now(int status) {
  outcome_complete();
  for (;;) OMRT_SYS1(SYS_exit_group, status);
}

bool omrt_fed;

static void finish(int status) {
  if (omrt_fed) omrt_up.fed(OMEN_FED_EXIT, status & 255);
  omrt_up.exits(status);
  omrt_log_check_end();
  omrt_up.ended();
  omrt_up.deadlocks();
  omrt_line_end_exit(status & 255);
  omrt_up.report();
  omrt_log_finish();
}

void omrt_end_exit(int status) {
  finish(status);
  omrt_end_now(status);
}

void omrt_end_replaced(void) {
  omrt_line_counter("replaced", 1);
  finish(0);
  outcome_complete();
}

void omrt_end_signal(int sig, struct omrt_fault at) {
  if (!omrt_on) return;
  if (omrt_fed) omrt_up.fed(OMEN_FED_SIGNAL, sig);
  omrt_settle();
  if (!omrt_mode.live) omrt_up.deadlocks(); /* there, the signal is worse */
  omrt_on = false;
  uint64_t pcs[24];
  omrt_line_end_signal(sig, at.addr, at.pc);
  omrt_line_crash(omrt_cur->id, pcs, omrt_backtrace(at.pc ? at.frame : __builtin_frame_address(0), pcs, 24));
  omrt_up.report();
  omrt_log_finish();
  outcome_complete();
}

/* The line that says how it ended is written. Running: who runs matters, too. */
static _Noreturn void end_stuck(bool running) {
  if (omrt_fed) omrt_up.fed(OMEN_FED_STUCK, 0);
  omrt_up.waits(running);
  omrt_up.report();
  omrt_log_finish();
  omrt_end_now(125);
}
void omrt_end_endless(enum omen_plan_known how) {
  omrt_up.deadlocks();
  omrt_up.loops();
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
  omrt_up.deadlocks();
  omrt_line_end_outside();
  end_stuck(false);
}
void omrt_end_deadlock(void) {
  omrt_line_end_deadlock();
  end_stuck(false);
}
void omrt_end_cut(void) {
  omrt_settle();
  omrt_line_end_cut();
  omrt_up.report();
  omrt_log_finish();
  omrt_end_now(125);
}
