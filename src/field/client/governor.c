/* The governor: which sites are on, and whether synchronisation is looked at, so that the budget is kept. It
 * adds up the helper's own CPU time, patches, hits and calls that were looked at, and compares with the CPU
 * time of the process: by the wall clock it would be wrong on a busy machine. The helper alone. */
#include "field/client/client.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* FIRST_US: so much is allowed before any CPU time was used: else a short program would never be looked at. A
 * part of it for each of the first threads, or each 5 ms of CPU time, so that the first thread does not use
 * up what would show it beside others. SAVED_US: budget of so much CPU time can be saved up: a program that
 * ran for hours must not be slow for seconds. */
enum { FIRST_US = 3000, FIRST_CPU_US = 5000, SAVED_US = 4000000, BURST = 64 };
/* While all is off: not before there is enough for a burst, as far as the CPU time since the last look tells.
 */
enum { LOOK_US = 50000, LOOK_SOON_US = 20000, LOOK_LATE_US = 3200000 }; /* that late a task may come */
/* A thread that blocks SIGTRAP is looked at again each half millisecond, so often; at the start more often:
 * the thread that waits for us may be one that libc makes. Refused, it is soon tried again, some times. */
enum { TRIES = 20, FIRST_TRIES = 200, TOLD_AT = 3, SOON_US = 5000, SOON_TIMES = 20 };
/* While sites are armed, too, since a thread may block it by means that are not seen (signal_calls.c): for so
 * much CPU time a look. */
enum { BURST_TRIES = 4, MASKS_US = 100 };
/* Synchronisation gets half of what is left each time; AGAIN_US: so often, and so long behind a burst. */
enum { AGAIN_US = 50000 };

static bool armed, started;
static unsigned refused;      /* times in succession, since a thread blocks SIGTRAP */
static uint64_t armed_for;    /* tasks */
static double started_us;     /* CPU time when we came */
static double set_up_us;      /* and what that took us */
static double lost_us;        /* budget that was saved up too long */
static double arm_us;         /* what it took to switch sites on: more, where there are many threads */
static double missing_us;     /* of a burst, while all is off */
static uint32_t parts_before; /* of what is allowed at the beginning */
static double masks_us;    /* what it took to look at all masks, less what looks since would have allowed */
static bool looking;       /* at synchronisation */
static uint64_t looked_us; /* when that began or ended */

static double max(double a, double b) { return a > b ? a : b; }
static double min(double a, double b) { return a < b ? a : b; }

