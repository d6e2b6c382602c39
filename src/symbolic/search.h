/* The search for other paths. Given the trace of each run, it gives inputs for the next: generational search
 * (as SAGE does it). Every decision of a run that depends on inputs is a candidate: what came before it
 * stays, and it goes the other way. Best candidates first: decisions that no run has seen go that way, those
 * first that lead to what is looked for. The solver is asked when a candidate's turn has come.
 *
 * It starts no runs:   add(first run) ; while next(inputs): run them ; add(their trace, found.id) */
#ifndef OMEN_SYMBOLIC_SEARCH_H
#define OMEN_SYMBOLIC_SEARCH_H
#include "symbolic/realise.h"
#include "symbolic/solve.h"

struct omen_search_options {
  struct omen_solver_options solver;
  bool no_sizes;    /* lengths of what is read stay as they are */
  bool only_faults; /* FAULT steps alone are candidates */
  bool pauses;      /* next() says false when the solver gave up once, too: omen_search_waiting tells */
  bool wishes;      /* what comparisons ask for (wishes.h) is tried, too */
  size_t memory;    /* of traces that wait; 0: 1 GB. Above it candidates of the run that waits longest go */
  /* How near a decision that goes this way comes to what is looked for: 255, there; 0, no way is known.
     `constant`: what it compares with, + 1; 0: nothing. NULL: nothing is looked for. */
  uint8_t (*nearness)(void *heads, uint32_t site, uint64_t constant, bool taken);
  void *heads;
};

/* X(name, meaning) */
#define OMEN_SEARCH_COUNTERS(X)                                                                              \
  X(runs, "traces added")                                                                                    \
  X(paths, "different paths among them")                                                                     \
  X(candidates, "decisions that might go another way")                                                       \
  X(confirmed, "runs that went the way that their inputs were made for")                                     \
  X(diverged, "runs that did not")                                                                           \
  X(inexact, "inputs made although a condition on the way depends on text that printf made")                 \
  X(infeasible, "candidates for which there are no inputs")                                                  \
  X(undecided, "candidates for which the solver found no answer in time")                                    \
  X(unrealised, "answers that no inputs can be made of")                                                     \
  X(guesses, "inputs for a decision alone, whatever is before it")                                           \
  X(repeated, "inputs found that were had already")                                                          \
  X(dropped, "candidates dropped for want of memory")
struct omen_search_counters {
#define X(name, meaning) uint64_t name;
  OMEN_SEARCH_COUNTERS(X)
#undef X
};

enum omen_arrival { OMEN_ARRIVED_FIRST, OMEN_ARRIVED_CONFIRMED, OMEN_ARRIVED_DIVERGED };
struct omen_search_found {
  uint32_t id;     /* to be given back with the trace; never 0 */
  uint32_t parent; /* the id of the run that it was derived from; 0: one that was added without */
  struct omen_inputs inputs;
  bool resized;   /* another size; else the step below goes the other way */
  bool inexact;   /* it may not: a condition on the way there depends on text that a conversion printed, of
                     which   nobody knows more than that it is the same for the same number */
  uint8_t kind;   /* of the step: BRANCH, PIN, FAULT */
  uint8_t wanted; /* what it shall be now */
  uint32_t step, site, generation;
  const char *why; /* a few words; static */
};
struct omen_search;
struct omen_search *omen_search_new(const struct omen_search_options *options, struct omen_err *err);
void omen_search_free(struct omen_search *s);
/* Takes the trace over (the caller's is then empty). `id`: of the inputs that next() gave, 0 for others. */
enum omen_arrival omen_search_add(struct omen_search *s, struct omen_sym_trace *trace,
                                  const struct omen_inputs *in, uint32_t id);
/* The next inputs to try. False: there are none. Stops asking at `until` (omen_now; 0: never), and then says
 * false, too. */
bool omen_search_next(struct omen_search *s, double until, struct omen_search_found *found);
void omen_search_found_release(struct omen_search_found *found);
/* From now on: where no inputs come to a decision and take it another way, since what is before it leaves
 * none (a value was made concrete) or is too hard, inputs that only take it otherwise are given to `take`,
 * which takes them over. They may come nowhere near: they are for runs that cost nothing. */
void omen_search_guesses(struct omen_search *s, void (*take)(void *arg, struct omen_inputs *in), void *arg);
size_t omen_search_waiting(const struct omen_search *s); /* candidates */
const struct omen_search_counters *omen_search_counters(const struct omen_search *s);
struct omen_solver *omen_search_solver(struct omen_search *s); /* for other questions; its counters */
#endif
