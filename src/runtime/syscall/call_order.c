/* What system calls order: who reads from a pipe comes after who wrote into it. A stream for each pipe and
 * for each direction of a socket pair (stream_order.h), a clock for each eventfd, epoll set and their kin,
 * for each System V semaphore and each queue of messages; sockets that are not made in pairs share one, since
 * their peers cannot be told apart here. Files and terminals order nobody. */
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/shadow/hb.h"
#include "runtime/syscall/fds.h"
#include "runtime/syscall/stream_order.h"
#include "runtime/syscall/syscall.h"
#include <fcntl.h>
#include <sched.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/syscall.h>

enum { FDS = 4096 };
struct end { /* what a descriptor leads to */
  struct omrt_clk *clock;
  struct omrt_wire *in, *out;
  bool counter; /* an eventfd */
};
static struct end ends[FDS];
static const struct omrt_by_fd table = {ends, FDS, sizeof *ends};
static struct omrt_clk sockets;
static const struct end nothing;

static void give(int64_t fd, struct end e) {
  if (fd >= 0 && fd < FDS) ends[fd] = e;
}
static struct end find(uint64_t fd) { return fd < FDS ? ends[fd] : nothing; }
static struct end fresh(void) { return (struct end){.clock = omrt_alloc(sizeof(struct omrt_clk))}; }

bool omrt_order_inside(int fd) {
  struct end e = fd < 0 ? nothing : find((uint64_t)fd);
  return (e.in || e.out || e.counter) && !omrt_wire_all_blurred();
}

static void give_pipe(const int fds[2], uint64_t flags) {
  struct omrt_wire *s = omrt_wire_new(false);
  if (flags & O_DIRECT) omrt_wire_blur(s); /* packets: what does not fit into the buffer is lost */
  give(fds[0], (struct end){.in = s});
  give(fds[1], (struct end){.out = s});
}

static void give_pair(const int fds[2], uint64_t type) {
  bool messages = (type & ~(uint64_t)(SOCK_CLOEXEC | SOCK_NONBLOCK)) != SOCK_STREAM;
  struct omrt_wire *there = omrt_wire_new(messages), *back = omrt_wire_new(messages);
  give(fds[0], (struct end){.in = back, .out = there});
  give(fds[1], (struct end){.in = there, .out = back});
}

/* Descriptors may be in it, and what is read through those is not counted. */
static bool has_control(uint64_t message) {
  const struct msghdr *m = (const struct msghdr *)message;
  return omrt_page_readable(message) && omrt_page_readable(message + sizeof *m - 1) && m->msg_controllen;
}

/* What takes from streams, or puts into them, and is not counted here: other processes, and rarer calls. */
static void look_for_others(int nr, const uint64_t a[6], const struct end *e) {
  uint64_t flags = 0;
  switch (nr) {
  case SYS_clone:
    if (a[0] & CLONE_THREAD) return; /* fall through */
  case SYS_fork:
  case SYS_vfork:
  case SYS_splice:
  case SYS_tee:
  case SYS_sendfile:
  case SYS_preadv2:
  case SYS_pwritev2:
  case SYS_io_uring_setup: omrt_wire_blur(NULL); return;
  case SYS_sendto:
  case SYS_recvfrom: flags = a[3]; break;
  case SYS_sendmsg:
    if (e->out && has_control(a[1])) omrt_wire_blur(NULL); /* fall through */
  case SYS_recvmsg: flags = a[2]; break;
  case SYS_sendmmsg:
  case SYS_recvmmsg: flags = a[3] | (e->in && !omrt_wire_messages(e->in) ? MSG_OOB : 0); break;
  default: return;
  }
  if (!(flags & MSG_OOB)) return;
  if (e->in) omrt_wire_blur(e->in);
  if (e->out) omrt_wire_blur(e->out);
}

/* ---- objects that are no descriptors: by what they are and their number, or their name's hash ---- */

enum { SEMAPHORE = 1, MESSAGES, NAMED, NAMES = 1024 };
static struct named {
  uint64_t key;
  struct omrt_clk *clock;
} named[NAMES];

static struct omrt_clk *clock_by(uint64_t kind, uint64_t id, uint64_t part) {
  uint64_t key = (kind << 62) ^ (id << 16) ^ part ^ 1, at = key * 0x9e3779b97f4a7c15ull >> 54;
  for (int i = 0; i < NAMES; i++, at = (at + 1) % NAMES) {
    if (!named[at].clock) named[at] = (struct named){key, fresh().clock};
    if (named[at].key == key) return named[at].clock;
  }
  return NULL; /* so many: they order nobody */
}

static struct omrt_clk *clock_of_name(uint64_t name) {
  uint64_t h = 0xcbf29ce484222325ull;
  for (const char *s = (const char *)name; *s; s++) h = (h ^ (uint8_t)*s) * 0x100000001b3ull;
  return clock_by(NAMED, h >> 20, 0);
}

