/* What the files about signals need of each other, and the calls that wait with a mask of their own. */
#ifndef OMEN_SYSCALL_SIGNALS_H
#define OMEN_SYSCALL_SIGNALS_H
#include "runtime/syscall/fds.h"
#include <stdbool.h>
#include <signal.h>
#include <stdint.h>

struct omen_fiber;
enum { OMEN_SIGNALS = 64 };
#define OMEN_SIGBIT(sig) (1ull << ((sig) - 1))

/* What a handler is told besides the number: si_code, and the union behind it (pid, value, status, ...). */
struct omen_siginfo {
  int64_t part[5];
};

struct omen_sigaction { /* as the kernel has it */
  void *handler;
  uint64_t flags;
  void *restorer;
  uint64_t mask;
};

struct omen_signal; /* one on its way */
struct omen_sigqueue {
  uint64_t pending; /* bit a signal: what `first` has */
  struct omen_signal *first;
};

struct omen_sigstate { /* a thread's */
  uint64_t mask;
  struct omen_sigqueue queue;
  uint64_t wanted; /* by sigwait or a read of a signalfd, while it waits */
  bool restart;    /* did the last handlers all restart? */
  stack_t alt;
  char *room; /* a stack for handlers, where the program's own alternate one is too small; or NULL */
};

/* ---- signal.c ---- */

uint64_t omen_signal_pending(void);     /* for this thread or the process */
uint64_t omen_signal_pending_any(void); /* for any thread or the process */
/* From outside: to the process, or to the thread that the timer is for. */
void omen_signal_send(int sig, const struct omen_siginfo *info);
/* One that is pending here, taken; 0: none. */
int omen_signal_take(uint64_t mask, struct omen_siginfo *info);
struct omen_sigaction *omen_signal_action(int sig);
void omen_signal_kernel_action(int sig, void *handler);

/* ---- sigqueue.c ---- */

struct omen_siginfo omen_siginfo_sent(int code); /* by the program itself */
struct omen_siginfo omen_siginfo_of(const siginfo_t *from);
siginfo_t omen_siginfo_full(int sig, const struct omen_siginfo *info);
/* False: too many. `sent`: by the current thread; who takes it comes after. */
bool omen_sigqueue_put(struct omen_sigqueue *q, int sig, const struct omen_siginfo *info, bool sent);
void omen_sigqueue_take(struct omen_sigqueue *q, int sig, struct omen_siginfo *info);
void omen_sigqueue_clear(struct omen_sigqueue *q); /* nobody will take them */
/* What the kernel's handler was told, kept until a scheduling point; next: false when there is no more. */
void omen_signal_note(int sig, const siginfo_t *info);
bool omen_signal_noted(int *sig, struct omen_siginfo *info);
/* The thread that a timer sends to. False: it sends to the process. *to NULL: that thread is gone. */
bool omen_timer_target(const struct omen_siginfo *info, struct omen_fiber **to);

/* ---- sigfault.c ---- */

void omen_signal_room_gone(char *room); /* a stack for handlers, of a thread that is gone */
void omen_signal_fault(int sig, siginfo_t *info, void *context); /* the kernel's handler of faults */

/* ---- sigwait.c ---- */

/* Waits until one of them may be there. False: a handler ran meanwhile that does not restart calls. */
bool omen_signal_await(uint64_t mask);
/* The thread's mask becomes the one at `set` (a pointer of the program's, or 0: it stays) for the time of a
 * call. */
struct omen_sigmask {
  uint64_t before;
  bool set;
};
struct omen_sigmask omen_signal_mask(uint64_t set, uint64_t size);
void omen_signal_unmask(const struct omen_sigmask *m, int64_t ret); /* of the call, which is over */

/* ---- signalfd.c ---- */

bool omen_signalfd_is(uint64_t fd);
int64_t omen_signalfd_read(const uint64_t a[6]);
void omen_signalfd_settle(void); /* what is pending has changed */
void omen_signalfd_closed(struct omen_fds which);
#endif
