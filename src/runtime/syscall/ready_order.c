/* Order by poll, select and epoll: see ready_order.h. An event of an epoll set has no descriptor, but what
 * the program gave with it: which descriptors were given with that is kept here, set by set. */
#include "runtime/syscall/ready_order.h"
#include "runtime/rt.h"
#include <limits.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>

/* Sets have few descriptors that only wake somebody up; what is read after all has its order then. Beyond so
 * many the oldest are forgotten. */
enum { MEMBERS = 1024 };
static struct member {
  uint64_t epoll, fd, data;
} members[MEMBERS];
static uint64_t made; /* members ever; the next takes the place of the oldest */
static int all(void) { return made < MEMBERS ? (int)made : MEMBERS; }

void omrt_ready_polled(const void *list, uint64_t n) {
  const struct pollfd *p = list;
  if (n > INT_MAX / sizeof *p || !omrt_readable(p, n * sizeof *p)) return;
  for (uint64_t i = 0; i < n; i++)
    if (p[i].revents & (POLLIN | POLLPRI | POLLRDNORM | POLLRDHUP | POLLHUP))
      omrt_order_ready((uint64_t)p[i].fd);
}

void omrt_ready_selected(const void *set, uint64_t below) {
  const uint64_t *word = set;
  if (!word || below > FD_SETSIZE || !omrt_readable(word, (below + 63) / 64 * 8)) return;
  for (uint64_t fd = 0; fd < below; fd++)
    if (word[fd / 64] >> fd % 64 & 1) omrt_order_ready(fd);
}

static struct member *member_of(uint64_t epoll, uint64_t fd) {
  for (int i = 0; i < all(); i++)
    if (members[i].epoll == epoll + 1 && members[i].fd == fd) return &members[i];
  return NULL;
}

void omrt_ready_control(const uint64_t a[6]) {
  const struct epoll_event *e = (const void *)a[3];
  struct member *m = member_of(a[0], a[2]);
  if (m) m->epoll = 0;
  if (a[1] == EPOLL_CTL_DEL || !omrt_readable(e, sizeof *e)) return;
  if (!m) m = &members[made++ % MEMBERS];
  *m = (struct member){a[0] + 1, a[2], e->data.u64}; /* 0: no member */
}

void omrt_ready_epolled(uint64_t epoll, const void *events, int64_t n) {
  const struct epoll_event *e = events;
  if (n > INT_MAX / (int)sizeof *e || !omrt_readable(e, (uint64_t)n * sizeof *e)) return;
  for (int64_t k = 0; k < n; k++)
    for (int i = 0; i < all() && e[k].events & (EPOLLIN | EPOLLPRI | EPOLLRDHUP | EPOLLHUP); i++)
      if (members[i].epoll == epoll + 1 && members[i].data == e[k].data.u64) omrt_order_ready(members[i].fd);
}
