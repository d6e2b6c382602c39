/* What the files that ask for causes share: cause.c (the answer), cause_pairs.c (what may be reversed),
 * cause_flips.c (reversing one pair at a time), cause_bystanders.c (who is innocent), cause_together.c
 * (several), cause_apart.c (whole threads), cause_remedy.c (what would prevent it), cause_orders.c (the same,
 * by memory orders). See cause.h. */
#ifndef OMEN_CLASSIFY_CAUSE_PARTS_H
#define OMEN_CLASSIFY_CAUSE_PARTS_H
#include "classify/cause.h"

/* FLIPS: pairs that are reversed, the last of the run first: a cause is mostly near to its consequence. */
enum { OMEN_CAUSE_FLIPS = 96 };

/* Two events that may be reversed. Of a pair whose later event did not come, since the run had gone wrong by
 * then, the later event is one of the recorded run. */
struct omen_candidate {
  enum omen_pair_kind kind;
  const struct omen_run_trace *of[2];
  uint32_t event[2]; /* the earlier, the later */
  struct omen_watch where;
  uint32_t class;
};

struct omen_flip {
  uint32_t pair; /* of the candidates */
  bool met, cures, traced;
  bool other;   /* what is asked about does not happen; something else goes wrong */
  bool past;    /* so, and the thread that it happened to came further, or another way */
  bool comes;   /* it cures, and the thread that failed makes the access at which it did */
  bool own;     /* it cures with those kept that it reverses as well */
  bool dropped; /* it changes nothing where another one is kept as it was */
  uint8_t *set; /* by class: reversed with it */
  size_t size;
};

struct omen_asking {
  const struct omen_cause_question *q;
  struct omen_cause *out;
  struct omen_result failing; /* the run that goes wrong */
  struct omen_run_trace trace;
  struct omen_candidate *pair;
  size_t npairs, cpairs;
  struct omen_table classes; /* of pairs, from 1 */
  uint32_t nclasses;
  struct omen_flip flip[OMEN_CAUSE_FLIPS];
  size_t nflips;
  struct omen_err *err;
};

/* What a run with pairs reversed shows. */
enum omen_reversal {
  OMEN_REVERSAL_NONE,  /* the order could not be had, or nobody saw the end */
  OMEN_REVERSAL_SAME,  /* it happens all the same */
  OMEN_REVERSAL_OTHER, /* something else goes wrong */
  OMEN_REVERSAL_CURE   /* nothing goes wrong */
};

static inline bool omen_asking_over(const struct omen_asking *a) { return omen_goal_over(a->q->goal); }
static inline const struct omen_rawev *omen_candidate_event(const struct omen_candidate *p, int k) {
  return &p->of[k]->event[p->event[k]];
}
/* Is one of the pairs of this class? */
static inline bool omen_asking_had(const struct omen_asking *a, const uint32_t *pairs, size_t n,
                                   uint32_t class) {
  for (size_t i = 0; i < n; i++)
    if (a->pair[pairs[i]].class == class) return true;
  return false;
}
/* Without it the failure is not there: this run shows nothing, or the failing thread came past it. */
static inline bool omen_flip_removes(const struct omen_flip *f) { return f->traced && (f->cures || f->past); }

/* ---- cause_pairs.c ---- */

/* Traces the run that goes wrong, finds its pairs, and chooses those that are reversed. *shows: it goes wrong
 * as it did. */
int omen_asking_open(struct omen_asking *a, bool *shows);
void omen_asking_close(struct omen_asking *a);
/* The two as they are, or the other way round. */
struct omen_plan_constraint omen_candidate_order(const struct omen_candidate *p, bool other_way);

/* ---- cause_flips.c ---- */

struct omen_plan omen_asking_reversed(const struct omen_asking *a, const uint32_t *pairs, size_t n);
enum omen_reversal omen_asking_weigh(const struct omen_asking *a, const struct omen_result *r);
/* Nothing goes wrong in this run. */
bool omen_asking_well(const struct omen_asking *a, const struct omen_result *r);
/* Each pair reversed alone. */
int omen_asking_flip(struct omen_asking *a);
/* What those that removed the failure reversed. */
int omen_asking_look(struct omen_asking *a);
/* No other one reverses a part of what this one did. */
bool omen_flip_least(const struct omen_asking *a, const struct omen_flip *f);
/* Of those that reverse each other: which changes nothing, once the other is kept? */
int omen_asking_part(struct omen_asking *a);

/* ---- cause_bystanders.c ---- */

/* Races without which it goes wrong all the same remove nothing. */
int omen_asking_bystanders(struct omen_asking *a);

/* ---- cause_apart.c ---- */

/* *out: the run with the two threads of the pair kept apart, if nothing goes wrong in it (*found). */
int omen_asking_apart(struct omen_asking *a, uint32_t pair, struct omen_plan *out, bool *found);

/* ---- cause_remedy.c ---- */

/* Tries what would prevent it, of the pairs that are blamed. */
int omen_asking_remedy(struct omen_asking *a, const uint32_t *pairs, size_t n);

/* ---- cause_orders.c ---- */

/* Where the failing run has loads that did not see the newest store, or stores that went before others: the
 * weakest memory orders with which it does not happen. */
int omen_asking_orders(struct omen_asking *a);

/* ---- cause_search.c ---- */

enum omen_search_answer { OMEN_SEARCH_OPEN, OMEN_SEARCH_HOLDS, OMEN_SEARCH_FAILS };
/* Do all schedules hold with a plan's constraints assumed? OPEN: they are too many. FAILS: *fails is a run
 * that fails, for the caller to release. */
int omen_asking_search(struct omen_asking *a, const struct omen_plan *assumed, struct omen_plan *fails,
                       enum omen_search_answer *answer);

/* ---- cause_together.c ---- */

/* The fewest pairs that cure when reversed at the same time, in the order of the run; *n 0: none found.
 * *blamed: so many of them, the first ones, without which the failure is back; the others keep something else
 * from going wrong. */
int omen_asking_together(struct omen_asking *a, uint32_t *pairs, size_t *n, size_t *blamed);
/* `from` goes wrong. *out: the same with one pair more reversed, in which nothing does, if *found. */
int omen_asking_extend(const struct omen_asking *a, const struct omen_plan *from, struct omen_plan *out,
                       bool *found);
#endif
