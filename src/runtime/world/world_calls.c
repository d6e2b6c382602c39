/* How the program's calls are answered after the race: see world.h. Who answers a call, its card says.
 * Nothing is performed that anybody outside could see. What no part of the world knows is answered from what
 * the recording still has for that call; harmless questions are asked for real; the rest is done, as far as
 * the program can tell. */
#include "runtime/world/contained.h"
#include "runtime/world/answers.h"
#include "runtime/world/world.h"
#include "runtime/world/world_card.h"
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/sched.h"
#include "runtime/symbolic/outward.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>

/* ---- descriptors ---- */

OMRT_ANSWER(close_range) {
  if (a[0] > a[1]) return -EINVAL;
  if (a[2] & CLOSE_RANGE_CLOEXEC) return 0; /* only marked to be closed at exec, and none comes */
  for (uint64_t fd = a[0]; fd <= a[1] && fd < OMRT_MAX_FDS; fd++) omrt_desc_close(fd);
  return 0;
}

OMRT_ANSWER(lseek) {
  struct omrt_desc *d = omrt_desc_at(a[0]);
  if (!d) return -EBADF;
  if (d->kind == OMRT_D_FILE || d->kind == OMRT_D_DIR || d->kind == OMRT_D_DEVICE)
    return omrt_file_seek(d, (int64_t)a[1], (int)a[2]);
  if (d->kind == OMRT_D_OUTSIDE) *served = false;
  return -ESPIPE;
}

static int64_t entries(const uint64_t a[6], bool old) {
  struct omrt_desc *d = omrt_desc_at(a[0]);
  if (!d) return -EBADF;
  if (!omrt_writable((void *)a[1], a[2])) return -EFAULT;
  return omrt_file_entries(d, (void *)a[1], a[2], old);
}
OMRT_ANSWER(getdents) { return entries(a, true); }
OMRT_ANSWER(getdents64) { return entries(a, false); }

OMRT_ANSWER(ioctl) {
  struct omrt_desc *d = omrt_desc_at(a[0]);
  int *arg = (void *)a[2];
  if (!d) return -EBADF;
  switch ((unsigned)a[1]) {
  case FIONBIO:
    if (!omrt_readable(arg, 4)) return -EFAULT;
    if (d->flags < 0) d->flags = O_RDWR;
    d->flags = *arg ? d->flags | O_NONBLOCK : d->flags & ~O_NONBLOCK;
    return 0;
  case FIONREAD: {
    const struct omrt_stream *s = d->in || d->socket ? d->in : d->out; /* of a pipe either end */
    if (d->kind != OMRT_D_STREAM && d->kind != OMRT_D_FILE) break;
    if (!omrt_writable(arg, 4)) return -EFAULT;
    omrt_node_measured(d->node);
    if (omrt_sym_on && d->source) omrt_sym_measured(d->source - 1, false);
    *arg = d->kind == OMRT_D_FILE ? (int)((uint64_t)d->node->st.st_size - d->offset)
           : s                    ? (int)omrt_stream_unread(s)
                                  : 0;
    return 0;
  }
  }
  *served = d->kind != OMRT_D_OUTSIDE;
  return -ENOTTY;
}

OMRT_ANSWER(flock) {
  struct omrt_desc *d = omrt_desc_at(a[0]);
  if (!d) return -EBADF;
  omrt_desc_hold(d);
  int64_t ret = omrt_lock(d, (int)a[1]);
  omrt_desc_let_go(d);
  return ret;
}

OMRT_ANSWER(synced) { return omrt_desc_at(a[0]) ? 0 : -EBADF; }
OMRT_ANSWER(pipe) { return omrt_stream_pipe(a[0], 0, NULL); }
OMRT_ANSWER(pipe2) { return omrt_stream_pipe(a[0], (int)a[1], NULL); }
OMRT_ANSWER(socketpair) { return omrt_stream_pair((int)a[1], a[3], NULL); }
OMRT_ANSWER(eventfd) { return omrt_event_new(a[0], 0); }
OMRT_ANSWER(eventfd2) { return omrt_event_new(a[0], (int)a[1]); }
OMRT_ANSWER(epoll_create) { return omrt_epoll_new(0); }
OMRT_ANSWER(epoll_create1) { return omrt_epoll_new((int)a[0]); }
OMRT_ANSWER(epoll_ctl) { return omrt_epoll_ctl(a); }
OMRT_ANSWER(inotify_init1) { return omrt_desc_open(omrt_outside_new(-1), 0); }

