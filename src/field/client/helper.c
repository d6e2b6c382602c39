/* The one thread of ours: arms, disarms, keeps to the budget, writes results.
 *
 * It has descriptors of its own, so that the program's are never touched, and no signal is ever
 * delivered to it. Its costs count: the governor adds up its own CPU time, patches and hits, and compares
 * with the CPU time of the process. By the wall clock it would be wrong on a busy machine. */
#include "field/client/client.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* So much is allowed before any CPU time was used: else a short program would never be looked at. */
static const double first_us = 3000;
enum { LOOK_US = 50000, LOOK_SELDOM_US = 1000000, BURST = 64, READY_US = 500000 };
/* A thread that blocks SIGTRAP is looked at again each half millisecond, so often; at the start more often:
 * the thread that waits for us may be one that libc makes. Refused, it is soon tried again, some times. */
enum { TRIES = 20, FIRST_TRIES = 200, TOLD_AT = 3, SOON_US = 5000, SOON_TIMES = 20 };
/* While sites are armed, too, since a thread may block it by means that are not seen (signal_calls.c): for so
 * much CPU time a look. */
enum { BURST_TRIES = 4, MASKS_US = 100, STACK = 256 << 10 };
enum { STARVED_MOST = 4 }; /* 3.2 s: that late a task may come, or a question for stacks */

static _Atomic uint32_t ready, ending, ended;
static bool armed;
static unsigned refused;   /* times in succession, since a thread blocks SIGTRAP */
static uint64_t armed_for; /* tasks */
static uint32_t stacks_told;
static unsigned starved; /* looks in succession that found the budget used up */
static double masks_us;  /* what it took to look at all masks, less what looks since would have allowed */
const char *omenf_retired_why;

