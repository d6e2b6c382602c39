/* syscall/: every system call of the program and its libraries arrives here, trapped. table.def says what
 * becomes of each; what needs more than a line has a function in one of the files: thread.c (threads, futex),
 * memory.c, library.c (dlopen), ipc.c, poll.c (waiting for the outside), signal.c, sigwait.c, signalfd.c,
 * socket.c, copy.c (sendfile, splice), fifo.c, process.c, ioctl.c, shown.c, misc.c; fds.c says what
 * becomes of descriptors' numbers, site.c makes jumps of traps; order.c says which calls order threads. */
#ifndef OMEN_SYSCALL_H
#define OMEN_SYSCALL_H
#include "runtime/fiber/fiber.h"
#include "runtime/sched/sched.h"
#include <stdbool.h>
#include <stdint.h>

typedef int64_t omen_call_fn(int nr, const uint64_t a[6], struct omen_frame *frame);
#define OMEN_CALL(name) int64_t omen_call_##name(int nr, const uint64_t a[6], struct omen_frame *frame)

#define RECORDED(name, arity, pieces)
#define READS(name, arity, pieces)
#define WRITES(name, arity, pieces)
#define SERVED(name, arity, function) OMEN_CALL(function);
#define PASSED(name)
#include "runtime/syscall/table.def"
#undef RECORDED
#undef READS
#undef WRITES
#undef SERVED
#undef PASSED

/* Performs and records the call, with what it wrote (see table.def); or answers it from the log. */
int64_t omen_call_recorded(int nr, const uint64_t a[6], const char *pieces);
/* The pieces of memory that a call with result `ret` wrote, by its spec in table.def. */
enum { OMEN_MAX_PIECES = 4096 }; /* as many parts as a vector may have, and more */
struct omen_piece;
struct omen_pollset;
int omen_call_pieces(const char *spec, const uint64_t a[6], int64_t ret, struct omen_piece *out);
/* Records `ret` for a call that was served in another way, or replaces it by the recorded one. */
int64_t omen_call_result(int nr, uint64_t a0, int64_t ret);
/* Serves another call that may block (read, write or one of their kin) in place of this one. */
int64_t omen_call_as(int nr, const uint64_t a[6]);
/* Before a call that may block: waits (as scheduling) until descriptor fd is ready for `events`. -EINTR when
 * a handler ran that does not restart calls (-ERESTART: one that does, and the call is partly done, so that
 * it ends all the same), -EAGAIN when the socket's timeout is over, else 0. */
int64_t omen_wait_fd(int fd, short events, bool partly);
/* socket.c: when such a wait ends by the socket's timeout, or OMEN_NEVER. */
int64_t omen_timeout_of(int fd, short events);
void omen_timeouts_after(int nr, const uint64_t a[6], int64_t ret); /* every call */
/* Does this setsockopt set one? */
bool omen_timeout_option(const uint64_t a[6], bool *sending, int64_t *ns);
bool omen_would_block(int fd, short events);                         /* recording: asks the kernel */
int64_t omen_fifo_open(int nr, const uint64_t a[6], uint64_t flags); /* fifo.c: or any other file */
/* write.c: a write of more than surely fits, by its arguments alone. */
bool omen_write_is_long(int nr, const uint64_t a[6]);
/* Waits until it can begin; while recording, makes it in parts if it could block. False: it is still to be
 * made, or answered, as any other call. */
bool omen_write_long(int nr, const uint64_t a[6], int64_t *ret);
/* shown.c: of a write, what people are to see of it in a replay; and which descriptors they see (after every
 * call). */
void omen_show(int nr, const uint64_t a[6], int64_t written);
void omen_shown_after(int nr, const uint64_t a[6], int64_t ret);
/* In a loop of "try; if it would block, wait": does this try end the call? Recording: `done`. Replay: the log
 * knows. */
bool omen_call_done(bool done);
/* Such a wait, for what the set says, or for a deadline. */
enum omen_waited omen_wait_outside(struct omen_pollset *set, enum omen_why why, const void *obj,
                                   int64_t deadline);
/* After it returned OMEN_INTERRUPTED: runs the handlers; true if the call goes on (SA_RESTART). */
bool omen_signal_restart(void);

/* order.c: what a call orders, told before and after it. */
void omen_order_before(int nr, const uint64_t a[6]);
void omen_order_after(int nr, const uint64_t a[6], int64_t ret);
/* Nobody but this process's threads can read from it or write to it: a pipe, a pair of sockets or an eventfd
 * of its own. */
bool omen_order_inside(int fd);

void omen_syscall_init(void);
void omen_syscall_report(void); /* its counters */
void omen_signal_init(void);
void omen_signal_leave(void); /* in a forked child: the program's own dispositions go to the kernel */
void omen_signal_fiber(struct omen_fiber *f, struct omen_fiber *parent);
void omen_signal_gone(struct omen_fiber *f); /* it is forgotten */
void omen_signal_die(int sig);               /* really die of it */
void omen_signal_deadline(void);             /* replay: the run was killed, and its last event was this */
void omen_signal_timer_set(void);            /* one that sends a signal */
extern int omen_pid;                         /* what getpid says: the recorded run's */
void omen_dispatch_on(void);
#endif
