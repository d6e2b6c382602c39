/* The client library: in a program in the field, with its real threads. Plain C on libc alone.
 *
 * It sleeps unless OMEN_TASKS names a file, or OMEN_AGENT a socket, and the program matches its sites file.
 * Then, from the program's first thread on:
 *
 * start.c reads sites and tasks, and starts the helper thread at the first pthread_create. helper.c, the one
 * thread of ours, arms and disarms sites (patch.c) as the governor allows (shares.c), and writes results. A
 * site is reached by a trap (trap.c) or a jump (jump.c): validate.c is asked, and a copy of the instruction
 * runs elsewhere. validate.c: same address? other thread? ordered? meeting.c: who waits for whom? order.c:
 * who is ordered after the first access, a bit a task, handed on at synchronisation (sync.c). signals.c: the
 * program's own SIGTRAP; masks.c and signal_calls.c: all other ways to set masks and handlers.
 *
 * Rules. 1: never write to code but where the sites file says, and the bytes there are those that it says. 2:
 * in a signal handler nothing but atomics, futex and the one lock that only handlers and the helper take,
 * with all signals blocked. 3: errno is as it was. 4: nothing is allocated after the start. 5: no race is
 * told unless both threads stood before their accesses at the same time: then nothing whatever can have
 * ordered them. */
#ifndef OMEN_FIELD_CLIENT_H
#define OMEN_FIELD_CLIENT_H
#include "field/sites_file.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define OMENF_EXPORT __attribute__((visibility("default")))

enum {
  OMENF_TASKS = 64,   /* a bit each */
  OMENF_COPY = 32,    /* bytes for the copy of an instruction, and the trap behind it */
  OMENF_SLOT = 128,   /* the copy, and the stub (jump.c) */
  OMENF_JUMP = 5,     /* bytes of a jump */
  OMENF_TASK_NS = 25, /* more for each task of the site */
  OMENF_THREADS = 4096,
  OMENF_MODULES = 64,      /* a bit each */
  OMENF_FIRST_THREADS = 4, /* what may be spent at the beginning is shared out over so many */
};

/* --- sites --- */
struct omenf_site {
  const struct omen_sites_site *s;
  uintptr_t address; /* here and now; 0: its module is not there */
  uint8_t *slot;     /* the copy of the instruction, and a trap behind it */
  uint8_t *stub;     /* what a jump leads to; NULL: int3 only */
  uint8_t jump[5];
  uint64_t tasks[2]; /* of which it is the first, the second access */
  _Atomic bool armed;
  bool bound, rests, hot;  /* among those of tasks; has used up its part; did so at least once (shares.c) */
  _Atomic int64_t part_ns; /* what it may cost until the helper looks again */
};
struct omenf_sites {
  const struct omen_sites_header *header;
  const struct omen_sites_module *modules;
  const struct omen_sites_site *sites;
  const struct omen_sites_candidate *candidates;
  const uint32_t *references;
  const char *strings;
  size_t size;
  struct omenf_site *live;   /* one a site */
  struct omenf_site **bound; /* those that tasks name, or that are still on; helper alone */
  uint32_t bound_n;
  uint32_t matched;              /* modules that are loaded */
  uint64_t there;                /* which */
  uint8_t *slots[OMENF_MODULES]; /* of the sites of each module */
  size_t slots_size;
};
extern struct omenf_sites omenf_sites;
/* Maps and checks the file; false: it is not there, or damaged. */
bool omenf_sites_open(const char *path);
/* Finds the modules in memory by their code, and makes slots for the sites; false: none is there, or no
 * slots. */
bool omenf_sites_place(void);
void omenf_sites_bind(struct omenf_site *s);
void omenf_sites_unbind(void); /* those of no task that are off */
void omenf_sites_note(void);   /* which modules are not there; helper alone */
struct omenf_site *omenf_site_at(uintptr_t address);
struct omenf_site *omenf_site_of_slot(uintptr_t address); /* anywhere in its slot */
const char *omenf_string(uint32_t at);

