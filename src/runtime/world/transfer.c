/* Calls that move data, by whatever the descriptor is: see world.h. */
#include "runtime/world/answers.h"
#include "runtime/world/withhold.h"
#include "runtime/world/world.h"
#include "runtime/world/world_card.h"
#include "runtime/rt.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/outward.h"
#include "runtime/symbolic/symbolic.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>

/* ---- the program's memory ---- */

void omrt_world_move(void *to, const void *from, uint64_t n) {
  if (omrt_sym_on) omrt_shade_copy(to, from, n);
  memmove(to, from, n);
}

uint64_t omrt_iov_len(const struct iovec *iov, int n) {
  uint64_t len = 0;
  for (int i = 0; i < n; i++) len += iov[i].iov_len;
  return len;
}

static void move(const struct iovec *iov, int n, uint64_t at, uint8_t *data, uint64_t len, bool put) {
  for (int i = 0; i < n && len; i++) {
    if (at >= iov[i].iov_len) {
      at -= iov[i].iov_len;
      continue;
    }
    uint64_t take = iov[i].iov_len - at < len ? iov[i].iov_len - at : len;
    uint8_t *there = (uint8_t *)iov[i].iov_base + at;
    omrt_world_move(put ? there : data, put ? data : there, take);
    data += take;
    len -= take;
    at = 0;
  }
}
void omrt_iov_put(const struct iovec *iov, int n, uint64_t at, const void *data, uint64_t len) {
  move(iov, n, at, (uint8_t *)data, len, true);
}
void omrt_iov_get(const struct iovec *iov, int n, uint64_t at, void *data, uint64_t len) {
  move(iov, n, at, data, len, false);
}

/* ---- which call ---- */

struct transfer {
  bool write, socket;
  int64_t at; /* -1: at the descriptor's own place */
  int flags;  /* MSG_... */
  struct iovec one;
  const struct iovec *iov;
  int n;
  struct msghdr *msg;
};

static bool whole(const struct transfer *t) {
  if (t->n < 0 || t->n > 1024 || !omrt_readable(t->iov, (uint64_t)t->n * sizeof *t->iov)) return false;
  for (int i = 0; i < t->n; i++)
    if (!(t->write ? omrt_readable : omrt_writable)(t->iov[i].iov_base, t->iov[i].iov_len)) return false;
  return true;
}

/* How much goes where, and to whom, may depend on inputs: the kernel knows, and nobody here says what it
 * makes of it. */
static void look_at_shape(const struct omrt_card *c, const uint64_t a[6], const struct transfer *t) {
  if (!omrt_sym_on) return;
  bool to = t->write && t->socket && !t->msg;
  bool any = t->iov != &t->one && omrt_shade_holds(t->iov, (uint64_t)t->n * sizeof *t->iov);
  const struct msghdr *m = t->msg;
  any |= m && (omrt_shade_holds(m, sizeof *m) || omrt_shade_holds(m->msg_name, m->msg_namelen) ||
               (t->write && omrt_shade_holds(m->msg_control, m->msg_controllen)));
  any |= to && c->data & OMRT_DATA_SOCKET && a[4] && omrt_shade_holds((const void *)a[4], a[5]);
  if (any) omrt_outward_unseen("reads");
}

/* `known`: the recorded call succeeded, so that what it needs is there, as far as it went. */
static bool understand(const struct omrt_card *c, const uint64_t a[6], struct transfer *t, bool known) {
  *t = (struct transfer){.write = c->data & OMRT_DATA_OUT,
                         .socket = c->data & OMRT_DATA_SOCKET,
                         .at = c->data & (OMRT_DATA_AT | OMRT_DATA_AT_OR_NEXT) ? (int64_t)a[3] : -1,
                         .flags = (int)omrt_card_flags(c, a),
                         .one = {(void *)a[1], a[2]},
                         .n = 1};
  t->iov = &t->one;
  if (c->data & OMRT_DATA_VECTOR) {
    t->iov = (void *)a[1];
    t->n = (int)a[2];
  }
  if (c->data & OMRT_DATA_MESSAGE) {
    t->msg = (void *)a[1];
    if (!known && !omrt_readable(t->msg, sizeof *t->msg)) return false;
    t->iov = t->msg->msg_iov;
    t->n = (int)t->msg->msg_iovlen;
  }
  if (!known && !whole(t)) return false;
  look_at_shape(c, a, t);
  return true;
}

