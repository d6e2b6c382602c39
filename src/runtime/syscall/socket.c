/* Sockets: how long a call waits for one (SO_RCVTIMEO, SO_SNDTIMEO), and connecting.
 *
 * The kernel's own timeouts say nothing here: it is never asked to wait. What the program set is kept by
 * descriptor, from its calls alone, so that a replay knows the same. */
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/syscall/fds.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>

/* ---- timeouts ---- */

enum { FDS = 65536, RECEIVING = 0, SENDING };
static struct omrt_by_fd timeouts = {NULL, FDS, 2 * sizeof(int64_t)}; /* ns; 0: none */

static int64_t *of(uint64_t fd) { return omrt_by_fd(&timeouts, fd); }

enum { RECEIVE_NEW = 66, SEND_NEW = 67 }; /* with 64 bits everywhere: the same on x86-64 */

bool omrt_timeout_option(const uint64_t a[6], bool *sending, int64_t *ns) {
  bool receives = a[2] == SO_RCVTIMEO || a[2] == RECEIVE_NEW;
  *sending = a[2] == SO_SNDTIMEO || a[2] == SEND_NEW;
  if (a[1] != SOL_SOCKET || !(receives || *sending) || a[4] < sizeof(struct timeval)) return false;
  const struct timeval *t = (void *)a[3];
  *ns = t->tv_sec < 0 ? 0 : t->tv_sec * 1000000000ll + t->tv_usec * 1000;
  return true;
}

static void set(const uint64_t a[6]) {
  bool sending;
  int64_t ns;
  if (!omrt_timeout_option(a, &sending, &ns)) return;
  if (!timeouts.rows) timeouts.rows = omrt_reserve(timeouts.n * timeouts.size);
  if (of(a[0])) of(a[0])[sending] = ns;
}

void omrt_timeouts_after(const struct omrt_card *c, const uint64_t a[6], int64_t ret) {
  if (ret >= 0 && c->fds == OMRT_FDS_SETS_OPTION) set(a);
  /* One that was accepted has what the listener has. */
  bool accepts = c->fds == OMRT_FDS_ACCEPTS || c->fds == OMRT_FDS_ACCEPTS_FLAGS;
  if (accepts && ret >= 0) omrt_by_fd_copy(&timeouts, a[0], (uint64_t)ret);
  omrt_by_fd_after(&timeouts, c, a, ret);
}

int64_t omrt_timeout_of(int fd, short events) {
  const int64_t *t = of((uint64_t)fd);
  int64_t ns = t ? t[events == POLLOUT ? SENDING : RECEIVING] : 0;
  return ns ? omrt_time(CLOCK_MONOTONIC) + ns : OMRT_NEVER;
}

/* ---- connecting ---- */

enum { WAITS = 1 }; /* not yet: no result of the call */

/* Begins without waiting. A socket of this machine whose listener has no room (EAGAIN) is asked again. */
static int64_t begin(const uint64_t a[6], long flags) {
  OMRT_SYS3(SYS_fcntl, a[0], F_SETFL, flags | O_NONBLOCK);
  int64_t ret = OMRT_SYS3(SYS_connect, a[0], a[1], a[2]);
  OMRT_SYS3(SYS_fcntl, a[0], F_SETFL, flags);
  return ret;
}

static int64_t look(const uint64_t a[6], bool *begun) {
  long flags = OMRT_SYS2(SYS_fcntl, a[0], F_GETFL);
  if (!*begun) {
    if (flags < 0 || flags & O_NONBLOCK) return OMRT_SYS3(SYS_connect, a[0], a[1], a[2]);
    int64_t ret = begin(a, flags);
    *begun = ret == -EINPROGRESS;
    return *begun || ret == -EAGAIN ? WAITS : ret;
  }
  struct pollfd p = {.fd = (int)a[0], .events = POLLOUT};
  int error = 0, len = sizeof error;
  if (OMRT_SYS3(SYS_poll, &p, 1, 0) == 0) return WAITS;
  long bad = omrt_sys(SYS_getsockopt, (long)a[0], SOL_SOCKET, SO_ERROR, (long)&error, (long)&len, 0);
  return bad ? bad : -error;
}

OMRT_CALL(connect) {
  bool begun = false, late = false;
  int64_t deadline = 0;
  for (;;) {
    if (omrt_mode.world) return omrt_mode.world->call(nr, a, "");
    int64_t ret = omrt_mode.by_log ? 0 : look(a, &begun);
    if (ret == WAITS && late) ret = begun ? -EINPROGRESS : -EAGAIN;
    if (omrt_call_done(ret != WAITS))
      return omrt_mode.by_log ? omrt_call_recorded(nr, a, "") : omrt_call_result(nr, a[0], ret);
    if (!deadline) deadline = omrt_timeout_of((int)a[0], POLLOUT);
    struct pollfd p = {.fd = (int)a[0], .events = POLLOUT};
    struct omrt_pollset pollset = {.n = begun, .fds = &p, .retry = !begun};
    enum omrt_waited w = omrt_wait_outside(&pollset, OMRT_WAIT_FD, (void *)a[0], deadline);
    if (w == OMRT_INTERRUPTED && !omrt_signal_restart()) return -EINTR;
    late = !omrt_mode.by_log && deadline != OMRT_NEVER && omrt_time_real(CLOCK_MONOTONIC) >= deadline;
  }
}
