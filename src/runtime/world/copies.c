/* Copying from descriptor to descriptor: see world.h. */
#include "runtime/mode.h"
#include "runtime/world/world.h"
#include "runtime/world/world_card.h"
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/symbolic/symbolic.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

/* The checks of copy_file_range, in the kernel's order. */
static int64_t may_copy(const struct omrt_desc *in, uint64_t at, const struct omrt_desc *out, uint64_t to,
                        uint64_t len) {
  if (in->kind == OMRT_D_DIR || out->kind == OMRT_D_DIR) return -EISDIR;
  if (in->kind != OMRT_D_FILE || out->kind != OMRT_D_FILE) return -EINVAL;
  if ((in->flags & O_ACCMODE) == O_WRONLY || (out->flags & O_ACCMODE) == O_RDONLY || (out->flags & O_APPEND))
    return -EBADF;
  uint64_t size = (uint64_t)in->node->st.st_size, have = at < size ? size - at : 0;
  if (len > have) len = have;
  return in->node == out->node && to + len > at && to < at + len ? -EINVAL : 0;
}

static bool is_pipe(const struct omrt_desc *d) { return d->kind == OMRT_D_STREAM && !d->socket; }

/* Was it opened so? Of those that lead outside it may not be known. */
static bool may(const struct omrt_desc *d, int how) {
  return d->flags < 0 || (d->flags & O_ACCMODE) == O_RDWR || (d->flags & O_ACCMODE) == how;
}
static bool appends(const struct omrt_desc *d) { return d->kind == OMRT_D_FILE && d->flags & O_APPEND; }

static int64_t may_send(const struct omrt_desc *in, const struct omrt_desc *out) {
  return !may(in, O_RDONLY) || !may(out, O_WRONLY) ? -EBADF : appends(out) ? -EINVAL : 0;
}

/* Copies within the world, or out of it. `sends`: sendfile, else copy_file_range. */
static int64_t copy(uint64_t from, uint64_t *from_at, uint64_t to, uint64_t *to_at, uint64_t len,
                    bool sends) {
  enum { PART = 1 << 16 };
  struct omrt_desc *in = omrt_desc_at(from), *out = omrt_desc_at(to);
  if (!in || !out) return -EBADF;
  if ((from_at && !omrt_readable(from_at, 8)) || (to_at && !omrt_readable(to_at, 8))) return -EFAULT;
  uint64_t done = 0, at = from_at ? *from_at : in->offset;
  int64_t bad = sends ? may_send(in, out) : may_copy(in, at, out, to_at ? *to_at : out->offset, len);
  if (bad) return bad;
  if (in->kind != OMRT_D_FILE) return -EINVAL;
  uint64_t size = (uint64_t)in->node->st.st_size; /* both may be the same file, which grows meanwhile */
  if (len > (at < size ? size - at : 0)) {
    len = at < size ? size - at : 0;
    omrt_node_measured(in->node);
  }
  uint8_t *part = omrt_alloc(PART); /* others may copy while this one waits */
  omrt_desc_hold(in);
  while (done < len) {
    uint64_t want = len - done < PART ? len - done : PART;
    int64_t got = omrt_node_read(in->node, at + done, part, want), put;
    if (got <= 0) break;
    if (omrt_sym_on) omrt_node_arrived(in->node, at + done, part, (uint64_t)got);
    const uint64_t a[6] = {to, (uint64_t)part, (uint64_t)got, to_at ? *to_at + done : 0};
    put = omrt_transfer(to_at ? SYS_pwrite64 : SYS_write, a);
    if (put < 0 && !done) bad = put;
    if (put <= 0) break;
    done += (uint64_t)put;
  }
  omrt_free(part, PART);
  omrt_desc_let_go(in);
  if (bad) return bad;
  if (from_at)
    *from_at += done;
  else if (omrt_desc_at(from) == in)
    in->offset += done;
  if (to_at) *to_at += done;
  return (int64_t)done;
}

OMRT_ANSWER(sendfile) { return copy(a[1], (uint64_t *)a[2], a[0], NULL, a[3], true); }
OMRT_ANSWER(copy_file_range) { return copy(a[0], (uint64_t *)a[1], a[2], (uint64_t *)a[3], a[4], false); }

enum { HURRIES = 2 }; /* SPLICE_F_NONBLOCK */
static int how_long(uint64_t flags) { return flags & HURRIES ? MSG_DONTWAIT : 0; }

/* The checks of splice, in the kernel's order. */
static int64_t may_move(const uint64_t a[6]) {
  const struct omrt_desc *in = omrt_desc_at(a[0]), *out = omrt_desc_at(a[2]);
  if (!in || !out) return -EBADF;
  if ((is_pipe(in) && a[1]) || (is_pipe(out) && a[3])) return -ESPIPE;
  if (!may(in, O_RDONLY) || !may(out, O_WRONLY)) return -EBADF;
  return appends(out) ? -EINVAL : 0;
}

