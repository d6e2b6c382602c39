/* Pipes, socket pairs, connections of the program with itself, eventfds: what is written at one end can be
 * read at the other, readers wait until somebody writes, writers until there is room. Nobody outside sees any
 * of it, so nothing of it is an output. */
#include "runtime/world/answers.h"
#include "runtime/world/world.h"
#include "runtime/rt.h"
#include "runtime/sched/sched.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>

enum { PIPE_ROOM = 65536, PIPE_ATOMIC = 4096, SOCKET_ROOM = 212992 };

bool omrt_stream_has(const struct omrt_stream *s) { return s->at < s->len; }
static uint64_t amount(const struct omrt_stream *s) { return s->len - s->at; }
static uint64_t room(const struct omrt_stream *s) { return s->room > amount(s) ? s->room - amount(s) : 0; }
uint64_t omrt_stream_room(const struct omrt_stream *s) { return room(s); }

static void make_room(struct omrt_stream *s, uint64_t more) {
  if (s->at) {
    omrt_world_move(s->data, s->data + s->at, amount(s));
    s->len -= s->at;
    s->at = 0;
  }
  if (s->len + more <= s->cap) return;
  uint64_t cap = s->cap ? s->cap : 4096;
  while (cap < s->len + more) cap *= 2;
  uint8_t *data = omrt_alloc(cap);
  omrt_world_move(data, s->data, s->len);
  omrt_free(s->data, s->cap);
  s->data = data;
  s->cap = cap;
}

/* Bytes [from, from + len) of what iov holds. */
static void push(struct omrt_stream *s, const struct iovec *iov, int n, uint64_t from, uint64_t len) {
  make_room(s, len + 8);
  if (s->messages) {
    memcpy(s->data + s->len, &len, 8);
    s->len += 8;
  }
  omrt_iov_get(iov, n, from, s->data + s->len, len);
  s->len += len;
  s->pushed++;
  omrt_world_changed();
}

static uint64_t message_len(const struct omrt_stream *s) {
  uint64_t len;
  memcpy(&len, s->data + s->at, 8);
  return len;
}

static int64_t take(struct omrt_stream *s, const struct iovec *iov, int n, uint64_t into, int flags) {
  uint64_t want = omrt_iov_len(iov, n) - into, head = s->messages ? 8 : 0;
  uint64_t have = s->messages ? message_len(s) : amount(s), len = have < want ? have : want;
  omrt_iov_put(iov, n, into, s->data + s->at + head, len);
  if (flags & MSG_PEEK) return (int64_t)len;
  s->gone += len;
  s->at += head + (s->messages ? have : len);
  s->taken++;
  omrt_world_changed();
  return (int64_t)len;
}

uint64_t omrt_stream_unread(const struct omrt_stream *s) {
  uint64_t sum = 0, len;
  if (!s->messages) return amount(s);
  for (uint64_t at = s->at; at < s->len && !(s->datagrams && at > s->at); at += 8 + len) {
    memcpy(&len, s->data + at, 8);
    sum += len;
  }
  return sum;
}

void omrt_stream_closes(struct omrt_desc *d) {
  if (d->socket && d->in && d->out && !d->in->datagrams && omrt_stream_has(d->in)) d->out->reset = true;
}

/* ---- making ---- */

static struct omrt_stream *new_stream(uint64_t how_much, bool messages) {
  struct omrt_stream *s = omrt_alloc(sizeof *s);
  s->room = how_much;
  s->messages = messages;
  return s;
}

void omrt_stream_connect(struct omrt_desc *a, struct omrt_desc *b, int type) {
  bool messages = (type & 15) != SOCK_STREAM;
  a->in = b->out = new_stream(SOCKET_ROOM, messages);
  a->out = b->in = new_stream(SOCKET_ROOM, messages);
  a->in->readers = a->in->writers = a->out->readers = a->out->writers = 1;
  a->in->datagrams = a->out->datagrams = (type & 15) == SOCK_DGRAM;
  a->kind = b->kind = OMRT_D_STREAM;
  a->socket = b->socket = true;
}

