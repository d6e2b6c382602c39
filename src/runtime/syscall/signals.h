/* What signal.c, sigwait.c and signalfd.c need of each other, and the calls that wait with a mask of their
 * own. */
#ifndef OMEN_SYSCALL_SIGNALS_H
#define OMEN_SYSCALL_SIGNALS_H
#include <stdbool.h>
#include <signal.h>
#include <stdint.h>

enum { OMEN_SIGNALS = 64 };
#define OMEN_SIGBIT(sig) (1ull << ((sig) - 1))

struct omen_sigstate { /* a thread's */
  uint64_t mask, pending;
  int code[OMEN_SIGNALS + 1];
  uint64_t wanted; /* by sigwait or a read of a signalfd, while it waits */
  bool restart;    /* did the last handlers all restart? */
  stack_t alt;
};

/* ---- signal.c ---- */

uint64_t omen_signal_pending(void);             /* for this thread or the process */
uint64_t omen_signal_pending_any(void);         /* for any thread or the process */
void omen_signal_send(int sig, int code);       /* to the process, as from outside */
int omen_signal_take(uint64_t mask, int *code); /* one that is pending here, taken; 0: none */

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
void omen_signalfd_closed(uint64_t fd);
#endif