/* --- tasks --- */
enum omenf_phase { OMENF_CONTEXT = 1, OMENF_VALIDATE = 2 };
struct omenf_seen {
  uintptr_t address;
  unsigned size, kind;
  uint32_t thread;
};
struct omenf_task {
  const struct omen_sites_candidate *candidate;
  enum omenf_phase phase;
  int order;       /* the side that shall come first */
  bool both;       /* and then the other order */
  uint32_t tau_us; /* longest wait */
  bool all;        /* later instances, too; else the first ones alone */
  double budget;   /* part of CPU time for this task alone; 0: only that of all together */
  bool off;        /* the list has it no longer: its place may be taken (tasks.c) */
  bool listed;     /* while a list is read */
  bool paused;     /* beyond its own budget; helper alone */
  /* what was seen; under the lock */
  struct omenf_seen seen[2], token;
  int token_side;
  bool context, raced, ordered, unordered, order_lost;
  bool same_memory; /* but perhaps by one thread */
  bool orders[2];   /* which side came first, in races that were met */
  uint32_t grants[2], timeouts, noraces;
  uint64_t hits, waited_us, token_since, token_moment, spent_ns;
  unsigned told; /* results that were written: a bit each */
};
extern struct omenf_task omenf_tasks[OMENF_TASKS];
extern unsigned omenf_tasks_n;
extern double omenf_budget;          /* a part of CPU time */
extern uint32_t omenf_waits_ppm;     /* of wall time, for waits of threads */
extern bool omenf_ask;               /* on Ctrl-C: was it as expected? */
extern uint32_t omenf_stacks_wanted; /* a number that grows: the stacks of all threads are asked for */
extern uint32_t omenf_pulse_us;      /* for tests: off and on again so often, whatever the budget; 0: never */
/* Lines of a task file, which are all tasks from now on: others are switched off. What makes no sense is left
 * out, and counted. Tasks for other code are none. The helper alone, once threads run. */
unsigned omenf_tasks_read(const char *text, size_t n);
bool omenf_tasks_code(void);          /* the last list was for this code */
extern unsigned omenf_tasks_left_out; /* of the last list: there are not so many places */

/* --- threads and order --- */
struct omenf_thread {
  _Atomic uint32_t state; /* 0 free, 1 lives, 2 ended */
  pthread_t handle;
  _Atomic uint64_t after; /* tasks after whose first access this thread is ordered */
  void *(*start)(void *);
  void *argument;
  bool trap_blocked; /* by who made it, as that believes */
  uint32_t period;   /* as its maker was observed */
  uint64_t moment;
};
extern struct omenf_thread omenf_threads[OMENF_THREADS];
extern _Atomic uint64_t omenf_live; /* tasks whose token lives: synchronisation is looked at only for them */
/* Alone in its page, which is empty in a forked child, however it was forked: nothing is looked at there, and
 * nobody waits for a lock that was held by a thread that is not there. */
struct omenf_here {
  _Atomic bool active;
  char rest[4095];
};
extern struct omenf_here omenf_here;
extern bool omenf_awake;   /* tasks or an agent are named: set before main, and never again */
uint32_t omenf_self(void); /* this thread's number */
struct omenf_thread *omenf_thread_new(void); /* NULL: too many */
void omenf_thread_begin(struct omenf_thread *t);
void omenf_thread_joined(pthread_t handle);
void omenf_release(const void *object); /* before what it does */
void omenf_acquire(const void *object); /* after it was done */
/* Synchronisation is looked at, or goes straight to libc (sync.c). What that may cost until the helper looks.
 */
void omenf_sync_look(bool look);
extern _Atomic int64_t omenf_sync_ns;
/* This thread is outside of any call that orders; from now on all its calls are looked at. A thread that may
 * have been inside of one since before the token began may have been ordered unseen. */
void omenf_observe(void);
void omenf_observe_made(struct omenf_thread *t, bool begins); /* a new thread is as who made it */
bool omenf_was_observed(uint64_t moment);
uint64_t omenf_moment(void);
void omenf_tokens_start(uint64_t tasks, uint32_t thread);
void omenf_tokens_end(uint64_t tasks);
void omenf_tokens_only(uint64_t tasks); /* others end, and none begins; helper alone */
bool omenf_all_after(unsigned task);
bool omenf_is_after(unsigned task, uint32_t thread);
extern _Atomic bool omenf_objects_full;

