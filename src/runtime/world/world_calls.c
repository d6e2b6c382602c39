/* Which call of the program goes where, after the race: see world.h. Nothing is performed that anybody
 * outside could see. What no part of the world knows is answered from what the recording still has for that
 * call; harmless questions are asked for real; the rest is done, as far as the program can tell. */
#include "runtime/world/contained.h"
#include "runtime/world/answers.h"
#include "runtime/world/world.h"
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/sched.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/syscall/syscall.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <linux/openat2.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>

/* Calls on a descriptor: the recorded result must be of the same one. */
static bool by_descriptor(int nr) {
  switch (nr) {
  case SYS_lseek:
  case SYS_ioctl:
  case SYS_fcntl:
  case SYS_fstatfs: return true;
  }
  return false;
}
/* Questions that change nothing: asked for real when the recording has no answer. */
static bool harmless(int nr) {
  switch (nr) {
  case SYS_uname:
  case SYS_getuid:
  case SYS_geteuid:
  case SYS_getgid:
  case SYS_getegid:
  case SYS_getgroups:
  case SYS_getppid:
  case SYS_sysinfo:
  case SYS_statfs:
  case SYS_getrlimit:
  case SYS_getrusage:
  case SYS_sched_getaffinity:
  case SYS_clock_getres:
  case SYS_getpriority: return true;
  }
  return false;
}

/* ---- opening ---- */

int64_t omrt_world_open(int nr, const uint64_t a[6], struct omrt_desc **out) {
  bool at = nr == SYS_openat || nr == SYS_openat2;
  uint64_t path = at ? a[1] : a[0], flags = at ? a[2] : a[1], mode = at ? a[3] : a[2];
  if (nr == SYS_creat) {
    flags = O_CREAT | O_WRONLY | O_TRUNC;
    mode = a[1];
  }
  if (nr == SYS_openat2) {
    const struct open_how *how = (void *)a[2];
    if (!omrt_readable(how, sizeof *how)) return -EFAULT;
    flags = how->flags;
    mode = how->mode;
  }
  if (!path || OMRT_SYS2(SYS_access, path, 0) == -EFAULT) return -EFAULT;
  return omrt_file_open(at ? (int)a[0] : AT_FDCWD, (const char *)path, (int)flags, (uint32_t)mode, out);
}

static int64_t open_call(int nr, const uint64_t a[6]) {
  struct omrt_desc *d;
  int64_t bad = omrt_world_open(nr, a, &d), fd = bad ? bad : omrt_desc_open(d, 0);
  if (fd >= 0 && omrt_of_contained()) omrt_outside_opened(d, (int)fd);
  return fd;
}

static int64_t memory_file(const uint64_t a[6]) {
  struct omrt_desc *d = omrt_desc_new(OMRT_D_FILE, O_RDWR | (a[1] & 1 /* MFD_CLOEXEC */ ? O_CLOEXEC : 0));
  d->node = omrt_node_new(S_IFREG | 0777);
  d->node->st.st_nlink = 0;
  return omrt_desc_open(d, 0);
}

/* ---- descriptors ---- */

static int64_t close_many(const uint64_t a[6]) {
  if (a[0] > a[1]) return -EINVAL;
  if (a[2] & CLOSE_RANGE_CLOEXEC) return 0; /* only marked to be closed at exec, and none comes */
  for (uint64_t fd = a[0]; fd <= a[1] && fd < OMRT_MAX_FDS; fd++) omrt_desc_close(fd);
  return 0;
}

static int64_t seek(const uint64_t a[6], bool *served) {
  struct omrt_desc *d = omrt_desc_at(a[0]);
  if (!d) return -EBADF;
  if (d->kind == OMRT_D_FILE || d->kind == OMRT_D_DIR || d->kind == OMRT_D_DEVICE)
    return omrt_file_seek(d, (int64_t)a[1], (int)a[2]);
  if (d->kind == OMRT_D_OUTSIDE) *served = false;
  return -ESPIPE;
}