/* What one semop adds, whoever takes it has after it; who waits for zero comes after those that took. */
static void semaphores(const uint64_t a[6], bool before) {
  const struct sembuf *op = (void *)a[1];
  if (!a[2] || a[2] > 500 || !omrt_readable(op, a[2] * sizeof *op)) return;
  for (uint64_t i = 0; i < a[2]; i++) {
    struct omrt_clk *c = clock_by(SEMAPHORE, a[0], op[i].sem_num);
    if (!c) continue;
    if (before && op[i].sem_op) omrt_hb_release(c);
    if (!before && op[i].sem_op <= 0) omrt_hb_acquire(c);
  }
}

static bool is_write(int nr, const struct end *e) {
  if (nr == SYS_vmsplice) return e->out;
  return nr == SYS_write || nr == SYS_writev || nr == SYS_sendto || nr == SYS_sendmsg || nr == SYS_sendmmsg;
}

/* The other end sees the end of the stream. */
static void closes(struct omrt_fds which) {
  for (uint64_t fd = which.first; fd < which.end && fd < FDS; fd++) {
    if (ends[fd].out) omrt_wire_close(ends[fd].out);
    if (ends[fd].clock) omrt_hb_release(ends[fd].clock);
  }
}

void omrt_order_before(int nr, const uint64_t a[6]) {
  struct end e = find(a[0]);
  look_for_others(nr, a, &e);
  closes(omrt_fds_closed(nr, a, 0));
  switch (nr) {
  case SYS_shutdown:
    if (e.out) omrt_wire_close(e.out);
    break;
  case SYS_connect:
  case SYS_mq_timedsend:
  case SYS_epoll_ctl: break;
  case SYS_semop:
  case SYS_semtimedop: semaphores(a, true); return;
  case SYS_semctl: e.clock = clock_by(SEMAPHORE, a[0], a[1]); break; /* sets it */
  case SYS_msgsnd: e.clock = clock_by(MESSAGES, a[0], 0); break;
  default:
    if (!is_write(nr, &e)) return;
    if (e.out) omrt_wire_writes(e.out);
  }
  if (e.clock) omrt_hb_release(e.clock);
}

/* How much a call that ended well wrote or read. */
static uint64_t units(const struct omrt_wire *s, int nr, int64_t ret) {
  if (ret < 0) return 0;
  bool many = nr == SYS_sendmmsg || nr == SYS_recvmmsg;
  return omrt_wire_messages(s) && !many ? 1 : (uint64_t)ret;
}

static void took(int nr, const uint64_t a[6], int64_t ret) {
  struct end e = find(a[0]);
  uint64_t flags = nr == SYS_recvfrom ? a[3] : nr == SYS_recvmsg ? a[2] : 0;
  if (e.clock) omrt_hb_acquire(e.clock);
  if (!e.in) return;
  bool may_be_end = !ret; /* of messages it may be an empty one, as well */
  if (may_be_end) omrt_wire_read(e.in, 0, true);
  if (units(e.in, nr, ret)) omrt_wire_read(e.in, units(e.in, nr, ret), flags & MSG_PEEK);
}

static void made(int nr, const uint64_t a[6], int64_t ret) {
  switch (nr) {
  case SYS_accept:
  case SYS_accept4: omrt_hb_acquire(&sockets); /* fall through */
  case SYS_socket: give(ret, (struct end){.clock = &sockets}); break;
  case SYS_pipe: give_pipe((const int *)a[0], 0); break;
  case SYS_pipe2: give_pipe((const int *)a[0], a[1]); break;
  case SYS_socketpair: give_pair((const int *)a[3], a[1]); break;
  case SYS_semop:
  case SYS_semtimedop: semaphores(a, false); break;
  case SYS_semctl:
  case SYS_msgrcv: {
    struct omrt_clk *c = nr == SYS_semctl ? clock_by(SEMAPHORE, a[0], a[1]) : clock_by(MESSAGES, a[0], 0);
    if (c) omrt_hb_acquire(c);
    break;
  }
  case SYS_mq_open: give(ret, (struct end){.clock = clock_of_name(a[0])}); break;
  case SYS_eventfd:
  case SYS_eventfd2: give(ret, (struct end){.clock = fresh().clock, .counter = true}); break;
  case SYS_signalfd:
  case SYS_signalfd4:
  case SYS_timerfd_create:
  case SYS_epoll_create:
  case SYS_epoll_create1: give(ret, fresh()); break;
  }
}

void omrt_order_after(int nr, const uint64_t a[6], int64_t ret) {
  omrt_by_fd_after(&table, nr, a, ret);
  struct end e = find(a[0]);
  if (is_write(nr, &e)) {
    if (e.out) omrt_wire_wrote(e.out, ret, units(e.out, nr, ret));
    return;
  }
  if (ret < 0) return;
  switch (nr) {
  case SYS_read:
  case SYS_readv:
  case SYS_vmsplice:
  case SYS_recvfrom:
  case SYS_recvmsg:
  case SYS_recvmmsg:
  case SYS_mq_timedreceive:
  case SYS_epoll_wait:
  case SYS_epoll_pwait:
  case SYS_epoll_pwait2: took(nr, a, ret); break;
  default: made(nr, a, ret);
  }
}