/* --- validation: called by trap.c, all signals blocked --- */
bool omenf_over(const struct omenf_task *t);         /* nothing is left to look at; under the lock */
bool omenf_order_wanted(const struct omenf_task *t); /* under the lock */
void omenf_renew(struct omenf_task *t);              /* may make threads wait again; under the lock */
/* Is it the other access, of the same memory, by another thread? */
bool omenf_pairs(const struct omenf_seen *a, const struct omenf_seen *b);
static inline uint64_t omenf_bit(unsigned task) { return (uint64_t)1 << task; }
/* What happened last, for reports: a ring, written under the lock. */
#define OMENF_HAPPENED(X)                                                                                    \
  X(FIRST, "first")                                                                                          \
  X(SECOND, "second")                                                                                        \
  X(HELD, "held") X(MET, "met") X(ALONE, "alone") X(ORDERED, "ordered") X(UNORDERED, "unordered")
enum omenf_happened {
#define X(name, word) OMENF_##name,
  OMENF_HAPPENED(X)
#undef X
};
enum { OMENF_EVENTS = 64 };
struct omenf_event {
  uint64_t us;
  uint32_t thread;
  uint16_t task, what;
};
extern struct omenf_event omenf_events[OMENF_EVENTS];
extern uint32_t omenf_events_n; /* that ever were */
void omenf_event(unsigned task, uint32_t thread, enum omenf_happened what, uint64_t us);
void omenf_before(struct omenf_site *s, uintptr_t address, uint32_t cost_ns, uint64_t *wake);
void omenf_after(struct omenf_site *s, uintptr_t address, uint64_t wake);
void omenf_lock(void);
void omenf_unlock(void);

/* --- meeting.c: threads wait for each other; under the lock, but for what is said of the helper --- */
extern uint64_t omenf_waited_us, omenf_started_us;
bool omenf_finished(const struct omenf_task *t); /* a race, in all orders that are wanted */
bool omenf_meeting(void);                        /* threads wait for each other just now */
bool omenf_busy(void);                           /* the same, without the lock */
bool omenf_waits(long tid);                      /* this thread does; without the lock */
/* Helper: a thread waits for another one at sites that are the first, the second access of these tasks. */
bool omenf_awaited(uint64_t tasks[2]);
/* A thread is before its access: it meets another one; it may have to wait for one. *wake: something to say
 * when its access is done, by omenf_first_done. */
bool omenf_meet(const struct omenf_site *s, const struct omenf_seen *me, uint64_t *wake);
void omenf_hold(const struct omenf_site *s, const struct omenf_seen *me, uint64_t *wake);
void omenf_first_done(uint64_t wake);

/* --- what each site may cost: the helper alone --- */
void omenf_shares_rest(void); /* sites that have used up their part, and their like, rest */
/* Of what is left, parts for those that may have one (if it is not enough, only for those that did not use
 * one up yet); true: there are sites to be switched on. */
bool omenf_shares_give(double left_ns, bool enough, bool new_burst);
void omenf_shares_all(void); /* more than they can use */

/* --- governor.c: the helper alone --- */
void omenf_govern_first(void);
void omenf_govern(void);
void omenf_govern_last(void);         /* all is as it was */
uint64_t omenf_govern_again_us(void); /* when it must be asked again */
bool omenf_armed(void);
double omenf_cpu_us(void), omenf_spent_us(void); /* the process; we in it */

/* --- patching: the helper alone --- */
bool omenf_patch_ready(void); /* false: this process cannot; omenf_patch_why says why */
extern const char *omenf_patch_why;
extern uint64_t omenf_patches, omenf_jumps; /* sites that were switched on; by a jump */
extern uint64_t omenf_watched;              /* tasks that are looked at now, a bit each */
void omenf_arm_all(void);                   /* the sites of these */
void omenf_disarm_all(void);
void omenf_disarm_unwatched(void);                                    /* sites of no such task */
bool omenf_copy_instruction(const struct omenf_site *s, uint8_t *to); /* to run there */
bool omenf_fill_stub(struct omenf_site *s, uint32_t number, const void *pointers);
void omenf_stub_pointers(void *at); /* two, for all stubs */
void omenf_restore_all(void);       /* in a forked child: the code as it was */

/* --- traps, signals --- */
/* Really all: sigfillset leaves out the one by which libc cancels threads, and a thread that ends while it is
 * held would be met by others for ever. */
