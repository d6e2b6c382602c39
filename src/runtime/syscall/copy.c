/* Copying from descriptor to descriptor where one of them may block: sendfile into a socket, splice. The
 * kernel is asked for what goes without waiting; the waits between are scheduling. */
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/syscall/descriptor_facts.h"
#include "runtime/syscall/mapped.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>

static bool waits_for(uint64_t fd) {
  const struct omrt_fd *file = omrt_fd_file(fd);
  if (!file || (!S_ISSOCK(file->mode) && !S_ISFIFO(file->mode))) return false;
  long flags = omrt_fd_flags(fd);
  return flags >= 0 && !(flags & O_NONBLOCK);
}

/* A handler ran. What was copied so far is the result; a replay must know whether that is anything. */
static bool ends_with(int64_t done) {
  int64_t some = done > 0;
  omrt_log_value(&some);
  return some;
}

static int64_t logged(int nr, const uint64_t a[6], int64_t ret) {
  omrt_log_call(nr, a[0], ret, &(struct omrt_piece){(void *)a[2], 8}, ret >= 0 && a[2]);
  return ret;
}

static int64_t send_now(const uint64_t a[6], uint64_t len) {
  long flags = OMRT_SYS2(SYS_fcntl, a[0], F_GETFL);
  OMRT_SYS3(SYS_fcntl, a[0], F_SETFL, flags | O_NONBLOCK);
  int64_t n = OMRT_SYS4(SYS_sendfile, a[0], a[1], a[2], len);
  OMRT_SYS3(SYS_fcntl, a[0], F_SETFL, flags);
  return n;
}

OMRT_CALL(sendfile) {
  int64_t done = 0, total = (int64_t)a[3];
  if (omrt_mode.world || (!omrt_mode.by_log && !waits_for(a[0]))) return omrt_call_plain(nr, a);
  for (;;) {
    int64_t bad = omrt_wait_fd((int)a[0], POLLOUT, done > 0);
    if (bad == -EINTR && !ends_with(done)) return bad;
    if (bad == -ERESTART) return logged(nr, a, done);
    if (!omrt_mode.performs) return omrt_call_plain(nr, a);
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
  if (waits_for(from) && omrt_would_block((int)from, POLLIN)) return true;
  if (waits_for(to) && omrt_would_block((int)to, POLLOUT)) return true;
  return !((omrt_fd_flags(from) | omrt_fd_flags(to)) & O_NONBLOCK);
}

/* Either end may have to be waited for; offsets are of files, which do not block. a[to] is the other end,
 * a[how] has the flags. */
static int64_t through_pipe(int nr, const uint64_t a[6], int to, int how) {
  uint64_t b[6];
  memcpy(b, a, sizeof b);
  b[how] |= NONBLOCK;
  for (;;) {
    bool asks = !omrt_mode.world && !(a[how] & NONBLOCK);
    int64_t bad = asks && (omrt_mode.by_log || waits_for(a[0])) ? omrt_wait_fd((int)a[0], POLLIN, false) : 0;
    if (!bad && asks && !omrt_mode.by_log && waits_for(a[to])) bad = omrt_wait_fd((int)a[to], POLLOUT, false);
    if (bad == -EINTR) return bad;
    if (!omrt_mode.performs) return omrt_call_plain(nr, a);
    static struct omrt_piece out[OMRT_MAX_PIECES];
    int64_t ret =
        bad ? bad : omrt_sys(nr, (long)b[0], (long)b[1], (long)b[2], (long)b[3], (long)b[4], (long)b[5]);
    if (ret == -EAGAIN && !bad && asks && waits_still(a[0], a[to])) continue;
    int n = omrt_call_pieces(omrt_card(nr)->pieces, a, ret, out);
    n += omrt_mapped_pieces(nr, a, ret, out + n, OMRT_MAX_PIECES - n);
    omrt_log_call(nr, a[0], ret, out, n);
    return ret;
  }
}

OMRT_CALL(splice) { return through_pipe(nr, a, 2, 5); }
OMRT_CALL(tee) { return through_pipe(nr, a, 1, 3); }

/* As writev or readv: what the program changes afterwards in memory that it has given away does not get into
 * the pipe. Which of the two, the descriptor says. */
OMRT_CALL(vmsplice) {
  if (omrt_mode.world) return omrt_mode.world->call(nr, a, "");
  const struct omrt_fd *file = omrt_mode.by_log ? NULL : omrt_fd_file(a[0]);
  int64_t flags = file && S_ISFIFO(file->mode) ? omrt_fd_flags(a[0]) : -EBADF;
  omrt_log_value(&flags);
  if (flags < 0) return flags;
  int as = (flags & O_ACCMODE) == O_RDONLY ? SYS_readv : SYS_writev;
  bool hurries = a[3] & NONBLOCK && !(flags & O_NONBLOCK), ask = hurries && !omrt_mode.by_log;
  if (ask) OMRT_SYS3(SYS_fcntl, a[0], F_SETFL, flags | O_NONBLOCK);
  int64_t ret = hurries ? omrt_call_plain(as, a) : omrt_call_as(as, a);
  if (ask) OMRT_SYS3(SYS_fcntl, a[0], F_SETFL, flags);
  return ret;
}
