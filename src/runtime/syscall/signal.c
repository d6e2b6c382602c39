/* Signals. The kernel only tells that one came (or that the program faulted); handlers run as ordinary calls
 * on a fiber's own stack, at scheduling points and when a wait is interrupted. So where a handler runs is
 * deterministic, a handler may leave by longjmp, and a thread's signal mask is our own business.
 *
 * What the program sends to itself (kill, tgkill, pthread_kill, raise, glibc's cancellation signal) never
 * reaches the kernel. What comes from outside is recorded where it was taken: marks 'I' and 'J' of the log.
 */
#include "runtime/end.h"
#include "runtime/explore/contained.h"
#include "runtime/explore/explore.h"
#include "runtime/log.h"
#include "runtime/memory/heap.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/shadow/hb.h"
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

#define BIT(sig) OMEN_SIGBIT(sig)
#define SA_RESTORER_FLAG 0x04000000
enum { SIGNALS = OMEN_SIGNALS };

static struct omen_sigaction actions[SIGNALS + 1];
static struct omen_sigqueue process; /* what any thread may take */
static bool timers;

#define FAULTS (BIT(SIGSEGV) | BIT(SIGBUS) | BIT(SIGFPE) | BIT(SIGILL) | BIT(SIGTRAP))
#define IGNORED_BY_DEFAULT (BIT(SIGCHLD) | BIT(SIGURG) | BIT(SIGWINCH) | BIT(SIGCONT))
#define STOPS (BIT(SIGSTOP) | BIT(SIGTSTP) | BIT(SIGTTIN) | BIT(SIGTTOU))

void omen_signal_kernel_action(int sig, void *handler) {
  struct omen_sigaction sa = {handler, SA_SIGINFO | SA_ONSTACK | SA_RESTORER_FLAG | SA_NODEFER,
                              (void *)omen_restore_rt, 0};
  if (handler == (void *)SIG_DFL || handler == (void *)SIG_IGN) sa.flags = SA_RESTORER_FLAG;
  OMEN_SYS4(SYS_rt_sigaction, sig, &sa, 0, 8);
}

void omen_signal_die(int sig) {
  omen_signal_kernel_action(sig, (void *)SIG_DFL);
  uint64_t none = 0;
  OMEN_SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &none, 0, 8);
  OMEN_SYS2(SYS_kill, OMEN_SYS0(SYS_getpid), sig);
  for (;;) OMEN_SYS1(SYS_exit_group, 128 + sig);
}

struct omen_sigaction *omen_signal_action(int sig) { return &actions[sig]; }

/* ---- sending ---- */

static bool discards(int sig) {
  void *h = actions[sig].handler;
  return h == (void *)SIG_IGN || (h == (void *)SIG_DFL && (BIT(sig) & (IGNORED_BY_DEFAULT | STOPS)));
}

static void nudge(struct omen_fiber *f) {
  if (f->cancellable && f->why != OMEN_WAIT_NOTHING) {
    f->interrupted = true;
    omen_wake(f);
  }
}

static bool send_fiber(struct omen_fiber *f, int sig, const struct omen_siginfo *info, bool sent) {
  if (!f->sig) return true;
  if (discards(sig) && !((f->sig->mask | f->sig->wanted) & BIT(sig))) return true;
  if (!omen_sigqueue_put(&f->sig->queue, sig, info, sent)) return false;
  omen_signalfd_settle();
  if ((~f->sig->mask | f->sig->wanted) & BIT(sig)) nudge(f);
  return true;
}

