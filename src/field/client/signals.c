/* The program's signals, as far as they are ours.
 *
 * SIGTRAP must never be blocked where code may be patched: the kernel would end the process. So it is taken
 * out of every mask that the program sets, and put back into what the program is told. The program's own
 * handlers for SIGTRAP and for faults are remembered, and called for everything that is not ours. */
#include "field/client/client.h"
#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

/* Behind ABORT: those by which somebody ends the program. Ours stands there only while the program has none.
 */
static const int ours[] = {SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGINT, SIGQUIT, SIGTERM};
enum { OURS = sizeof ours / sizeof *ours, ABORT = 5 };
static struct sigaction theirs[OURS];
_Atomic bool omenf_watching;
static _Atomic bool left; /* all of ours but that for SIGTRAP, which may still be on its way to a thread */
static __thread bool wants_blocked
    __attribute__((tls_model("initial-exec")));                       /* SIGTRAP, as the program believes */
static __thread bool kept __attribute__((tls_model("initial-exec"))); /* it came while it was blocked so */

typedef int sigaction_fn(int, const struct sigaction *, struct sigaction *);
typedef int mask_fn(int, const sigset_t *, sigset_t *);

static void *next(_Atomic(void *) *cache, const char *name) {
  void *f = atomic_load(cache);
  if (!f) atomic_store(cache, f = dlsym(RTLD_NEXT, name));
  return f;
}

static int real_sigaction(int sig, const struct sigaction *new, struct sigaction *old) {
  static _Atomic(void *) f;
  return ((sigaction_fn *)next(&f, "sigaction"))(sig, new, old);
}

/* Which of ours it is; -1: none, or not yet. */
static int which(int sig) {
  for (int i = 0; i < (atomic_load(&left) ? 1 : OURS) && atomic_load(&omenf_watching); i++)
    if (ours[i] == sig) return i;
  return -1;
}

/* Nothing that has to wait comes in between; what may fault here is told at once. */
static void install(int i, const struct sigaction *as) {
  struct sigaction a = {.sa_sigaction = i ? omenf_on_fault : omenf_on_trap,
                        .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
  if (i && as && as->sa_handler != SIG_DFL && as->sa_handler != SIG_IGN)
    a.sa_flags = SA_SIGINFO | (as->sa_flags & (SA_ONSTACK | SA_RESTART | SA_NODEFER));
  omenf_all_signals(&a.sa_mask);
  for (int k = 1; k < ABORT; k++) sigdelset(&a.sa_mask, ours[k]);
  if (i > ABORT) a.sa_sigaction = omenf_on_stop;
  real_sigaction(ours[i], &a, NULL);
}

static bool is_ours(const struct sigaction *a) {
  return a->sa_flags & SA_SIGINFO && (a->sa_sigaction == omenf_on_trap || a->sa_sigaction == omenf_on_fault ||
                                      a->sa_sigaction == omenf_on_stop);
}

void omenf_signals_install(void) {
  for (int i = 0; i < OURS; i++) real_sigaction(ours[i], NULL, &theirs[i]);
  atomic_store(&omenf_watching, true);
  for (int i = 0; i < OURS; i++)
    if (i <= ABORT || theirs[i].sa_handler == SIG_DFL) install(i, &theirs[i]);
  sigset_t trap, before;
  sigemptyset(&trap);
  sigaddset(&trap, SIGTRAP);
  static _Atomic(void *) f;
  ((mask_fn *)next(&f, "pthread_sigmask"))(SIG_UNBLOCK, &trap, &before);
  wants_blocked = sigismember(&before, SIGTRAP) == 1;
}

void omenf_signals_leave(void) {
  for (int i = 1; i < OURS; i++) {
    struct sigaction now;
    if (!real_sigaction(ours[i], NULL, &now) && is_ours(&now)) real_sigaction(ours[i], &theirs[i], NULL);
  }
  atomic_store(&left, true);
}

/* A child's handlers are its own, but after vfork it has its parent's memory, and what is remembered there is
 * the parent's. SIGTRAP stays ours: sites may stand in its code. */
static int action_of_child(int i, const struct sigaction *new, struct sigaction *old) {
  struct sigaction now;
  int status = real_sigaction(ours[i], i ? new : NULL, &now);
  if (!status && old) *old = is_ours(&now) ? theirs[i] : now;
  return status;
}

OMENF_EXPORT int sigaction(int sig, const struct sigaction *restrict new, struct sigaction *restrict old) {
  if (!atomic_load(&omenf_watching)) return real_sigaction(sig, new, old);
  struct sigaction without, given;
  if (new) {
    given = without = *new;
    sigdelset(&without.sa_mask, SIGTRAP);
  }
  int i = which(sig);
  if (i < 0) return real_sigaction(sig, new ? &without : NULL, old);
  if (getpid() != omenf_process) return action_of_child(i, new ? &without : NULL, old);
  if (i > ABORT && new && new->sa_handler != SIG_DFL) {
    int status = real_sigaction(sig, &without, NULL);
    if (status) return status;
  }
  if (old) *old = theirs[i];
  if (new) theirs[i] = given;
  if (new && i && (i <= ABORT || given.sa_handler == SIG_DFL)) install(i, &given);
  return 0;
}

OMENF_EXPORT sighandler_t signal(int sig, sighandler_t handler) {
  static _Atomic(void *) f;
  int i = which(sig);
  if (i < 0) return ((sighandler_t(*)(int, sighandler_t))next(&f, "signal"))(sig, handler);
  struct sigaction a = {.sa_handler = handler, .sa_flags = SA_RESTART}, old;
  sigaction(sig, &a, &old);
  return old.sa_handler;
}

int omenf_mask(int (*real)(int, const sigset_t *, sigset_t *), int how, const sigset_t *new, sigset_t *old) {
  if (!atomic_load(&omenf_watching)) return real(how, new, old);
  bool before = wants_blocked;
  sigset_t without;
  if (new) {
    without = *new;
    sigdelset(&without, SIGTRAP);
    bool named = sigismember(new, SIGTRAP) == 1;
    if (how == SIG_SETMASK) wants_blocked = named;
    if (how == SIG_BLOCK) wants_blocked |= named;
    if (how == SIG_UNBLOCK && named) wants_blocked = false;
  }
  int status = real(how, new ? &without : NULL, old);
  if (!status && old && before) sigaddset(old, SIGTRAP);
  if (kept && !wants_blocked) {
    kept = false;
    syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), SIGTRAP);
  }
  return status;
}

