/* Calls that wait with another mask: a handler of the program runs with it, and may come to a site. SIGTRAP
 * is taken out here, too (signals.c). */
#include "field/client/client.h"
#include <dlfcn.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>

static void *next(_Atomic(void *) *cache, const char *name) {
  void *f = atomic_load(cache);
  if (!f) atomic_store(cache, f = dlsym(RTLD_NEXT, name));
  return f;
}

static const sigset_t *without_trap(const sigset_t *mask, sigset_t *room) {
  if (!mask || !atomic_load(&omenf_active)) return mask;
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
