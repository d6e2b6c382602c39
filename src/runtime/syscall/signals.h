/* What the files about signals need of each other, and the calls that wait with a mask of their own. */
#ifndef OMRT_SYSCALL_SIGNALS_H
#define OMRT_SYSCALL_SIGNALS_H
#include "runtime/syscall/fds.h"
#include <stdbool.h>
#include <signal.h>
#include <stdint.h>

struct omrt_fiber;
enum { OMRT_SIGNALS = 64 };
#define OMRT_SIGBIT(sig) (1ull << ((sig) - 1))

/* What a handler is told besides the number: si_code, and the union behind it (pid, value, status, ...). */
struct omrt_siginfo {
  int64_t part[5];
};

struct omrt_sigaction { /* as the kernel has it */
  void *handler;
  uint64_t flags;
  void *restorer;
  uint64_t mask;
};

struct omrt_signal; /* one on its way */
struct omrt_sigqueue {
  uint64_t pending; /* bit a signal: what `first` has */
  struct omrt_signal *first;
};

struct omrt_sigstate { /* a thread's */
  uint64_t mask;
  struct omrt_sigqueue queue;
  uint64_t wanted; /* by sigwait or a read of a signalfd, while it waits */
  bool restart;    /* did the last handlers all restart? */
  stack_t alt;
  char *room; /* a stack for handlers, where the program's own alternate one is too small; or NULL */
};

/* ---- signal.c ---- */

bool omrt_signal_deliverable(struct omrt_fiber *f); /* a handler could run on f now */
/* Runs pending signal handlers; acts on a pending cancellation (does not return then). */
void omrt_interrupt_point(void);
/* Has the outside something that could still come (timers)? */
bool omrt_signal_expected(void);
bool omrt_signal_handled(void); /* the program has handlers: it may be waiting for a signal */
/* It has one for a signal that somebody may send: not only the faults, which come of what it does itself. */
bool omrt_signal_sendable(void);
bool omrt_signal_timers(void); /* the program set timers: a signal could come, if not in an exploration */
bool omrt_signal_collect(bool idle); /* what arrived from outside is taken; true: there was something */
/* Exploring: the next one comes, if all has gone out that preceded it in the recorded run (true: it came).
 * And where nothing else can happen: it comes in any case, or input from outside that preceded it. */
bool omrt_signal_in_order(void);
bool omrt_signal_from_recording(void);
bool omrt_signal_in_recording(void); /* exploring: there is one, and the program handles it */

uint64_t omrt_signal_pending(void);     /* for this thread or the process */
uint64_t omrt_signal_pending_any(void); /* for any thread or the process */
/* From outside: to the process, or to the thread that the timer is for. */
void omrt_signal_send(int sig, const struct omrt_siginfo *info);
/* One that is pending here, taken; 0: none. */
int omrt_signal_take(uint64_t mask, struct omrt_siginfo *info);
struct omrt_sigaction *omrt_signal_action(int sig);
void omrt_signal_kernel_action(int sig, void *handler);

/* ---- sigqueue.c ---- */

struct omrt_siginfo omrt_siginfo_sent(int code); /* by the program itself */
struct omrt_siginfo omrt_siginfo_of(const siginfo_t *from);
siginfo_t omrt_siginfo_full(int sig, const struct omrt_siginfo *info);
/* False: too many. `sent`: by the current thread; who takes it comes after. */
bool omrt_sigqueue_put(struct omrt_sigqueue *q, int sig, const struct omrt_siginfo *info, bool sent);
void omrt_sigqueue_take(struct omrt_sigqueue *q, int sig, struct omrt_siginfo *info);
void omrt_sigqueue_clear(struct omrt_sigqueue *q); /* nobody will take them */
/* What the kernel's handler was told, kept until a scheduling point; next: false when there is no more. */
void omrt_signal_note(int sig, const siginfo_t *info);
bool omrt_signal_noted(int *sig, struct omrt_siginfo *info);
/* The thread that a timer sends to. False: it sends to the process. *to NULL: that thread is gone. */
bool omrt_timer_target(const struct omrt_siginfo *info, struct omrt_fiber **to);

/* ---- sigfault.c ---- */

/* The top of the alternate stack, if the handler is to run there and sp is not there already; else 0. One
 * that is too small for the runtime's part of a handler's calls has a larger one in its place. */
uint64_t omrt_signal_alternate(const struct omrt_sigaction *sa, uint64_t sp);
bool omrt_signal_on_alternate(uint64_t sp);
void omrt_signal_room_gone(char *room); /* a stack for handlers, of a thread that is gone */
void omrt_signal_fault(int sig, siginfo_t *info, void *context); /* the kernel's handler of faults */

/* ---- sigwait.c ---- */

/* Waits until one of them may be there. False: a handler ran meanwhile that does not restart calls. */
bool omrt_signal_await(uint64_t mask);
/* The thread's mask becomes the one at `set` (a pointer of the program's, or 0: it stays) for the time of a
 * call. */
struct omrt_sigmask {
  uint64_t before;
  bool set;
};
struct omrt_sigmask omrt_signal_mask(uint64_t set, uint64_t size);
void omrt_signal_unmask(const struct omrt_sigmask *m, int64_t ret); /* of the call, which is over */

/* ---- signalfd.c ---- */

bool omrt_signalfd_is(uint64_t fd);
int64_t omrt_signalfd_read(const uint64_t a[6]);
void omrt_signalfd_settle(void); /* what is pending has changed */
void omrt_signalfd_closed(struct omrt_fds which);
#endif