static double clock_us(clockid_t which) {
  struct timespec t;
  return clock_gettime(which, &t) ? 0 : (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void wake(void) {
  atomic_store(&omenf_helper_word, 1);
  omenf_futex(&omenf_helper_word, FUTEX_WAKE_PRIVATE, 1, 0);
}

/* --- the governor --- */

static double spent_us(void) {
  return (double)atomic_load(&omenf_spent_ns) / 1e3 + clock_us(CLOCK_THREAD_CPUTIME_ID);
}

static double allowed_us(void) { return first_us + omenf_budget * clock_us(CLOCK_PROCESS_CPUTIME_ID); }

/* Does a thread block SIGTRAP, by means that signals.c does not see? */
static bool thread_blocks(const char *task) {
  char path[64], text[4096];
  snprintf(path, sizeof path, "/proc/self/task/%.20s/status", task);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0) close(fd);
  if (n <= 0) return false;
  text[n] = 0;
  const char *line = strstr(text, "SigBlk:");
  return line && (strtoull(line + 7, NULL, 16) >> (SIGTRAP - 1) & 1);
}

struct entry {
  uint64_t inode;
  int64_t offset;
  unsigned short length;
  unsigned char type;
  char name[];
};

static bool any_blocks(void) {
  _Alignas(8) char names[4096];
  int fd = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  bool found = fd < 0;
  long n, self = syscall(SYS_gettid);
  while (!found && (n = syscall(SYS_getdents64, fd, names, sizeof names)) > 0)
    for (long at = 0; at < n && !found; at += ((struct entry *)(names + at))->length) {
      const char *name = ((struct entry *)(names + at))->name;
      found = *name != '.' && strtol(name, NULL, 10) != self && thread_blocks(name);
    }
  if (fd >= 0) close(fd);
  return found;
}

/* libc blocks all signals for a moment where it makes a thread, and runs no code of the program then. */
static bool stays_blocked(int tries) {
  for (int i = 0; i < tries && (!i || spent_us() < allowed_us()); i++) {
    if (!any_blocks()) return false;
    _Atomic uint32_t never = 0;
    omenf_futex(&never, FUTEX_WAIT_PRIVATE, 0, 500);
  }
  return true;
}

static void arm_all(void) {
  if (stays_blocked(atomic_load(&ready) ? TRIES : FIRST_TRIES)) {
    if (++refused == TOLD_AT) omenf_results_note("not armed", "a thread blocks SIGTRAP");
    return;
  }
  refused = 0;
  omenf_arm_all();
  armed = true;
  armed_for = omenf_watched;
}

static void disarm_all(void) {
  omenf_disarm_all();
  armed = false;
}

static void look_at_masks(void) {
  masks_us -= MASKS_US;
  if (masks_us > 0) return;
  double from = clock_us(CLOCK_THREAD_CPUTIME_ID);
  if (stays_blocked(BURST_TRIES)) {
    disarm_all();
    refused++;
  }
  masks_us = clock_us(CLOCK_THREAD_CPUTIME_ID) - from;
}

/* Beyond its own budget a task waits until half of it is free again. */
static bool is_paused(const struct omenf_task *t) {
  double may = first_us + t->budget * clock_us(CLOCK_PROCESS_CPUTIME_ID), spent = (double)t->spent_ns / 1e3;
  return t->budget > 0 && spent > (t->paused ? may / 2 : may);
}

/* Which tasks are looked at; later instances, where they were asked for, may make threads wait again. */
static void look_through(void) {
  uint64_t watched = 0;
  for (unsigned i = 0; i < omenf_tasks_n; i++) {
    struct omenf_task *t = &omenf_tasks[i];
    omenf_lock();
    if (t->all && t->context && !t->off) t->grants[0] = t->grants[1] = 1;
    bool over = omenf_pulse_us ? t->off : omenf_over(t);
    omenf_unlock();
    t->paused = is_paused(t);
    if (!over && !t->paused) watched |= (uint64_t)1 << i;
  }
  omenf_watched = watched;
}

static void pulse(void) {
  if (armed)
    disarm_all();
  else
    arm_all();
  atomic_store(&omenf_quota_ns, armed ? INT64_MAX : 0);
}

static void govern(void) {
  look_through();
  if (omenf_pulse_us) {
    pulse();
    return;
  }
  double left = allowed_us() - spent_us();
  if (armed && (left <= 0 || !omenf_watched))
    disarm_all();
  else if (armed ? omenf_watched & ~armed_for : left * 1e3 > BURST * OMENF_TRAP_NS && omenf_watched)
    arm_all();
  starved = !armed && left <= 0 && omenf_watched ? starved + 1 : 0;
  if (armed) omenf_disarm_unwatched();
  if (armed && atomic_load(&ready)) look_at_masks();
  armed_for &= omenf_watched;
  atomic_store(&omenf_quota_ns, armed && left > 0 ? (int64_t)(left * 1e3) + 1 : 0);
}

/* Looking costs, too, and a program that is idle has no budget for it: beyond its budget it is looked at ever
 * more seldom. */
static uint64_t look_us(bool can) {
  if (can && omenf_pulse_us) return omenf_pulse_us;
  if (armed) return LOOK_US;
  if (refused && refused < SOON_TIMES && !starved) return SOON_US;
  if (starved) return LOOK_US * 8 << (starved < STARVED_MOST ? starved - 1 : STARVED_MOST - 1);
  return can ? LOOK_US * 4 : LOOK_SELDOM_US;
}

/* --- the thread --- */

/* None of the program's may stay open here: what it closes would not be closed, and who reads the other end
 * would wait for ever. Before Linux 5.9 one by one. */
static bool own_descriptors(void) {
  if (!syscall(SYS_close_range, 0U, ~0U, 2U /* CLOSE_RANGE_UNSHARE */)) return true;
  struct rlimit most;
  if (errno != ENOSYS || getrlimit(RLIMIT_NOFILE, &most) || unshare(CLONE_FILES)) return false;
  for (rlim_t fd = 0; fd < most.rlim_max && fd < 1 << 20; fd++) close((int)fd);
  return true;
}

static void note_left_out(void) {
  char text[64];
  if (!omenf_tasks_left_out) return;
  snprintf(text, sizeof text, "%u, this process has %d others", omenf_tasks_left_out, OMENF_TASKS);
  omenf_results_note("tasks left out", text);
}

static void set_up(void) {
  if (!own_descriptors()) omenf_patch_why = "descriptors of its own are not to be had";
  omenf_results_open();
  omenf_sites_note();
  note_left_out();
  if (*omenf_agent_path && omenf_agent_open(omenf_agent_path)) omenf_agent_tasks(true);
  stacks_told = omenf_stacks_wanted;
  bool can = !omenf_patch_why && omenf_patch_ready();
  if (can) govern();
  if (!can || omenf_patch_why) omenf_results_note("cannot patch", omenf_patch_why);
  if (!can) atomic_store(&omenf_here.active, false);
}

static void *helper(void *unused) {
  (void)unused;
  omenf_started_us = omenf_now_us();
  set_up();
  atomic_store(&ready, 1);
  omenf_futex(&ready, FUTEX_WAKE_PRIVATE, 1, 0);
  bool can = atomic_load(&omenf_here.active);
  while (!atomic_load(&ending)) {
    if (!atomic_exchange(&omenf_helper_word, 0))
      omenf_futex(&omenf_helper_word, FUTEX_WAIT_PRIVATE, 0, look_us(can));
    if (can) govern();
    if (omenf_pulse_us && armed) continue; /* the lock is busy then */
    omenf_results_write(false);
    if (omenf_agent_tasks(false) && can) govern();
    if (stacks_told != omenf_stacks_wanted) omenf_report_all(stacks_told = omenf_stacks_wanted);
    omenf_agent_status((uint64_t)clock_us(CLOCK_PROCESS_CPUTIME_ID), (uint64_t)spent_us(), armed);
  }
  if (can && armed) disarm_all();
  if (omenf_retired_why) omenf_results_note("retired", omenf_retired_why);
  char text[64];
  snprintf(text, sizeof text, "%llu, %llu by jumps", (unsigned long long)omenf_patches,
           (unsigned long long)omenf_jumps);
  omenf_results_note("patches", text);
  omenf_results_write(true);
  omenf_results_end(atomic_load(&omenf_exit_status), (uint64_t)clock_us(CLOCK_PROCESS_CPUTIME_ID),
                    (uint64_t)spent_us());
  atomic_store(&ended, 1);
  omenf_futex(&ended, FUTEX_WAKE_PRIVATE, 1, 0);
  return NULL;
}

static bool wait_until(_Atomic uint32_t *word, uint64_t us) {
  uint64_t end = omenf_now_us() + us;
  for (uint64_t now; !atomic_load(word) && (now = omenf_now_us()) < end;)
    omenf_futex(word, FUTEX_WAIT_PRIVATE, 0, end - now);
  return atomic_load(word);
}

/* A small stack, since the program may have a limit; not where thread-local variables alone need more. */
bool omenf_helper_start(void) {
  sigset_t all, before;
  pthread_t t;
  pthread_attr_t a;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_init(&a);
  pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&a, STACK);
  bool made = !omenf_real_create(&t, &a, helper, NULL);
  size_t usual;
  pthread_attr_t other;
  if (!made && !pthread_getattr_default_np(&other)) {
    pthread_attr_getstacksize(&other, &usual);
    pthread_attr_destroy(&other);
    pthread_attr_setstacksize(&a, usual);
    made = !omenf_real_create(&t, &a, helper, NULL);
  }
  pthread_attr_destroy(&a);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (made) wait_until(&ready, READY_US);
  return made;
}

bool omenf_helper_end(uint64_t us) {
  atomic_store(&ending, 1);
  wake();
  return wait_until(&ended, us);
}
