/* Calls that wait with another mask: a handler of the program runs with it, and may come to a site. SIGTRAP
 * is taken out here, too (signals.c). And the functions of BSD and System V, which inside libc do not ask
 * sigaction and sigprocmask as the program sees them. */
#include "field/client/client.h"
#include <errno.h>
#include <dlfcn.h>
#include <poll.h>
#include <stdarg.h>
#include <sys/auxv.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/select.h>

enum { USUAL_FRAME = 3632, HANDLER = 6144 };

static void *next(_Atomic(void *) *cache, const char *name) {
  void *f = atomic_load(cache);
  if (!f) atomic_store(cache, f = dlsym(RTLD_NEXT, name));
  return f;
}

static const sigset_t *without_trap(const sigset_t *mask, sigset_t *room) {
  if (!mask || !atomic_load(&omenf_watching)) return mask;
  *room = *mask;
  sigdelset(room, SIGTRAP);
  return room;
}

#define NEXT(type, name)                                                                                     \
  static _Atomic(void *) cache;                                                                              \
  sigset_t room;                                                                                             \
  int(*real) type = (int(*) type)next(&cache, #name)

OMENF_EXPORT int sigsuspend(const sigset_t *mask) {
  NEXT((const sigset_t *), sigsuspend);
  return real(without_trap(mask, &room));
}

OMENF_EXPORT int ppoll(struct pollfd *fds, nfds_t n, const struct timespec *t, const sigset_t *mask) {
  NEXT((struct pollfd *, nfds_t, const struct timespec *, const sigset_t *), ppoll);
  return real(fds, n, t, without_trap(mask, &room));
}

OMENF_EXPORT int pselect(int n, fd_set *restrict r, fd_set *restrict w, fd_set *restrict e,
                         const struct timespec *restrict t, const sigset_t *restrict mask) {
  NEXT((int, fd_set *, fd_set *, fd_set *, const struct timespec *, const sigset_t *), pselect);
  return real(n, r, w, e, t, without_trap(mask, &room));
}

OMENF_EXPORT int epoll_pwait(int fd, struct epoll_event *events, int n, int ms, const sigset_t *mask) {
  NEXT((int, struct epoll_event *, int, int, const sigset_t *), epoll_pwait);
  return real(fd, events, n, ms, without_trap(mask, &room));
}

typedef int attribute_fn(pthread_attr_t *, const sigset_t *);
OMENF_EXPORT int pthread_attr_setsigmask_np(pthread_attr_t *a, const sigset_t *mask) {
  static _Atomic(void *) cache;
  sigset_t room;
  return ((attribute_fn *)next(&cache, "pthread_attr_setsigmask_np"))(a, without_trap(mask, &room));
}

/* --- where traps may not come, or the calls that they need --- */

void omenf_limits_calls(void) {
  if (omenf_awake) omenf_retire("the program limits its system calls");
}

/* A handler of the program on that stack may come to a site. */
void omenf_sets_stack(const stack_t *to) {
  unsigned long frame = getauxval(AT_MINSIGSTKSZ);
  if (omenf_awake && !(to->ss_flags & SS_DISABLE) &&
      to->ss_size < 2 * (frame ? frame : USUAL_FRAME) + HANDLER)
    omenf_retire("an alternate signal stack is small");
}

OMENF_EXPORT int sigaltstack(const stack_t *restrict new, stack_t *restrict old) {
  static _Atomic(void *) cache;
  if (new) omenf_sets_stack(new);
  return ((int (*)(const stack_t *, stack_t *))next(&cache, "sigaltstack"))(new, old);
}

OMENF_EXPORT int prctl(int option, ...) {
  static _Atomic(void *) cache;
  unsigned long a[4];
  va_list list;
  va_start(list, option);
  for (int i = 0; i < 4; i++) a[i] = va_arg(list, unsigned long);
  va_end(list);
  if (option == PR_SET_SECCOMP) omenf_limits_calls();
  return ((int (*)(int, ...))next(&cache, "prctl"))(option, a[0], a[1], a[2], a[3]);
}

/* --- older functions --- */

static int change_one(int how, int sig, bool *was) {
  sigset_t set, before;
  sigemptyset(&set);
  if (sigaddset(&set, sig) || sigprocmask(how, &set, &before)) return -1;
  if (was) *was = sigismember(&before, sig) == 1;
  return 0;
}

static int change_low(int how, int low) {
  sigset_t set, before;
  sigemptyset(&set);
  for (int s = 1; s <= 32; s++)
    if ((unsigned)low >> (s - 1) & 1) sigaddset(&set, s);
  if (sigprocmask(how, &set, &before)) return -1;
  unsigned was = 0;
  for (int s = 1; s <= 32; s++) was |= (unsigned)(sigismember(&before, s) == 1) << (s - 1);
  return (int)was;
}

OMENF_EXPORT int sigblock(int low) { return change_low(SIG_BLOCK, low); }
OMENF_EXPORT int sigsetmask(int low) { return change_low(SIG_SETMASK, low); }
OMENF_EXPORT int sighold(int sig) { return change_one(SIG_BLOCK, sig, NULL); }
OMENF_EXPORT int sigrelse(int sig) { return change_one(SIG_UNBLOCK, sig, NULL); }

static sighandler_t act(int sig, sighandler_t handler, int flags) {
  struct sigaction a = {.sa_handler = handler, .sa_flags = flags}, old;
  sigemptyset(&a.sa_mask);
  return sigaction(sig, handler == SIG_HOLD ? NULL : &a, &old) ? SIG_ERR : old.sa_handler;
}

OMENF_EXPORT int sigignore(int sig) { return act(sig, SIG_IGN, 0) == SIG_ERR ? -1 : 0; }
OMENF_EXPORT sighandler_t sigset(int sig, sighandler_t handler) {
  bool held;
  sighandler_t before = act(sig, handler, 0);
  if (before == SIG_ERR || change_one(handler == SIG_HOLD ? SIG_BLOCK : SIG_UNBLOCK, sig, &held))
    return SIG_ERR;
  return held ? SIG_HOLD : before;
}
OMENF_EXPORT sighandler_t sysv_signal(int sig, sighandler_t handler) {
  return act(sig, handler, (int)SA_RESETHAND | SA_NODEFER);
}
sighandler_t bsd_signal(int sig, sighandler_t handler); /* not declared where there is signal */
OMENF_EXPORT sighandler_t bsd_signal(int sig, sighandler_t handler) { return signal(sig, handler); }
OMENF_EXPORT sighandler_t ssignal(int sig, sighandler_t handler) { return signal(sig, handler); }