/* ---- after the race ---- */

static void capture(int nr, uint64_t fd, const struct transfer *t, uint64_t len) {
  if (omrt_sym_on) omrt_sym_wrote((uint32_t)fd, t->iov, t->n, len);
  for (int i = 0; i < t->n && len; i++) {
    uint64_t take = t->iov[i].iov_len < len ? t->iov[i].iov_len : len;
    omrt_capture(nr, fd, t->iov[i].iov_base, take);
    len -= take;
  }
}

static int64_t outside(struct omrt_desc *d, int nr, const uint64_t a[6], const struct transfer *t) {
  int64_t ret;
  if (t->write) return (int64_t)omrt_iov_len(t->iov, t->n);
  if (t->at >= 0) return omrt_outside_answer(nr, a, omrt_card(nr)->pieces, true, &ret) ? ret : 0;
  return omrt_outside_read(d, t->iov, t->n, t->flags);
}

static int64_t perform(struct omrt_desc *d, int nr, const uint64_t a[6], const struct transfer *t) {
  if (omrt_card(nr)->data & OMRT_DATA_AT && t->at < 0) return -EINVAL;
  switch (d->kind) {
  case OMRT_D_FILE:
  case OMRT_D_DIR:
  case OMRT_D_DEVICE: return t->socket ? -ENOTSOCK : omrt_file_rw(d, t->write, t->iov, t->n, t->at);
  case OMRT_D_STREAM:
    if (t->at >= 0) return -ESPIPE;
    if (t->socket && !d->socket) return -ENOTSOCK;
    return t->write ? omrt_stream_write(d, t->iov, t->n, t->flags | (t->socket ? 0 : 0))
                    : omrt_stream_read(d, t->iov, t->n, t->flags);
  case OMRT_D_EVENT: return t->write ? omrt_event_write(d, t->iov, t->n) : omrt_event_read(d, t->iov, t->n);
  case OMRT_D_TIMER: return t->write ? -EINVAL : omrt_timer_read(d, t->iov, t->n);
  case OMRT_D_QUEUE:
  case OMRT_D_EPOLL: return -EINVAL;
  case OMRT_D_SOCKET:
    if (omrt_socket_listens(d)) return -ENOTCONN; /* fall through */
  case OMRT_D_OUTSIDE: return outside(d, nr, a, t);
  }
  return -EBADF;
}

/* What stays within the program is no output. */
static bool seen_outside(const struct omrt_desc *d) {
  return d->kind == OMRT_D_FILE || d->kind == OMRT_D_OUTSIDE || d->kind == OMRT_D_SOCKET;
}

static void no_address(const uint64_t a[6], const struct transfer *t) {
  if (!t->msg && a[4] && a[5] && omrt_readable((void *)a[5], 4)) *(uint32_t *)a[5] = 0;
  if (!t->msg) return;
  t->msg->msg_namelen = 0;
  t->msg->msg_controllen = 0;
  t->msg->msg_flags = 0;
}

/* Where in its source the first of the `len` bytes is that were just read. */
static uint64_t place_in(const struct omrt_desc *d, const struct transfer *t, uint64_t len) {
  bool stays = t->flags & MSG_PEEK;
  switch (d->kind) {
  case OMRT_D_FILE: return t->at >= 0 ? (uint64_t)t->at : d->offset - len;
  case OMRT_D_STREAM: return d->in ? d->in->gone - (stays ? 0 : len) : 0;
  default: return d->rest_at - (stays ? 0 : len);
  }
}

/* What was read is an input of the run, or is not. */
static void arrived(struct omrt_desc *d, const struct transfer *t, uint64_t len) {
  uint64_t at = place_in(d, t, len), done = 0;
  for (int i = 0; i < t->n && done < len; i++) {
    uint64_t take = t->iov[i].iov_len < len - done ? t->iov[i].iov_len : len - done;
    if (d->source)
      omrt_sym_arrived(d->source - 1, at + done, t->iov[i].iov_base, take);
    else if (d->kind == OMRT_D_FILE)
      omrt_node_arrived(d->node, at + done, t->iov[i].iov_base, take);
    done += take;
  }
}

