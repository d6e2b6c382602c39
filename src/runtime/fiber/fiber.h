/* fiber/: the frames and the switch. See fiber.S for the mechanism. */
#ifndef OMRT_FIBER_FIBER_H
#define OMRT_FIBER_FIBER_H
#include "record/events.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The program's registers at a trapped system call, on the program's own stack. */
struct omrt_frame {
  uint64_t rbp, rip, rsp;
  int64_t rax; /* the call's number; then its result */
  uint64_t rdi, rsi, rdx, r10, r8, r9;
  uint64_t rbx, r12, r13, r14, r15, flags;
};
_Static_assert(offsetof(struct omrt_frame, rax) == 24 && offsetof(struct omrt_frame, r9) == 72 &&
                   offsetof(struct omrt_frame, rbx) == 80 && offsetof(struct omrt_frame, flags) == 120,
               "fiber.S knows these offsets");

/* Of a signal's context (its gregs). */
struct omrt_frame omrt_frame_of(const long long *gregs);

extern char omrt_gate_start[], omrt_gate_end[];
void omrt_restore_rt(void);
void omrt_syscall_entry(void);
void omrt_site_entry(void), omrt_site_entry_compared(void); /* the same without a trap: syscall/site.h */
void omrt_fiber_entry(void);
void omrt_fiber_swap(void **save_sp, void *load_sp);
void omrt_call_on(void *top, void *function, long a, void *b, void *c); /* on another stack */
void omrt_syscall_trapped(struct omrt_frame *f);                        /* called by omrt_syscall_entry */
void omrt_syscall_serve(struct omrt_frame *f);                          /* called by omrt_site_entry */
void omrt_fiber_begin(void);                                            /* called first on a new fiber */

/* What fiber.S may load of an xsave area by itself: 0 nothing, 1 up to ymm, 2 up to zmm. */
extern uint8_t omrt_vectors;
void omrt_vectors_init(void);
extern uint64_t omrt_vectors_at;
extern uint64_t omrt_swaps; /* from fiber to fiber, so far */
/* Calls the function, which may touch memory that is not there: false then. It is left where it was, so that
 * it must own nothing; it makes no scheduling point. */
bool omrt_guarded(void (*function)(void *), void *argument);
void omrt_guard_failed(void);
extern uint64_t omrt_guard_sp; /* 0: nobody is in it */

/* ---- a thread of the program ----
 * Rooms above keep what they know of a thread in fields of their own: each says whose it is. */

#define OMRT_NEVER INT64_MAX

enum omrt_why { /* what a fiber waits for */
#define X(symbol, text) OMRT_WAIT_##symbol,
#include "runtime/fiber/waits.def"
};
extern const char *const omrt_wait_words[]; /* for people, by enum omrt_why */

/* symbolic/: a new thread's function and the expression of its argument; then of its result. */
struct omrt_sym_thread {
  const void *start;
  uint32_t arg, result;
};

struct omrt_hb;          /* the thread's clocks: shadow/ */
struct omrt_weak_thread; /* what it knows of stores: weak/ */
struct omrt_held;        /* locks held by a thread: sync/ */
struct omrt_hold;        /* who did something, and where: sync/ */
struct omrt_sigstate;    /* pending and blocked signals: syscall/ */

