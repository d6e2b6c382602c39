/* Writing more than fits. A pipe or socket that is ready takes a little without waiting; a longer write would
 * block the one kernel thread, and with it whoever is to read at the other end. So it is made in parts, with
 * waits between them that are scheduling; the log has one call with what all of them wrote. */
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/syscall/descriptor_facts.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>

enum { SURELY = 4096 }; /* PIPE_BUF: so much fits when poll says that something does */

static bool may_block(uint64_t fd, bool *socket) {
  const struct omrt_fd *file = omrt_fd_file(fd);
  if (!file) return false;
  *socket = S_ISSOCK(file->mode);
  if (!*socket && !S_ISFIFO(file->mode)) return false;
  long flags = omrt_fd_flags(fd);
  return flags >= 0 && !(flags & O_NONBLOCK);
}

/* A stream of bytes, that is: a message goes as a whole. */
static bool is_stream(uint64_t fd) {
  int type = 0, len = sizeof type;
  return !omrt_sys(SYS_getsockopt, (long)fd, SOL_SOCKET, SO_TYPE, (long)&type, (long)&len, 0) &&
         type == SOCK_STREAM;
}

static int64_t total_of(const struct omrt_card *c, const uint64_t a[6]) {
  if (!(c->data & OMRT_DATA_VECTOR)) return (int64_t)a[2];
  const struct iovec *iov = (void *)a[1];
  int64_t n = 0;
  if (a[2] > 1024 || !omrt_readable(iov, a[2] * sizeof *iov)) return 0;
  for (uint64_t i = 0; i < a[2]; i++) n += (int64_t)iov[i].iov_len;
  return n;
}

bool omrt_write_is_long(const struct omrt_card *c, const uint64_t a[6]) {
  return c->data & OMRT_DATA_OUT && c->data & (OMRT_DATA_BUFFER | OMRT_DATA_VECTOR) &&
         total_of(c, a) > SURELY;
}

static bool in_parts(const struct omrt_card *c, const uint64_t a[6]) {
  bool socket = false;
  if (c->data & OMRT_DATA_SOCKET && (a[4] || omrt_card_flags(c, a) & MSG_DONTWAIT)) return false; /* sendto */
  return may_block(a[0], &socket) && (!socket || is_stream(a[0]));
}

/* One part, from `at` on: as much as goes without waiting. Others, who ran meanwhile, may have changed the
 * list: 0 where it has no such byte any more. */
static int64_t part(const struct omrt_card *c, const uint64_t a[6], uint64_t at) {
  struct iovec one = {(void *)a[1], a[2]};
  const struct iovec *iov = c->data & OMRT_DATA_VECTOR ? (void *)a[1] : &one;
  uint64_t left = c->data & OMRT_DATA_VECTOR ? a[2] : 1;
  for (; left && at >= iov->iov_len; left--) at -= iov++->iov_len;
  if (!left) return 0;
  uint64_t len = iov->iov_len - at < SURELY ? iov->iov_len - at : SURELY;
  long from = (long)iov->iov_base + (long)at, flags = (long)omrt_card_flags(c, a);
  int64_t n = omrt_sys(SYS_sendto, (long)a[0], from, (long)len, flags | MSG_DONTWAIT, 0, 0);
  return n == -ENOTSOCK ? OMRT_SYS3(SYS_write, a[0], from, len) : n;
}

/* A handler ran while it waited: it has written nothing and ends with EINTR, or what it wrote is its result.
 * A replay must know which. */
static bool nothing_yet(uint64_t done) {
  int64_t partly = done > 0;
  omrt_log_value(&partly);
  return !partly;
}

/* In a replay, too, where the waits are the same: a handler must find the stack as it was. */
bool omrt_write_long(int nr, const uint64_t a[6], int64_t *ret) {
  const struct omrt_card *c = omrt_card(nr);
  int64_t total = total_of(c, a), done = 0, n = 0;
  while (done < total) {
    int64_t bad = omrt_wait_fd((int)a[0], POLLOUT, done > 0);
    if (bad == -EINTR && nothing_yet((uint64_t)done)) return *ret = bad, true;
    if (!omrt_mode.performs) {
      if (bad) continue; /* its result comes next */
      return false;
    }
    if (!bad && !done && !in_parts(c, a)) return false;
    n = bad ? bad : part(c, a, (uint64_t)done);
    if (n == -EAGAIN && !bad) continue;
    if (n <= 0) break;
    done += n;
  }
  *ret = done ? done : n;
  omrt_log_call(nr, a[0], *ret, NULL, 0);
  return true;
}
