/* Waiting within the world of an exploration, and poll, select: see world.h. Somebody who waits is woken when
 * what it waits for is there, and not before: no look in vain disturbs the schedule. */
#include "runtime/world/world.h"
#include "runtime/world/answers.h"
#include "runtime/world/withhold.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/syscall/signals.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <time.h>

struct waiter {
  struct waiter *next;
  struct omrt_fiber *fiber;
  bool (*ready)(void *);
  void *arg;
  int64_t deadline; /* its own, not counting timers */
  bool shared;
};
static struct waiter *waiters;

static void add(struct waiter *w) {
  struct waiter **at = &waiters;
  while (*at) at = &(*at)->next; /* first come, first served */
  *at = w;
}
static void take_out(struct waiter *w) {
  for (struct waiter **at = &waiters; *at; at = &(*at)->next)
    if (*at == w) {
      *at = w->next;
      return;
    }
}

/* Its own deadline, or the expiry of a timer that it waits for. */
static int64_t ends(const struct waiter *w) {
  int64_t timer = omrt_timers_until(w->ready, w->arg);
  return timer < w->deadline ? timer : w->deadline;
}

/* glibc's own signal, by which it tells a thread that it is cancelled. */
static bool cancelled(void) { return omrt_cur->sig->queue.pending & OMRT_SIGBIT(32); }

int64_t omrt_world_wait(bool (*ready)(void *), void *arg, const void *obj, int64_t deadline, int how) {
  struct omrt_pollset none = {0}; /* says: the outside could end this wait */
  while (!ready(arg)) {
    struct waiter w = {NULL, omrt_cur, ready, arg, deadline, how & OMRT_WORLD_SHARED};
    add(&w);
    if (how & OMRT_WORLD_OUTSIDE) omrt_cur->poll = &none;
    enum omrt_waited end = omrt_wait(NULL, OMRT_WAIT_FD, obj, ends(&w), true);
    omrt_cur->poll = NULL;
    take_out(&w); /* before a handler runs, which may not come back */
    if (end == OMRT_INTERRUPTED && cancelled()) {
      omrt_world_abandon(); /* what the handlers on its way out close is closed */
      omrt_signal_restart();
      return -EINTR; /* it came back all the same */
    }
    if (end == OMRT_INTERRUPTED && (!omrt_signal_restart() || how & OMRT_WORLD_POLLS)) return -EINTR;
    if (end == OMRT_TIMED_OUT && !ready(arg) && omrt_time_real(CLOCK_MONOTONIC) >= deadline)
      return -ETIMEDOUT;
  }
  return 0;
}

bool omrt_world_waits_shared(void) {
  for (const struct waiter *w = waiters; w; w = w->next)
    if (w->shared) return true;
  return false;
}

bool omrt_world_awaits_input(int64_t until) {
  bool any = false;
  for (struct waiter *w = waiters; w; w = w->next) {
    uint64_t refused = omrt_withhold_refused();
    if (ends(w) > until || w->ready(w->arg)) continue;
    if (omrt_withhold_refused() == refused) return false;
    any = true;
  }
  return any;
}

void omrt_world_changed(void) {
  for (struct waiter *w = waiters; w; w = w->next)
    if (w->ready(w->arg))
      omrt_wake(w->fiber);
    else
      omrt_wait_until(w->fiber, ends(w)); /* a timer may have been set */
}

/* ---- what is ready ---- */

static short stream_ready(const struct omrt_desc *d) {
  short r = 0;
  if (d->in) {
    if (omrt_stream_has(d->in)) r |= POLLIN | POLLRDNORM;
    if (d->in->reset) r |= POLLERR;
    if (!d->in->writers && !d->in->datagrams)
      r |= d->socket ? POLLIN | POLLRDNORM | POLLRDHUP | POLLHUP : POLLHUP;
  }
  if (d->out) {
    if (d->out->room > d->out->len - d->out->at) r |= POLLOUT | POLLWRNORM;
    if (!d->out->readers && !d->out->datagrams) r |= d->socket ? POLLHUP : POLLERR;
  }
  return r;
}

/* Input from the outside is there as soon as it may come (withhold.h): at least its end. */
short omrt_world_ready(struct omrt_desc *d, short events) {
  short r = POLLIN | POLLRDNORM | POLLOUT | POLLWRNORM;
  switch (d->kind) {
  case OMRT_D_STREAM: r = stream_ready(d); break;
  case OMRT_D_EVENT: r = POLLOUT | (d->count ? POLLIN : 0); break;
  case OMRT_D_TIMER: r = omrt_timer_expired(d->timer) ? POLLIN | POLLRDNORM : 0; break;
  case OMRT_D_QUEUE:
    r = (short)((omrt_queue_ready(d, false) ? POLLIN | POLLRDNORM : 0) |
                (omrt_queue_ready(d, true) ? POLLOUT | POLLWRNORM : 0));
    break;
  case OMRT_D_EPOLL: r = omrt_epoll_any(d) ? POLLIN : 0; break;
  case OMRT_D_SOCKET:
    r = omrt_socket_pending(d) ? POLLIN : omrt_socket_listens(d) ? 0 : POLLOUT | POLLHUP;
    if (omrt_socket_shut(d)) r |= POLLIN | POLLRDNORM | POLLRDHUP;
    break;
  case OMRT_D_OUTSIDE:
    if (!omrt_outside_has(d)) r = POLLOUT | POLLWRNORM;
    break;
  default: break;
  }
  return r & (short)(events | POLLERR | POLLHUP);
}

