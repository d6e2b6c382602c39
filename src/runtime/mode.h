/* clang-format off */
/* The mode of the runtime: how this run is driven. One object (omrt_mode) says so. start.c chooses it by the
 * configuration, and it changes at one place only: where an exploration leaves its recording
 * (omrt_mode_leave).
 *
 *   record      the kernel performs the program's calls; the log gets what the run could not know by itself
 *   replay      the log says who runs, what the calls gave and which signals came; every event is checked
 *   contained   the world in memory answers the program's calls from the start; the log gets what was asked
 *               of the real world (world/contained.h)
 *   again       the replay of a contained run: the same run once more, every event checked
 *   live        an exploration behind the place where it left its recording: the plan and the strategy say
 *               who runs, the world in memory answers, nothing is noted and nothing is checked
 *
 * Scheduling, system calls and accesses ask this object. They know neither explore/ nor world/, which lie
 * above them. A function that is NULL has nothing to do in that mode; the caller tests for it, so that
 * recording pays a load and a branch for what only explorations do. modes.c has the table. */
/* clang-format on */
#ifndef OMRT_MODE_H
#define OMRT_MODE_H
#include "record/events.h"
#include "runtime/rt.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
struct omrt_fiber;
struct omrt_node;

/* The world in memory (world/), as far as lower rooms call it. Calls return what the kernel would. */
struct omrt_world {
  /* Answers in place of the kernel. */
  int64_t (*call)(int nr, const uint64_t a[6], const char *pieces);
  int64_t (*poll)(const uint64_t a[6], int64_t deadline); /* 0: only look */
  int64_t (*select)(const uint64_t a[6], int64_t deadline);
  int64_t (*epoll)(const uint64_t a[6], int64_t deadline);
  int64_t (*map)(const uint64_t a[6]);         /* mmap of a file */
  void (*effect)(int nr, const uint64_t a[6]); /* an output that is no call there: exec */
  int64_t (*flags)(int fd);                    /* how it was opened */
  int64_t (*attach)(const uint64_t a[6], int64_t *len);
  void (*detach)(int64_t id, const void *at);
  void (*library)(int64_t fd, int64_t library); /* what was opened is a library; -1: find out which */
  void (*abandon)(void); /* this thread does not come back from the calls that it is in */
  /* A descriptor that stands for a signalfd: it is one; its counter. */
  void (*signalfd)(int fd);
  void (*raise)(int fd, bool up);
  /* Virtual time, and the timers that send signals. */
  int64_t (*time)(int clock); /* what it is now */
  int64_t (*look)(int clock); /* the program looks */
  void (*skip)(int64_t ns);
  int64_t (*alarms_first)(void); /* the first to expire; OMRT_NEVER: none is set */
  void (*alarms_look)(void);     /* those that have expired send their signals */
  /* The recorded run did this: the world follows it, so that explorations find it as it was. */
  void (*saw)(int nr, const uint64_t a[6], int64_t ret);
  void (*saw_time)(int clock, int64_t value);
  struct omrt_node *(*file)(uint64_t fd); /* the file that is open there; NULL: none */
  /* Between a file and its mapping: its length; reads its bytes; the program stored others. */
  uint64_t (*size)(const struct omrt_node *n);
  int64_t (*show)(struct omrt_node *n, uint64_t at, void *to, uint64_t len);
  void (*fetch)(struct omrt_node *n, uint64_t at, const void *data, uint64_t len);
  /* While recording: what this call may change is kept, as it is before it. */
  void (*before)(int nr, const uint64_t a[6]);
  /* What the outside sends, and when (world/withhold.h): may the recorded signal come that ends at `at` in
   * the log; nobody can go on, so the first withheld input comes if it is before that signal (NULL: there is
   * none); it was the signal; do all waits that end by `until` wait for such input; how much
   * came and went so far, plus one, while something is withheld, else 0. */
  bool (*signal_due)(const uint8_t *at);
  bool (*release)(const uint8_t *signal);
  void (*released_signal)(void);
  bool (*awaits_input)(int64_t until);
  uint64_t (*withheld)(void);
};
extern const struct omrt_world omrt_world;

