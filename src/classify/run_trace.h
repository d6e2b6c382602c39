/* The trace of one exploration (omen_explore_traced): all accesses and synchronisation of its live part, and
 * the pairs of events whose order another schedule could reverse. */
#ifndef OMEN_CLASSIFY_RUN_TRACE_H
#define OMEN_CLASSIFY_RUN_TRACE_H
#include "base/table.h"
#include "explore/explore.h"
#include "record/rawev.h"

enum omen_pair_kind {
  OMEN_PAIR_RACE,   /* two accesses that nothing orders */
  OMEN_PAIR_LOCK,   /* the same lock taken, one after the other */
  OMEN_PAIR_ATOMIC, /* two atomic accesses */
  OMEN_PAIR_USE,    /* two operations on one synchronisation object, of which one may change the other */
};

/* Two events of different threads, the earlier one first: numbers of records. */
struct omen_traced_pair {
  enum omen_pair_kind kind;
  uint32_t first, second;
  struct omen_watch where; /* RACE: the bytes that both touch */
};

struct omen_run_trace {
  struct omen_rawev *event;
  size_t n, capacity;
  struct omen_traced_pair *pair; /* by their second events */
  size_t npairs, cpairs;
  struct omen_table names;     /* of events: hash of the name to the number of the record */
  uint64_t *name;              /* by record */
  struct omen_out_call *calls; /* borrowed from the outcome: where library calls began */
  size_t ncalls;
  struct omen_buf stacks; /* stacks.raw */
};

/* From the folder that omen_explore_traced left; `o` must outlive it. */
int omen_run_trace_read(struct omen_run_trace *t, const char *dir, const struct omen_outcome *o,
                        struct omen_err *err);
void omen_run_trace_release(struct omen_run_trace *t);
/* These two accesses, if they are there, are a pair whose order another schedule can reverse. */
void omen_run_trace_add_race(struct omen_run_trace *t, const struct omen_plan_event *first,
                             const struct omen_plan_event *second, struct omen_watch where);
/* The event by its name, as one of a pair. */
struct omen_plan_event omen_run_trace_event(const struct omen_run_trace *t, uint32_t event,
                                            enum omen_pair_kind kind, struct omen_watch where);
/* The thread `held` is kept from all that it does to this memory (in `mine`) until the other one has done all
 * that it does to it (in `theirs`). False: one of them does nothing to it. */
bool omen_run_trace_apart(const struct omen_run_trace *mine, uint32_t held,
                          const struct omen_run_trace *theirs, uint32_t other, struct omen_watch where,
                          struct omen_plan_constraint *out);
/* The record of an access that a plan names; t->n: it did not come. */
size_t omen_run_trace_find(const struct omen_run_trace *t, const struct omen_plan_event *name);
/* Does it matter which of the two operations on one object comes first, though no lock says so? That of locks
 * taken one after the other is another kind of pair. */
bool omen_uses_conflict(enum omen_raw_use a, enum omen_raw_use b);
/* The stack of an event, innermost first; n: 0, it has none. */
struct omen_pcs omen_run_trace_stack(const struct omen_run_trace *t, uint32_t event);
#endif
