/* When a replay is cut. Its processor time is counted by the timer of sched/preempt.c; the next event after
 * the time is over is the place. There the replay forks: the fork writes the checkpoint (write.c) while the
 * replay goes on. One checkpoint at a time, and so seldom that all of them together cost little: the more
 * memory, the longer the way to the next; and from a number of them on the distances double, as the command
 * keeps but so many (record/saved_checkpoints.c). */
#include "runtime/checkpoint/checkpoint.h"
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/upward.h"
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

enum {
  TICK_MS = 10,
  FIRST = 32,
  THEN = 16,
  SHARE = 40
}; /* SHARE: a checkpoint may cost a 40th of the way to it */

bool omrt_checkpoint_due;
struct omrt_context omrt_checkpoint_context;
static uint64_t every, ticks; /* in ticks; 0: never */
static bool sparing;          /* whoever asks for many a second gets them, whatever they cost */
static uint32_t made, until_doubled = FIRST;
static long writer; /* the fork that writes, 0: none */
static struct omrt_cut cut;
static struct omrt_out shown;

void omrt_checkpoint_start(void) {
  if (!(omrt_config->flags & OMEN_FLAG_CUT)) return;
  every = (omrt_config->cut_every + TICK_MS - 1) / TICK_MS;
  sparing = omrt_config->cut_every >= 1000;
  omrt_out_open(&shown, "shown");
  OMRT_SYS3(SYS_fcntl, OMEN_CUTTER_FD, 2 /* F_SETFD */, 1);
}

/* Recording: so often what was noted goes to disk, for the case that the process is killed. */
enum { FLUSH_TICKS = 10 };

void omrt_checkpoint_tick(void) {
  uint64_t often = omrt_config->mode == OMEN_MODE_RECORD ? FLUSH_TICKS : every;
  if (often && ++ticks >= often) omrt_checkpoint_due = true;
}

void omrt_checkpoint_never(void) { every = 0; }

void omrt_checkpoint_shown(int fd, const void *data, uint64_t len) {
  struct omen_saved_shown head = {(uint32_t)fd, (uint32_t)len};
  if (!shown.buf || !omrt_readable(data, len)) return;
  omrt_out_write(&shown, &head, sizeof head);
  omrt_out_write(&shown, data, len);
  cut.shown_hash = omen_saved_hash(omen_saved_hash(cut.shown_hash, &head, sizeof head), data, len);
  cut.shown += sizeof head + len;
}

/* Is the last one still being written? When it is done, what it cost says how far away the next may be. */
static bool writing(void) {
  struct rusage used = {0};
  if (!writer) return false;
  if (OMRT_SYS4(SYS_wait4, writer, 0, __WALL | (sparing ? WNOHANG : 0), &used) == 0) return true;
  uint64_t ms = (uint64_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000 +
                (uint64_t)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1000;
  if (sparing && every && every < ms * SHARE / TICK_MS) every = ms * SHARE / TICK_MS;
  writer = 0;
  return false;
}

/* No signal may reach the fork: it would act on it as the program does. */
static void fork_writer(void) {
  uint64_t all = ~0ull;
  OMRT_SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &all, &cut.mask, 8);
  omrt_out_flush(&shown);
  writer = OMRT_SYS6(SYS_clone, 0, 0, 0, 0, 0, 0);
  if (writer == 0) {
    long got = OMRT_SYS6(SYS_mmap, OMRT_SCRATCH, OMRT_SCRATCH_SIZE, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != (long)OMRT_SCRATCH)
      for (;;) OMRT_SYS1(SYS_exit_group, 1);
    omrt_on_stack((void *)(OMRT_SCRATCH + OMRT_SCRATCH_STACK), omrt_checkpoint_write, &cut);
  }
  if (writer < 0) writer = 0;
  OMRT_SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &cut.mask, 0, 8);
}

/* Behind the last event there is a timer (omrt_signal_deadline), and nothing to get to. */
void omrt_checkpoint_event(void) {
  omrt_checkpoint_due = false;
  omrt_log_flush();
  ticks = 0;
  if (!every || omrt_mode.live || omrt_log_next_event() < 0 || writing()) return;
  if (omrt_context_save(&omrt_checkpoint_context)) {
    shown = (struct omrt_out){.fd = -1};
    every = 0;
    writer = 0;
    omrt_checkpoint_resumed();
    return;
  }
  cut.number = made;
  fork_writer();
  if (++made == until_doubled) {
    until_doubled += THEN;
    every *= 2;
  }
}
