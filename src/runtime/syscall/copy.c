/* Copying from descriptor to descriptor where one of them may block: sendfile into a socket, splice. The
 * kernel is asked for what goes without waiting; the waits between are scheduling. */
#include "runtime/explore/explore.h"
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/syscall/known.h"
#include "runtime/syscall/mapped.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>

static bool waits_for(uint64_t fd) {
  const struct omen_known *file = omen_known_file(fd);
  if (!file || (!S_ISSOCK(file->mode) && !S_ISFIFO(file->mode))) return false;
  long flags = omen_known_flags(fd);
  return flags >= 0 && !(flags & O_NONBLOCK);
}

/* A handler ran. What was copied so far is the result; a replay must know whether that is anything. */
static bool ends_with(int64_t done) {
  int64_t some = done > 0;
  omen_log_value(&some);
  return some;
}

static int64_t logged(int nr, const uint64_t a[6], int64_t ret) {
  omen_log_call(nr, a[0], ret, &(struct omen_piece){(void *)a[2], 8}, ret >= 0 && a[2]);
  return ret;
}

static int64_t send_now(const uint64_t a[6], uint64_t len) {
  long flags = OMEN_SYS2(SYS_fcntl, a[0], F_GETFL);
  OMEN_SYS3(SYS_fcntl, a[0], F_SETFL, flags | O_NONBLOCK);
  int64_t n = OMEN_SYS4(SYS_sendfile, a[0], a[1], a[2], len);
  OMEN_SYS3(SYS_fcntl, a[0], F_SETFL, flags);
  return n;
}

OMEN_CALL(sendfile) {
  int64_t done = 0, total = (int64_t)a[3];
  if (omen_contained || (!omen_replaying && !waits_for(a[0]))) return omen_call_recorded(nr, a, "2=8");
  for (;;) {
    int64_t bad = omen_wait_fd((int)a[0], POLLOUT, done > 0);
    if (bad == -EINTR && !ends_with(done)) return bad;
    if (bad == -ERESTART) return logged(nr, a, done);
    if (omen_replaying || omen_contained) return omen_call_recorded(nr, a, "2=8");
    int64_t n = bad ? bad : send_now(a, (uint64_t)(total - done));
    if (n > 0) done += n;
    if ((n == -EAGAIN && !bad) || (n > 0 && done < total)) continue;
    return logged(nr, a, n < 0 && !done ? n : done);
  }
}

enum { NONBLOCK = 2 /* SPLICE_F_NONBLOCK */ };

/* It was asked not to wait, and something is not ready. If that is an end that never waits, it is the result.
 */
static bool waits_still(uint64_t from, uint64_t to) {
  if (waits_for(from) && omen_would_block((int)from, POLLIN)) return true;
  if (waits_for(to) && omen_would_block((int)to, POLLOUT)) return true;
  return !((omen_known_flags(from) | omen_known_flags(to)) & O_NONBLOCK);
}

/* Either end may have to be waited for; offsets are of files, which do not block. a[to] is the other end,
 * a[how] has the flags. */
static int64_t through_pipe(int nr, const uint64_t a[6], int to, int how, const char *pieces) {
  uint64_t b[6];
  memcpy(b, a, sizeof b);
  b[how] |= NONBLOCK;
  for (;;) {
    bool asks = !omen_contained && !(a[how] & NONBLOCK);
    int64_t bad = asks && (omen_replaying || waits_for(a[0])) ? omen_wait_fd((int)a[0], POLLIN, false) : 0;
    if (!bad && asks && !omen_replaying && waits_for(a[to])) bad = omen_wait_fd((int)a[to], POLLOUT, false);
    if (bad == -EINTR) return bad;
    if (omen_replaying || omen_contained) return omen_call_recorded(nr, a, pieces);
    static struct omen_piece out[OMEN_MAX_PIECES];
    int64_t ret =
        bad ? bad : omen_sys(nr, (long)b[0], (long)b[1], (long)b[2], (long)b[3], (long)b[4], (long)b[5]);
    if (ret == -EAGAIN && !bad && asks && waits_still(a[0], a[to])) continue;
    int n = omen_call_pieces(pieces, a, ret, out);
    n += omen_mapped_pieces(nr, a, ret, out + n, OMEN_MAX_PIECES - n);
    omen_log_call(nr, a[0], ret, out, n);
    return ret;
  }
}

OMEN_CALL(splice) { return through_pipe(nr, a, 2, 5, "1=8 3=8"); }
OMEN_CALL(tee) { return through_pipe(nr, a, 1, 3, ""); }

/* As writev or readv: what the program changes afterwards in memory that it has given away does not get into
 * the pipe. Which of the two, the descriptor says. */
OMEN_CALL(vmsplice) {
  if (omen_contained) return omen_explore_call(nr, a, "");
  const struct omen_known *file = omen_replaying ? NULL : omen_known_file(a[0]);
  int64_t flags = file && S_ISFIFO(file->mode) ? omen_known_flags(a[0]) : -EBADF;
  omen_log_value(&flags);
  if (flags < 0) return flags;
  int as = (flags & O_ACCMODE) == O_RDONLY ? SYS_readv : SYS_writev;
  bool hurries = a[3] & NONBLOCK && !(flags & O_NONBLOCK), ask = hurries && !omen_replaying;
  if (ask) OMEN_SYS3(SYS_fcntl, a[0], F_SETFL, flags | O_NONBLOCK);
  int64_t ret = hurries ? omen_call_recorded(as, a, as == SYS_readv ? "iov" : "") : omen_call_as(as, a);
  if (ask) OMEN_SYS3(SYS_fcntl, a[0], F_SETFL, flags);
  return ret;
}
