/* What system calls order: who reads from a pipe comes after who wrote into it. A stream for each pipe and
 * for each direction of a socket pair (stream_order.h), a clock for each eventfd, epoll set and their kin,
 * for each System V semaphore and each queue of messages, and for each connection with somebody outside: what
 * comes in there comes after what went out there. Connections whose other end may be in this program, and
 * sockets that are not connected, share one clock, since their peers cannot be told apart here. So do locks
 * on files, since which descriptors lead to one file is not known here either. Files and terminals order
 * nobody. */
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/shadow/hb.h"
#include "runtime/syscall/fds.h"
#include "runtime/syscall/own_listeners.h"
#include "runtime/syscall/ready_order.h"
#include "runtime/syscall/stream_order.h"
#include "runtime/syscall/syscall.h"
#include <fcntl.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/sem.h>
#include <sys/socket.h>

enum { FDS = 4096 };
struct line { /* a connection with somebody outside */
  struct omrt_clk clock;
  int fds; /* that lead to it */
};
struct end { /* what a descriptor leads to */
  struct omrt_clk *clock;
  struct line *line; /* then the clock is its */
  struct omrt_wire *in, *out;
  bool counter; /* an eventfd */
  bool stream;  /* a socket that is to be connected */
  int locked;   /* a file: LOCK_SH or LOCK_EX, which was got by it; 0: none */
};
static struct end ends[FDS];
static const struct omrt_by_fd table = {ends, FDS, sizeof *ends};
static struct omrt_clk sockets;
static struct omrt_clk shared_locks, exclusive_locks; /* on files: given back by who had such */
static const struct end nothing;

static void give(int64_t fd, struct end e) {
  if (fd >= 0 && fd < FDS) ends[fd] = e;
}
static struct end find(uint64_t fd) { return fd < FDS ? ends[fd] : nothing; }
static struct end fresh(void) { return (struct end){.clock = omrt_alloc(sizeof(struct omrt_clk))}; }

static void give_line(int64_t fd) {
  struct line *l = omrt_alloc(sizeof *l);
  l->fds = 1;
  give(fd, (struct end){.clock = &l->clock, .line = l});
  if (fd >= FDS) omrt_free(l, sizeof *l);
}

/* After a call: how many descriptors lead there. */
static void count_lines(const struct omrt_card *c, const uint64_t a[6], int64_t ret) {
  struct omrt_fds closed = omrt_fds_closed(c, a, ret);
  for (uint64_t fd = closed.first; fd < closed.end && fd < FDS; fd++) {
    struct line *l = ends[fd].line;
    ends[fd] = nothing;
    if (!l || --l->fds) continue;
    omrt_clk_reset(&l->clock);
    omrt_free(l, sizeof *l);
  }
  if (omrt_fds_copied(c, a, ret) && find(a[0]).line && ret < FDS) find(a[0]).line->fds++;
}

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

static bool is_stream(uint64_t type) {
  return (type & ~(uint64_t)(SOCK_CLOEXEC | SOCK_NONBLOCK)) == SOCK_STREAM;
}

