/* Sync-preserving races (Mathur, Pavlogiannis, Viswanathan, POPL 2021): two conflicting accesses race when
 * the least sync-preserving ideal that has all that comes before them in their threads has neither of them.
 * First which accesses race, then, for the variables that have any, which pairs of locations. */
#include "predict/chase.h"
#include "predict/pair_search.h"
#include "predict/predict_run.h"
#include <stdlib.h>

enum { AHEAD = 8 };

/* Warns of access j if it races with an earlier one. */
static bool warn(struct omen_predict_run *r, struct omen_chase *c, uint32_t j) {
  uint32_t other;
  const uint32_t *ideal;
  if (c->site_of[j] == OMEN_CHASE_NO_SITE) return false;
  for (uint32_t a = 0; a < c->sites; a++) {
    if (!omen_chase_conflict(c, a, c->site_of[j]) || !omen_chase_look(c, a, j, &other, &ideal)) continue;
    omen_predict_warn(r, c->access[j].event);
    return true;
  }
  return false;
}

static bool warnings(struct omen_predict_run *r, const struct omen_candidates *all, uint32_t k) {
  struct omen_chase c;
  bool any = false;
  omen_chase_start(&c, r->w, all, k, false);
  for (uint32_t j = 0; j < c.n && !omen_predict_over(r); j++) {
    omen_chase_expect(&c, j + AHEAD);
    any |= warn(r, &c, j);
  }
  r->p->undecided += c.left;
  omen_chase_end(&c);
  return any;
}

/* New pairs of locations that access j is of. */
static void pair_up(struct omen_predict_run *r, struct omen_chase *c, uint32_t j) {
  uint32_t b = c->site_of[j], other;
  const uint32_t *ideal;
  if (b == OMEN_CHASE_NO_SITE) return;
  for (uint32_t a = 0; a < c->sites; a++) {
    if (*omen_chase_at(c, a, b) == OMEN_CHASE_DONE || !omen_chase_conflict(c, a, b)) continue;
    if (!omen_chase_look(c, a, j, &other, &ideal)) continue;
    omen_predict_race(r, other, c->access[j].event, ideal);
    *omen_chase_at(c, a, b) = OMEN_CHASE_DONE;
  }
}

/* Pairs that are known need no search. */
static void skip_known(const struct omen_predict_run *r, struct omen_chase *c) {
  for (uint32_t a = 0; r->p->pairs.n && a < c->sites; a++)
    for (uint32_t b = 0; b < c->sites; b++)
      if (omen_pairset_has(&r->p->pairs, c->site[a].loc, c->site[b].loc))
        *omen_chase_at(c, a, b) = OMEN_CHASE_DONE;
}

static void pairs(struct omen_predict_run *r, const struct omen_candidates *all, uint32_t k) {
  struct omen_chase c;
  omen_chase_start(&c, r->w, all, k, true);
  skip_known(r, &c);
  for (uint32_t j = 0; j < c.n && !omen_predict_over(r); j++) {
    omen_chase_expect(&c, j + AHEAD);
    pair_up(r, &c, j);
  }
  r->p->undecided += c.left;
  omen_chase_end(&c);
}

int omen_syncp_window(struct omen_predict_run *r) {
  struct omen_candidates all;
  omen_candidates_find(r->w, &all);
  for (uint32_t k = 0; k < all.vars && !omen_predict_over(r); k++)
    if (warnings(r, &all, k) && !r->p->no_pairs) pairs(r, &all, k);
  omen_candidates_release(&all);
  return 0;
}

const struct omen_predict_ops omen_predict_syncp = {.window = 1 << 24, .run = omen_syncp_window};