/* Two numbers for the program: the recorded ones, or those that are free. */
static int64_t give(struct omrt_desc *a, struct omrt_desc *b, uint64_t fds, const int *numbers) {
  int two[2];
  if (numbers) {
    omrt_desc_place(numbers[0], a);
    omrt_desc_place(numbers[1], b);
    return 0;
  }
  two[0] = (int)omrt_desc_open(a, 0);
  two[1] = (int)omrt_desc_open(b, 0);
  memcpy((void *)fds, two, sizeof two);
  return 0;
}

int64_t omrt_stream_pipe(uint64_t fds, int flags, const int *numbers) {
  if (!omrt_writable((void *)fds, 8)) return -EFAULT;
  struct omrt_desc *r = omrt_desc_new(OMRT_D_STREAM, O_RDONLY | flags);
  struct omrt_desc *w = omrt_desc_new(OMRT_D_STREAM, O_WRONLY | flags);
  r->in = w->out = new_stream(PIPE_ROOM, false);
  r->in->readers = r->in->writers = 1;
  return give(r, w, fds, numbers);
}

int64_t omrt_stream_pair(int type, uint64_t fds, const int *numbers) {
  if (!omrt_writable((void *)fds, 8)) return -EFAULT;
  int flags = O_RDWR | (type & (SOCK_NONBLOCK | SOCK_CLOEXEC)); /* the same bits as O_... */
  struct omrt_desc *a = omrt_desc_new(OMRT_D_STREAM, flags), *b = omrt_desc_new(OMRT_D_STREAM, flags);
  omrt_stream_connect(a, b, type);
  return give(a, b, fds, numbers);
}

int64_t omrt_stream_shutdown(struct omrt_desc *d, int how) {
  if (how < SHUT_RD || how > SHUT_RDWR) return -EINVAL;
  if (how != SHUT_WR && d->in) {
    d->in->readers--;
    d->in = NULL;
  }
  if (how != SHUT_RD && d->out) {
    d->out->writers--;
    d->out = NULL;
  }
  omrt_world_changed();
  return 0;
}

/* ---- reading and writing ---- */

static bool can_read(void *stream) {
  const struct omrt_stream *s = stream;
  return omrt_stream_has(s) || (!s->writers && !s->datagrams);
}

int64_t omrt_stream_read(struct omrt_desc *d, const struct iovec *iov, int n, int flags) {
  uint64_t want = omrt_iov_len(iov, n), done = 0;
  struct omrt_stream *s = d->in;
  if (!s) return d->socket ? 0 : -EBADF;
  if (!want && !s->messages) return 0;
  int64_t until = omrt_desc_until(d, false);
  do {
    if (!can_read(s)) {
      if ((d->flags & O_NONBLOCK) || (flags & MSG_DONTWAIT)) return done ? (int64_t)done : -EAGAIN;
      int64_t bad = omrt_world_wait(can_read, s, s, until, 0);
      if (bad) return done ? (int64_t)done : bad == -ETIMEDOUT ? -EAGAIN : bad;
    }
    if (s->reset && !done && (s->messages || !omrt_stream_has(s))) {
      s->reset = false;
      return -ECONNRESET;
    }
    if (!omrt_stream_has(s)) break;
    done += (uint64_t)take(s, iov, n, done, flags);
  } while ((flags & MSG_WAITALL) && !(flags & MSG_PEEK) && !s->messages && done < want);
  return (int64_t)done;
}

struct writing {
  struct omrt_stream *s;
  uint64_t need;
};
static bool can_write(void *arg) {
  const struct writing *w = arg;
  return room(w->s) >= w->need || !w->s->readers;
}

static int64_t broken(int flags) {
  if (!(flags & MSG_NOSIGNAL)) {
    const uint64_t a[6] = {(uint64_t)omrt_pid, (uint64_t)omrt_cur->tid, SIGPIPE};
    omrt_call_tgkill(SYS_tgkill, a, NULL);
  }
  return -EPIPE;
}

