/* How a run ends (runtime/end.c): in which order everybody has a say, and that what is written is what the
 * command reads back as this end. Rooms above, the log and the kernel are played here. */
/* rooms: runtime, quick */
#include "record/outcome.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>
#include "../../src/runtime/end.c"

static char told[400]; /* who was asked, in order */
static struct omen_buf written;
static jmp_buf gone;
static int gone_with;

static void tell(const char *who) {
  strcat(told, who);
  strcat(told, " ");
}

/* ---- what the end stands on ---- */

struct omrt_out omrt_outcome;
bool omrt_on = true, omrt_invariants_on, omrt_weak_unsettled;
static struct omrt_fiber me;
struct omrt_fiber *omrt_cur = &me;
struct omrt_mode omrt_mode;

void omrt_out_write(struct omrt_out *o, const void *data, size_t n) { omen_buf_add(&written, data, n); }
void omrt_out_flush(struct omrt_out *o) { tell("flush"); }
int omrt_vfmt(char *out, size_t cap, const char *fmt, va_list ap) { return vsnprintf(out, cap, fmt, ap); }
void omrt_log_check_end(void) { tell("check"); }
void omrt_log_finish(void) { tell("finish"); }
void omrt_log_mark(char type, int arg) { tell("mark"); }
int omrt_backtrace(const void *frame, uint64_t *pcs, int max) {
  pcs[0] = 0x1234;
  return 1;
}
long omrt_sys(long nr, long a, long b, long c, long d, long e, long f) {
  if (nr == SYS_exit_group) {
    gone_with = (int)a;
    longjmp(gone, 1);
  }
  return syscall(nr, a, b, c, d, e, f);
}

static void up_exits(int status) { tell("exits"); }
static void up_ended(void) { tell("ended"); }
static void up_deadlocks(void) { tell("deadlocks"); }
static void up_waits(bool running) { tell(running ? "waits-and-runs" : "waits"); }
static void up_loops(void) { tell("loops"); }
static void up_report(void) { tell("report"); }
static void up_settle(void) { tell("settle"); }
const struct omrt_up omrt_up = {.exits = up_exits,
                                .ended = up_ended,
                                .deadlocks = up_deadlocks,
                                .waits = up_waits,
                                .loops = up_loops,
                                .report = up_report,
                                .settle = up_settle};

/* ---- the tests ---- */

static int start(void **state) {
  *told = 0;
  omen_buf_release(&written);
  gone_with = -1;
  omrt_on = true;
  omrt_invariants_on = false;
  omrt_mode.live = false;
  return 0;
}

static void check(const char *who, int status, enum omen_end end) {
  struct omen_outcome o = {0};
  struct omen_err err = {0};
  assert_string_equal(told, who);
  assert_int_equal(gone_with, status);
  if (omen_outcome_parse(&o, written.data, written.len, "outcome", &err)) fail_msg("%s", err.msg);
  assert_int_equal(o.end, end);
  omen_outcome_release(&o);
}

static void by_exit(void **state) {
  if (!setjmp(gone)) omrt_end_exit(256 + 3); /* the process ends with it; what is told is what others see */
  check("exits check ended deadlocks report finish flush ", 259, OMEN_END_EXIT);
  assert_non_null(strstr(written.data, "end exit 3\n"));
}

/* Returns, so that the signal can do its work. */
static void by_signal(void **state) {
  omrt_invariants_on = true;
  me.id = 2;
  omrt_end_signal(11, (struct omrt_fault){.addr = 8, .pc = 0x400, .frame = &me});
  check("settle deadlocks report finish flush ", -1, OMEN_END_SIGNAL);
  assert_false(omrt_on);
  *told = 0;
  omrt_end_signal(11, (struct omrt_fault){0}); /* once is enough */
  assert_string_equal(told, "");
}
static void by_signal_live(void **state) {
  omrt_mode.live = true;
  omrt_end_signal(6, (struct omrt_fault){0});
  check("report finish flush ", -1, OMEN_END_SIGNAL);
}

static void stuck(void **state) {
  static const struct {
    void (*how)(void);
    const char *who;
    enum omen_end end;
  } ends[] = {
      {omrt_end_deadlock, "waits report finish flush ", OMEN_END_DEADLOCK},
      {omrt_end_outside, "deadlocks waits report finish flush ", OMEN_END_OUTSIDE},
      {omrt_end_defect, "waits report finish flush ", OMEN_END_DEFECT},
      {omrt_end_region, "waits report finish flush ", OMEN_END_REGION},
      {omrt_end_seen, "waits report finish flush ", OMEN_END_SEEN},
      {omrt_end_limit, "mark deadlocks loops waits-and-runs report finish flush ", OMEN_END_ENDLESS},
      {omrt_end_cut, "report finish flush ", OMEN_END_CUT},
  };
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    start(state);
    if (!setjmp(gone)) ends[i].how();
    check(ends[i].who, 125, ends[i].end);
  }
}

/* Executable mappings of files, as the kernel has them; nothing else. */
static void maps(void **state) {
  omrt_end_maps();
  FILE *f = fopen("/proc/self/maps", "r");
  char line[4096], wanted[4200];
  int lines = 0, counted = 0;
  omen_buf_add(&written, "", 1);
  while (fgets(line, sizeof line, f)) {
    unsigned long lo, hi, offset;
    char prot[8], path[4000] = "";
    sscanf(line, "%lx-%lx %7s %lx %*s %*s %3999[^\n]", &lo, &hi, prot, &offset, path);
    if (prot[2] != 'x' || path[0] != '/') continue;
    snprintf(wanted, sizeof wanted, "map 0x%lx 0x%lx 0x%lx %s\n", lo, hi, offset, path);
    if (!strstr(written.data, wanted)) fail_msg("no %s in\n%s", wanted, written.data);
    lines++;
  }
  fclose(f);
  for (const char *p = written.data; (p = strstr(p, "map ")); p++) counted++;
  assert_int_equal(counted, lines);
  assert_true(lines > 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(by_exit, start),        cmocka_unit_test_setup(by_signal, start),
      cmocka_unit_test_setup(by_signal_live, start), cmocka_unit_test_setup(stuck, start),
      cmocka_unit_test_setup(maps, start),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
