/* Waiting for the outside: poll, select, epoll, and the one place where the process itself waits. */
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/syscall/child_output.h"
#include "runtime/syscall/signals.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <time.h>

/* ---- for the scheduler ---- */

static bool ready(const struct omrt_pollset *set, const struct pollfd *at) {
  if (set->retry) return true;
  for (int i = 0; i < set->n; i++)
    if (at[i].revents) return true;
  return false;
}

static long poll_for(struct pollfd *all, int n, int64_t ns) {
  struct timespec ts = {ns / 1000000000, ns % 1000000000};
  return omrt_sys(SYS_ppoll, (long)all, n, ns == OMRT_NEVER ? 0 : (long)&ts, 0, 8, 0);
}

/* Before a long wait what was noted goes to disk: nobody knows whether the process comes back. */
static long wait_idle(struct pollfd *all, int n, int64_t ns) {
  enum { LONG = 50000000 };
  if (ns <= LONG) return poll_for(all, n, ns);
  long got = poll_for(all, n, LONG);
  if (got) return got;
  omrt_log_flush();
  return poll_for(all, n, ns == OMRT_NEVER ? ns : ns - LONG);
}

void omrt_poll_outside(int64_t deadline, bool idle) {
  int n = 0;
  bool retry = false;
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (!f->done && f->poll) {
      const struct omrt_pollset *set = f->poll;
      n += set->n;
      retry |= set->retry;
    }
  size_t bytes = (size_t)(n + 1 + OMRT_CHILD_STREAMS) * sizeof(struct pollfd);
  struct pollfd *all = omrt_alloc(bytes);
  int k = 0;
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (!f->done && f->poll) {
      const struct omrt_pollset *set = f->poll;
      for (int i = 0; i < set->n; i++) all[k++] = set->fds[i];
    }
  int children = omrt_child_output_on ? OMRT_CHILD_STREAMS : 0;
  if (children) omrt_child_output_polled(all + k);
  int64_t left = deadline == 0            ? 0
                 : deadline == OMRT_NEVER ? OMRT_NEVER
                                          : deadline - omrt_time_real(CLOCK_MONOTONIC);
  if (left < 0) left = 0;
  if (retry && left > 1000000) left = 1000000;
  long got = omrt_signal_arrived ? 0 : wait_idle(all, k + children, left);
  if (children) omrt_child_output_take();
  if (got > 0 || retry) {
    k = 0;
    for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
      if (!f->done && f->poll) {
        const struct omrt_pollset *set = f->poll;
        bool yes = ready(set, all + k);
        k += set->n;
        if (yes) omrt_kick(f, idle);
      }
  }
  omrt_free(all, bytes);
}

bool omrt_poll_hopeless(void) {
  if (omrt_signal_handled()) return false; /* a handler may write to a pipe of its own */
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next) {
    const struct omrt_pollset *set = f->done ? NULL : f->poll;
    if (set && (set->retry || !set->n)) return false; /* without any descriptor: for a signal */
    for (int i = 0; set && i < set->n; i++)
      if (!omrt_order_inside(set->fds[i].fd)) return false;
  }
  return true;
}

/* ---- for the program ---- */

static int64_t until(const struct timespec *ts) {
  if (!ts) return OMRT_NEVER;
  int64_t ns = omrt_timespec_ns(ts);
  return ns == 0 ? 0 : omrt_time(CLOCK_MONOTONIC) + (ns > OMRT_NEVER / 4 ? OMRT_NEVER / 4 : ns);
}

/* The recording was left meanwhile: the world of the exploration (explore/) has the answer. */
#define LEFT INT64_MIN
/* A handler ran while it waited: nothing is recorded of the call. */
#define BROKEN (INT64_MIN + 1)

/* A look that found nothing, with a signal due that only this call's own mask lets in, has ended the call:
 * that is its recorded result. */
static int64_t looked(int64_t ret, int64_t deadline) {
  return ret == 0 && deadline != 0 && omrt_signal_due(omrt_cur) ? -EINTR : ret;
}

