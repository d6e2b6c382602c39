/* POSIX message queues within the world of an exploration: see world.h. */
#include "runtime/world/world.h"
#include "runtime/world/world_card.h"
#include "runtime/rt.h"
#include "runtime/sched/sched.h"
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <string.h>
#include <time.h>

enum { PRIORITIES = 32768 };
struct message {
  struct message *next;
  unsigned priority;
  uint64_t len;
  uint8_t data[];
};
struct omrt_queue {
  struct omrt_queue *next;
  char *name; /* NULL: unlinked */
  int64_t most, size, count;
  struct message *first; /* by priority, then by age */
  uint64_t sent;         /* so far */
};
static struct omrt_queue *all;

static struct omrt_queue *find(const char *name) {
  for (struct omrt_queue *q = all; q; q = q->next)
    if (q->name && !strcmp(q->name, name)) return q;
  return NULL;
}

static struct omrt_queue *make(const char *name, const struct mq_attr *attr) {
  struct omrt_queue *q = omrt_alloc(sizeof *q);
  *q = (struct omrt_queue){
      all, omrt_world_copy(name), attr ? attr->mq_maxmsg : 10, attr ? attr->mq_msgsize : 8192, 0, NULL, 0};
  all = q;
  return q;
}

static struct omrt_desc *describe(struct omrt_queue *q, int flags) {
  struct omrt_desc *d = omrt_desc_new(OMRT_D_QUEUE, flags);
  d->queue = q;
  return d;
}

uint64_t omrt_queue_sent(const struct omrt_queue *q) { return q->sent; }