/* Through a pipe: what one read gives is written. */
OMRT_ANSWER(splice) {
  enum { PART = 1 << 16 };
  int64_t bad = a[4] ? may_move(a) : 0;
  if (bad || !a[4]) return bad;
  uint64_t *from_at = (void *)a[1], *to_at = (void *)a[3], len = a[4] < PART ? a[4] : PART;
  if ((from_at && !omrt_readable(from_at, 8)) || (to_at && !omrt_readable(to_at, 8))) return -EFAULT;
  const struct omrt_desc *to = omrt_desc_at(a[2]);
  if (is_pipe(to) && to->out && to->out->readers) { /* no more than fits: what was taken cannot be put back */
    uint64_t room = omrt_stream_room(to->out);
    if (!room && (a[5] & HURRIES || to->flags & O_NONBLOCK)) return -EAGAIN;
    if (room && len > room) len = room;
  }
  uint8_t *part = omrt_alloc(PART);
  const uint64_t in[6] = {a[0], (uint64_t)part, len, from_at ? *from_at : 0};
  int64_t got = omrt_transfer(from_at ? SYS_pread64 : SYS_read, in);
  if (got > 0) {
    const uint64_t out[6] = {a[2], (uint64_t)part, (uint64_t)got, to_at ? *to_at : 0};
    int64_t put = omrt_transfer(to_at ? SYS_pwrite64 : SYS_write, out);
    struct omrt_desc *from = omrt_desc_at(a[0]);
    uint64_t moved = put > 0 ? (uint64_t)put : 0;
    if (from_at) *from_at += moved;
    if (to_at) *to_at += moved;
    if (!from_at && from && from->kind == OMRT_D_FILE) from->offset -= (uint64_t)got - moved;
    if (put < got) got = put;
  }
  omrt_free(part, PART);
  return got;
}

/* What was read stays. Between pipes of the program only. */
OMRT_ANSWER(tee) {
  enum { PART = 1 << 16 };
  struct omrt_desc *from = omrt_desc_at(a[0]), *to = omrt_desc_at(a[1]);
  if (!from || !to) return -EBADF;
  if (!is_pipe(from) || !is_pipe(to) || from->in == to->out) return -EINVAL;
  struct iovec part = {omrt_alloc(PART), a[2] < PART ? a[2] : PART};
  omrt_desc_hold(from), omrt_desc_hold(to);
  int64_t got = omrt_stream_read(from, &part, 1, MSG_PEEK | how_long(a[3]));
  part.iov_len = got > 0 ? (uint64_t)got : 0;
  if (got > 0) got = omrt_stream_write(to, &part, 1, how_long(a[3]));
  omrt_desc_let_go(from), omrt_desc_let_go(to);
  omrt_free(part.iov_base, PART);
  return got;
}

/* Of a pipe that leads outside the flags say which end it is. */
OMRT_ANSWER(vmsplice) {
  struct omrt_desc *d = omrt_desc_at(a[0]);
  if (!d || (!is_pipe(d) && d->kind != OMRT_D_OUTSIDE)) return -EBADF;
  bool reads = is_pipe(d) ? d->in != NULL : (d->flags & O_ACCMODE) == O_RDONLY, waits = !(a[3] & HURRIES);
  int flags = d->flags;
  if (!waits) d->flags |= O_NONBLOCK;
  int64_t ret = omrt_transfer(reads ? SYS_readv : SYS_writev, a);
  if (!waits) d->flags = flags;
  return ret;
}

/* ---- following the recording ---- */

/* The offsets have been moved on already. */
OMRT_SAW(sendfile) {
  uint64_t *from = (void *)a[2], at = from ? *from - (uint64_t)ret : 0;
  copy(a[1], from ? &at : NULL, a[0], NULL, (uint64_t)ret, true);
}
OMRT_SAW(copy_file_range) {
  uint64_t *from = (void *)a[1], *to = (void *)a[3];
  uint64_t from_at = from ? *from - (uint64_t)ret : 0, to_at = to ? *to - (uint64_t)ret : 0;
  copy(a[0], from ? &from_at : NULL, a[2], to ? &to_at : NULL, (uint64_t)ret, false);
}

/* The same; bytes that came from somewhere else are not there to be moved. */
static bool is_there(const struct omrt_desc *in) {
  return in && (in->kind == OMRT_D_FILE || (in->kind == OMRT_D_STREAM && in->in && omrt_stream_has(in->in)));
}
OMRT_SAW(splice) {
  bool served = true;
  uint64_t at[2] = {0};
  for (int i = 0; i < 2; i++)
    if (a[1 + 2 * i]) at[i] = *(uint64_t *)a[1 + 2 * i] - (uint64_t)ret;
  const uint64_t b[6] = {a[0], a[1] ? (uint64_t)&at[0] : 0, a[2], a[3] ? (uint64_t)&at[1] : 0, (uint64_t)ret,
                         a[5]};
  if (ret && is_there(omrt_desc_at(a[0]))) omrt_answer_splice(nr, b, &served);
}
OMRT_SAW(tee) {
  bool served = true;
  const uint64_t b[6] = {a[0], a[1], (uint64_t)ret, a[3]};
  if (ret && is_there(omrt_desc_at(a[0]))) omrt_answer_tee(nr, b, &served);
}
