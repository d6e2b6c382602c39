/* The client library: in a program in the field, with its real threads. Plain C on libc alone.
 *
 * It sleeps unless OMEN_TASKS names a file, or OMEN_AGENT a socket, and the program matches its sites file.
 * Then, from the program's first thread on:
 *
 * start.c reads sites and tasks, and starts the helper thread at the first pthread_create. helper.c, the one
 * thread of ours, arms and disarms sites (patch.c) as the governor allows, and writes results. A site is
 * reached by a trap (trap.c) or a jump (jump.c): validate.c is asked, and a copy of the instruction runs
 * elsewhere. validate.c: same address? other thread? ordered? who waits for whom? order.c: who is ordered
 * after the first access, a bit a task, handed on at synchronisation (sync.c). signals.c: the program's own
 * SIGTRAP; masks.c and signal_calls.c: all other ways to set masks and handlers.
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
  OMENF_TASKS = 64, /* a bit each */
  OMENF_COPY = 32,  /* bytes for the copy of an instruction, and the trap behind it */
  OMENF_SLOT = 128, /* the copy, and the stub (jump.c) */
  OMENF_JUMP = 5,   /* bytes of a jump */
  /* What a hit costs, for the governor: two traps, 3 us where this was written, at most twice that elsewhere;
   * or two calls and two system calls. Too high costs coverage, too low the budget. */
  OMENF_TRAP_NS = 3200,
  OMENF_JUMP_NS = 700,
  OMENF_THREADS = 4096,
  OMENF_MODULES = 64, /* a bit each */
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
};
struct omenf_sites {
  const struct omen_sites_header *header;
  const struct omen_sites_module *modules;
  const struct omen_sites_site *sites;
  const struct omen_sites_candidate *candidates;
  const uint32_t *references;
  const char *strings;
  size_t size;
  struct omenf_site *live;       /* one a site */
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
void omenf_sites_note(void); /* which modules are not there; helper alone */
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
  uint64_t hits, waited_us, token_since, spent_ns;
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
void omenf_token_start(unsigned task, uint32_t thread);
void omenf_token_end(unsigned task);
bool omenf_all_after(unsigned task);
bool omenf_is_after(unsigned task, uint32_t thread);
extern _Atomic bool omenf_objects_full;

/* --- validation: called by trap.c, all signals blocked --- */
bool omenf_over(const struct omenf_task *t); /* nothing is left to look at; under the lock */
bool omenf_meeting(void);                    /* threads wait for each other just now; under the lock */
void omenf_renew(struct omenf_task *t);      /* may make threads wait again; under the lock */
extern uint64_t omenf_waited_us, omenf_started_us;
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
void omenf_event(unsigned task, uint32_t thread, enum omenf_happened what);
void omenf_before(struct omenf_site *s, uintptr_t address, uint32_t cost_ns, uint64_t *wake);
void omenf_after(struct omenf_site *s, uintptr_t address, uint64_t wake);
void omenf_lock(void);
bool omenf_busy(void); /* a thread waits at a site */
void omenf_unlock(void);

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
void omenf_spend(uint32_t ns);
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
