/* Signals. The kernel only tells that one came (or that the program faulted); handlers run as ordinary calls
 * on a fiber's own stack, at scheduling points and when a wait is interrupted. So where a handler runs is
 * deterministic, a handler may leave by longjmp, and a thread's signal mask is our own business.
 *
 * What the program sends to itself (kill, tgkill, pthread_kill, raise, glibc's cancellation signal) never
 * reaches the kernel. What comes from outside is recorded where it was taken: marks 'I' and 'J' of the log.
 */
#include "base/passed_signal.h"
#include "runtime/end.h"
#include "runtime/log.h"
#include "runtime/memory/heap.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/shadow/hb.h"
#include "runtime/shadow/poison.h"
#include "runtime/syscall/signals.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>

#define BIT(sig) OMRT_SIGBIT(sig)
#define SA_RESTORER_FLAG 0x04000000
enum { SIGNALS = OMRT_SIGNALS };

static struct omrt_sigaction actions[SIGNALS + 1];
static struct omrt_sigqueue process; /* what any thread may take */
static bool timers;

#define FAULTS (BIT(SIGSEGV) | BIT(SIGBUS) | BIT(SIGFPE) | BIT(SIGILL) | BIT(SIGTRAP))
#define IGNORED_BY_DEFAULT (BIT(SIGCHLD) | BIT(SIGURG) | BIT(SIGWINCH) | BIT(SIGCONT))
#define STOPS (BIT(SIGSTOP) | BIT(SIGTSTP) | BIT(SIGTTIN) | BIT(SIGTTOU))

void omrt_signal_kernel_action(int sig, void *handler) {
  struct omrt_sigaction sa = {handler, SA_SIGINFO | SA_ONSTACK | SA_RESTORER_FLAG | SA_NODEFER,
                              (void *)omrt_restore_rt, 0};
  if (handler == (void *)SIG_DFL || handler == (void *)SIG_IGN) sa.flags = SA_RESTORER_FLAG;
  OMRT_SYS4(SYS_rt_sigaction, sig, &sa, 0, 8);
}

void omrt_signal_die(int sig) {
  omrt_signal_kernel_action(sig, (void *)SIG_DFL);
  uint64_t none = 0;
  OMRT_SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &none, 0, 8);
  OMRT_SYS2(SYS_kill, OMRT_SYS0(SYS_getpid), sig);
  for (;;) OMRT_SYS1(SYS_exit_group, 128 + sig);
}

struct omrt_sigaction *omrt_signal_action(int sig) { return &actions[sig]; }

/* ---- sending ---- */

static bool discards(int sig) {
  void *h = actions[sig].handler;
  return h == (void *)SIG_IGN || (h == (void *)SIG_DFL && (BIT(sig) & (IGNORED_BY_DEFAULT | STOPS)));
}

static void nudge(struct omrt_fiber *f) {
  if (f->cancellable && f->why != OMRT_WAIT_NOTHING) {
    f->interrupted = true;
    omrt_wake(f);
  }
}

static bool send_fiber(struct omrt_fiber *f, int sig, const struct omrt_siginfo *info, bool sent) {
  if (!f->sig) return true;
  if (discards(sig) && !((f->sig->mask | f->sig->wanted) & BIT(sig))) return true;
  if (!omrt_sigqueue_put(&f->sig->queue, sig, info, sent)) return false;
  omrt_signalfd_settle();
  if ((~f->sig->mask | f->sig->wanted) & BIT(sig)) nudge(f);
  return true;
}

static bool send_process(int sig, const struct omrt_siginfo *info, bool sent) {
  bool blocked_somewhere = false;
  struct omrt_fiber *taker = NULL;
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next) {
    if (f->done) continue;
    if (f->sig->wanted & BIT(sig)) {
      taker = f;
      break;
    }
    if (f->sig->mask & BIT(sig))
      blocked_somewhere = true;
    else if (!taker)
      taker = f;
  }
  if (!taker && !blocked_somewhere) return true;
  if (taker && !(taker->sig->wanted & BIT(sig)) && discards(sig)) return true;
  if (!omrt_sigqueue_put(&process, sig, info, sent)) return false;
  omrt_signalfd_settle();
  if (taker) nudge(taker);
  return true;
}

void omrt_signal_send(int sig, const struct omrt_siginfo *info) {
  struct omrt_fiber *to;
  if (!omrt_timer_target(info, &to))
    send_process(sig, info, false);
  else if (to)
    send_fiber(to, sig, info, false);
}

