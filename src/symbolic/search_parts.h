/* Inside the search (search.c: what waits; search_answer.c: what inputs go there). */
#ifndef OMEN_SYMBOLIC_SEARCH_PARTS_H
#define OMEN_SYMBOLIC_SEARCH_PARTS_H
#include "base/table.h"
#include "symbolic/search.h"
#include "symbolic/slices.h"
#include "symbolic/wishes.h"

struct omen_search_run {
  struct omen_sym_trace trace;
  struct omen_sym_view *view;
  struct omen_sym_slices *slices;
  struct omen_inputs inputs;
  uint32_t id, generation, waiting;
  uint64_t cost;
};
struct omen_search_candidate {
  uint64_t key, order;
  uint64_t decision;        /* the path up to it, and it going the other way */
  uint64_t outcome, place;  /* what would be new about it; where it is */
  uint64_t again;           /* the outcome, so often at that place */
  uint64_t before, n, word; /* the decisions before it, hash and number; how it would go */
  uint32_t run, step, condition;
  uint32_t source, nth; /* sizes: of which; of which word in it */
  uint8_t tries;        /* the solver gave up on it so often: the next time it gets longer */
  uint8_t size;         /* enum omen_sym_size + 1; 0: a step; OMEN_SEARCH_WISH: the nth of these */
  uint8_t near;         /* how near it comes to what is looked for */
};
#define OMEN_SEARCH_WISH 255u
#define OMEN_SEARCH_TRIES 3
struct omen_search_issued {
  uint64_t before, n, word; /* as in the candidate */
  uint32_t site, step, generation;
  uint8_t kind, wanted;
  bool resized;
};
struct omen_search {
  struct omen_search_options options;
  struct omen_search_counters counters;
  struct omen_solver *solver;
  struct omen_search_run **runs;
  uint32_t n_runs, runs_cap;
  struct omen_search_candidate *heap;
  size_t n, cap;
  struct omen_search_issued *issued;
  uint32_t n_issued, issued_cap;
  struct omen_table decisions, inputs, paths; /* had already, or waiting */
  struct omen_table went;                     /* decisions as runs took them */
  struct omen_table seen, asked;              /* outcomes, with how often */
  struct omen_table wished;
  struct omen_sym_wish *wishes;
  uint32_t n_wishes, wishes_cap;
  struct omen_table guessed; /* decisions that were asked for alone */
  void (*guess)(void *arg, struct omen_inputs *in);
  void *guess_arg;
  uint64_t order, memory;
  bool gave_up; /* the solver, at the last answer */
};

/* Inputs that take the candidate's way, noted as issued; false: there are none, or they were had before. */
bool omen_search_answer(struct omen_search *s, const struct omen_search_run *r,
                        const struct omen_search_candidate *c, struct omen_search_found *found);

#endif