struct omrt_fiber {
  /* fiber/: switching. sp and fsbase are valid only while the fiber is not running. */
  void *sp;
  uint64_t fsbase;
  /* sched/ */
  int id;                                     /* 0 is main; creation order; never reused */
  int tid;                                    /* what gettid says */
  char name[16];                              /* that the program gave it, or "" */
  struct omrt_fiber *qnext, *qprev;           /* in a wait queue */
  struct omrt_waitq *queue;                   /* the one it is in, or NULL */
  struct omrt_fiber *rnext, *rprev;           /* in the run queue */
  struct omrt_fiber *all_next, *all_prev;     /* all fibers */
  struct omrt_fiber *same_id;                 /* another one with a number of the same hash */
  struct omrt_fiber *alive_next, *alive_prev; /* those that are not done */
  struct omrt_fiber *same_pthread;            /* an older one with a pthread of the same hash */
  enum omrt_why why;
  uint32_t in_heap; /* memory/: in glibc's malloc and its kin, on behalf of the heap */
  const void *why_obj;
  const void *served; /* sync/: frame of the function that the program called to wait so */
  int64_t deadline;   /* virtual monotonic ns while waiting, or OMRT_NEVER */
  bool timed_out, interrupted, cancellable, runnable, done;
  uint64_t points;      /* its own event count */
  uint64_t begins_at;   /* it is not chosen before this event while others can go on */
  uint64_t priority;    /* PCT: the thread's; POS: that of its pending event, 0: none given yet */
  uint32_t turns;       /* how often it was asked, since the last of them, whether another should run */
  bool gave_way;        /* it stopped running because it only waited for others, in a loop */
  enum omen_ev pending; /* the event that it makes when it goes on */
  const void *pending_obj;
  bool limited;     /* and what it waits for then it does not wait for for ever */
  struct {          /* shadow/: the last library call that tells its accesses when it is over: */
    uint64_t point; /* events that the thread had made when it began, */
    uint32_t nth;   /* and such calls that began since the last of them */
    uint32_t site;  /* its site + 1; 0: there was none yet */
  } call;
  /* spin detection */
  const void *spin_addr;
  uint64_t spin_value;
  uint32_t spin_count;
  uint32_t fruitless; /* sync/: trylocks that failed lately, for backing off */
  /* thread matters */
  int parent; /* number of who made it; -1: nobody */
  bool named; /* something that was written for people names it: so must a line of its own */
  uintptr_t stack_lo, stack_hi; /* the program's stack for it, as far as known */
  struct omrt_fiber *laid_next; /* memory/left_stacks.h: those that have ended, by the stacks they left */
  int *clear_tid;
  void *pthread;                      /* pthread_t = TLS base */
  const struct omrt_created *created; /* where; NULL: not known */
  bool joined, detached;
  struct omrt_held *held;    /* sync/lock_order.h: the locks that it has */
  struct omrt_hold *settled; /* sync/: who joined or detached it, and where; NULL: nobody, or not known */
  struct omrt_hb *hb;
  struct omrt_weak_thread *weak;
  struct omrt_sigstate *sig;
  void *poll;                      /* syscall/: what it polls for */
  void *entry;                     /* syscall/: its struct omrt_frame, while a trapped call of it is served */
  struct omrt_sym_thread symbolic; /* symbolic/: its argument and result */
  uint64_t ran, lap_ran;           /* times that it was switched to; explore/recur.c: when the lap began */
};

struct omrt_waitq {
  struct omrt_fiber *head, *tail;
};

extern struct omrt_fiber *omrt_cur; /* never NULL after start-up */
/* List by all_next, oldest first: those that live, and those that ended and may still be asked for
 * (ended_threads.h). */
extern struct omrt_fiber *omrt_all;
/* Those that are not done, by alive_next, oldest first: a program may make threads for hours. */
extern struct omrt_fiber *omrt_alive;

/* Stack of the caller by frame pointers: PCs, innermost first. `frame` is __builtin_frame_address(0) of a
 * function whose caller is the first to be shown. Never faults: stays within the current fiber's stack. */
int omrt_backtrace(const void *frame, uint64_t *pcs, int max);
/* Gives a new fiber its first frame: it will go on as `from` with rax = 0, on the stack below `sp`. */
void omrt_fiber_prepare(struct omrt_fiber *f, const struct omrt_frame *from, uintptr_t sp);
/* Runs `to`; returns when somebody switches back. */
void omrt_fiber_switch(struct omrt_fiber *to);
#endif