static int64_t check_target(int sig) { return sig < 0 || sig > SIGNALS ? -EINVAL : 0; }

static int64_t send_to_thread(int nr, const uint64_t a[6], int sig, const struct omrt_siginfo *info) {
  struct omrt_fiber *f = omrt_fiber_by_tid((int)a[1]);
  if (check_target(sig)) return -EINVAL;
  if ((int)a[0] != omrt_pid) return omrt_call_recorded(nr, a, "");
  if (!f) return -ESRCH;
  return !sig || send_fiber(f, sig, info, true) ? 0 : -EAGAIN;
}
static int64_t send_to_process(int nr, const uint64_t a[6], int sig, const struct omrt_siginfo *info) {
  if (check_target(sig)) return -EINVAL;
  if ((int)a[0] != omrt_pid && a[0] != 0) return omrt_call_recorded(nr, a, "");
  return !sig || send_process(sig, info, true) ? 0 : -EAGAIN;
}

OMRT_CALL(tgkill) {
  struct omrt_siginfo info = omrt_siginfo_sent(SI_TKILL);
  return send_to_thread(nr, a, (int)a[2], &info);
}
OMRT_CALL(tkill) {
  const uint64_t b[6] = {(uint64_t)omrt_pid, a[0], a[1]};
  return omrt_call_tgkill(SYS_tgkill, b, frame);
}
OMRT_CALL(kill) {
  struct omrt_siginfo info = omrt_siginfo_sent(SI_USER);
  return send_to_process(nr, a, (int)a[1], &info);
}

/* With a value of the sender's (sigqueue, pthread_sigqueue). */
static bool take_info(uint64_t at, struct omrt_siginfo *info) {
  if (!omrt_page_readable(at) || !omrt_page_readable(at + sizeof(siginfo_t) - 1)) return false;
  *info = omrt_siginfo_of((const void *)at);
  return true;
}
OMRT_CALL(sigqueueinfo) {
  struct omrt_siginfo info;
  return take_info(a[2], &info) ? send_to_process(nr, a, (int)a[1], &info) : -EFAULT;
}
OMRT_CALL(tgsigqueueinfo) {
  struct omrt_siginfo info;
  return take_info(a[3], &info) ? send_to_thread(nr, a, (int)a[2], &info) : -EFAULT;
}

/* ---- taking ---- */

static uint64_t pending_on(const struct omrt_fiber *f) { return f->sig->queue.pending | process.pending; }
static uint64_t deliverable(const struct omrt_fiber *f) { return f->sig ? pending_on(f) & ~f->sig->mask : 0; }

