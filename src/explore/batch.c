/* Running plans side by side: starts as many as the budget allows, looks after them, takes in what they
 * wrote.
 *
 * Every process under way is a child of this one, whoever forked it, and is killed by the kernel when this
 * one dies. A plan that outgrows its memory or stands still is killed (the kernel looks after its
 * processor time); one that is gone without an
 * outcome is a result all the same (OMEN_END_LOST), so that no plan can spoil the others. */
#include "base/interrupt.h"
#include "explore/elapsed.h"
#include "record/rawout.h"
#include "explore/explore_parts.h"
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xxhash.h>

enum { LOOK_MS = 20, IDLE_SECONDS = 15, MAX_JOBS = 256, FILES = 3 };

struct run {
  const struct omen_plan *plan;
  struct omen_result *out;
  pid_t pid;
  int pidfd;
  int files[FILES]; /* outcome, outputs and, if wished for, `symbolic` of a fork; else -1 */
  char *scratch;    /* of a fresh process, which has them there */
  struct omen_pulse pulse;
  uint64_t memory;     /* at most this much may be resident */
  const char *stopped; /* why we killed it */
};

struct batch {
  struct omen_explorer *x;
  bool fresh, refused;
  unsigned jobs;
  uint64_t memory;
  struct run *run;
  size_t n;
};

/* ---- processes ---- */

bool omen_memfds(int *files, int n) {
  bool all = true;
  for (int i = 0; i < n; i++) all &= (files[i] = memfd_create("omen-run", MFD_CLOEXEC)) >= 0;
  return all;
}

int omen_process_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

static void reap(pid_t pid, siginfo_t *how) {
  while (waitid(P_PID, (id_t)pid, how, WEXITED) && errno == EINTR) continue;
}

void omen_process_end(pid_t pid, int pidfd) {
  siginfo_t how;
  kill(pid, SIGKILL); /* it is not reaped yet, so the number is still its own */
  reap(pid, &how);
  if (pidfd >= 0) close(pidfd);
}

