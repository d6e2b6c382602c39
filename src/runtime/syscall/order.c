/* What system calls order: who reads from a pipe comes after who wrote into it. A clock for each pipe, socket
 * pair, eventfd and epoll set, for each System V semaphore and each queue of messages; sockets that are not
 * made in pairs share one, since their peers cannot be told apart here. Files and terminals order nobody. */
#include "runtime/explore/world.h"
#include "runtime/log.h"
#include "runtime/rt.h"
#include "runtime/shadow/hb.h"
#include "runtime/syscall/syscall.h"
#include <fcntl.h>
#include <sys/sem.h>
#include <sys/syscall.h>

enum { FDS = 4096 };
static struct omen_clk *clock_of[FDS];
static struct omen_clk sockets;

static void give(int64_t fd, struct omen_clk *c) {
  if (fd >= 0 && fd < FDS) clock_of[fd] = c;
}
static struct omen_clk *find(uint64_t fd) { return fd < FDS ? clock_of[fd] : NULL; }
static struct omen_clk *fresh(void) { return omen_alloc(sizeof(struct omen_clk)); }
static void give_both(const int fds[2]) {
  struct omen_clk *c = fresh();
  give(fds[0], c);
  give(fds[1], c);
}

/* ---- objects that are no descriptors: by what they are and their number, or their name's hash ---- */

enum { SEMAPHORE = 1, MESSAGES, NAMED, NAMES = 1024 };
static struct named {
  uint64_t key;
  struct omen_clk *clock;
} named[NAMES];

static struct omen_clk *clock_by(uint64_t kind, uint64_t id, uint64_t part) {
  uint64_t key = (kind << 62) ^ (id << 16) ^ part ^ 1, at = key * 0x9e3779b97f4a7c15ull >> 54;
  for (int i = 0; i < NAMES; i++, at = (at + 1) % NAMES) {
    if (!named[at].clock) named[at] = (struct named){key, fresh()};
    if (named[at].key == key) return named[at].clock;
  }
  return NULL; /* so many: they order nobody */
}

static struct omen_clk *clock_of_name(uint64_t name) {
  uint64_t h = 0xcbf29ce484222325ull;
  for (const char *s = (const char *)name; *s; s++) h = (h ^ (uint8_t)*s) * 0x100000001b3ull;
  return clock_by(NAMED, h >> 20, 0);
}

/* What one semop adds, whoever takes it has after it; who waits for zero comes after those that took. */
static void semaphores(const uint64_t a[6], bool before) {
  const struct sembuf *op = (void *)a[1];
  if (!a[2] || a[2] > 500 || !omen_world_readable(op, a[2] * sizeof *op)) return;
  for (uint64_t i = 0; i < a[2]; i++) {
    struct omen_clk *c = clock_by(SEMAPHORE, a[0], op[i].sem_num);
    if (!c) continue;
    if (before && op[i].sem_op) omen_hb_release(c);
    if (!before && op[i].sem_op <= 0) omen_hb_acquire(c);
  }
}

void omen_order_before(int nr, const uint64_t a[6]) {
  struct omen_clk *c = NULL;
  switch (nr) {
  case SYS_write:
  case SYS_writev:
  case SYS_sendto:
  case SYS_sendmsg:
  case SYS_sendmmsg:
  case SYS_shutdown:
  case SYS_connect:
  case SYS_mq_timedsend:
  case SYS_epoll_ctl: c = find(a[0]); break;
  case SYS_semop:
  case SYS_semtimedop: semaphores(a, true); break;
  case SYS_semctl: c = clock_by(SEMAPHORE, a[0], a[1]); break; /* sets it */
  case SYS_msgsnd: c = clock_by(MESSAGES, a[0], 0); break;
  case SYS_close:
    c = find(a[0]); /* the other end sees the end of the stream */
    give((int64_t)a[0], NULL);
  }
  if (c) omen_hb_release(c);
}

void omen_order_after(int nr, const uint64_t a[6], int64_t ret) {
  if (ret < 0) return;
  struct omen_clk *c = NULL;
  switch (nr) {
  case SYS_read:
  case SYS_readv:
  case SYS_recvfrom:
  case SYS_recvmsg:
  case SYS_recvmmsg:
  case SYS_mq_timedreceive:
  case SYS_epoll_wait:
  case SYS_epoll_pwait:
  case SYS_epoll_pwait2: c = find(a[0]); break;
  case SYS_accept:
  case SYS_accept4: c = &sockets; /* fall through */
  case SYS_socket: give(ret, &sockets); break;
  case SYS_pipe:
  case SYS_pipe2: give_both((const int *)a[0]); break;
  case SYS_socketpair: give_both((const int *)a[3]); break;
  case SYS_semop:
  case SYS_semtimedop: semaphores(a, false); break;
  case SYS_semctl: c = clock_by(SEMAPHORE, a[0], a[1]); break;
  case SYS_msgrcv: c = clock_by(MESSAGES, a[0], 0); break;
  case SYS_mq_open: give(ret, clock_of_name(a[0])); break;
  case SYS_eventfd:
  case SYS_eventfd2:
  case SYS_signalfd:
  case SYS_signalfd4:
  case SYS_timerfd_create:
  case SYS_epoll_create:
  case SYS_epoll_create1: give(ret, fresh()); break;
  case SYS_fcntl:
    if (a[1] != F_DUPFD && a[1] != F_DUPFD_CLOEXEC) break; /* fall through */
  case SYS_dup:
  case SYS_dup2:
  case SYS_dup3: give(ret, find(a[0])); break;
  }
  if (c) omen_hb_acquire(c);
}
