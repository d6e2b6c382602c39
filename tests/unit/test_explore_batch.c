/* Plans side by side (explore/batch.c): each result lies where its plan does, never more run at a time than
 * the budget allows, and a plan that dies, eats memory or cannot be started spoils no other. Processes are
 * played here. */
/* rooms: explore, quick */
#include "explore/explore_parts.h"
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static int fake_launch_start(const struct omen_launch *l, pid_t *pid, struct omen_err *err);
static char *fake_scratch_new(const struct omen_recording *r, bool in_recording, struct omen_err *err);
static void fake_scratch_free(char *dir);
static struct omen_checkpoints *fake_checkpoints_open(struct omen_explorer *x, struct omen_waiter w);
static struct omen_checkpoint *fake_checkpoint_at(struct omen_checkpoints *all, const struct omen_plan *plan,
                                                  struct omen_waiter w);
static int fake_checkpoint_run(struct omen_checkpoints *all, struct omen_checkpoint *at,
                               const struct omen_plan *plan, const int *files, int nfiles, pid_t *pid,
                               struct omen_waiter w);
#define omen_launch_start fake_launch_start
#define omen_scratch_new fake_scratch_new
#define omen_scratch_free fake_scratch_free
#define omen_checkpoints_open fake_checkpoints_open
#define omen_checkpoint_at fake_checkpoint_at
#define omen_checkpoint_run fake_checkpoint_run
#include "../../src/explore/batch.c"

/* ---- the processes ---- */

enum { PLANS = 12 };
enum how { WRITES, DIES, SILENT, REFUSES, EATS, GARBAGE };
static struct omen_plan plans[PLANS];
static enum how how[PLANS];
static bool forkable[PLANS];
static int started, refused_start; /* the start of that number, from 1, fails */
static unsigned most, now;         /* at a time */

/* What plan i leads to: its number as exit status, and on descriptor 1. */
static void write_outcome(int i, int outcome, int outputs) {
  dprintf(outcome, "end exit %d\n", i);
  char text[16];
  struct omen_rawout head = {.call = 1, .fd = 1, .thread = 1};
  head.len = (uint32_t)snprintf(text, sizeof text, "plan %d\n", i);
  if (write(outputs, &head, sizeof head) < 0 || write(outputs, text, head.len) < 0) _exit(9);
}

