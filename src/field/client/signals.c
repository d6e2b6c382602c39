/* The program's signals, as far as they are ours.
 *
 * SIGTRAP must never be blocked where code may be patched: the kernel would end the process. So it is taken
 * out of every mask that the program sets, and put back into what the program is told. Its own handler for
 * SIGTRAP is remembered, and called for every trap that is not ours. */
#include "field/client/client.h"
#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct sigaction theirs; /* of SIGTRAP; default until they say otherwise */
static _Atomic bool watching;   /* our handler stands */
static __thread bool wants_blocked
    __attribute__((tls_model("initial-exec"))); /* SIGTRAP, as the program believes */

typedef int sigaction_fn(int, const struct sigaction *, struct sigaction *);
typedef int mask_fn(int, const sigset_t *, sigset_t *);

static void *next(_Atomic(void *) *cache, const char *name) {
  void *f = atomic_load(cache);
  if (!f) atomic_store(cache, f = dlsym(RTLD_NEXT, name));
  return f;
}

int omenf_real_sigaction(int sig, const struct sigaction *new, struct sigaction *old) {
  static _Atomic(void *) f;
  int status = ((sigaction_fn *)next(&f, "sigaction"))(sig, new, old);
  if (sig == SIGTRAP && new && !status) atomic_store(&watching, true);
  return status;
}

bool omenf_ours(int sig) { return sig == SIGTRAP && atomic_load(&watching); }

OMENF_EXPORT int sigaction(int sig, const struct sigaction *restrict new, struct sigaction *restrict old) {
  static _Atomic(void *) f;
  sigaction_fn *real = next(&f, "sigaction");
  if (!atomic_load(&watching)) return real(sig, new, old);
  struct sigaction without;
  if (new) {
    without = *new;
    sigdelset(&without.sa_mask, SIGTRAP);
  }
  if (sig != SIGTRAP) return real(sig, new ? &without : NULL, old);
  if (old) *old = theirs;
  if (new) theirs = *new;
  return 0;
}

OMENF_EXPORT sighandler_t signal(int sig, sighandler_t handler) {
  static _Atomic(void *) f;
  if (!omenf_ours(sig)) return ((sighandler_t(*)(int, sighandler_t))next(&f, "signal"))(sig, handler);
  sighandler_t before = theirs.sa_handler;
  theirs = (struct sigaction){.sa_handler = handler, .sa_flags = SA_RESTART};
  return before;
}

static int mask(mask_fn *real, int how, const sigset_t *new, sigset_t *old) {
  if (!atomic_load(&watching)) return real(how, new, old);
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
  return status;
}

OMENF_EXPORT int pthread_sigmask(int how, const sigset_t *restrict new, sigset_t *restrict old) {
  static _Atomic(void *) f;
  return mask(next(&f, "pthread_sigmask"), how, new, old);
}

OMENF_EXPORT int sigprocmask(int how, const sigset_t *restrict new, sigset_t *restrict old) {
  static _Atomic(void *) f;
  return mask(next(&f, "sigprocmask"), how, new, old);
}

/* The default action: the signal again, with no handler. */
static void die(int sig) {
  struct sigaction none = {.sa_handler = SIG_DFL};
  omenf_real_sigaction(sig, &none, NULL);
  syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), sig);
}

void omenf_chain(int sig, siginfo_t *info, void *context) {
  if (theirs.sa_flags & SA_SIGINFO)
    theirs.sa_sigaction(sig, info, context);
  else if (theirs.sa_handler == SIG_DFL || (theirs.sa_handler == SIG_IGN && info->si_code > 0))
    die(sig);
  else if (theirs.sa_handler != SIG_IGN)
    theirs.sa_handler(sig);
}