static int64_t entries(int nr, const uint64_t a[6]) {
  struct omrt_desc *d = omrt_desc_at(a[0]);
  if (!d) return -EBADF;
  if (!omrt_writable((void *)a[1], a[2])) return -EFAULT;
  return omrt_file_entries(d, (void *)a[1], a[2], nr == SYS_getdents);
}

static int64_t control(const uint64_t a[6], bool *served) {
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
    *arg = d->kind == OMRT_D_FILE ? (int)((uint64_t)d->node->st.st_size - d->offset)
           : s                    ? (int)omrt_stream_unread(s)
                                  : 0;
    return 0;
  }
  }
  *served = d->kind != OMRT_D_OUTSIDE;
  return -ENOTTY;
}

static int64_t lock(const uint64_t a[6]) {
  struct omrt_desc *d = omrt_desc_at(a[0]);
  if (!d) return -EBADF;
  omrt_desc_hold(d);
  int64_t ret = omrt_lock(d, (int)a[1]);
  omrt_desc_let_go(d);
  return ret;
}

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

/* Copies within the world, or out of it. */
static int64_t copy(uint64_t from, uint64_t *from_at, uint64_t to, uint64_t *to_at, uint64_t len, int nr) {
  enum { PART = 1 << 16 };
  struct omrt_desc *in = omrt_desc_at(from), *out = omrt_desc_at(to);
  if (!in || !out) return -EBADF;
  if ((from_at && !omrt_readable(from_at, 8)) || (to_at && !omrt_readable(to_at, 8))) return -EFAULT;
  uint64_t done = 0, at = from_at ? *from_at : in->offset;
  int64_t bad = nr == SYS_copy_file_range ? may_copy(in, at, out, to_at ? *to_at : out->offset, len) : 0;
  if (nr == SYS_sendfile)
    bad = !may(in, O_RDONLY) || !may(out, O_WRONLY) ? -EBADF : appends(out) ? -EINVAL : 0;
  if (bad) return bad;
  if (in->kind != OMRT_D_FILE) return -EINVAL;
  uint64_t size = (uint64_t)in->node->st.st_size; /* both may be the same file, which grows meanwhile */
  if (len > (at < size ? size - at : 0)) len = at < size ? size - at : 0;
  uint8_t *part = omrt_alloc(PART); /* others may copy while this one waits */
  omrt_desc_hold(in);
  while (done < len) {
    uint64_t want = len - done < PART ? len - done : PART;
    int64_t got = omrt_node_read(in->node, at + done, part, want), put;
    if (got <= 0) break;
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
static int64_t move(const uint64_t a[6]) {
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
static int64_t tee_call(const uint64_t a[6]) {
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
static int64_t vmsplice_call(const uint64_t a[6]) {
  struct omrt_desc *d = omrt_desc_at(a[0]);
  if (!d || (!is_pipe(d) && d->kind != OMRT_D_OUTSIDE)) return -EBADF;
  bool reads = is_pipe(d) ? d->in != NULL : (d->flags & O_ACCMODE) == O_RDONLY, waits = !(a[3] & HURRIES);
  int flags = d->flags;
  if (!waits) d->flags |= O_NONBLOCK;
  int64_t ret = omrt_transfer(reads ? SYS_readv : SYS_writev, a);
  if (!waits) d->flags = flags;
  return ret;
}

static int64_t on_descriptor(int nr, const uint64_t a[6], bool *served) {
  *served = true;
  switch (nr) {
  case SYS_open:
  case SYS_openat:
  case SYS_openat2:
  case SYS_creat: return open_call(nr, a);
  case SYS_memfd_create: return memory_file(a);
  case SYS_close: return omrt_desc_close(a[0]);
  case SYS_close_range: return close_many(a);
  case SYS_dup:
  case SYS_dup2:
  case SYS_dup3: return omrt_desc_dup(nr, a);
  case SYS_fcntl: return omrt_desc_fcntl(a, served);
  case SYS_lseek: return seek(a, served);
  case SYS_getdents:
  case SYS_getdents64: return entries(nr, a);
  case SYS_ioctl: return control(a, served);
  case SYS_flock: return lock(a);
  case SYS_fsync:
  case SYS_fdatasync:
  case SYS_fadvise64: return omrt_desc_at(a[0]) ? 0 : -EBADF;
  case SYS_sendfile: return copy(a[1], (uint64_t *)a[2], a[0], NULL, a[3], nr);
  case SYS_copy_file_range: return copy(a[0], (uint64_t *)a[1], a[2], (uint64_t *)a[3], a[4], nr);
  case SYS_splice: return move(a);
  case SYS_tee: return tee_call(a);
  case SYS_vmsplice: return vmsplice_call(a);
  case SYS_pipe: return omrt_stream_pipe(a[0], 0, NULL);
  case SYS_pipe2: return omrt_stream_pipe(a[0], (int)a[1], NULL);
  case SYS_socketpair: return omrt_stream_pair((int)a[1], a[3], NULL);
  case SYS_eventfd: return omrt_event_new(a[0], 0);
  case SYS_eventfd2: return omrt_event_new(a[0], (int)a[1]);
  case SYS_epoll_create: return omrt_epoll_new(0);
  case SYS_epoll_create1: return omrt_epoll_new((int)a[0]);
  case SYS_epoll_ctl: return omrt_epoll_ctl(a);
  case SYS_timerfd_create:
  case SYS_timerfd_settime:
  case SYS_timerfd_gettime: return omrt_timer_call(nr, a);
  case SYS_inotify_init1: return omrt_desc_open(omrt_outside_new(-1), 0);
  case SYS_socket:
  case SYS_bind:
  case SYS_listen:
  case SYS_connect:
  case SYS_accept:
  case SYS_accept4:
  case SYS_shutdown:
  case SYS_setsockopt:
  case SYS_getsockopt:
  case SYS_getsockname:
  case SYS_getpeername: return omrt_socket_call(nr, a, served);
  }
  *served = false;
  return 0;
}

static int64_t random_call(const uint64_t a[6]) {
  struct iovec iov = {(void *)a[0], a[1]};
  if (!omrt_writable(iov.iov_base, iov.iov_len)) return -EFAULT;
  omrt_file_random(&iov, 1);
  return (int64_t)a[1];
}

static int64_t answer(int nr, const uint64_t a[6], const char *pieces) {
  bool served;
  int64_t ret;
  omrt_capture_effect(nr, a);
  ret = on_descriptor(nr, a, &served);
  if (!served) ret = omrt_ipc_call(nr, a, &served);
  if (!served) ret = omrt_queue_call(nr, a, &served);
  if (!served) ret = omrt_names_call(nr, a, &served);
  if (!served) ret = omrt_props_call(nr, a, &served);
  if (!served && omrt_of_contained()) ret = omrt_alarms_call(nr, a, &served);
  if (served) return ret;
  if (nr == SYS_getrandom) return random_call(a);
  if (omrt_outside_answer(nr, a, pieces, by_descriptor(nr), &ret)) return ret;
  if (harmless(nr)) return omrt_ask_call(nr, a, pieces);
  return nr == SYS_ioctl ? -ENOTTY : nr == SYS_lseek ? -ESPIPE : 0;
}

int64_t omrt_world_call(int nr, const uint64_t a[6], const char *pieces) {
  if (omrt_transfers(nr)) return omrt_transfer(nr, a);
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
int64_t omrt_world_fork(int nr, const uint64_t a[6]) {
  int64_t pid;
  omrt_capture_effect(nr, a);
  children++;
  if (!omrt_outside_answer(nr, a, "", false, &pid) || pid <= 0) pid = MADE_UP + ++made_up;
  omrt_desc_forked(omrt_log_searched(nr));
  return pid;
}

/* It ends as in the recording; one that is not in there has ended well. */
int64_t omrt_world_wait_child(int nr, const uint64_t a[6]) {
  int64_t ret;
  if (omrt_outside_answer(nr, a, nr == SYS_wait4 ? "1=4 3=144" : "2=128 4=144", false, &ret)) {
    if (ret > 0 && children) children--;
    return ret;
  }
  if (!children || nr != SYS_wait4) return -ECHILD;
  children--;
  if (a[1]) *(int *)a[1] = 0;
  return (int64_t)a[0] > 0 ? (int64_t)a[0] : MADE_UP + made_up;
}
