/* epoll within the world of an exploration: see world.h. */
#include "runtime/world/world.h"
#include "runtime/world/answers.h"
#include "runtime/world/withhold.h"
#include "runtime/rt.h"
#include "runtime/sched/sched.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/epoll.h>

struct item {
  struct item *next;
  int fd;
  struct omrt_desc *desc; /* not owned: omrt_epoll_closed takes it out */
  struct epoll_event event;
  bool off;      /* one shot, and that was it */
  uint64_t told; /* edge-triggered: what had happened when it was last reported, plus one */
};
struct omrt_epoll {
  struct omrt_epoll *next;
  struct omrt_desc *desc;
  struct item *items;
};
static struct omrt_epoll *all;

int64_t omrt_epoll_new(int flags) {
  struct omrt_desc *d = omrt_desc_new(OMRT_D_EPOLL, O_RDWR | (flags & O_CLOEXEC));
  d->epoll = omrt_alloc(sizeof *d->epoll);
  d->epoll->desc = d;
  d->epoll->next = all;
  all = d->epoll;
  return omrt_desc_open(d, 0);
}

void omrt_epoll_closed(struct omrt_desc *d) {
  for (struct omrt_epoll **e = &all; *e;)
    if ((*e)->desc == d)
      *e = (*e)->next;
    else
      e = &(*e)->next;
  for (struct omrt_epoll *e = all; e; e = e->next)
    for (struct item **i = &e->items; *i;)
      if ((*i)->desc == d)
        *i = (*i)->next;
      else
        i = &(*i)->next;
}

/* Does looking at `in` look at d? The kernel lets nobody make a circle. */
static bool leads_to(const struct omrt_desc *in, const struct omrt_desc *d) {
  if (in == d || in->kind != OMRT_D_EPOLL) return in == d;
  for (const struct item *i = in->epoll->items; i; i = i->next)
    if (leads_to(i->desc, d)) return true;
  return false;
}

int64_t omrt_epoll_ctl(const uint64_t a[6]) {
  struct omrt_desc *d = omrt_desc_at(a[0]), *of = omrt_desc_at(a[2]);
  if (!d || !of) return -EBADF;
  if (d->kind != OMRT_D_EPOLL || d == of) return -EINVAL;
  if (of->kind == OMRT_D_FILE || of->kind == OMRT_D_DIR) return -EPERM;
  struct item **at = &d->epoll->items, *i;
  while (*at && ((*at)->fd != (int)a[2] || (*at)->desc != of)) at = &(*at)->next;
  if (a[1] != EPOLL_CTL_DEL && !omrt_readable((void *)a[3], 12)) return -EFAULT;
  switch (a[1]) {
  case EPOLL_CTL_ADD:
    if (*at) return -EEXIST;
    if (leads_to(of, d)) return -ELOOP;
    i = *at = omrt_alloc(sizeof *i);
    i->fd = (int)a[2];
    i->desc = of;
    break;
  case EPOLL_CTL_MOD:
    if (!*at) return -ENOENT;
    i = *at;
    i->off = false;
    i->told = 0;
    break;
  case EPOLL_CTL_DEL:
    if (!*at) return -ENOENT;
    i = *at;
    *at = i->next;
    omrt_free(i, sizeof *i);
    return 0;
  default: return -EINVAL;
  }
  memcpy(&i->event, (void *)a[3], sizeof i->event);
  omrt_world_changed();
  return 0;
}

/* What happened to it so far, as a number: an edge is a change of it. */
static uint64_t happened(struct omrt_desc *d) {
  uint64_t v = d->kind == OMRT_D_EVENT ? d->added : 0;
  if (omrt_socket_listens(d)) v += omrt_socket_arrived(d);
  if (d->queue) v += omrt_queue_sent(d->queue);
  if (d->kind == OMRT_D_OUTSIDE && omrt_outside_has(d)) v += omrt_withhold_arrived(d);
  if (d->timer) v += omrt_timer_total(d->timer);
  if (d->in) v += d->in->pushed + !d->in->writers;
  if (d->out) v += d->out->taken + !d->out->readers;
  return v + 1;
}

static uint32_t ready(const struct item *i) {
  if (i->off) return 0;
  if ((i->event.events & EPOLLET) && i->told == happened(i->desc)) return 0;
  return (uint32_t)(uint16_t)omrt_world_ready(i->desc, (short)i->event.events); /* the same bits */
}

bool omrt_epoll_any(struct omrt_desc *d) {
  for (struct item *i = d->epoll->items; i; i = i->next)
    if (ready(i)) return true;
  return false;
}
static bool any(void *d) { return omrt_epoll_any(d); }

static bool listens(const struct omrt_epoll *e) {
  for (struct item *i = e->items; i; i = i->next)
    if (omrt_socket_listens(i->desc) || i->desc->signals || omrt_withholds(i->desc)) return true;
  return false;
}

int64_t omrt_world_epoll(const uint64_t a[6], int64_t deadline) {
  struct omrt_desc *d = omrt_desc_at(a[0]);
  int64_t found = 0;
  if (!d) return -EBADF;
  if (d->kind != OMRT_D_EPOLL || (int)a[2] <= 0) return -EINVAL;
  if (!omrt_writable((void *)a[1], a[2] * 12)) return -EFAULT;
  uint64_t refused = omrt_withhold_refused();
  bool none = !any(d);
  if (none && deadline == 0 && omrt_withhold_refused() != refused) omrt_withhold_in_vain();
  if (none && deadline != 0) {
    omrt_desc_hold(d);
    int how = OMRT_WORLD_POLLS | (listens(d->epoll) ? OMRT_WORLD_OUTSIDE : 0);
    int64_t bad = omrt_world_wait(any, d, d, deadline, how);
    if (bad != -EINTR && d->refs == 1) bad = -EBADF; /* closed meanwhile */
    omrt_desc_let_go(d);
    if (bad) return bad == -ETIMEDOUT ? 0 : bad;
  }
  for (struct item *i = d->epoll->items; i && found < (int64_t)(int)a[2]; i = i->next) {
    struct epoll_event e = i->event;
    e.events = ready(i);
    if (!e.events) continue;
    memcpy((char *)a[1] + 12 * found++, &e, 12);
    i->told = happened(i->desc);
    if (i->event.events & EPOLLONESHOT) i->off = true;
  }
  return found;
}