static inline void omenf_all_signals(sigset_t *set) { __builtin_memset(set, 0xff, sizeof *set); }
/* Between the access's two traps or calls. A thread's own, and touched by it alone. */
struct omenf_copy {
  bool inside;
  sigset_t mask; /* the program's own */
  uintptr_t address;
  uint64_t wake;
};
extern __thread struct omenf_copy omenf_copy;
void omenf_enter_copy(struct omenf_site *s, uintptr_t address, uint32_t cost_ns);
void omenf_after_copy(struct omenf_site *s);
void omenf_on_trap(int sig, siginfo_t *info, void *context);
void omenf_on_fault(int sig, siginfo_t *info, void *context);
/* A fault: if the copy of an instruction made it, the context becomes that of the instruction itself. */
void omenf_leave_copy(void *context);
void omenf_signals_install(void); /* takes over SIGTRAP and faults; what the program had is remembered */
/* The program's own handler or the default action, as if ours were not there. */
void omenf_chain(int sig, siginfo_t *info, void *context);
bool omenf_handled(int sig);        /* the program has a handler */
extern _Atomic bool omenf_watching; /* our handlers stand, and no mask has SIGTRAP */
void omenf_signals_leave(void);     /* the program's own handlers again, but for SIGTRAP */
extern pid_t omenf_process; /* whose threads are looked at; a child of vfork is another, in our memory */
/* As `real` does, but SIGTRAP stays open. */
int omenf_mask(int (*real)(int, const sigset_t *, sigset_t *), int how, const sigset_t *new, sigset_t *old);
bool omenf_trap_blocked(void); /* SIGTRAP, as this thread believes */
void omenf_believe_trap(bool blocked);
bool omenf_keep_trap(void); /* true: one that was sent waits until the program opens it */
/* masks.c: before a filter for system calls is set, or an alternate signal stack on which a handler and a
 * trap have no room: the program is left alone from then on. */
void omenf_limits_calls(void);
void omenf_sets_stack(const stack_t *to);
/* The kernel, as libc's syscall() asks it; that one is ours (signal_calls.c). */
__attribute__((visibility("hidden"))) long omenf_call(long n, long a, long b, long c, long d, long e, long f);
/* report.c: a crash, an unhandled Ctrl-C and the like, a question for all stacks (helper alone). */
void omenf_on_stop(int sig, siginfo_t *info, void *context);
bool omenf_report_asks(const siginfo_t *info); /* another thread wants to know this one's stack */
void omenf_report_stack(const void *context);
void omenf_report_all(uint32_t number);

/* --- start, helper, results --- */
bool omenf_start_threads(void); /* before a thread is made; true: this process validates */
int omenf_real_create(pthread_t *t, const pthread_attr_t *a, void *(*start)(void *), void *argument);
bool omenf_helper_start(void); /* returns when the sites are armed, or cannot be */
/* The process ends, or is left alone: the last results are written. False: not within that time. */
bool omenf_helper_end(uint64_t us);
/* Never again: every site is as it was, and no thread of ours is there, when it returns. */
void omenf_retire(const char *why);
extern const char *omenf_retired_why;
void omenf_results_retired(const char *why); /* by a thread of the program, before the helper was there */
extern _Atomic int64_t omenf_quota_ns;       /* what is left before the helper must look */
extern _Atomic uint64_t omenf_spent_ns;
extern _Atomic uint32_t omenf_helper_word; /* 1: the helper shall look */
void omenf_spend(struct omenf_site *s, uint32_t ns);
void omenf_count(uint32_t ns); /* elsewhere */
void omenf_wake_helper(void);
/* What a hit costs by two traps, and by a jump: as it is on this machine (cost.c). */
extern uint32_t omenf_trap_ns, omenf_jump_ns;
void omenf_cost_measure(void); /* the helper, once */
extern const char omenf_own_trap[];
extern _Atomic uint32_t omenf_threads_made; /* by the program */
extern char omenf_results_path[];
extern char omenf_agent_path[];
/* All of these by the helper alone. */
bool omenf_agent_open(const char *socket); /* tasks and results go by the agent */
bool omenf_agent_tasks(bool first);        /* takes the list of tasks, if there is another one: true */
void omenf_agent_send(const char *text, size_t n);
void omenf_agent_status(uint64_t cpu_us, uint64_t spent_us, bool armed);
void omenf_results_open(void);
void omenf_results_write(bool end);
void omenf_results_note(const char *what, const char *why);
void omenf_results_end(int status, uint64_t cpu_us, uint64_t spent_us);
extern _Atomic int omenf_exit_status; /* as far as it is known; -1 */
uint64_t omenf_now_us(void);
long omenf_futex(_Atomic uint32_t *word, int op, uint32_t value, uint64_t us);
#endif