uint64_t omen_process_resident(pid_t pid) {
  char path[64];
  unsigned long all = 0, in_use = 0;
  snprintf(path, sizeof path, "/proc/%d/statm", (int)pid);
  FILE *f = fopen(path, "re");
  if (!f) return 0;
  if (fscanf(f, "%lu %lu", &all, &in_use) != 2) in_use = 0;
  fclose(f);
  return (uint64_t)in_use * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Its state and the processor time that it used, in ticks. */
static char state_of(pid_t pid, uint64_t *used) {
  char path[64], line[1024], state = 'X';
  unsigned long user = 0, kernel = 0;
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  FILE *f = fopen(path, "re");
  const char *after = f && fgets(line, sizeof line, f) ? strrchr(line, ')') : NULL;
  if (f) fclose(f);
  if (after) sscanf(after + 1, " %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &state, &user, &kernel);
  *used = user + kernel;
  return state;
}

/* Whoever is ready to run is alive, however long it has to wait for its turn on a busy machine. */
bool omen_process_alive(pid_t pid, struct omen_pulse *p) {
  double now = omen_now();
  if (now - p->looked < 1) return true;
  uint64_t used;
  char state = state_of(pid, &used);
  if (!p->since || state == 'R' || state == 'D' || used != p->used) p->since = now;
  p->looked = now;
  p->used = used;
  return now - p->since < IDLE_SECONDS;
}

/* ---- what a run left ---- */

static int cut_short(struct omen_err *err) {
  return omen_fail(err, "the outputs of an exploration are cut short");
}

static int split_outputs(struct omen_result *r, struct omen_err *err) {
  struct omen_rawout head;
  for (size_t at = 0; at < r->bytes.len; at += sizeof head + head.len) {
    if (r->bytes.len - at < sizeof head) return cut_short(err);
    memcpy(&head, r->bytes.data + at, sizeof head);
    if (head.len > r->bytes.len - at - sizeof head) return cut_short(err);
    OMEN_GROW(r->outputs, r->noutputs, r->coutputs);
    struct omen_output *o = &r->outputs[r->noutputs++];
    *o = (struct omen_output){head.call, head.fd, head.thread, {0}, r->bytes.data + at + sizeof head,
                              head.len};
    memcpy(o->pcs, head.pcs, sizeof o->pcs);
  }
  return 0;
}

/* Two runs are alike when each descriptor got the same bytes and they ended the same way: how descriptors
 * take turns is the schedule's doing, not the program's output. */
static uint64_t hash_of(const struct omen_result *r) {
  uint64_t h = (uint64_t)r->outcome.end * 1000003 + (uint64_t)r->outcome.status;
  uint64_t seen[16] = {0};
  for (size_t i = 0; i < r->noutputs; i++) {
    uint32_t slot = r->outputs[i].fd % 16;
    for (size_t k = 0; k < r->outputs[i].len; k++)
      seen[slot] = (seen[slot] ^ (uint8_t)r->outputs[i].data[k]) * 0x100000001b3ull;
  }
  return XXH3_64bits_withSeed(seen, sizeof seen, h);
}

int omen_result_take(struct omen_result *r, struct omen_err *err) {
  if (omen_outcome_parse(&r->outcome, r->said.data ? r->said.data : "", r->said.len, "outcome", err) ||
      split_outputs(r, err))
    return -1;
  r->hash = hash_of(r);
  return 0;
}

static int read_memory_file(int fd, struct omen_buf *out) {
  struct stat st;
  if (fd < 0) return 0;
  if (fstat(fd, &st)) return -1;
  if (!st.st_size) return 0;
  void *at = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (at == MAP_FAILED) return -1;
  omen_buf_add(out, at, (size_t)st.st_size);
  munmap(at, (size_t)st.st_size);
  return 0;
}

int omen_result_read(struct omen_result *r, const char *dir, struct omen_err *err) {
  char *outcome = omen_format("%s/outcome.replay", dir), *outputs = omen_format("%s/outputs", dir);
  char *symbolic = omen_format("%s/symbolic", dir);
  int result = omen_file_read(outcome, &r->said, err) || omen_file_read(outputs, &r->bytes, err) ? -1 : 0;
  if (!result && omen_file_exists(symbolic)) result = omen_file_read(symbolic, &r->symbolic, err);
  free(symbolic);
  free(outcome);
  free(outputs);
  return result ? result : omen_result_take(r, err);
}

static void lost(struct omen_result *r, const char *why, const siginfo_t *how) {
  omen_result_release(r);
  r->outcome.end = OMEN_END_LOST;
  r->outcome.crashed = -1;
  r->outcome.message =
      why ? omen_xstrdup(why)
      : how->si_code == CLD_EXITED
          ? omen_format("it ended with status %d, without a word", how->si_status)
          : omen_format("it was killed by signal %d (%s)", how->si_status, strsignal(how->si_status));
  r->hash = hash_of(r);
}

static void close_files(const int files[FILES]) {
  for (int i = 0; i < FILES; i++)
    if (files[i] >= 0) close(files[i]);
}

static void finish(struct batch *b, size_t i) {
  struct run *r = &b->run[i];
  siginfo_t how = {0};
  reap(r->pid, &how);
  *r->out = (struct omen_result){0};
  int bad = r->stopped ? -1
            : r->scratch
                ? omen_result_read(r->out, r->scratch, NULL)
                : read_memory_file(r->files[0], &r->out->said) ||
                      read_memory_file(r->files[1], &r->out->bytes) ||
                      read_memory_file(r->files[2], &r->out->symbolic) || omen_result_take(r->out, NULL);
  /* The runtime gave up before it began, and has said why: so would every other. */
  if (bad && r->scratch && !r->out->said.len && how.si_code == CLD_EXITED &&
      how.si_status == OMEN_EXIT_RUN_FAILED)
    b->refused = true;
  if (bad) lost(r->out, r->stopped, &how);
  close(r->pidfd);
  close_files(r->files);
  if (r->scratch) omen_scratch_free(r->scratch);
  *r = b->run[--b->n];
}

/* ---- looking after them ---- */

static void stop(struct run *r, const char *why) {
  if (r->stopped) return;
  r->stopped = why;
  kill(r->pid, SIGKILL);
}

static void check_limits(struct batch *b) {
  for (size_t i = 0; i < b->n; i++) {
    if (!omen_process_alive(b->run[i].pid, &b->run[i].pulse))
      stop(&b->run[i], "it waits for something that does not come");
    if (omen_process_resident(b->run[i].pid) > b->run[i].memory) stop(&b->run[i], "it took too much memory");
  }
}

/* Waits a moment for something to happen; true when fd (-1: none) can be read. Ended runs are taken in. */
static bool tend(struct batch *b, int fd, double seconds) {
  struct pollfd p[MAX_JOBS + 1];
  size_t n = b->n;
  for (size_t i = 0; i < n; i++) p[i] = (struct pollfd){.fd = b->run[i].pidfd, .events = POLLIN};
  p[n] = (struct pollfd){.fd = fd, .events = POLLIN};
  int ms = n && seconds * 1000 > LOOK_MS ? LOOK_MS : (int)(seconds * 1000) + 1;
  if (poll(p, n + 1, ms) < 0) return false;
  for (size_t i = n; i-- > 0;)
    if (p[i].revents) finish(b, i); /* the last takes its place, which was looked at already */
  static double looked;
  double now = omen_now();
  if (now - looked > LOOK_MS / 1000.0) {
    looked = now;
    check_limits(b);
  }
  return p[n].revents != 0;
}

static bool wait_for(void *context, int fd, double seconds) {
  const struct batch *b = context;
  double until = omen_now() + seconds, end = b->x->budget.deadline, left;
  if (end > 0 && end < until) until = end;
  left = until > omen_now() ? until - omen_now() : 0;
  do
    if (tend(context, fd, left)) return true;
  while ((left = until - omen_now()) > 0 && !omen_interrupted());
  return false;
}

/* ---- starting ---- */

static struct run *enter(struct batch *b, const struct omen_plan *plan, struct omen_result *out) {
  struct run *r = &b->run[b->n];
  *r = (struct run){.plan = plan, .out = out, .pidfd = -1, .files = {-1, -1, -1}};
  return r;
}

static int under_way(struct batch *b, uint64_t memory) {
  struct run *r = &b->run[b->n];
  r->pidfd = omen_process_open(r->pid);
  r->memory = memory;
  if (r->pidfd < 0) {
    omen_process_end(r->pid, -1);
    return -1;
  }
  b->n++;
  return 0;
}

/* For plans that leave the recording early. Those of free schedules leave at a few places, many at each; what
 * is to tell everything begins at the start. */
static struct omen_checkpoint *early_one(struct batch *b, const struct omen_plan *plan,
                                         struct omen_waiter w) {
  struct omen_checkpoints *all = b->x->checkpoints;
  if (plan->tell == OMEN_TELL_ALL) return omen_checkpoint_before(all, 0);
  return omen_plan_race(plan) ? omen_checkpoint_before(all, plan->leave.count)
                              : omen_checkpoint_leaving(all, plan, w);
}

/* From a checkpoint. -1: not possible, or not now. Whoever waits meanwhile may take in runs that ended, so
 * the place in the list is entered afterwards. */
static int start_fork(struct batch *b, const struct omen_plan *plan, struct omen_result *out) {
  struct omen_explorer *x = b->x;
  struct omen_waiter w = {wait_for, b, x->budget.deadline};
  bool early = plan->leave.at == OMEN_LEAVE_EVENT;
  if (b->fresh || x->no_checkpoints || (!early && plan->leave.at != OMEN_LEAVE_RACE))
    return -1; /* checkpoints are held at races, and one at the beginning */
  if (!x->checkpoints && !(x->checkpoints = omen_checkpoints_open(x, w))) x->no_checkpoints = true;
  struct omen_checkpoint *at = !x->checkpoints ? NULL
                               : early         ? early_one(b, plan, w)
                                               : omen_checkpoint_at(x->checkpoints, plan, w);
  if (!at) return -1;
  int files[FILES] = {-1, -1, -1}, n = x->symbolic ? FILES : 2;
  pid_t pid;
  if (omen_memfds(files, n) && !omen_checkpoint_run(x->checkpoints, at, plan, files, n, &pid, w)) {
    struct run *r = enter(b, plan, out);
    r->pid = pid;
    memcpy(r->files, files, sizeof files);
    if (!under_way(b, omen_process_resident(pid) + b->memory)) {
      x->did.forked++;
      return 0;
    }
  }
  close_files(files);
  return -1;
}

static int start_fresh(struct batch *b, const struct omen_plan *plan, struct omen_result *out,
                       struct omen_err *err) {
  struct omen_explorer *x = b->x;
  struct run *r = enter(b, plan, out);
  x->did.fresh++;
  if (!(r->scratch = omen_scratch_new(x->recording, false, err))) return -1;
  struct omen_launch l = {.recording = x->recording,
                          .mode = OMEN_MODE_REPLAY,
                          .flags = OMEN_FLAG_NO_OUTPUT | omen_explorer_flags(x),
                          .dir = r->scratch,
                          .watch = x->watch,
                          .watches = x->watches,
                          .known = x->known,
                          .nknown = x->nknown,
                          .plan = plan,
                          .restore = omen_explorer_saved(x, plan, false),
                          .live_seconds = x->budget.seconds,
                          .silent = true};
  x->did.resumed += l.restore > 0;
  /* How much memory the way to the race takes is not known: that comes on top. */
  int result = omen_launch_start(&l, &r->pid, err);
  if (!result && under_way(b, 2 * b->memory))
    result = omen_fail(err, "cannot watch a process: %s", strerror(errno));
  if (result) omen_scratch_free(r->scratch);
  return result;
}

static unsigned processors(void) {
  cpu_set_t set;
  int n = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
  return n < 1 ? 1 : (unsigned)n;
}

static void settle(struct batch *b) {
  const struct omen_budget *budget = &b->x->budget;
  b->jobs = budget->jobs ? budget->jobs : processors();
  if (b->jobs > MAX_JOBS) b->jobs = MAX_JOBS;
  uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
  b->memory = budget->memory ? budget->memory : machine / 2 / b->jobs;
  b->run = omen_xcalloc(b->jobs, sizeof *b->run);
}

/* When nothing new can be started it may be for want of processes or descriptors: then fewer run at a time.
 */
static int start(struct batch *b, const struct omen_plan *plan, struct omen_result *out,
                 struct omen_err *err) {
  for (;;) {
    if (!start_fork(b, plan, out) || !start_fresh(b, plan, out, err)) return 0;
    if (!b->n) return -1;
    for (size_t n = b->n; b->n == n;) tend(b, -1, 1);
  }
}

/* Half a batch would prove things that the other half disproves: past the deadline there is no result. */
static int in_time(struct batch *b, struct omen_err *err) {
  if (!omen_over(b->x->budget.deadline)) return 0;
  b->x->over = true;
  for (size_t i = 0; i < b->n; i++) stop(&b->run[i], "the time is over");
  return omen_fail(err, "the time for exploring is over");
}

/* They borrow the lists of those that are given. */
static struct omen_plan *with_outside(const struct omen_plan *plans, size_t n, enum omen_outside outside) {
  struct omen_plan *told = omen_xcalloc(n + 1, sizeof *told);
  for (size_t i = 0; i < n; i++) {
    told[i] = plans[i];
    told[i].tail.outside = outside;
  }
  return told;
}

int omen_batch(struct omen_explorer *x, const struct omen_plan *plans, size_t n, struct omen_result *out,
               bool fresh, struct omen_err *err) {
  struct batch b = {.x = x, .fresh = fresh};
  struct omen_plan *told = x->outside ? with_outside(plans, n, x->outside) : NULL;
  int result = 0;
  size_t next = 0;
  settle(&b);
  while (b.n || (next < n && !result)) {
    if (!result) result = in_time(&b, err);
    if (!result && b.refused) result = omen_fail(err, "this recording cannot be explored");
    while (!result && next < n && b.n < b.jobs) {
      result = start(&b, told ? &told[next] : &plans[next], &out[next], err);
      next += !result;
    }
    if (b.n) tend(&b, -1, 1);
  }
  if (!result && b.refused) result = omen_fail(err, "this recording cannot be explored");
  for (size_t i = 0; i < n && !result && x->elapsed.n && !x->unmasked; i++) {
    omen_elapsed_mask(&x->elapsed, &out[i]);
    out[i].hash = hash_of(&out[i]);
  }
  if (result)
    for (size_t i = 0; i < next; i++) omen_result_release(&out[i]);
  free(b.run);
  free(told);
  return result;
}