static double clock_us(clockid_t which) {
  struct timespec t;
  return clock_gettime(which, &t) ? 0 : (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

double omenf_cpu_us(void) { return clock_us(CLOCK_PROCESS_CPUTIME_ID); }
double omenf_spent_us(void) {
  return (double)atomic_load(&omenf_spent_ns) / 1e3 + clock_us(CLOCK_THREAD_CPUTIME_ID);
}

static uint32_t first_parts(double cpu_us) {
  double parts = max(1, atomic_load(&omenf_threads_made)) + (cpu_us - started_us) / FIRST_CPU_US;
  return parts < OMENF_FIRST_THREADS ? (uint32_t)parts : OMENF_FIRST_THREADS;
}

/* Negative: more was spent than is allowed until now. */
static double left_us(void) {
  double cpu_us = omenf_cpu_us(), most = FIRST_US + omenf_budget * SAVED_US;
  double first = set_up_us + max(0, FIRST_US - set_up_us) * first_parts(cpu_us) / OMENF_FIRST_THREADS;
  double left = first + omenf_budget * cpu_us - omenf_spent_us() - lost_us;
  if (omenf_budget >= 1) return most;
  if (left > most) lost_us += left - most;
  return min(left, most);
}

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

/* A thread that waits at a site is in our handler, which blocks it, and comes to no other site. */
static bool any_blocks(void) {
  _Alignas(8) char names[4096];
  int fd = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  bool found = fd < 0;
  long n, self = syscall(SYS_gettid);
  while (!found && (n = syscall(SYS_getdents64, fd, names, sizeof names)) > 0)
    for (long at = 0; at < n && !found; at += ((struct entry *)(names + at))->length) {
      const char *name = ((struct entry *)(names + at))->name;
      long tid = strtol(name, NULL, 10);
      found = *name != '.' && tid != self && !omenf_waits(tid) && thread_blocks(name);
    }
  if (fd >= 0) close(fd);
  return found;
}

/* libc blocks all signals for a moment where it makes a thread, and runs no code of the program then. */
static bool stays_blocked(int tries) {
  for (int i = 0; i < tries && (!i || left_us() > 0); i++) {
    if (!any_blocks()) return false;
    _Atomic uint32_t never = 0;
    omenf_futex(&never, FUTEX_WAIT_PRIVATE, 0, 500);
  }
  return true;
}

static void arm_all(void) {
  double from = clock_us(CLOCK_THREAD_CPUTIME_ID);
  if (stays_blocked(started ? TRIES : FIRST_TRIES)) {
    if (++refused == TOLD_AT) omenf_results_note("not armed", "a thread blocks SIGTRAP");
    return;
  }
  refused = 0;
  omenf_arm_all();
  armed = true;
  armed_for = omenf_watched;
  arm_us = clock_us(CLOCK_THREAD_CPUTIME_ID) - from;
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
  double may = FIRST_US + t->budget * omenf_cpu_us(), spent = (double)t->spent_ns / 1e3;
  return t->budget > 0 && spent > (t->paused ? may / 2 : may);
}

/* Which tasks are looked at, and those whose order is wanted; later instances, where they were asked for, may
 * make threads wait again. */
static uint64_t look_through(void) {
  uint64_t watched = 0, wanted = 0;
  for (unsigned i = 0; i < omenf_tasks_n; i++) {
    struct omenf_task *t = &omenf_tasks[i];
    omenf_lock();
    if (t->all && t->context && !t->off) t->grants[0] = t->grants[1] = 1;
    bool over = omenf_pulse_us ? t->off : omenf_over(t), order = omenf_order_wanted(t);
    omenf_unlock();
    t->paused = is_paused(t);
    if (over || t->paused) continue;
    watched |= omenf_bit(i);
    if (order) wanted |= omenf_bit(i);
  }
  omenf_watched = watched;
  return wanted;
}

static void pulse(void) {
  omenf_shares_all();
  if (armed)
    disarm_all();
  else
    arm_all();
  atomic_store(&omenf_quota_ns, armed ? INT64_MAX : 0);
}

/* Less is not worth the switching. */
static double burst_us(void) { return max(BURST * (double)omenf_trap_ns / 1e3, 2 * arm_us); }

/* Sites on or off, as far as there is budget for them. */
static void switch_sites(double left) {
  uint32_t parts = first_parts(omenf_cpu_us());
  bool more = !armed || parts > parts_before;
  omenf_shares_rest();
  if (armed && (left <= 0 || !omenf_watched))
    disarm_all();
  else if (omenf_watched && (armed || left > burst_us())) {
    bool some = omenf_shares_give(left * 1e3, left > burst_us(), more);
    if (!armed || some || refused || omenf_watched & ~armed_for) arm_all();
    parts_before = parts;
  }
  if (armed) omenf_disarm_unwatched();
  armed_for &= omenf_watched;
}

/* Synchronisation is looked at for tasks whose order is wanted, also for a while when their sites are off:
 * the other thread may come to its access in the next burst. */
static void switch_looking(double left, uint64_t wanted) {
  uint64_t now = omenf_now_us();
  bool late = now - looked_us > AGAIN_US;
  if (looking && (!wanted || atomic_load(&omenf_sync_ns) <= 0 || (!armed && late))) {
    omenf_tokens_only(0);
    omenf_sync_look(looking = false);
    looked_us = now;
  } else if (armed && wanted && left > 0 && (looking ? late : late || !looked_us)) {
    atomic_store(&omenf_sync_ns, (int64_t)(left * 1e3 / 2));
    omenf_sync_look(looking = true);
    looked_us = now;
  }
  if (looking) omenf_tokens_only(wanted);
}

void omenf_govern(void) {
  uint64_t wanted = look_through();
  if (omenf_pulse_us) {
    pulse();
    return;
  }
  double left = left_us();
  switch_sites(left);
  switch_looking(left, wanted);
  if (armed && started) look_at_masks();
  missing_us = !armed && omenf_watched ? burst_us() - left : 0;
  atomic_store(&omenf_quota_ns, armed && left > 0 ? (int64_t)(left * 1e3) + 1 : 0);
}

/* What was spent until now is what it takes to start. */
void omenf_govern_first(void) {
  started_us = omenf_cpu_us();
  omenf_cost_measure();
  set_up_us = omenf_spent_us();
  omenf_govern();
  started = true;
}

void omenf_govern_last(void) {
  if (armed) disarm_all();
  omenf_tokens_only(0);
  omenf_sync_look(looking = false);
}

bool omenf_armed(void) { return armed; }

/* Looking costs, too, and a program that is idle has no budget for it: then it is looked at ever more seldom.
 */
static double starved_us(void) {
  static double last_us, last_cpu_us, before_us;
  double now = (double)omenf_now_us(), cpu_us = omenf_cpu_us();
  double rate = last_us > 0 ? (cpu_us - last_cpu_us) / max(1, now - last_us) : 1;
  double wait = missing_us / max(omenf_budget * rate, 1e-9);
  wait = min(max(wait, LOOK_SOON_US), max(2 * before_us, LOOK_US));
  last_us = now;
  last_cpu_us = cpu_us;
  before_us = min(wait, LOOK_LATE_US);
  return before_us;
}

uint64_t omenf_govern_again_us(void) {
  if (omenf_pulse_us) return omenf_pulse_us;
  if (armed || looking) return LOOK_US;
  if (missing_us > 0) return (uint64_t)starved_us();
  return refused && refused < SOON_TIMES ? SOON_US : LOOK_US * 4;
}
