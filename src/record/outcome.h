/* The outcome file that the runtime writes (outcome.def has its lines), read into memory. Any bytes are
 * survived. A line that is not understood is an error, and so is a file without an `end` line; an incomplete
 * last line, which a run leaves that was killed, is left out. */
#ifndef OMEN_RECORD_OUTCOME_H
#define OMEN_RECORD_OUTCOME_H
#include "base/base.h"
#include "record/defects.h"
#include "record/plan.h"
#include "record/verdict.h"

#define OMEN_EXIT_DEADLOCK 124
#define OMEN_EXIT_DEFECT 1 /* an exploration that ends with a defect */

struct omen_pcs {
  uint64_t *pc;
  size_t n;
};
struct omen_out_racy {
  uint64_t addr, len;
  char first[4], kind[4]; /* r, w, ar, aw */
  uint32_t site;
  int thread;
};
struct omen_out_thread {
  int id, parent;
  char *state;
  struct omen_pcs created;
};
struct omen_out_wait { /* also a `hold`: then holder is -1 */
  int id, holder;
  char *what;
  uint64_t addr;
  struct omen_pcs pcs;
};
struct omen_out_alloc {
  uint64_t addr, size;
  int thread;
  struct omen_pcs pcs;
};
struct omen_out_map { /* `module` lines: start is the site base, end base + count, offset unused */
  uint64_t start, end, offset;
  char *path;
};
struct omen_out_counter {
  char *name;
  uint64_t value;
};
struct omen_out_stack { /* a thread's stack: [lo, hi) */
  int id;
  uint64_t lo, hi;
};
/* Of an exploration that tells: see outcome.def. */
struct omen_out_step { /* also an access: then `to` is -1 */
  int thread, to;
  uint64_t point;
  uint32_t turn;
  char why[16];    /* race, preempted, yield, or what it waits for; of an access: r, w */
  uint64_t object; /* of an access that is stale: its address, if a choice told it */
  bool chosen;
  uint32_t site;
  uint32_t size; /* of an access: bytes of `value`, what was read or written; 0: not known */
  uint64_t value;
  uint32_t stale; /* of an access: so many newer stores there were, */
  int stale_by;   /* the last of them by this thread */
  struct omen_pcs pcs;
};
struct omen_out_choice { /* not the first of `n` alternatives was taken: runtime/sched/choice.h */
  int thread, kind;
  uint64_t point, object;
  uint32_t n, taken;
};
struct omen_out_from { /* [at, at + len) of what went to fd */
  uint32_t fd;
  uint64_t at, len;
  int thread;
  struct omen_pcs pcs;
};

struct omen_out_by { /* thread -1: not known */
  int thread;
  struct omen_pcs pcs;
};
struct omen_out_defect {
  enum omen_defect_kind kind;
  int thread;
  uint32_t site;
  uint64_t addr, len, base, size;
  char op, place[12]; /* place "-": none */
  struct omen_pcs pcs;
  struct omen_out_by made, gone;
  struct omen_out_wait *waits, *holds; /* of a deadlock */
  size_t nwaits, cwaits, nholds, cholds;
  char *says; /* may be NULL */
};

struct omen_out_lock { /* taken by an edge's thread: see outcome.def */
  char *what;
  uint64_t addr, point;
  bool read;
  struct omen_pcs pcs;
};
struct omen_out_edge {
  int thread;
  uint64_t event;
  struct omen_out_lock took, wants;
};
struct omen_out_inversion {
  struct omen_out_edge *edges;
  size_t nedges, cedges;
};

struct omen_out_call { /* of the library: an access that was told when it was over, and where it began */
  uint64_t thread, point, site, addr, began, nth;
};

struct omen_outcome {
  enum omen_end end;
  int status;                       /* exit status, or signal number */
  uint64_t addr, pc;                /* of a signal */
  uint64_t event;                   /* of a divergence */
  char *message;                    /* of a divergence; never NULL then */
  enum omen_plan_end held, awaited; /* of an exploration: what became of the held thread's access, and of the
                                       one that it was held for */
  enum omen_plan_known spun_by;     /* how it is known that the latter's thread only spun */
  enum omen_plan_known endless_by;  /* how it is known that the end never comes */
  int crashed;                      /* thread that the signal hit, -1 unknown */
  struct omen_pcs crash;            /* and its stack: the signal handler's frames come first */
#define LIST(type, name)                                                                                     \
  struct type *name;                                                                                         \
  size_t n##name, c##name
  LIST(omen_out_racy, racy);
  LIST(omen_out_thread, threads);
  LIST(omen_out_wait, waits);
  LIST(omen_out_wait, holds);
  LIST(omen_out_wait, loops); /* threads that go round; `what` is NULL */
  LIST(omen_out_alloc, allocs);
  LIST(omen_out_call, calls);
  LIST(omen_out_map, modules);
  LIST(omen_out_map, maps);
  LIST(omen_out_stack, stacks);
  LIST(omen_out_counter, counters);
  LIST(omen_out_step, steps);
  LIST(omen_out_choice, choices);
  LIST(omen_out_from, from);
  LIST(omen_out_defect, defects);
  LIST(omen_out_inversion, inversions);
#undef LIST
  char **notes;
  size_t nnotes, cnotes;
};

int omen_outcome_read(struct omen_outcome *o, const char *path, struct omen_err *err);
int omen_outcome_parse(struct omen_outcome *o, const char *text, size_t len, const char *where,
                       struct omen_err *err);
void omen_outcome_release(struct omen_outcome *o);
uint64_t omen_outcome_counter(const struct omen_outcome *o, const char *name); /* 0: not there */
/* What the program's own exit status is to be for a shell: status, 128 + signal; 124 for a deadlock (the
 * program would never have ended: what `timeout` says of those); 1 where an exploration ended with a defect.
 */
int omen_outcome_status(const struct omen_outcome *o);
/* It ended by a signal with which people end programs (SIGTERM, SIGINT, SIGHUP, SIGKILL), or Omen does: no
 * fault of the program's. */
bool omen_outcome_told_to_end(const struct omen_outcome *o);
#endif