OMRT_ANSWER(getrandom) {
  struct iovec iov = {(void *)a[0], a[1]};
  if (!omrt_writable(iov.iov_base, iov.iov_len)) return -EFAULT;
  omrt_file_random(&iov, 1);
  return (int64_t)a[1];
}

/* ---- the door ---- */

/* Nobody here knows. */
static int64_t otherwise(enum omrt_otherwise what, int nr, const uint64_t a[6], const char *pieces) {
  int64_t ret;
  bool same = what == OMRT_OTHERWISE_SAME_FD || what == OMRT_OTHERWISE_SAME_FD_ENOTTY ||
              what == OMRT_OTHERWISE_SAME_FD_ESPIPE;
  if (omrt_outside_answer(nr, a, pieces, same, &ret)) return ret;
  switch (what) {
  case OMRT_OTHERWISE_ASKED: return omrt_ask_call(nr, a, pieces);
  case OMRT_OTHERWISE_SAME_FD_ENOTTY: return -ENOTTY;
  case OMRT_OTHERWISE_SAME_FD_ESPIPE: return -ESPIPE;
  case OMRT_OTHERWISE_ZERO:
  case OMRT_OTHERWISE_NEVER:
  case OMRT_OTHERWISE_SAME_FD: break;
  }
  return 0;
}

static int64_t answer(int nr, const uint64_t a[6], const char *pieces) {
  const struct omrt_world_card *c = omrt_world_card(nr);
  bool served = c->answer;
  omrt_capture_effect(nr, a);
  int64_t ret = served ? c->answer(nr, a, &served) : 0;
  if (!served && omrt_card(nr)->data & OMRT_DATA_IN)
    omrt_outward_unseen("bytes that a call of the system brings");
  return served ? ret : otherwise(c->otherwise, nr, a, pieces);
}

int64_t omrt_world_call(int nr, const uint64_t a[6], const char *pieces) {
  if (omrt_world_card(nr)->answer == omrt_answer_transfer) return omrt_transfer(nr, a);
  int64_t ret = answer(nr, a, pieces);
  static struct omrt_piece to[OMRT_MAX_PIECES];
  for (int i = 0, n = omrt_sym_on ? omrt_call_pieces(pieces, a, ret, to) : 0; i < n; i++)
    omrt_sym_overwritten(to[i].addr, to[i].len);
  return ret;
}

void omrt_world_effect(int nr, const uint64_t a[6]) { omrt_capture_effect(nr, a); }
int64_t omrt_world_map(const uint64_t a[6]) { return omrt_file_map(a); }

/* ---- other processes: none comes out of an exploration ---- */

enum { MADE_UP = 4000000 }; /* numbers that no process has */
static int children, made_up;

/* The child is not there; what it did in the recorded run still comes back as input. */
OMRT_ANSWER(fork) {
  int64_t pid;
  omrt_outward_unseen("a child process, which may read every input");
  children++;
  if (!omrt_outside_answer(nr, a, "", false, &pid) || pid <= 0) pid = MADE_UP + ++made_up;
  omrt_desc_forked(omrt_log_searched(nr));
  return pid;
}

/* It ends as in the recording. */
static bool ended(int nr, const uint64_t a[6], int64_t *ret) {
  if (!omrt_outside_answer(nr, a, omrt_card(nr)->pieces, false, ret)) return false;
  if (*ret > 0 && children) children--;
  return true;
}
/* One that is not in there has ended well. */
OMRT_ANSWER(wait4) {
  int64_t ret;
  if (ended(nr, a, &ret)) return ret;
  if (!children) return -ECHILD;
  children--;
  if (a[1]) *(int *)a[1] = 0;
  return (int64_t)a[0] > 0 ? (int64_t)a[0] : MADE_UP + made_up;
}
OMRT_ANSWER(waitid) {
  int64_t ret;
  return ended(nr, a, &ret) ? ret : -ECHILD;
}