struct omrt_mode {
  const char *name;
  /* Facts. */
  bool performs;    /* the kernel performs the program's calls */
  bool by_log;      /* who runs, results and signals come from the log */
  bool checked;     /* every event is compared with the recorded digest, until the recording is left */
  bool live;        /* an exploration that has left its recording */
  bool asks_again;  /* so, and its plan's decisions alone decide: who was switched away is asked again */
  bool passes_time; /* a decision for a thread that sleeps is followed: time passes, though others can run */
  bool fine;        /* which waiter a condition's signal wakes is a choice */
  const struct omrt_world *world; /* answers the program's calls; NULL: the kernel does, or the log */
  /* Who runs. NULL: the strategy decides. `own`: the current fiber's own wait ended, and it goes on. */
  struct omrt_fiber *(*preempt)(struct omrt_fiber *runnable, bool yields);
  struct omrt_fiber *(*next)(struct omrt_fiber *runnable, bool own);
  /* Which of n alternatives (sched/choice.h; `kind` is its enum). NULL: the strategy decides. */
  uint32_t (*choose)(uint32_t kind, const void *obj, uint32_t n);
  /* What came of a choice that was not the newest: see omrt_steps_stale. */
  void (*stale)(bool write, uint64_t value, uint32_t size, uint32_t behind, int by);
  /* The log says who goes on (NULL: the current fiber stays, though others could run). */
  void (*followed)(const struct omrt_fiber *next, bool yields);
  /* An event was made; and then, if it is a scheduling point, before anybody else runs. */
  void (*event)(enum omen_ev ev, const void *obj);
  void (*point)(enum omen_ev ev, const void *obj, bool yields);
  /* What the event is about is done now: others had their turns before. */
  void (*made)(enum omen_ev ev, const void *obj, uint64_t val);
  void (*fiber)(const struct omrt_fiber *f); /* f was made */
  void (*wait)(const struct omrt_fiber *f);  /* f is about to wait */
  void (*resumed)(void);                     /* the current fiber's wait is over, and it runs */
  /* Nobody can run (`outside`: unless somebody outside does something). True: somebody who was held goes on.
   */
  bool (*stuck)(bool outside);
  bool (*holds)(void); /* a thread is held until another comes to its access */
  /* The current thread is about to take the lock at addr, and waits for it if need be. */
  void (*lock)(const void *addr);
  /* The watch pass, where explorations begin (omrt_world_followed): an access to watched memory is about to
   * happen; `how`: OMEN_SITE_INSIDE, _AHEAD or _TOO, if it is yet to be made, _READS, if it is the read of an
   * atomic operation that writes as well; `frame`: of the function that was told. A call of the library
   * begins whose accesses are told when it is over. And, before any access, while somebody is to be stopped
   * (omrt_stop_due). */
  void (*access)(uint64_t addr, uint64_t len, bool write, uint32_t site, uint32_t how, const void *frame);
  void (*library)(uint32_t site);
  void (*pass)(uint64_t addr, bool write, uint32_t site, uint32_t how);
  /* Which bytes came from which call: the place in its output that a stream (FILE) has now; what came in
   * since then; bytes that went to a descriptor. */
  uint64_t (*stream)(const void *file);
  void (*put)(const void *file, uint64_t since, const void *frame);
  void (*wrote)(uint64_t fd, uint64_t len);
  void (*ended)(void); /* the outcome is written, to the last line */
};
extern struct omrt_mode omrt_mode; /* written by modes.c alone */
extern bool omrt_stop_due; /* an exploration wants to stop somebody: omrt_mode.pass before any access */
/* By the configuration: at start-up, and again when that has changed (another plan, a server). */
void omrt_mode_choose(void);
void omrt_mode_leave(void); /* the recording is left: live from here on */

static inline void omrt_mode_lock(const void *addr) {
  if (__builtin_expect(omrt_mode.lock != NULL, 0)) omrt_mode.lock(addr);
}

/* A run that never touched the outside, or an exploration of one. */
static inline bool omrt_of_contained(void) { return omrt_config->flags & OMEN_FLAG_CONTAINED; }
#endif