static void give_pair(const int fds[2], uint64_t type) {
  bool messages = !is_stream(type);
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
static void look_for_others(const struct omrt_card *c, const uint64_t a[6], const struct end *e) {
  bool forks = c->order == OMRT_ORDER_FORKS && !(a[0] & CLONE_THREAD);
  if (forks || c->order == OMRT_ORDER_OTHERS) omrt_wire_blur(NULL);
  if (!(c->data & OMRT_DATA_SOCKET)) return;
  uint64_t flags = omrt_card_flags(c, a);
  if (omrt_card_moves(c, OMRT_DATA_OUT | OMRT_DATA_MESSAGE | OMRT_DATA_SOCKET) && e->out && has_control(a[1]))
    omrt_wire_blur(NULL);
  if (c->data & OMRT_DATA_MESSAGES && e->in && !omrt_wire_messages(e->in)) flags |= MSG_OOB;
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

/* ---- locks on files ---- */

/* What the call does to a lock: LOCK_UN, LOCK_SH, LOCK_EX; -1: nothing. Locks that belong to the process
 * (F_SETLK) keep no thread of it from anything. */
static int locking(const struct omrt_card *c, const uint64_t a[6]) {
  if (c->order == OMRT_ORDER_FLOCK) return (int)a[1] & ~LOCK_NB;
  const struct flock *l = (const struct flock *)a[2];
  bool of_file = a[1] == F_OFD_SETLK || a[1] == F_OFD_SETLKW;
  if (c->order != OMRT_ORDER_FILE_LOCKS || !of_file || !omrt_readable(l, sizeof *l)) return -1;
  return l->l_type == F_UNLCK ? LOCK_UN : l->l_type == F_RDLCK ? LOCK_SH : LOCK_EX;
}

static void gives_back(const struct end *e) {
  if (e->locked) omrt_hb_release(e->locked == LOCK_EX ? &exclusive_locks : &shared_locks);
}

/* To become another lock it is given back first; if it cannot become that, it may still be there. */
static void file_lock_before(uint64_t fd, int what) {
  if (what < 0 || fd >= FDS) return;
  gives_back(&ends[fd]);
  if (what == LOCK_UN) ends[fd].locked = 0;
}

static void file_lock_after(uint64_t fd, int what) {
  if (what != LOCK_SH && what != LOCK_EX) return;
  if (fd < FDS) ends[fd].locked = what;
  omrt_hb_acquire(&exclusive_locks);
  if (what == LOCK_EX) omrt_hb_acquire(&shared_locks);
}

static bool is_write(const struct omrt_card *c, const struct end *e) {
  return c->order == OMRT_ORDER_WRITES || (c->order == OMRT_ORDER_SPLICES && e->out);
}

/* The other end sees the end of the stream. */
static void closes(struct omrt_fds which) {
  for (uint64_t fd = which.first; fd < which.end && fd < FDS; fd++) {
    if (ends[fd].out) omrt_wire_close(ends[fd].out);
    if (ends[fd].clock) omrt_hb_release(ends[fd].clock);
    gives_back(&ends[fd]);
  }
}

void omrt_order_before(const struct omrt_card *c, const uint64_t a[6]) {
  struct end e = find(a[0]);
  look_for_others(c, a, &e);
  closes(omrt_fds_closed(c, a, 0));
  switch (c->order) {
  case OMRT_ORDER_SHUTS:
    if (e.out) omrt_wire_close(e.out);
    break;
  case OMRT_ORDER_CONTROLS: omrt_ready_control(a); break;
  case OMRT_ORDER_RELEASES: break;
  case OMRT_ORDER_FLOCK:
  case OMRT_ORDER_FILE_LOCKS: file_lock_before(a[0], locking(c, a)); return;
  case OMRT_ORDER_CONNECTS:
    if (!omrt_own_listener_called(a[1], a[2]) && e.stream) give_line((int64_t)a[0]);
    e = find(a[0]);
    break;
  case OMRT_ORDER_SEMAPHORES: semaphores(a, true); return;
  case OMRT_ORDER_SEMAPHORE: e.clock = clock_by(SEMAPHORE, a[0], a[1]); break; /* sets it */
  case OMRT_ORDER_SENDS: e.clock = clock_by(MESSAGES, a[0], 0); break;
  default:
    if (!is_write(c, &e)) return;
    if (e.out) omrt_wire_writes(e.out);
  }
  if (e.clock) omrt_hb_release(e.clock);
}

/* How much a call that ended well wrote or read. */
static uint64_t units(const struct omrt_wire *s, const struct omrt_card *c, int64_t ret) {
  if (ret < 0) return 0;
  bool many = c->data & OMRT_DATA_MESSAGES;
  return omrt_wire_messages(s) && !many ? 1 : (uint64_t)ret;
}

static void took(const struct omrt_card *c, const uint64_t a[6], int64_t ret) {
  struct end e = find(a[0]);
  uint64_t flags = c->data & OMRT_DATA_MESSAGES ? 0 : omrt_card_flags(c, a);
  if (e.clock) omrt_hb_acquire(e.clock);
  if (!e.in) return;
  bool may_be_end = !ret; /* of messages it may be an empty one, as well */
  if (may_be_end) omrt_wire_read(e.in, 0, true);
  if (units(e.in, c, ret)) omrt_wire_read(e.in, units(e.in, c, ret), flags & MSG_PEEK);
}

static void acquire(struct omrt_clk *clock) {
  if (clock) omrt_hb_acquire(clock);
}

void omrt_order_ready(uint64_t fd) {
  struct end e = find(fd);
  acquire(e.clock);
  if (e.in) omrt_wire_ready(e.in);
}

static void made(const struct omrt_card *c, const uint64_t a[6], int64_t ret) {
  switch (c->order) {
  case OMRT_ORDER_ACCEPTS:
    if (!omrt_own_listener_answers(a[0])) {
      give_line(ret);
      break;
    }
    omrt_hb_acquire(&sockets);
    give(ret, (struct end){.clock = &sockets});
    break;
  case OMRT_ORDER_SOCKET: give(ret, (struct end){.clock = &sockets, .stream = is_stream(a[1])}); break;
  case OMRT_ORDER_PIPE: give_pipe((const int *)a[0], 0); break;
  case OMRT_ORDER_PIPE_FLAGS: give_pipe((const int *)a[0], a[1]); break;
  case OMRT_ORDER_PAIR: give_pair((const int *)a[3], a[1]); break;
  case OMRT_ORDER_SEMAPHORES: semaphores(a, false); break;
  case OMRT_ORDER_SEMAPHORE: acquire(clock_by(SEMAPHORE, a[0], a[1])); break;
  case OMRT_ORDER_RECEIVES: acquire(clock_by(MESSAGES, a[0], 0)); break;
  case OMRT_ORDER_NAMED_QUEUE: give(ret, (struct end){.clock = clock_of_name(a[0])}); break;
  case OMRT_ORDER_COUNTER: give(ret, (struct end){.clock = fresh().clock, .counter = true}); break;
  case OMRT_ORDER_CLOCK: give(ret, fresh()); break;
  case OMRT_ORDER_POLLS: omrt_ready_polled((const void *)a[0], a[1]); break;
  case OMRT_ORDER_SELECTS: omrt_ready_selected((const void *)a[1], a[0]); break;
  case OMRT_ORDER_EPOLLS:
    acquire(find(a[0]).clock);
    omrt_ready_epolled(a[0], (const void *)a[1], ret);
    break;
  case OMRT_ORDER_FLOCK:
  case OMRT_ORDER_FILE_LOCKS: file_lock_after(a[0], locking(c, a)); break;
  default: break;
  }
}

void omrt_order_after(const struct omrt_card *c, const uint64_t a[6], int64_t ret) {
  count_lines(c, a, ret);
  omrt_by_fd_after(&table, c, a, ret);
  omrt_own_listeners_after(c, a, ret);
  if (c->order == OMRT_ORDER_NONE) return;
  struct end e = find(a[0]);
  if (is_write(c, &e)) {
    if (e.out) omrt_wire_wrote(e.out, ret, units(e.out, c, ret));
    return;
  }
  if (ret < 0) return;
  if (c->order == OMRT_ORDER_READS || c->order == OMRT_ORDER_SPLICES)
    took(c, a, ret);
  else
    made(c, a, ret);
}
