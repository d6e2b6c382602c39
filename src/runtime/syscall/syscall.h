/* syscall/: every system call of the program and its libraries arrives here, trapped. Its card (card.h,
 * table.def) says what becomes of it; what needs more than a card has a function in one of the files:
 * clone_futex.c (threads, futex), mmap.c, library.c (dlopen), ipc.c, poll.c (waiting for the outside),
 * signal.c, sigwait.c, signalfd.c, socket.c, copy.c (sendfile, splice), fifo.c, process.c, ioctl.c,
 * standard_output.c, misc.c; fds.c says what becomes of descriptors' numbers, site.c makes jumps of traps;
 * call_order.c says which calls order threads. */
#ifndef OMRT_SYSCALL_SYSCALL_H
#define OMRT_SYSCALL_SYSCALL_H
#include "runtime/fiber/fiber.h"
#include "runtime/sched/sched.h"
#include "runtime/syscall/card.h"
#include <stdbool.h>
#include <stdint.h>

#define OMRT_CALL(name) int64_t omrt_call_##name(int nr, const uint64_t a[6], struct omrt_frame *frame)

/* The functions that the cards name. */
#define SERVE_recorded(written)
#define SERVE_served(function, written) OMRT_CALL(function);
#define SERVE_passed(written)
#define CALL(call, args, serve, blocks, fds, data, order, changes, keeps, effect, loop, world, otherwise,    \
             follow)                                                                                         \
  SERVE_##serve
#define PASSED(call)
#include "runtime/syscall/table.def"
#undef SERVE_recorded
#undef SERVE_served
#undef SERVE_passed

/* Performs and records the call, with what it wrote (see table.def); or answers it from the log. */
int64_t omrt_call_recorded(int nr, const uint64_t a[6], const char *pieces);
/* The same, with the pieces that the call's card tells. */
static inline int64_t omrt_call_plain(int nr, const uint64_t a[6]) {
  return omrt_call_recorded(nr, a, omrt_card(nr)->pieces);
}
/* The pieces of memory that a call with result `ret` wrote, by its spec in table.def. */
enum { OMRT_MAX_PIECES = 4096 }; /* as many parts as a vector may have, and more */
struct omrt_piece;
struct omrt_pollset;
int omrt_call_pieces(const char *spec, const uint64_t a[6], int64_t ret, struct omrt_piece *out);
/* Records `ret` for a call that was served in another way, or replaces it by the recorded one. */
int64_t omrt_call_result(int nr, uint64_t a0, int64_t ret);
/* Serves another call that may block (read, write or one of their kin) in place of this one. */
int64_t omrt_call_as(int nr, const uint64_t a[6]);
/* Before a call that may block: waits (as scheduling) until descriptor fd is ready for `events`. -EINTR when
 * a handler ran that does not restart calls (-ERESTART: one that does, and the call is partly done, so that
 * it ends all the same), -EAGAIN when the socket's timeout is over, else 0. */
int64_t omrt_wait_fd(int fd, short events, bool partly);
/* socket.c: when such a wait ends by the socket's timeout, or OMRT_NEVER. */
int64_t omrt_timeout_of(int fd, short events);
void omrt_timeouts_after(const struct omrt_card *c, const uint64_t a[6], int64_t ret); /* every call */
/* listening.c */
void omrt_listening_open(void);                        /* before the program begins */
void omrt_listening_before(const struct omrt_card *c); /* a call that may put something out */
void omrt_listening_waited(int fd);
bool omrt_listening_waits(int fd); /* a connection: made before what goes out from here on */
void omrt_listening_after(const struct omrt_card *c, const uint64_t a[6], int64_t ret); /* every call */
/* Does this setsockopt set one? */
bool omrt_timeout_option(const uint64_t a[6], bool *sending, int64_t *ns);
bool omrt_would_block(int fd, short events); /* recording: asks the kernel */
/* fifo.c: opens a named pipe, or any other file, at a path from folder dirfd on. */
int64_t omrt_fifo_open(int nr, const uint64_t a[6], int dirfd, const char *path, uint64_t flags);
/* process.c: a child with these flags of clone; its stack: where the caller's is, or there. */
bool omrt_is_own_name(const char *path); /* /proc/self/exe, which is the program and not its variant */
bool omrt_process_forked(void);          /* it has, or had, children */
int64_t omrt_fork(int nr, const uint64_t a[6], uint64_t flags, uint64_t stack, struct omrt_frame *frame);
/* write.c: a write of more than surely fits, by its arguments alone. */
bool omrt_write_is_long(const struct omrt_card *c, const uint64_t a[6]);
/* Waits until it can begin; while recording, makes it in parts if it could block. False: it is still to be
 * made, or answered, as any other call. */
bool omrt_write_long(int nr, const uint64_t a[6], int64_t *ret);
/* standard_output.c: of a write, what people are to see of it in a replay; and which descriptors they see
 * (after every call). */
void omrt_show(const struct omrt_card *c, const uint64_t a[6], int64_t written);
void omrt_standard_output_after(const struct omrt_card *c, const uint64_t a[6], int64_t ret);
void omrt_show_bytes(int fd, const void *data, uint64_t len);
int omrt_standard_output_next(int which,
                              int fd); /* the next descriptor behind fd that leads there; -1: none */
static inline int omrt_standard_output_at(int which) { return omrt_standard_output_next(which, -1); }
/* In a loop of "try; if it would block, wait": does this try end the call? Recording: `done`. Replay: the log
 * knows. */
bool omrt_call_done(bool done);
/* Such a wait, for what the set says, or for a deadline. */
enum omrt_waited omrt_wait_outside(struct omrt_pollset *set, enum omrt_why why, const void *obj,
                                   int64_t deadline);
/* After it returned OMRT_INTERRUPTED: runs the handlers; true if the call goes on (SA_RESTART). */
bool omrt_signal_restart(void);

/* poll.c, for the scheduler: see upward.h. */
void omrt_poll_outside(int64_t deadline, bool idle);
bool omrt_poll_hopeless(void);

/* order.c: what a call orders, told before and after it. */
void omrt_order_before(const struct omrt_card *c, const uint64_t a[6]);
void omrt_order_after(const struct omrt_card *c, const uint64_t a[6], int64_t ret);
/* Nobody but this process's threads can read from it or write to it: a pipe, a pair of sockets or an eventfd
 * of its own. */
bool omrt_order_inside(int fd);

void omrt_syscall_init(void);
void omrt_syscall_report(void); /* its counters */
void omrt_misc_report(void);
void omrt_process_report(void);
void omrt_signal_init(void);
void omrt_signal_leave(void); /* in a forked child: the program's own dispositions go to the kernel */
void omrt_signal_fiber(struct omrt_fiber *f, struct omrt_fiber *parent);
void omrt_signal_gone(struct omrt_fiber *f); /* it is forgotten */
void omrt_signal_die(int sig);               /* really die of it */
void omrt_signal_deadline(void);             /* replay: the run was killed, and its last event was this */
void omrt_signal_timer_set(void);            /* one that sends a signal */
extern int omrt_pid;                         /* what getpid says: the recorded run's */
void omrt_dispatch_on(void);
#endif