int64_t omrt_stream_write(struct omrt_desc *d, const struct iovec *iov, int n, int flags) {
  uint64_t len = omrt_iov_len(iov, n), done = 0;
  struct omrt_stream *s = d->out;
  if (!s) return d->socket ? broken(flags) : -EBADF;
  if (!s->readers) return s->datagrams ? -ECONNREFUSED : broken(flags);
  if (s->messages && len + 8 > s->room) return -EMSGSIZE;
  int64_t until = omrt_desc_until(d, true);
  while (done < len || (s->messages && !len)) {
    bool whole = s->messages || len <= PIPE_ATOMIC;
    struct writing w = {s, whole ? len + (s->messages ? 8 : 0) : 1};
    if (!can_write(&w)) {
      if ((d->flags & O_NONBLOCK) || (flags & MSG_DONTWAIT)) return done ? (int64_t)done : -EAGAIN;
      int64_t bad = omrt_world_wait(can_write, &w, s, until, done ? OMRT_WORLD_POLLS : 0);
      if (bad) return done ? (int64_t)done : bad == -ETIMEDOUT ? -EAGAIN : bad;
    }
    if (!s->readers) return done ? (int64_t)done : broken(flags);
    uint64_t take_now = whole || len - done < room(s) ? len - done : room(s);
    push(s, iov, n, done, take_now);
    done += take_now;
    if (s->messages) break;
  }
  return (int64_t)done;
}

void omrt_stream_saw_write(struct omrt_desc *d, const struct iovec *iov, int n, uint64_t len) {
  if (d->out) push(d->out, iov, n, 0, len);
}

void omrt_stream_saw_read(struct omrt_desc *d, uint64_t len, int flags) {
  struct omrt_stream *s = d->in;
  if (!s || !omrt_stream_has(s) || (flags & MSG_PEEK)) return;
  if (s->messages)
    s->at += 8 + message_len(s);
  else
    s->at += len < amount(s) ? len : amount(s);
  s->taken++;
}

/* ---- eventfd ---- */

int64_t omrt_event_new(uint64_t start, int flags) {
  struct omrt_desc *d = omrt_desc_new(OMRT_D_EVENT, O_RDWR | (flags & (O_NONBLOCK | O_CLOEXEC)));
  d->count = start;
  d->semaphore = flags & EFD_SEMAPHORE;
  return omrt_desc_open(d, 0);
}

static bool has_count(void *d) { return ((struct omrt_desc *)d)->count; }

int64_t omrt_event_read(struct omrt_desc *d, const struct iovec *iov, int n) {
  if (omrt_iov_len(iov, n) < 8) return -EINVAL;
  if (!d->count) {
    if (d->flags & O_NONBLOCK) return -EAGAIN;
    int64_t bad = omrt_world_wait(has_count, d, d, OMRT_NEVER, 0);
    if (bad) return bad;
  }
  uint64_t v = d->semaphore ? 1 : d->count;
  d->count -= v;
  omrt_iov_put(iov, n, 0, &v, 8);
  omrt_world_changed();
  return 8;
}

void omrt_world_signalfd(int fd) {
  struct omrt_desc *d = omrt_desc_at((uint64_t)fd);
  if (d) d->signals = true;
}
void omrt_world_raise(int fd, bool up) {
  struct omrt_desc *d = omrt_desc_at((uint64_t)fd);
  if (!d || !d->signals) return;
  d->count = up;
  d->added += up;
  omrt_world_changed();
}
int64_t omrt_world_flags(int fd) {
  struct omrt_desc *d = omrt_desc_at((uint64_t)fd);
  return d ? d->flags : 0;
}

struct adding {
  struct omrt_desc *d;
  uint64_t more;
};
static bool fits(void *arg) {
  const struct adding *w = arg;
  return w->d->count + w->more >= w->more && w->d->count + w->more != UINT64_MAX;
}

int64_t omrt_event_write(struct omrt_desc *d, const struct iovec *iov, int n) {
  struct adding w = {.d = d};
  if (omrt_iov_len(iov, n) < 8) return -EINVAL;
  omrt_iov_get(iov, n, 0, &w.more, 8);
  if (w.more == UINT64_MAX) return -EINVAL;
  if (!fits(&w)) {
    if (d->flags & O_NONBLOCK) return -EAGAIN;
    int64_t bad = omrt_world_wait(fits, &w, d, OMRT_NEVER, 0);
    if (bad) return bad;
  }
  d->count += w.more;
  d->added++;
  omrt_world_changed();
  return 8;
}