static _Noreturn void play(int i, int outcome, int outputs) {
  switch (how[i]) {
  case WRITES: write_outcome(i, outcome, outputs); _exit(0);
  case DIES: kill(getpid(), SIGKILL); break;
  case SILENT: _exit(7);
  case REFUSES: _exit(OMEN_EXIT_RUN_FAILED);
  case EATS:
    mmap(NULL, 256 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    pause();
    break;
  case GARBAGE:
    dprintf(outcome, "end exit 0\n");
    dprintf(outputs, "cut");
    _exit(0);
  }
  _exit(8);
}

static int number_of(const struct omen_plan *p) { return (int)(p - plans); }

static pid_t start_process(int i, int outcome, int outputs) {
  pid_t pid = fork();
  if (!pid) play(i, outcome, outputs);
  if (++now > most) most = now;
  return pid;
}

static int file_in(const char *dir, const char *name) {
  char *path = omen_format("%s/%s", dir, name);
  int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  free(path);
  return fd;
}

static int fake_launch_start(const struct omen_launch *l, pid_t *pid, struct omen_err *err) {
  if (++started == refused_start) return omen_fail(err, "no more processes");
  int i = number_of(l->plan), outcome = -1, outputs = -1;
  if (how[i] == WRITES || how[i] == GARBAGE)
    outcome = file_in(l->dir, "outcome.replay"), outputs = file_in(l->dir, "outputs");
  *pid = start_process(i, outcome, outputs);
  if (outcome >= 0) close(outcome), close(outputs);
  return *pid < 0 ? -1 : 0;
}

static char *fake_scratch_new(const struct omen_recording *r, bool in_recording, struct omen_err *err) {
  char *dir = omen_xstrdup("/tmp/omen-batch.XXXXXX");
  return mkdtemp(dir);
}
static void fake_scratch_free(char *dir) {
  char *command = omen_format("rm -rf '%s'", dir);
  if (system(command)) fail_msg("%s", command);
  free(command);
  free(dir);
  if (now) now--;
}

static struct omen_checkpoints *fake_checkpoints_open(struct omen_explorer *x, struct omen_waiter w) {
  return (void *)plans; /* never looked into */
}
static struct omen_checkpoint *fake_checkpoint_at(struct omen_checkpoints *all, const struct omen_plan *plan,
                                                  struct omen_waiter w) {
  w.wait(w.context, -1, 0.001); /* as the real one: runs that end meanwhile are taken in */
  return forkable[number_of(plan)] ? (void *)plan : NULL;
}
static int fake_checkpoint_run(struct omen_checkpoints *all, struct omen_checkpoint *at,
                               const struct omen_plan *plan, const int *files, int nfiles, pid_t *pid,
                               struct omen_waiter w) {
  *pid = start_process(number_of(plan), files[0], files[1]);
  return *pid < 0 ? -1 : 0;
}

/* ---- the tests ---- */

static struct omen_explorer explorer;
static struct omen_result results[PLANS];

static int fresh_start(void **state) {
  memset(how, 0, sizeof how);
  memset(forkable, 0, sizeof forkable);
  started = refused_start = 0;
  for (int i = 0; i < PLANS; i++) plans[i].leave.at = OMEN_LEAVE_RACE; /* elsewhere no checkpoint is of use */
  most = now = 0;
  explorer = (struct omen_explorer){.no_saved = true, .budget = {.jobs = 3, .memory = 512 << 20}};
  return 0;
}

static void run_all(bool fresh) {
  struct omen_err err = {0};
  if (omen_batch(&explorer, plans, PLANS, results, fresh, &err)) fail_msg("%s", err.msg);
}

static void is_right(int i) {
  const struct omen_result *r = &results[i];
  char text[16];
  snprintf(text, sizeof text, "plan %d\n", i);
  assert_int_equal(r->outcome.end, OMEN_END_EXIT);
  assert_int_equal(r->outcome.status, i);
  assert_int_equal(r->noutputs, 1);
  assert_int_equal(r->outputs[0].len, strlen(text));
  assert_memory_equal(r->outputs[0].data, text, strlen(text));
}
static void is_lost(int i, const char *why) {
  assert_int_equal(results[i].outcome.end, OMEN_END_LOST);
  assert_non_null(strstr(results[i].outcome.message, why));
  assert_int_equal(results[i].noutputs, 0);
}
static void release_all(void) {
  for (int i = 0; i < PLANS; i++) omen_result_release(&results[i]);
}

static void each_in_its_place(void **state) {
  run_all(true);
  for (int i = 0; i < PLANS; i++) is_right(i);
  assert_int_equal(explorer.did.fresh, PLANS);
  assert_int_equal(explorer.did.forked, 0);
  assert_in_range(most, 1, 3);
  release_all();
}

/* Forks of a checkpoint where there is one, fresh processes for the others. */
static void forks_and_fresh_ones(void **state) {
  for (int i = 0; i < PLANS; i += 2) forkable[i] = true;
  run_all(false);
  for (int i = 0; i < PLANS; i++) is_right(i);
  assert_int_equal(explorer.did.forked, PLANS / 2);
  assert_int_equal(explorer.did.fresh, PLANS / 2);
  release_all();
  explorer.did.forked = explorer.did.fresh = 0;
  run_all(true); /* for confirming: none is forked, checkpoint or not */
  assert_int_equal(explorer.did.forked, 0);
  release_all();
}

static void bad_ones_spoil_no_other(void **state) {
  how[1] = DIES;
  how[4] = SILENT;
  how[7] = GARBAGE;
  for (int i = 0; i < PLANS; i += 2) forkable[i] = true;
  run_all(false);
  is_lost(1, "killed by signal 9");
  is_lost(4, "status 7");
  is_lost(7, "");
  for (int i = 0; i < PLANS; i++)
    if (i != 1 && i != 4 && i != 7) is_right(i);
  release_all();
}

static void memory_is_limited(void **state) {
  how[2] = EATS;
  explorer.budget.memory = 32 << 20;
  run_all(true);
  is_lost(2, "too much memory");
  is_right(1);
  is_right(3);
  release_all();
}

/* No process can be started: with others under way it is tried again when one has ended; with none it is
 * over. */
static void starts_that_fail(void **state) {
  refused_start = 3;
  run_all(true);
  for (int i = 0; i < PLANS; i++) is_right(i);
  assert_int_equal(started, PLANS + 1);
  release_all();
  refused_start = 1;
  started = 0;
  struct omen_err err = {0};
  assert_int_equal(omen_batch(&explorer, plans, PLANS, results, true, &err), -1);
  assert_string_equal(err.msg, "no more processes");
}

/* The runtime itself gives up: all others would, too. */
static void refused(void **state) {
  how[0] = REFUSES;
  struct omen_err err = {0};
  assert_int_equal(omen_batch(&explorer, plans, PLANS, results, true, &err), -1);
  assert_string_equal(err.msg, "this recording cannot be explored");
}

static void deadline(void **state) {
  explorer.budget.deadline = omen_now() - 1;
  struct omen_err err = {0};
  assert_int_equal(omen_batch(&explorer, plans, PLANS, results, true, &err), -1);
  assert_true(explorer.over);
  assert_string_equal(err.msg, "the time for exploring is over");
}

/* ---- results ---- */

static void add_output(struct omen_buf *b, uint32_t fd, const char *text) {
  struct omen_rawout head = {.call = 1, .fd = fd, .len = (uint32_t)strlen(text)};
  omen_buf_add(b, &head, sizeof head);
  omen_buf_add(b, text, head.len);
}
static uint64_t hash_with(int status, const char *const *texts, const uint32_t *fds, int n) {
  struct omen_result r = {0};
  char line[32];
  omen_buf_add(&r.said, line, (size_t)snprintf(line, sizeof line, "end exit %d\n", status));
  for (int i = 0; i < n; i++) add_output(&r.bytes, fds[i], texts[i]);
  struct omen_err err = {0};
  if (omen_result_take(&r, &err)) fail_msg("%s", err.msg);
  uint64_t h = r.hash;
  omen_result_release(&r);
  return h;
}

/* Alike: how it ended and what each descriptor got; not how descriptors take turns, nor in how many writes.
 */
static void which_runs_are_alike(void **state) {
  uint64_t h = hash_with(0, (const char *[]){"one", "two"}, (uint32_t[]){1, 2}, 2);
  assert_true(h == hash_with(0, (const char *[]){"two", "one"}, (uint32_t[]){2, 1}, 2));
  assert_true(h == hash_with(0, (const char *[]){"o", "two", "ne"}, (uint32_t[]){1, 2, 1}, 3));
  assert_true(h != hash_with(1, (const char *[]){"one", "two"}, (uint32_t[]){1, 2}, 2));
  assert_true(h != hash_with(0, (const char *[]){"one", "two"}, (uint32_t[]){2, 1}, 2));
  assert_true(h != hash_with(0, (const char *[]){"eno", "two"}, (uint32_t[]){1, 2}, 2));
}

static void outputs_cut_anywhere(void **state) {
  struct omen_buf all = {0};
  add_output(&all, 1, "first");
  add_output(&all, 2, "");
  add_output(&all, 1, "third");
  size_t whole = sizeof(struct omen_rawout), ends[] = {0, whole + 5, 2 * whole + 5, 3 * whole + 10};
  for (size_t cut = 0; cut <= all.len; cut++) {
    struct omen_result r = {0};
    struct omen_err err = {0};
    omen_buf_add(&r.said, "end exit 0\n", 11);
    if (cut) omen_buf_add(&r.bytes, all.data, cut);
    bool complete = false;
    for (size_t i = 0; i < 4; i++) complete |= cut == ends[i];
    if (omen_result_take(&r, &err) != (complete ? 0 : -1)) fail_msg("cut after %zu bytes: %s", cut, err.msg);
    omen_result_release(&r);
  }
  omen_buf_release(&all);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(each_in_its_place, fresh_start),
      cmocka_unit_test_setup(forks_and_fresh_ones, fresh_start),
      cmocka_unit_test_setup(bad_ones_spoil_no_other, fresh_start),
      cmocka_unit_test_setup(memory_is_limited, fresh_start),
      cmocka_unit_test_setup(starts_that_fail, fresh_start),
      cmocka_unit_test_setup(refused, fresh_start),
      cmocka_unit_test_setup(deadline, fresh_start),
      cmocka_unit_test(which_runs_are_alike),
      cmocka_unit_test(outputs_cut_anywhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