uint64_t omrt_signal_pending(void) { return pending_on(omrt_cur); }
uint64_t omrt_signal_pending_any(void) {
  uint64_t any = process.pending;
  for (const struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (!f->done && f->sig) any |= f->sig->queue.pending;
  return any;
}

bool omrt_signal_deliverable(struct omrt_fiber *f) { return deliverable(f) != 0; }
bool omrt_signal_timers(void) { return timers; }
bool omrt_signal_handled(void) {
  for (int i = 1; i <= SIGNALS; i++) /* 32 and 33 are glibc's own, SIGSYS is ours */
    if (i != 32 && i != 33 && i != SIGSYS && (uintptr_t)actions[i].handler > 1) return true;
  return false;
}
bool omrt_signal_sendable(void) {
  const uint64_t own = BIT(32) | BIT(33) | BIT(SIGSYS) | BIT(SIGSEGV) | BIT(SIGBUS) | BIT(SIGFPE) |
                       BIT(SIGILL) | BIT(SIGTRAP) | BIT(SIGABRT) | BIT(SIGPIPE);
  for (int i = 1; i <= SIGNALS; i++)
    if (!(own & BIT(i)) && (uintptr_t)actions[i].handler > 1) return true;
  return false;
}
bool omrt_signal_expected(void) { return timers && !omrt_mode.world; }

static void log_info(struct omrt_siginfo *info) {
  for (size_t i = 0; i < sizeof info->part / sizeof info->part[0]; i++) omrt_log_value(&info->part[i]);
}

bool omrt_signal_collect(bool idle) {
  char type = idle ? 'J' : 'I';
  bool any = false;
  struct omrt_siginfo info = {0};
  if (omrt_mode.world) return false;
  if (omrt_mode.by_log) {
    for (int sig; (sig = omrt_log_due(type)) >= 0; any = true) {
      log_info(&info);
      if (sig > 0 && sig <= SIGNALS) omrt_signal_send(sig, &info);
    }
    return any;
  }
  for (int sig; omrt_signal_noted(&sig, &info); any = true) {
    omrt_log_mark(type, sig);
    log_info(&info);
    omrt_signal_send(sig, &info);
  }
  return any;
}

/* An exploration in which nothing else can happen: what the recorded run was sent comes now. */
static const uint8_t *recorded_at;
static int next_recorded(const uint8_t **at, struct omrt_siginfo *info) {
  if (!*at) *at = omrt_log_left();
  int sig = omrt_log_step_signal(at, info->part);
  while (sig == SIGALRM && omrt_of_contained())
    sig = omrt_log_step_signal(at, info->part); /* it has alarms of its own */
  return sig > 0 && sig <= SIGNALS ? sig : 0;
}

bool omrt_signal_in_order(void) {
  struct omrt_siginfo info = {0};
  const uint8_t *at = recorded_at;
  int sig = next_recorded(&at, &info);
  if (!sig || !omrt_mode.world->signal_due(at)) return false;
  recorded_at = at;
  omrt_signal_send(sig, &info);
  return true;
}

bool omrt_signal_from_recording(void) {
  struct omrt_siginfo info = {0};
  const uint8_t *at = recorded_at;
  if (omrt_signal_in_order()) return true;
  int sig = next_recorded(&at, &info);
  if (omrt_mode.world->release(sig ? at : NULL)) return true;
  if (!sig) return false;
  recorded_at = at;
  if (!discards(sig)) omrt_mode.world->released_signal();
  omrt_signal_send(sig, &info);
  return true;
}

bool omrt_signal_in_recording(void) {
  const uint8_t *at = recorded_at;
  struct omrt_siginfo info;
  int sig;
  do sig = next_recorded(&at, &info);
  while (sig && (uintptr_t)actions[sig].handler <= 1); /* SIGCHLD, say: of those nobody hears */
  return sig;
}

/* The current thread's own come first. Who takes one comes after who sent it. */
static int take(struct omrt_fiber *f, uint64_t from, struct omrt_siginfo *info) {
  int sig = __builtin_ctzll(from) + 1;
  omrt_sigqueue_take(f->sig->queue.pending & BIT(sig) ? &f->sig->queue : &process, sig, info);
  omrt_signalfd_settle();
  return sig;
}

int omrt_signal_take(uint64_t mask, struct omrt_siginfo *info) {
  uint64_t got = pending_on(omrt_cur) & mask;
  return got ? take(omrt_cur, got, info) : 0;
}

/* How numbers are rounded, and which exceptions were seen: as the kernel has it for handlers. x87 is touched
 * only if it must be: then it counts as in use (fiber.S). */
struct floats {
  uint32_t mxcsr;
  uint16_t x87;
};
static struct floats set_floats(struct floats to) {
  struct floats was;
  __asm__ volatile("stmxcsr %0\nfnstcw %1\nldmxcsr %2" : "=m"(was.mxcsr), "=m"(was.x87) : "m"(to.mxcsr));
  if (was.x87 != to.x87) __asm__ volatile("fldcw %0" : : "m"(to.x87));
  return was;
}

/* No frame is on the alternate stack any more: what frames left there as bad may be a block of the heap. Who
 * leaves a handler by longjmp and gives the memory back gives up the stack first, which comes here, too. */
static void alternate_left(const struct omrt_sigstate *s) {
  if (s->alt.ss_sp) omrt_unpoison((uint64_t)s->alt.ss_sp, s->alt.ss_size);
}

static void run_handler(struct omrt_fiber *f, int sig, const struct omrt_siginfo *told) {
  struct omrt_sigaction *sa = &actions[sig];
  siginfo_t info = omrt_siginfo_full(sig, told);
  static ucontext_t context; /* what a handler may look at; nothing is restored from it */
  uint64_t before = f->sig->mask;
  f->sig->mask |= sa->mask | (sa->flags & SA_NODEFER ? 0 : BIT(sig));
  memcpy(&context.uc_sigmask, &before, 8);
  void *h = sa->handler, *entry = f->entry;
  f->entry = NULL; /* the program runs on top of the call */
  if (sa->flags & SA_RESETHAND) sa->handler = (void *)SIG_DFL;
  struct floats floats = set_floats((struct floats){0x1f80, 0x37f});
  uint64_t other = omrt_signal_alternate(sa, (uint64_t)__builtin_frame_address(0));
  if (other) {
    omrt_call_on((void *)other, h, sig, &info, &context); /* one without SA_SIGINFO takes the first only */
    alternate_left(f->sig);
  } else if (sa->flags & SA_SIGINFO)
    ((void (*)(int, siginfo_t *, void *))h)(sig, &info, &context);
  else
    ((void (*)(int))h)(sig);
  set_floats(floats);
  f->entry = entry;
  f->sig->mask = before;
}

void omrt_interrupt_point(void) {
  struct omrt_fiber *f = omrt_cur;
  f->sig->restart = true;
  for (uint64_t due; (due = deliverable(f));) {
    struct omrt_siginfo info;
    int sig = take(f, due, &info);
    if (discards(sig)) continue;
    omrt_event(OMEN_EV_SIGNAL, NULL, (uint64_t)sig);
    if (actions[sig].handler == (void *)SIG_DFL) {
      omrt_end_signal(sig, (struct omrt_fault){0});
      omrt_signal_die(sig);
    }
    if (!(actions[sig].flags & SA_RESTART)) f->sig->restart = false;
    run_handler(f, sig, &info);
  }
}

bool omrt_signal_restart(void) {
  omrt_cur->sig->restart = true;
  omrt_interrupt_point();
  return omrt_cur->sig->restart;
}

/* ---- what the kernel tells ---- */

/* Would this signal, from outside, end the process? Then it does so at once, wherever the program is. */
static bool deadly(int sig) {
  if (actions[sig].handler != (void *)SIG_DFL || discards(sig)) return false;
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (!f->done && ((f->sig->mask | f->sig->wanted) & BIT(sig))) return false;
  return true;
}

/* One that the command passed on (base/passed_signal.h): the program learns who sent it. True: it has come
 * already, since the sender meant the whole process group. */
static bool came_already(int sig, siginfo_t *info) {
  static struct omen_last_signal last;
  struct timespec t = {0};
  OMRT_SYS2(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
  bool twin = omen_signal_is_twin(&last, sig, info, t.tv_sec * 1000000000ll + t.tv_nsec);
  if (omen_signal_passed(info)) info->si_code = SI_USER, info->si_value.sival_ptr = NULL;
  return twin;
}

static void on_signal(int sig, siginfo_t *info, void *context) {
  /* The limit of a contained run is no deed of the program's. */
  if (sig == SIGXCPU && omrt_on && !omrt_log_busy && omrt_of_contained() && !omrt_mode.live) omrt_end_limit();
  if (omrt_on && !omrt_log_busy && deadly(sig)) { /* busy: the next point takes it */
    if (!omrt_mode.by_log) omrt_log_mark('X', sig);
    omrt_end_signal(sig, (struct omrt_fault){0});
    omrt_signal_die(sig);
  }
  if (!came_already(sig, info)) omrt_signal_note(sig, info);
}

/* A replay of a run that was killed, behind its last event: what it does until then may take for ever where
 * code that is not instrumented waits for others. Nothing of it was recorded, so it can be ended anywhere; it
 * gets a while. */
static void on_deadline(int sig, siginfo_t *info, void *context) {
  if (!omrt_log_busy) omrt_log_end_if_killed();
}
void omrt_signal_deadline(void) {
  static const struct itimerval while_it_lasts = {.it_value = {3, 0}, .it_interval = {1, 0}};
  static bool armed;
  if (armed) return;
  armed = true;
  omrt_signal_kernel_action(SIGPROF, (void *)on_deadline);
  OMRT_SYS3(SYS_setitimer, ITIMER_PROF, &while_it_lasts, 0);
}

/* ---- the program's own calls ---- */

/* Its own: they touch nothing of the program. */
static bool of_libc(int sig) { return sig >= 32 && sig < SIGRTMIN; }

static uint64_t
    uncaught; /* ignored when the program began: the runtime hears of them once there is a handler */

OMRT_CALL(sigaction) {
  int sig = (int)a[0];
  if (sig < 1 || sig > SIGNALS || a[3] != 8) return -EINVAL;
  struct omrt_sigaction old = actions[sig], *set = (void *)a[1];
  if (set) {
    if (sig == SIGKILL || sig == SIGSTOP) return -EINVAL;
    actions[sig] = *set;
    if (!of_libc(sig) && set->handler != (void *)SIG_DFL && set->handler != (void *)SIG_IGN)
      omrt_hb_handler();
    if (BIT(sig) & STOPS)
      omrt_signal_kernel_action(sig, set->handler == (void *)SIG_DFL || set->handler == (void *)SIG_IGN
                                         ? set->handler
                                         : (void *)on_signal);
    if (uncaught & BIT(sig) && set->handler != (void *)SIG_DFL && set->handler != (void *)SIG_IGN) {
      uncaught &= ~BIT(sig);
      omrt_signal_kernel_action(sig, (void *)on_signal);
    }
  }
  if (a[2]) *(struct omrt_sigaction *)a[2] = old;
  return 0;
}

OMRT_CALL(sigprocmask) {
  struct omrt_sigstate *s = omrt_cur->sig;
  uint64_t old = s->mask;
  if (a[3] != 8) return -EINVAL;
  if (a[1]) {
    uint64_t set = *(uint64_t *)a[1];
    switch (a[0]) {
    case SIG_BLOCK: s->mask |= set; break;
    case SIG_UNBLOCK: s->mask &= ~set; break;
    case SIG_SETMASK: s->mask = set; break;
    default: return -EINVAL;
    }
    s->mask &= ~(BIT(SIGKILL) | BIT(SIGSTOP));
  }
  if (a[2]) *(uint64_t *)a[2] = old;
  return 0;
}

OMRT_CALL(sigaltstack) {
  struct omrt_sigstate *s = omrt_cur->sig;
  bool there = omrt_signal_on_alternate(frame->rsp);
  stack_t old = s->alt;
  old.ss_flags = !old.ss_sp ? SS_DISABLE : there ? SS_ONSTACK : 0;
  if (a[0] && there) return -EPERM;
  if (a[0]) {
    alternate_left(s);
    s->alt = *(stack_t *)a[0];
  }
  if (s->alt.ss_flags & SS_DISABLE) s->alt = (stack_t){.ss_flags = SS_DISABLE};
  if (a[1]) *(stack_t *)a[1] = old;
  return 0;
}

void omrt_signal_timer_set(void) { timers = true; }
OMRT_CALL(setitimer) {
  timers = true;
  return omrt_call_plain(nr, a);
}

/* ---- life ---- */

void omrt_signal_fiber(struct omrt_fiber *f, struct omrt_fiber *parent) {
  f->sig = omrt_alloc(sizeof *f->sig);
  if (parent) f->sig->mask = parent->sig->mask;
}

void omrt_signal_gone(struct omrt_fiber *f) {
  if (!f->sig) return;
  omrt_sigqueue_clear(&f->sig->queue);
  if (f->sig->room) omrt_signal_room_gone(f->sig->room);
  omrt_free(f->sig, sizeof *f->sig);
}

static bool ours(int sig) { return sig != SIGKILL && sig != SIGSTOP && sig != SIGSYS && !(BIT(sig) & STOPS); }

void omrt_signal_init(void) {
  for (int sig = 1; sig <= SIGNALS; sig++) {
    OMRT_SYS4(SYS_rt_sigaction, sig, 0, &actions[sig], 8);
    if (!ours(sig)) continue;
    /* Who runs us may have all of them ignored; libc waits for its own ones blocked, when they never are. */
    if (of_libc(sig)) actions[sig].handler = (void *)SIG_DFL;
    if (BIT(sig) & FAULTS)
      omrt_signal_kernel_action(sig, (void *)omrt_signal_fault);
    else if (actions[sig].handler != (void *)SIG_IGN && !(BIT(sig) & (IGNORED_BY_DEFAULT & ~BIT(SIGCHLD))))
      omrt_signal_kernel_action(sig, (void *)on_signal);
    else
      uncaught |= BIT(sig);
  }
  uint64_t none = 0, mask = 0;
  OMRT_SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &none, &mask, 8);
  omrt_signal_fiber(omrt_cur, NULL);
  omrt_cur->sig->mask = mask;
  OMRT_SYS2(SYS_prctl, PR_SET_TSC, PR_TSC_SIGSEGV);
}

void omrt_signal_leave(void) {
  for (int sig = 1; sig <= SIGNALS; sig++)
    if (sig != SIGKILL && sig != SIGSTOP) OMRT_SYS4(SYS_rt_sigaction, sig, &actions[sig], 0, 8);
  OMRT_SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &omrt_cur->sig->mask, 0, 8);
  OMRT_SYS2(SYS_prctl, PR_SET_TSC, PR_TSC_ENABLE);
}
