/* The one thread of ours: has sites switched on and off (governor.c), writes results.
 *
 * It has descriptors of its own, so that the program's are never touched, and no signal is ever
 * delivered to it. */
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

enum { LOOK_SELDOM_US = 1000000, READY_US = 500000, STACK = 256 << 10 };

static _Atomic uint32_t ready, ending, ended;
static uint32_t stacks_told;
const char *omenf_retired_why;

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
  if (can) omenf_govern_first();
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
      omenf_futex(&omenf_helper_word, FUTEX_WAIT_PRIVATE, 0, can ? omenf_govern_again_us() : LOOK_SELDOM_US);
    if (can) omenf_govern();
    if (omenf_pulse_us && omenf_armed()) continue; /* the lock is busy then */
    omenf_results_write(false);
    if (omenf_agent_tasks(false) && can) omenf_govern();
    if (stacks_told != omenf_stacks_wanted) omenf_report_all(stacks_told = omenf_stacks_wanted);
    omenf_agent_status((uint64_t)omenf_cpu_us(), (uint64_t)omenf_spent_us(), omenf_armed());
  }
  if (can) omenf_govern_last();
  if (omenf_retired_why) omenf_results_note("retired", omenf_retired_why);
  char text[64];
  snprintf(text, sizeof text, "%llu, %llu by jumps", (unsigned long long)omenf_patches,
           (unsigned long long)omenf_jumps);
  omenf_results_note("patches", text);
  omenf_results_write(true);
  omenf_results_end(atomic_load(&omenf_exit_status), (uint64_t)omenf_cpu_us(), (uint64_t)omenf_spent_us());
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
  atomic_store(&omenf_helper_word, 1);
  omenf_futex(&omenf_helper_word, FUTEX_WAKE_PRIVATE, 1, 0);
  return wait_until(&ended, us);
}