/* ---- poll ---- */

struct polling {
  struct pollfd *fds;
  uint64_t n;
};

static short ready_fd(const struct pollfd *p) {
  struct omrt_desc *d = p->fd < 0 ? NULL : omrt_desc_at((uint64_t)p->fd);
  return p->fd < 0 ? 0 : d ? omrt_world_ready(d, p->events) : POLLNVAL;
}
static bool any_ready(void *arg) {
  const struct polling *p = arg;
  for (uint64_t i = 0; i < p->n; i++)
    if (ready_fd(&p->fds[i])) return true;
  return false;
}

/* Only somebody outside could end it: a connection to accept, input that is withheld. */
static bool waits_outside(const struct polling *p) {
  for (uint64_t i = 0; i < p->n; i++) {
    struct omrt_desc *d = p->fds[i].fd < 0 ? NULL : omrt_desc_at((uint64_t)p->fds[i].fd);
    if (d && (omrt_socket_listens(d) || d->signals || d->kind == OMRT_D_EPOLL || omrt_withholds(d)))
      return true;
  }
  return false;
}

static int64_t wait_until(struct polling *p, int64_t deadline) {
  uint64_t refused = omrt_withhold_refused();
  if (any_ready(p)) return 0;
  if (deadline == 0) {
    if (omrt_withhold_refused() != refused) omrt_withhold_in_vain();
    return 0;
  }
  int how = OMRT_WORLD_POLLS | (waits_outside(p) ? OMRT_WORLD_OUTSIDE : 0);
  int64_t bad = omrt_world_wait(any_ready, p, p->n ? (void *)(intptr_t)p->fds[0].fd : NULL, deadline, how);
  return bad == -ETIMEDOUT ? 0 : bad;
}

int64_t omrt_world_poll(const uint64_t a[6], int64_t deadline) {
  struct polling p = {(void *)a[0], a[1]};
  int64_t found = 0, bad = wait_until(&p, deadline);
  if (bad) return bad;
  for (uint64_t i = 0; i < p.n; i++) {
    p.fds[i].revents = ready_fd(&p.fds[i]);
    found += p.fds[i].revents != 0;
  }
  return found;
}

/* ---- select ---- */

static bool fd_in(uint64_t set, int fd) { return set && FD_ISSET(fd, (fd_set *)set); }

static int64_t select_from(const uint64_t a[6], int64_t deadline, struct pollfd *fds);

int64_t omrt_world_select(const uint64_t a[6], int64_t deadline) {
  if ((int)a[0] < 0 || a[0] > OMRT_MAX_FDS) return -EINVAL;
  size_t bytes = (a[0] + 1) * sizeof(struct pollfd);
  struct pollfd *fds = omrt_alloc(bytes);
  int64_t found = select_from(a, deadline, fds);
  omrt_free(fds, bytes);
  return found;
}

static int64_t select_from(const uint64_t a[6], int64_t deadline, struct pollfd *fds) {
  struct polling p = {.fds = fds};
  for (int fd = 0; fd < (int)a[0]; fd++) {
    short events = (short)((fd_in(a[1], fd) ? POLLIN : 0) | (fd_in(a[2], fd) ? POLLOUT : 0) |
                           (fd_in(a[3], fd) ? POLLPRI : 0));
    if (events && !omrt_desc_at((uint64_t)fd)) return -EBADF;
    if (events) fds[p.n++] = (struct pollfd){.fd = fd, .events = events};
  }
  int64_t found = 0, bad = wait_until(&p, deadline);
  if (bad) return bad;
  for (int i = 1; i <= 3; i++)
    if (a[i]) memset((void *)a[i], 0, (a[0] + 63) / 64 * 8);
  for (uint64_t i = 0; i < p.n; i++) {
    short r = ready_fd(&fds[i]);
    int fd = fds[i].fd;
    if ((fds[i].events & POLLIN) && (r & (POLLIN | POLLHUP | POLLERR))) FD_SET(fd, (fd_set *)a[1]), found++;
    if ((fds[i].events & POLLOUT) && (r & (POLLOUT | POLLERR))) FD_SET(fd, (fd_set *)a[2]), found++;
  }
  return found;
}