static int64_t open_queue(const uint64_t a[6]) {
  const char *name = (const char *)a[0];
  const struct mq_attr *attr = (void *)a[3];
  int flags = (int)a[1];
  if (!omrt_readable(name, 1)) return -EFAULT;
  struct omrt_queue *q = find(name);
  if (q && (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) return -EEXIST;
  if (!q && !(flags & O_CREAT)) return -ENOENT;
  if (!q && attr && !omrt_readable(attr, sizeof *attr)) return -EFAULT;
  if (!q && attr && (attr->mq_maxmsg <= 0 || attr->mq_msgsize <= 0)) return -EINVAL;
  return omrt_desc_open(describe(q ? q : make(name, attr), flags | O_CLOEXEC), 0);
}

static void put(struct omrt_queue *q, unsigned priority, const void *from, uint64_t len) {
  struct message *m = omrt_alloc(sizeof *m + len), **at = &q->first;
  m->priority = priority;
  m->len = len;
  omrt_world_move(m->data, from, len);
  while (*at && (*at)->priority >= priority) at = &(*at)->next;
  m->next = *at;
  *at = m;
  q->count++;
  q->sent++;
  omrt_world_changed();
}

static void take_out(struct omrt_queue *q) {
  struct message *m = q->first;
  if (!m) return;
  q->first = m->next;
  q->count--;
  omrt_free(m, sizeof *m + m->len);
  omrt_world_changed();
}

static bool has_message(void *arg) { return ((struct omrt_queue *)arg)->first; }
static bool has_room(void *arg) {
  const struct omrt_queue *q = arg;
  return q->count < q->most;
}
bool omrt_queue_ready(struct omrt_desc *d, bool write) {
  return write ? has_room(d->queue) : has_message(d->queue);
}

/* Until there is a message, or room for one. */
static int64_t await(struct omrt_desc *d, bool (*ready)(void *), uint64_t until) {
  const struct timespec *ts = (void *)until;
  if (ready(d->queue)) return 0;
  if (d->flags & O_NONBLOCK) return -EAGAIN;
  if (ts && !omrt_readable(ts, sizeof *ts)) return -EFAULT;
  if (ts && (ts->tv_sec < 0 || (uint64_t)ts->tv_nsec > 999999999)) return -EINVAL;
  omrt_desc_hold(d);
  int64_t bad = omrt_world_wait(ready, d->queue, d->queue,
                                ts ? omrt_deadline(CLOCK_REALTIME, ts) : OMRT_NEVER, OMRT_WORLD_SHARED);
  omrt_desc_let_go(d);
  return bad;
}

static int64_t send(struct omrt_desc *d, const uint64_t a[6]) {
  struct omrt_queue *q = d->queue;
  if ((d->flags & O_ACCMODE) == O_RDONLY) return -EBADF;
  if (a[3] >= PRIORITIES) return -EINVAL;
  if (a[2] > (uint64_t)q->size) return -EMSGSIZE;
  if (!omrt_readable((void *)a[1], a[2])) return -EFAULT;
  int64_t bad = await(d, has_room, a[4]);
  if (!bad) put(q, (unsigned)a[3], (void *)a[1], a[2]);
  return bad;
}

static int64_t receive(struct omrt_desc *d, const uint64_t a[6]) {
  struct omrt_queue *q = d->queue;
  if ((d->flags & O_ACCMODE) == O_WRONLY) return -EBADF;
  if (a[2] < (uint64_t)q->size) return -EMSGSIZE;
  int64_t bad = await(d, has_message, a[4]), len;
  if (bad) return bad;
  len = (int64_t)q->first->len;
  if (!omrt_writable((void *)a[1], (uint64_t)len) || (a[3] && !omrt_writable((void *)a[3], 4)))
    return -EFAULT;
  omrt_world_move((void *)a[1], q->first->data, (uint64_t)len);
  if (a[3]) *(unsigned *)a[3] = q->first->priority;
  take_out(q);
  return len;
}

static int64_t attributes(struct omrt_desc *d, const uint64_t a[6]) {
  const struct mq_attr *new = (void *)a[1];
  struct mq_attr *old = (void *)a[2];
  if ((new && !omrt_readable(new, sizeof *new)) || (old && !omrt_readable(old, sizeof *old))) return -EFAULT;
  int64_t flags = new ? new->mq_flags : 0;
  if (old)
    *old = (struct mq_attr){.mq_flags = d->flags & O_NONBLOCK,
                            .mq_maxmsg = d->queue->most,
                            .mq_msgsize = d->queue->size,
                            .mq_curmsgs = d->queue->count};
  if (new) d->flags = (d->flags & ~O_NONBLOCK) | (int)(flags & O_NONBLOCK);
  return 0;
}

static int64_t unlink_queue(uint64_t name) {
  struct omrt_queue *q = omrt_readable((void *)name, 1) ? find((const char *)name) : NULL;
  if (!q) return -ENOENT;
  q->name = NULL;
  return 0;
}

static struct omrt_desc *queue_at(uint64_t fd) {
  struct omrt_desc *d = omrt_desc_at(fd);
  return d && d->kind == OMRT_D_QUEUE ? d : NULL;
}

OMRT_ANSWER(mq_open) { return open_queue(a); }
OMRT_ANSWER(mq_unlink) { return unlink_queue(a[0]); }
OMRT_ANSWER(mq_timedsend) {
  struct omrt_desc *d = queue_at(a[0]);
  return d ? send(d, a) : -EBADF;
}
OMRT_ANSWER(mq_timedreceive) {
  struct omrt_desc *d = queue_at(a[0]);
  return d ? receive(d, a) : -EBADF;
}
OMRT_ANSWER(mq_getsetattr) {
  struct omrt_desc *d = queue_at(a[0]);
  return d ? attributes(d, a) : -EBADF;
}
OMRT_ANSWER(mq_notify) { return queue_at(a[0]) ? 0 : -EBADF; }

OMRT_SAW(mq_open) {
  struct omrt_queue *q = find((const char *)a[0]);
  const struct mq_attr *attr = (int)a[1] & O_CREAT ? (void *)a[3] : NULL;
  omrt_desc_place((int)ret, describe(q ? q : make((const char *)a[0], attr), (int)a[1] | O_CLOEXEC));
}
OMRT_SAW(mq_timedsend) {
  struct omrt_desc *d = queue_at(a[0]);
  if (d) put(d->queue, (unsigned)a[3], (void *)a[1], a[2]);
}
OMRT_SAW(mq_timedreceive) {
  struct omrt_desc *d = queue_at(a[0]);
  if (d) take_out(d->queue);
}
OMRT_SAW(mq_getsetattr) {
  struct omrt_desc *d = queue_at(a[0]);
  const struct mq_attr *new = (void *)a[1], *old = (void *)a[2];
  if (!d) return;
  if (old) d->queue->most = old->mq_maxmsg, d->queue->size = old->mq_msgsize;
  if (new) d->flags = (d->flags & ~O_NONBLOCK) | (int)(new->mq_flags &O_NONBLOCK);
}