static bool send_process(int sig, const struct omen_siginfo *info, bool sent) {
  bool blocked_somewhere = false;
  struct omen_fiber *taker = NULL;
  for (struct omen_fiber *f = omen_alive; f; f = f->alive_next) {
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
  if (!omen_sigqueue_put(&process, sig, info, sent)) return false;
  omen_signalfd_settle();
  if (taker) nudge(taker);
  return true;
}

void omen_signal_send(int sig, const struct omen_siginfo *info) {
  struct omen_fiber *to;
  if (!omen_timer_target(info, &to))
    send_process(sig, info, false);
  else if (to)
    send_fiber(to, sig, info, false);
}

static int64_t check_target(int sig) { return sig < 0 || sig > SIGNALS ? -EINVAL : 0; }

static int64_t send_to_thread(int nr, const uint64_t a[6], int sig, const struct omen_siginfo *info) {
  struct omen_fiber *f = omen_fiber_by_tid((int)a[1]);
  if (check_target(sig)) return -EINVAL;
  if ((int)a[0] != omen_pid) return omen_call_recorded(nr, a, "");
  if (!f) return -ESRCH;
  return !sig || send_fiber(f, sig, info, true) ? 0 : -EAGAIN;
}
static int64_t send_to_process(int nr, const uint64_t a[6], int sig, const struct omen_siginfo *info) {
  if (check_target(sig)) return -EINVAL;
  if ((int)a[0] != omen_pid && a[0] != 0) return omen_call_recorded(nr, a, "");
  return !sig || send_process(sig, info, true) ? 0 : -EAGAIN;
}

OMEN_CALL(tgkill) {
  struct omen_siginfo info = omen_siginfo_sent(SI_TKILL);
  return send_to_thread(nr, a, (int)a[2], &info);
}
OMEN_CALL(tkill) {
  const uint64_t b[6] = {(uint64_t)omen_pid, a[0], a[1]};
  return omen_call_tgkill(SYS_tgkill, b, frame);
}
OMEN_CALL(kill) {
  struct omen_siginfo info = omen_siginfo_sent(SI_USER);
  return send_to_process(nr, a, (int)a[1], &info);
}

/* With a value of the sender's (sigqueue, pthread_sigqueue). */
OMEN_CALL(sigqueueinfo) {
  bool to_thread = nr == SYS_rt_tgsigqueueinfo;
  uint64_t at = a[to_thread ? 3 : 2];
  if (!omen_page_readable(at) || !omen_page_readable(at + sizeof(siginfo_t) - 1)) return -EFAULT;
  struct omen_siginfo info = omen_siginfo_of((const void *)at);
  return to_thread ? send_to_thread(nr, a, (int)a[2], &info) : send_to_process(nr, a, (int)a[1], &info);
}

/* ---- taking ---- */

static uint64_t pending_on(const struct omen_fiber *f) { return f->sig->queue.pending | process.pending; }
static uint64_t deliverable(const struct omen_fiber *f) { return f->sig ? pending_on(f) & ~f->sig->mask : 0; }

uint64_t omen_signal_pending(void) { return pending_on(omen_cur); }
uint64_t omen_signal_pending_any(void) {
  uint64_t any = process.pending;
  for (const struct omen_fiber *f = omen_alive; f; f = f->alive_next)
    if (!f->done && f->sig) any |= f->sig->queue.pending;
  return any;
}

bool omen_signal_due(struct omen_fiber *f) { return deliverable(f) != 0; }
bool omen_signal_timers(void) { return timers; }
bool omen_signal_handled(void) {
  for (int i = 1; i <= SIGNALS; i++) /* 32 and 33 are glibc's own, SIGSYS is ours */
    if (i != 32 && i != 33 && i != SIGSYS && (uintptr_t)actions[i].handler > 1) return true;
  return false;
}
bool omen_signal_expected(void) { return timers && !omen_contained; }

static void log_info(struct omen_siginfo *info) {
  for (size_t i = 0; i < sizeof info->part / sizeof info->part[0]; i++) omen_log_value(&info->part[i]);
}

bool omen_signal_collect(bool idle) {
  char type = idle ? 'J' : 'I';
  bool any = false;
  struct omen_siginfo info = {0};
  if (omen_contained) return false;
  if (omen_replaying) {
    for (int sig; (sig = omen_log_due(type)) >= 0; any = true) {
      log_info(&info);
      if (sig > 0 && sig <= SIGNALS) omen_signal_send(sig, &info);
    }
    return any;
  }
  for (int sig; omen_signal_noted(&sig, &info); any = true) {
    omen_log_mark(type, sig);
    log_info(&info);
    omen_signal_send(sig, &info);
  }
  return any;
}

/* An exploration in which nothing else can happen: what the recorded run was sent comes now. */
static const uint8_t *recorded_at;
static int next_recorded(const uint8_t **at, struct omen_siginfo *info) {
  if (!*at) *at = omen_log_left();
  int sig = omen_log_step_signal(at, info->part);
  while (sig == SIGALRM && omen_of_contained())
    sig = omen_log_step_signal(at, info->part); /* it has alarms of its own */
  return sig > 0 && sig <= SIGNALS ? sig : 0;
}

bool omen_signal_from_recording(void) {
  struct omen_siginfo info = {0};
  int sig = next_recorded(&recorded_at, &info);
  if (sig) omen_signal_send(sig, &info);
  return sig;
}

bool omen_signal_in_recording(void) {
  const uint8_t *at = recorded_at;
  struct omen_siginfo info;
  int sig;
  do sig = next_recorded(&at, &info);
  while (sig && (uintptr_t)actions[sig].handler <= 1); /* SIGCHLD, say: of those nobody hears */
  return sig;
}

/* The current thread's own come first. Who takes one comes after who sent it. */
static int take(struct omen_fiber *f, uint64_t from, struct omen_siginfo *info) {
  int sig = __builtin_ctzll(from) + 1;
  omen_sigqueue_take(f->sig->queue.pending & BIT(sig) ? &f->sig->queue : &process, sig, info);
  omen_signalfd_settle();
  return sig;
}

int omen_signal_take(uint64_t mask, struct omen_siginfo *info) {
  uint64_t got = pending_on(omen_cur) & mask;
  return got ? take(omen_cur, got, info) : 0;
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

static void run_handler(struct omen_fiber *f, int sig, const struct omen_siginfo *told) {
  struct omen_sigaction *sa = &actions[sig];
  siginfo_t info = omen_siginfo_full(sig, told);
  static ucontext_t context; /* what a handler may look at; nothing is restored from it */
  uint64_t before = f->sig->mask;
  f->sig->mask |= sa->mask | (sa->flags & SA_NODEFER ? 0 : BIT(sig));
  memcpy(&context.uc_sigmask, &before, 8);
  void *h = sa->handler, *entry = f->entry;
  f->entry = NULL; /* the program runs on top of the call */
  if (sa->flags & SA_RESETHAND) sa->handler = (void *)SIG_DFL;
  struct floats floats = set_floats((struct floats){0x1f80, 0x37f});
  if (sa->flags & SA_SIGINFO)
    ((void (*)(int, siginfo_t *, void *))h)(sig, &info, &context);
  else
    ((void (*)(int))h)(sig);
  set_floats(floats);
  f->entry = entry;
  f->sig->mask = before;
}

void omen_interrupt_point(void) {
  struct omen_fiber *f = omen_cur;
  f->sig->restart = true;
  for (uint64_t due; (due = deliverable(f));) {
    struct omen_siginfo info;
    int sig = take(f, due, &info);
    if (discards(sig)) continue;
    omen_event(OMEN_EV_SIGNAL, NULL, (uint64_t)sig);
    if (actions[sig].handler == (void *)SIG_DFL) {
      omen_end_signal(sig, (struct omen_fault){0});
      omen_signal_die(sig);
    }
    if (!(actions[sig].flags & SA_RESTART)) f->sig->restart = false;
    run_handler(f, sig, &info);
  }
}

bool omen_signal_restart(void) {
  omen_cur->sig->restart = true;
  omen_interrupt_point();
  return omen_cur->sig->restart;
}

/* ---- what the kernel tells ---- */

/* Would this signal, from outside, end the process? Then it does so at once, wherever the program is. */
static bool deadly(int sig) {
  if (actions[sig].handler != (void *)SIG_DFL || discards(sig)) return false;
  for (struct omen_fiber *f = omen_alive; f; f = f->alive_next)
    if (!f->done && ((f->sig->mask | f->sig->wanted) & BIT(sig))) return false;
  return true;
}

static void on_signal(int sig, siginfo_t *info, void *context) {
  /* The limit of a contained run is no deed of the program's. */
  if (sig == SIGXCPU && omen_on && !omen_log_busy && omen_of_contained() && !omen_exploring)
    omen_contained_over();
  if (omen_on && !omen_log_busy && deadly(sig)) { /* busy: the next point takes it */
    if (!omen_replaying) omen_log_mark('X', sig);
    omen_end_signal(sig, (struct omen_fault){0});
    omen_signal_die(sig);
  }
  omen_signal_note(sig, info);
}

/* A replay of a run that was killed, behind its last event: what it does until then may take for ever where
 * code that is not instrumented waits for others. Nothing of it was recorded, so it can be ended anywhere; it
 * gets a while. */
static void on_deadline(int sig, siginfo_t *info, void *context) {
  if (!omen_log_busy) omen_log_end_if_killed();
}
void omen_signal_deadline(void) {
  static const struct itimerval while_it_lasts = {.it_value = {3, 0}, .it_interval = {1, 0}};
  static bool armed;
  if (armed) return;
  armed = true;
  omen_signal_kernel_action(SIGPROF, (void *)on_deadline);
  OMEN_SYS3(SYS_setitimer, ITIMER_PROF, &while_it_lasts, 0);
}

/* ---- the program's own calls ---- */

/* Its own: they touch nothing of the program. */
static bool of_libc(int sig) { return sig >= 32 && sig < SIGRTMIN; }

static uint64_t
    uncaught; /* ignored when the program began: the runtime hears of them once there is a handler */

OMEN_CALL(sigaction) {
  int sig = (int)a[0];
  if (sig < 1 || sig > SIGNALS || a[3] != 8) return -EINVAL;
  struct omen_sigaction old = actions[sig], *set = (void *)a[1];
  if (set) {
    if (sig == SIGKILL || sig == SIGSTOP) return -EINVAL;
    actions[sig] = *set;
    if (!of_libc(sig) && set->handler != (void *)SIG_DFL && set->handler != (void *)SIG_IGN)
      omen_hb_handler();
    if (BIT(sig) & STOPS)
      omen_signal_kernel_action(sig, set->handler == (void *)SIG_DFL || set->handler == (void *)SIG_IGN
                                         ? set->handler
                                         : (void *)on_signal);
    if (uncaught & BIT(sig) && set->handler != (void *)SIG_DFL && set->handler != (void *)SIG_IGN) {
      uncaught &= ~BIT(sig);
      omen_signal_kernel_action(sig, (void *)on_signal);
    }
  }
  if (a[2]) *(struct omen_sigaction *)a[2] = old;
  return 0;
}

OMEN_CALL(sigprocmask) {
  struct omen_sigstate *s = omen_cur->sig;
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

OMEN_CALL(sigaltstack) { /* handlers run on the thread's own stack; only remembered */
  struct omen_sigstate *s = omen_cur->sig;
  stack_t old = s->alt;
  if (!old.ss_sp) old.ss_flags = SS_DISABLE;
  if (a[0]) s->alt = *(stack_t *)a[0];
  if (a[1]) *(stack_t *)a[1] = old;
  return 0;
}

void omen_signal_timer_set(void) { timers = true; }
OMEN_CALL(setitimer) {
  timers = true;
  return omen_call_recorded(nr, a, nr == SYS_setitimer ? "2=32" : "");
}

/* ---- life ---- */

void omen_signal_fiber(struct omen_fiber *f, struct omen_fiber *parent) {
  f->sig = omen_alloc(sizeof *f->sig);
  if (parent) f->sig->mask = parent->sig->mask;
}

void omen_signal_gone(struct omen_fiber *f) {
  if (!f->sig) return;
  omen_sigqueue_clear(&f->sig->queue);
  if (f->sig->room) omen_signal_room_gone(f->sig->room);
  omen_free(f->sig, sizeof *f->sig);
}

static bool ours(int sig) { return sig != SIGKILL && sig != SIGSTOP && sig != SIGSYS && !(BIT(sig) & STOPS); }

void omen_signal_init(void) {
  for (int sig = 1; sig <= SIGNALS; sig++) {
    OMEN_SYS4(SYS_rt_sigaction, sig, 0, &actions[sig], 8);
    if (!ours(sig)) continue;
    /* Who runs us may have all of them ignored; libc waits for its own ones blocked, when they never are. */
    if (of_libc(sig)) actions[sig].handler = (void *)SIG_DFL;
    if (BIT(sig) & FAULTS)
      omen_signal_kernel_action(sig, (void *)omen_signal_fault);
    else if (actions[sig].handler != (void *)SIG_IGN && !(BIT(sig) & (IGNORED_BY_DEFAULT & ~BIT(SIGCHLD))))
      omen_signal_kernel_action(sig, (void *)on_signal);
    else
      uncaught |= BIT(sig);
  }
  uint64_t none = 0, mask = 0;
  OMEN_SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &none, &mask, 8);
  omen_signal_fiber(omen_cur, NULL);
  omen_cur->sig->mask = mask;
  OMEN_SYS2(SYS_prctl, PR_SET_TSC, PR_TSC_SIGSEGV);
}

void omen_signal_leave(void) {
  for (int sig = 1; sig <= SIGNALS; sig++)
    if (sig != SIGKILL && sig != SIGSTOP) OMEN_SYS4(SYS_rt_sigaction, sig, &actions[sig], 0, 8);
  OMEN_SYS4(SYS_rt_sigprocmask, SIG_SETMASK, &omen_cur->sig->mask, 0, 8);
  OMEN_SYS2(SYS_prctl, PR_SET_TSC, PR_TSC_ENABLE);
}