/* Less than was asked for: the program knows where the end is. Of a connection only nothing tells that. */
static void ended(const struct omrt_desc *d, const struct transfer *t, int64_t got) {
  uint32_t source = d->source ? d->source : d->kind == OMRT_D_FILE ? d->node->source : 0;
  bool whole = d->kind == OMRT_D_FILE || d->kind == OMRT_D_STREAM;
  if (!source || (uint64_t)got >= omrt_iov_len(t->iov, t->n) || (got && !whole)) return;
  omrt_sym_measured(source - 1, !got);
}

/* A counter of the kernel's has no expression. */
static void counted(const struct transfer *t) {
  for (int i = 0; i < t->n; i++)
    if (omrt_shade_holds(t->iov[i].iov_base, t->iov[i].iov_len)) omrt_outward_unseen("reads");
}

int64_t omrt_transfer(int nr, const uint64_t a[6]) {
  struct transfer t;
  struct omrt_desc *d = omrt_desc_at(a[0]);
  if (!d) return -EBADF;
  if (!understand(omrt_card(nr), a, &t, false)) return -EFAULT;
  if (omrt_sym_on && t.write && d->kind == OMRT_D_EVENT) counted(&t);
  omrt_desc_hold(d); /* others may close it while this one waits */
  int64_t ret = perform(d, nr, a, &t);
  if (ret > 0 && t.write && seen_outside(d)) capture(nr, a[0], &t, (uint64_t)ret);
  if (ret > 0 && t.write) omrt_withhold_sent(d, (uint64_t)ret);
  if (ret >= 0 && !t.write && t.socket) no_address(a, &t);
  if (omrt_sym_on && ret > 0 && !t.write) arrived(d, &t, (uint64_t)ret);
  if (omrt_sym_on && ret >= 0 && !t.write) ended(d, &t, ret);
  omrt_desc_let_go(d);
  return ret;
}

OMRT_ANSWER(transfer) { return omrt_transfer(nr, a); }

/* ---- while the recording is followed ---- */

static void saw_file(struct omrt_desc *d, const struct transfer *t, uint64_t len) {
  uint64_t from = t->at >= 0 ? (uint64_t)t->at : d->offset, done = 0;
  if (t->write && (d->flags & O_APPEND)) from = (uint64_t)d->node->st.st_size;
  for (int i = 0; i < t->n && done < len; i++) {
    uint64_t take = t->iov[i].iov_len < len - done ? t->iov[i].iov_len : len - done;
    if (t->write)
      omrt_node_write(d->node, from + done, t->iov[i].iov_base, take);
    else
      omrt_node_learn(d->node, from + done, t->iov[i].iov_base, take);
    done += take;
  }
  if (t->at < 0) d->offset = from + len;
}

static void saw_event(struct omrt_desc *d, const struct transfer *t) {
  uint64_t v = 0;
  omrt_iov_get(t->iov, t->n, 0, &v, 8);
  if (t->write)
    d->count += v, d->added++;
  else
    d->count -= v < d->count ? v : d->count;
}

OMRT_SAW(transfer) {
  struct transfer t;
  struct omrt_desc *d = omrt_desc_at(a[0]);
  if (!d || !understand(omrt_card(nr), a, &t, true)) return;
  if (t.write && seen_outside(d)) capture(nr, a[0], &t, (uint64_t)ret);
  switch (d->kind) {
  case OMRT_D_FILE: saw_file(d, &t, (uint64_t)ret); break;
  case OMRT_D_EVENT: saw_event(d, &t); break;
  case OMRT_D_TIMER: omrt_timer_saw_read(d, t.iov, t.n); break;
  case OMRT_D_STREAM:
    if (t.write)
      omrt_stream_saw_write(d, t.iov, t.n, (uint64_t)ret);
    else
      omrt_stream_saw_read(d, (uint64_t)ret, t.flags);
    break;
  default: break;
  }
}