/* Tries `look` (which performs the call without waiting and returns its result) until it gives something. */
static int64_t wait_for(struct omrt_pollset *set, int64_t deadline, int64_t (*look)(const uint64_t a[6]),
                        const uint64_t a[6]) {
  for (;;) {
    if (omrt_mode.world) return LEFT;
    int64_t ret = omrt_mode.by_log ? 0 : looked(look(a), deadline);
    if (omrt_call_done(ret != 0 || deadline == 0)) return ret;
    enum omrt_waited w = omrt_wait_outside(set, OMRT_WAIT_FD, NULL, deadline);
    if (w == OMRT_INTERRUPTED) {
      omrt_signal_restart(); /* poll and its kin are never restarted */
      return BROKEN;
    }
    if (!omrt_mode.by_log && deadline != OMRT_NEVER && omrt_time_real(CLOCK_MONOTONIC) >= deadline)
      deadline = 0;
  }
}

static int64_t look_poll(const uint64_t a[6]) { return OMRT_SYS3(SYS_poll, a[0], a[1], 0); }

static int64_t do_poll(int nr, const uint64_t a[6], int64_t deadline) {
  if (omrt_mode.world) return omrt_mode.world->poll(a, deadline);
  size_t bytes = a[1] * sizeof(struct pollfd);
  struct omrt_pollset set = {.n = (int)a[1], .fds = omrt_alloc(bytes)};
  memcpy(set.fds, (void *)a[0], bytes);
  int64_t ret = wait_for(&set, deadline, look_poll, a);
  omrt_free(set.fds, bytes);
  if (ret == LEFT) return omrt_mode.world->poll(a, deadline);
  if (ret == BROKEN) return -EINTR;
  if (omrt_mode.by_log) return omrt_log_call_replay(nr);
  omrt_log_call(nr, a[0], ret, &(struct omrt_piece){(void *)a[0], bytes}, ret >= 0 && bytes);
  return ret;
}

OMRT_CALL(poll) {
  int ms = (int)a[2];
  struct timespec ts = {ms / 1000, ms % 1000 * 1000000l};
  if (a[1] > 100000) return omrt_call_recorded(nr, a, "");
  return do_poll(nr, a, until(ms < 0 ? NULL : &ts));
}
OMRT_CALL(ppoll) {
  if (a[1] > 100000) return omrt_call_recorded(nr, a, "");
  struct omrt_sigmask m = omrt_signal_mask(a[3], a[4]);
  int64_t ret = do_poll(nr, a, until((void *)a[2]));
  omrt_signal_unmask(&m, ret);
  return ret;
}

static int64_t look_epoll(const uint64_t a[6]) { return OMRT_SYS4(SYS_epoll_wait, a[0], a[1], a[2], 0); }

static int64_t do_epoll(int nr, const uint64_t a[6], int64_t deadline) {
  if (omrt_mode.world) return omrt_mode.world->epoll(a, deadline);
  struct pollfd p = {.fd = (int)a[0], .events = POLLIN};
  struct omrt_pollset set = {.n = 1, .fds = &p};
  int64_t ret = wait_for(&set, deadline, look_epoll, a);
  if (ret == LEFT) return omrt_mode.world->epoll(a, deadline);
  if (ret == BROKEN) return -EINTR;
  if (omrt_mode.by_log) return omrt_log_call_replay(nr);
  omrt_log_call(nr, a[0], ret, &(struct omrt_piece){(void *)a[1], (size_t)(ret > 0 ? ret : 0) * 12}, ret > 0);
  return ret;
}

static int64_t epoll(int nr, const uint64_t a[6], uint64_t mask, const struct timespec *limit) {
  struct omrt_sigmask m = omrt_signal_mask(mask, 8);
  int64_t ret = do_epoll(nr, a, until(limit));
  omrt_signal_unmask(&m, ret);
  return ret;
}
static int64_t epoll_ms(int nr, const uint64_t a[6], uint64_t mask) {
  int ms = (int)a[3];
  struct timespec ts = {ms / 1000, ms % 1000 * 1000000l};
  return epoll(nr, a, mask, ms < 0 ? NULL : &ts);
}
OMRT_CALL(epoll_wait) { return epoll_ms(nr, a, 0); }
OMRT_CALL(epoll_pwait) { return epoll_ms(nr, a, a[4]); }
OMRT_CALL(epoll_pwait2) { return epoll(nr, a, a[4], (void *)a[3]); }

