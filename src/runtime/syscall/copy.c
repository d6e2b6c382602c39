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

/* Either end may have to be waited for; offsets are of files, which do not block. */
OMEN_CALL(splice) {
  enum { NONBLOCK = 2 /* SPLICE_F_NONBLOCK */ };
  const uint64_t b[6] = {a[0], a[1], a[2], a[3], a[4], a[5] | NONBLOCK};
  for (;;) {
    bool asks = !omen_contained && !(a[5] & NONBLOCK);
    int64_t bad = asks && (omen_replaying || waits_for(a[0])) ? omen_wait_fd((int)a[0], POLLIN, false) : 0;
    if (!bad && asks && !omen_replaying && waits_for(a[2])) bad = omen_wait_fd((int)a[2], POLLOUT, false);
    if (bad == -EINTR) return bad;
    if (omen_replaying || omen_contained) return omen_call_recorded(nr, a, "1=8 3=8");
    static struct omen_piece out[OMEN_MAX_PIECES];
    int64_t ret =
        bad ? bad : omen_sys(nr, (long)b[0], (long)b[1], (long)b[2], (long)b[3], (long)b[4], (long)b[5]);
    if (ret == -EAGAIN && !bad && asks) continue;
    int n = omen_call_pieces("1=8 3=8", a, ret, out);
    n += omen_mapped_pieces(nr, a, ret, out + n, OMEN_MAX_PIECES - n);
    omen_log_call(nr, a[0], ret, out, n);
    return ret;
  }
}