bool omenf_trap_blocked(void) { return wants_blocked; }
void omenf_believe_trap(bool blocked) { wants_blocked = blocked; }
bool omenf_keep_trap(void) { return wants_blocked && (kept = true); }

OMENF_EXPORT int pthread_sigmask(int how, const sigset_t *restrict new, sigset_t *restrict old) {
  static _Atomic(void *) f;
  return omenf_mask(next(&f, "pthread_sigmask"), how, new, old);
}

OMENF_EXPORT int sigprocmask(int how, const sigset_t *restrict new, sigset_t *restrict old) {
  static _Atomic(void *) f;
  return omenf_mask(next(&f, "sigprocmask"), how, new, old);
}

/* The default action. A fault happens again when the thread goes on; what was sent is sent again. */
static void die(int sig, const siginfo_t *info) {
  struct sigaction none = {.sa_handler = SIG_DFL};
  real_sigaction(sig, &none, NULL);
  if (info->si_code <= 0 || sig == SIGTRAP || which(sig) > ABORT)
    syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), sig);
}

/* The mask with which the program's handler expects to run: ours blocks more. */
static void as_theirs(int sig, const struct sigaction *a, const ucontext_t *u) {
  static _Atomic(void *) f;
  sigset_t m = u->uc_sigmask;
  for (int s = 1; s < 65; s++)
    if (sigismember(&a->sa_mask, s) == 1) sigaddset(&m, s);
  if (!(a->sa_flags & SA_NODEFER)) sigaddset(&m, sig);
  sigdelset(&m, SIGTRAP);
  ((mask_fn *)next(&f, "pthread_sigmask"))(SIG_SETMASK, &m, NULL);
}

void omenf_chain(int sig, siginfo_t *info, void *context) {
  int i = which(sig);
  if (i < 0) return;
  struct sigaction a = theirs[i];
  if (a.sa_handler == SIG_IGN && info->si_code <= 0) return;
  if (a.sa_handler == SIG_DFL || a.sa_handler == SIG_IGN) {
    die(sig, info);
    return;
  }
  if (a.sa_flags & (int)SA_RESETHAND) theirs[i] = (struct sigaction){.sa_handler = SIG_DFL};
  as_theirs(sig, &a, context);
  if (a.sa_flags & SA_SIGINFO)
    a.sa_sigaction(sig, info, context);
  else
    a.sa_handler(sig);
}

/* Is it the program's own business, by a handler? */
bool omenf_handled(int sig) {
  int i = which(sig);
  return i >= 0 && theirs[i].sa_handler != SIG_DFL && theirs[i].sa_handler != SIG_IGN;
}