/* select: the three sets are in a[1..3]; the kernel overwrites them, so every try works on fresh copies. */
static fd_set want[3];
static int64_t look_select(const uint64_t a[6]) {
  for (int i = 0; i < 3; i++)
    if (a[1 + i])
      memcpy((void *)a[1 + i], &want[i],
             sizeof(fd_set) < (a[0] + 63) / 64 * 8 ? sizeof(fd_set) : (a[0] + 63) / 64 * 8);
  struct timespec none = {0};
  return omrt_sys(SYS_pselect6, (long)a[0], (long)a[1], (long)a[2], (long)a[3], (long)&none, 0);
}

static int64_t select_among(int nr, const uint64_t a[6], int64_t deadline, struct omrt_pollset *set) {
  size_t bytes = (a[0] + 63) / 64 * 8;
  fd_set mine[3] = {0};
  for (int i = 0; i < 3; i++)
    if (a[1 + i]) memcpy(&mine[i], (void *)a[1 + i], bytes);
  for (int fd = 0; fd < (int)a[0]; fd++) {
    short ev = (short)((FD_ISSET(fd, &mine[0]) ? POLLIN : 0) | (FD_ISSET(fd, &mine[1]) ? POLLOUT : 0) |
                       (FD_ISSET(fd, &mine[2]) ? POLLPRI : 0));
    if (ev) set->fds[set->n++] = (struct pollfd){.fd = fd, .events = ev};
  }
  int64_t ret;
  for (;;) {
    memcpy(want, mine, sizeof want);
    if (omrt_mode.world) return omrt_mode.world->select(a, deadline);
    ret = omrt_mode.by_log ? 0 : looked(look_select(a), deadline);
    if (omrt_call_done(ret != 0 || deadline == 0)) break;
    enum omrt_waited w = omrt_wait_outside(set, OMRT_WAIT_FD, NULL, deadline);
    if (w == OMRT_INTERRUPTED) {
      omrt_signal_restart();
      return -EINTR;
    }
    if (!omrt_mode.by_log && deadline != OMRT_NEVER && omrt_time_real(CLOCK_MONOTONIC) >= deadline)
      deadline = 0;
  }
  if (omrt_mode.by_log) return omrt_log_call_replay(nr);
  struct omrt_piece out[3];
  int n = 0;
  for (int i = 0; i < 3; i++)
    if (a[1 + i] && ret >= 0) out[n++] = (struct omrt_piece){(void *)a[1 + i], bytes};
  omrt_log_call(nr, a[0], ret, out, n);
  return ret;
}

static int64_t do_select(int nr, const uint64_t a[6], int64_t deadline) {
  if (a[0] > FD_SETSIZE) return -EINVAL;
  if (omrt_mode.world) return omrt_mode.world->select(a, deadline);
  size_t bytes = (a[0] + 1) * sizeof(struct pollfd);
  struct omrt_pollset set = {.fds = omrt_alloc(bytes)};
  int64_t ret = select_among(nr, a, deadline, &set);
  omrt_free(set.fds, bytes);
  return ret;
}

/* The same two words, in microseconds for select itself; they are told afterwards how much was left. */
static struct timespec select_limit(const struct timespec *t, int64_t unit) {
  struct timespec ts = t ? *t : (struct timespec){0};
  ts.tv_nsec *= unit;
  return ts;
}
static void select_left(struct timespec *t, int64_t deadline, int64_t unit) {
  int64_t left = deadline ? deadline - omrt_time(CLOCK_MONOTONIC) : 0;
  if (left < 0) left = 0;
  *t = (struct timespec){left / 1000000000, left % 1000000000 / unit};
  omrt_sym_overwritten(t, sizeof *t);
}

static int64_t select_call(int nr, const uint64_t a[6], const uint64_t *set, int64_t unit) {
  struct omrt_sigmask m = omrt_signal_mask(set ? set[0] : 0, set ? set[1] : 0);
  const struct timespec ts = select_limit((void *)a[4], unit);
  int64_t deadline = until(a[4] ? &ts : NULL), ret = do_select(nr, a, deadline);
  if (deadline && deadline != OMRT_NEVER) select_left((void *)a[4], ret ? deadline : 0, unit);
  omrt_signal_unmask(&m, ret);
  return ret;
}
OMRT_CALL(select) { return select_call(nr, a, NULL, 1000); }
OMRT_CALL(pselect6) { return select_call(nr, a, a[5] && omrt_page_readable(a[5]) ? (void *)a[5] : NULL, 1); }
