/* Waiting within the world of an exploration, and poll, select: see world.h. Somebody who waits is woken when
 * what it waits for is there, and not before: no look in vain disturbs the schedule. */
#include "runtime/explore/world.h"
#include "runtime/explore/explore.h"
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
  struct omen_fiber *fiber;
  bool (*ready)(void *);
  void *arg;
  int64_t deadline; /* its own, not counting timers */
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
  int64_t timer = omen_timers_until(w->ready, w->arg);
  return timer < w->deadline ? timer : w->deadline;
}

/* glibc's own signal, by which it tells a thread that it is cancelled. */
static bool cancelled(void) { return omen_cur->sig->queue.pending & OMEN_SIGBIT(32); }

int64_t omen_world_wait(bool (*ready)(void *), void *arg, const void *obj, int64_t deadline, int how) {
  struct omen_pollset none = {0}; /* says: the outside could end this wait */
  while (!ready(arg)) {
    struct waiter w = {NULL, omen_cur, ready, arg, deadline};
    add(&w);
    if (how & OMEN_WORLD_OUTSIDE) omen_cur->poll = &none;
    enum omen_waited end = omen_wait(NULL, OMEN_WAIT_FD, obj, ends(&w), true);
    omen_cur->poll = NULL;
    take_out(&w); /* before a handler runs, which may not come back */
    if (end == OMEN_INTERRUPTED && cancelled()) {
      omen_explore_abandon(); /* what the handlers on its way out close is closed */
      omen_signal_restart();
      return -EINTR; /* it came back all the same */
    }
    if (end == OMEN_INTERRUPTED && (!omen_signal_restart() || how & OMEN_WORLD_POLLS)) return -EINTR;
    if (end == OMEN_TIMED_OUT && !ready(arg) && omen_time_real(CLOCK_MONOTONIC) >= deadline)
      return -ETIMEDOUT;
  }
  return 0;
}

void omen_world_changed(void) {
  for (struct waiter *w = waiters; w; w = w->next)
    if (w->ready(w->arg))
      omen_wake(w->fiber);
    else
      omen_wait_until(w->fiber, ends(w)); /* a timer may have been set */
}

/* ---- what is ready ---- */

static short stream_ready(const struct omen_desc *d) {
  short r = 0;
  if (d->in) {
    if (omen_stream_has(d->in)) r |= POLLIN | POLLRDNORM;
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

/* Input from the outside is always there: at least its end. */
short omen_world_ready(struct omen_desc *d, short events) {
  short r = POLLIN | POLLRDNORM | POLLOUT | POLLWRNORM;
  switch (d->kind) {
  case OMEN_D_STREAM: r = stream_ready(d); break;
  case OMEN_D_EVENT: r = POLLOUT | (d->count ? POLLIN : 0); break;
  case OMEN_D_TIMER: r = omen_timer_expired(d->timer) ? POLLIN | POLLRDNORM : 0; break;
  case OMEN_D_QUEUE:
    r = (short)((omen_queue_ready(d, false) ? POLLIN | POLLRDNORM : 0) |
                (omen_queue_ready(d, true) ? POLLOUT | POLLWRNORM : 0));
    break;
  case OMEN_D_EPOLL: r = omen_epoll_any(d) ? POLLIN : 0; break;
  case OMEN_D_SOCKET:
    r = omen_socket_pending(d) ? POLLIN : omen_socket_listens(d) ? 0 : POLLOUT | POLLHUP;
    if (omen_socket_shut(d)) r |= POLLIN | POLLRDNORM | POLLRDHUP;
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
  struct omen_desc *d = p->fd < 0 ? NULL : omen_desc_at((uint64_t)p->fd);
  return p->fd < 0 ? 0 : d ? omen_world_ready(d, p->events) : POLLNVAL;
}
static bool any_ready(void *arg) {
  const struct polling *p = arg;
  for (uint64_t i = 0; i < p->n; i++)
    if (ready_fd(&p->fds[i])) return true;
  return false;
}

/* Only somebody outside could end it: a connection to accept. */
static bool waits_outside(const struct polling *p) {
  for (uint64_t i = 0; i < p->n; i++) {
    struct omen_desc *d = p->fds[i].fd < 0 ? NULL : omen_desc_at((uint64_t)p->fds[i].fd);
    if (d && (omen_socket_listens(d) || d->signals || d->kind == OMEN_D_EPOLL)) return true;
  }
  return false;
}

static int64_t wait_until(struct polling *p, int64_t deadline) {
  if (deadline == 0 || any_ready(p)) return 0;
  int how = OMEN_WORLD_POLLS | (waits_outside(p) ? OMEN_WORLD_OUTSIDE : 0);
  int64_t bad = omen_world_wait(any_ready, p, p->n ? (void *)(intptr_t)p->fds[0].fd : NULL, deadline, how);
  return bad == -ETIMEDOUT ? 0 : bad;
}

int64_t omen_explore_poll(const uint64_t a[6], int64_t deadline) {
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

int64_t omen_explore_select(const uint64_t a[6], int64_t deadline) {
  if ((int)a[0] < 0 || a[0] > OMEN_MAX_FDS) return -EINVAL;
  size_t bytes = (a[0] + 1) * sizeof(struct pollfd);
  struct pollfd *fds = omen_alloc(bytes);
  int64_t found = select_from(a, deadline, fds);
  omen_free(fds, bytes);
  return found;
}

static int64_t select_from(const uint64_t a[6], int64_t deadline, struct pollfd *fds) {
  struct polling p = {.fds = fds};
  for (int fd = 0; fd < (int)a[0]; fd++) {
    short events = (short)((fd_in(a[1], fd) ? POLLIN : 0) | (fd_in(a[2], fd) ? POLLOUT : 0) |
                           (fd_in(a[3], fd) ? POLLPRI : 0));
    if (events && !omen_desc_at((uint64_t)fd)) return -EBADF;
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
