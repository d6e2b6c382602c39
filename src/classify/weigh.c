/* Who is guilty of what: see weigh.h. */
#include "classify/weigh.h"
#include "record/defect_words.h"
#include <math.h>
#include <string.h>

/* Seen ENOUGH times in one order and never in the other; a result that chance gives once in a thousand
 * families. */
enum { ENOUGH = 6, ONCE = 1 };
static const double by_chance = 1.0 / 1024;

double omen_chance_sign(int b, int c) {
  double sum = 0;
  for (int k = b; k <= b + c; k++)
    sum += exp(lgamma(b + c + 1) - lgamma(k + 1) - lgamma(b + c - k + 1) - (b + c) * log(2));
  return sum < 1 ? sum : 1;
}

/* Never in the other order. */
static enum omen_weight weight_of(int seen, int least, int pairs) {
  if (!seen) return OMEN_WEIGHT_NONE;
  if (seen >= ENOUGH) return OMEN_WEIGHT_SURE;
  if (pairs < OMEN_FAMILY_MAX) return OMEN_WEIGHT_MAYBE;
  return seen >= least ? OMEN_WEIGHT_SURE : OMEN_WEIGHT_NONE;
}

static bool heavier(const struct omen_weighing *a, const struct omen_weighing *b) {
  return a->weight > b->weight;
}

int omen_better_pair(int had, int now) {
  return had < 0 || (!omen_member_adjacent(had) && omen_member_adjacent(now)) ? now : had;
}

/* ---- violations ---- */

static bool same_kind(const struct omen_violation *a, const struct omen_violation *b) {
  return a->what && a->what == b->what;
}
static bool same_place(const struct omen_violation *a, const struct omen_violation *b) {
  return same_kind(a, b) && a->place == b->place;
}

static bool has(const struct omen_result *r, const struct omen_violation *v) {
  for (size_t i = 0; i < omen_result_violations(r); i++) {
    const struct omen_violation one = omen_result_violation(r, i);
    if (same_place(&one, v)) return true;
  }
  return false;
}

static bool any(const struct omen_result *r) {
  return r->outcome.ndefects || omen_result_violation(r, r->outcome.ndefects).what;
}

/* Does r show something of the kind, beside what `other` shows as well? A defect of the recorded run says
 * nothing where other broke off, maybe before it. */
static bool kind_beside(const struct omen_result *r, const struct omen_violation *v,
                        const struct omen_result *other) {
  bool cut = omen_result_broke_off(other);
  for (size_t i = 0; i < omen_result_violations(r); i++) {
    const struct omen_violation one = omen_result_violation(r, i);
    if (same_kind(&one, v) && !has(other, &one) && !(cut && !one.ends)) return true;
  }
  return false;
}

/* Where a run broke off nobody knows whether it would have had a defect that the recorded run had. */
static bool could_tell(const struct omen_result *r, const struct omen_violation *v) {
  return v->ends || !omen_result_broke_off(r) || has(r, v);
}

/* Is it one of the two accesses itself that went wrong, on the memory that they race on? Then what else goes
 * wrong in the same way, where the order is the other, is another race's matter: freed under a read that came
 * in time, the block is written to. */
static bool is_access(const struct omen_out_defect *d, const struct omen_plan_event *a,
                      const struct omen_watch *where) {
  return d->op != '-' && d->site == a->site && (uint32_t)d->thread == a->thread &&
         d->addr < where->addr + where->len && where->addr < d->addr + d->len;
}

static bool at_the_race(const struct omen_family *p, const struct omen_result *r,
                        const struct omen_violation *v) {
  for (size_t i = 0; v->defect && i < r->outcome.ndefects; i++) {
    const struct omen_out_defect *d = &r->outcome.defects[i];
    if (omen_defect_name_of(d) == v->defect)
      return is_access(d, &p->s->first, &p->s->where) || is_access(d, &p->s->second, &p->s->where);
  }
  return false;
}

struct shows {
  int mine;         /* pairs of which this order shows it, and the other nothing of the kind */
  int others, ever; /* the other way round; pairs of which the other order shows it at all */
  int neighbours,
      always; /* pairs in which the accesses are neighbours; of these this order shows it in so many */
  int alone;  /* and of these so many with the other order showing nothing of the kind */
};

/* Both orders show it: still this one's doing if it is certain to happen in it, whatever the schedule, and
 * the other is fine half the time and more. That it is only likelier is not enough: any detour shifts a
 * schedule. */
static enum omen_weight weigh_certain(const struct shows *n, int pairs) {
  if (n->always < n->neighbours || n->alone * 2 < n->neighbours) return OMEN_WEIGHT_NONE;
  if (omen_chance_sign(n->alone, n->others) <= by_chance) return OMEN_WEIGHT_SURE;
  return pairs < OMEN_FAMILY_MAX ? OMEN_WEIGHT_MAYBE : OMEN_WEIGHT_NONE;
}

/* A violation that the i-th member of the order shows: is it that order's doing? */
static struct omen_weighing weigh_violation(const struct omen_family *p, int order,
                                            const struct omen_violation *v) {
  struct omen_weighing f = {.order = order, .pair = -1, .consequence = v->what, .defect = v->defect};
  struct shows n = {0};
  for (int k = 0; k < p->n; k++) {
    const struct omen_result *x = &p->run[order][k], *y = &p->run[!order][k];
    bool neighbours = omen_member_adjacent(k), mine = has(x, v), others = has(y, v);
    n.ever += others;
    n.others += others && !mine && !kind_beside(x, v, y);
    if (!omen_result_met(x) || !omen_result_met(y)) continue;
    if (!mine && !could_tell(x, v)) continue;
    n.neighbours += neighbours;
    n.always += neighbours && mine;
    if (!mine || others || !could_tell(y, v)) continue;
    if (kind_beside(y, v, x) && !at_the_race(p, x, v)) continue;
    n.mine++;
    n.alone += neighbours;
    f.pair = omen_better_pair(f.pair, k);
  }
  if (n.mine) f.weight = n.ever ? weigh_certain(&n, p->n) : weight_of(n.mine, ONCE, p->n);
  return f;
}

/* Was it weighed already, for a run before the i-th? Runs may have hundreds, and mostly all the same. */
static bool seen_before(const struct omen_family *p, int order, int i, const struct omen_violation *v) {
  for (int k = 0; k < i; k++)
    if (omen_result_met(&p->run[order][k]) && has(&p->run[order][k], v)) return true;
  return false;
}

bool omen_weigh_acquitted(const struct omen_family *p, const struct omen_violation *v) {
  for (size_t i = 0; i < p->nacquitted; i++)
    if (v->ends && p->acquitted[i].what == v->what &&
        (p->acquitted[i].place == v->place || v->what == OMEN_CONSEQUENCE_INFINITE_LOOP))
      return true;
  return false;
}

/* Of those that weigh the same, the first of a run: the others come of it. */
struct omen_weighing omen_weigh_violations(const struct omen_family *p) {
  struct omen_weighing best = {0};
  for (int order = OMEN_FLIPPED; order >= OMEN_RECORDED; order--)
    for (int i = 0; i < p->n; i++) {
      const struct omen_result *r = &p->run[order][i];
      if (!omen_result_met(r)) continue;
      for (size_t k = 0; k < omen_result_violations(r); k++) {
        const struct omen_violation v = omen_result_violation(r, k);
        if (!v.what || omen_weigh_acquitted(p, &v) || seen_before(p, order, i, &v)) continue;
        struct omen_weighing f = weigh_violation(p, order, &v);
        if (heavier(&f, &best)) best = f;
      }
    }
  return best;
}

/* What ended the run while the first thread was still held; none: .what is NONE. */
static struct omen_violation broke_first(const struct omen_result *r) {
  size_t n = omen_result_violations(r);
  if (r->outcome.held != OMEN_PLAN_MET || r->outcome.awaited != OMEN_PLAN_MISSED)
    return (struct omen_violation){0};
  for (size_t i = 0; i < n; i++) {
    const struct omen_violation v = omen_result_violation(r, i);
    if (v.what && v.ends && v.what != OMEN_CONSEQUENCE_INFINITE_LOOP) return v;
  }
  return (struct omen_violation){0};
}

static bool has_kind(const struct omen_result *r, const struct omen_violation *v) {
  for (size_t i = 0; i < omen_result_violations(r); i++) {
    const struct omen_violation one = omen_result_violation(r, i);
    if (same_kind(&one, v)) return true;
  }
  return false;
}

struct omen_weighing omen_weigh_unmet(const struct omen_family *p) {
  struct omen_weighing none = {0};
  if (p->n < OMEN_FAMILY_ALWAYS) return none;
  const struct omen_violation v = broke_first(&p->run[OMEN_FLIPPED][0]);
  for (int i = 0; i < p->n && v.what; i++) {
    const struct omen_violation one = broke_first(&p->run[OMEN_FLIPPED][i]);
    const struct omen_result *recorded = &p->run[OMEN_RECORDED][i];
    const struct omen_violation other = broke_first(recorded);
    if (!same_kind(&one, &v) || (has_kind(recorded, &v) && !same_kind(&other, &v))) return none;
  }
  if (!v.what) return none;
  return (struct omen_weighing){
      .weight = OMEN_WEIGHT_SURE, .order = OMEN_FLIPPED, .consequence = v.what, .defect = v.defect};
}

bool omen_weigh_always(const struct omen_family *p) {
  int neighbours = 0;
  for (int i = 0; i < p->n; i++) {
    if (!omen_member_adjacent(i)) continue;
    for (int order = 0; order < 2; order++)
      if (!omen_result_met(&p->run[order][i]) || !any(&p->run[order][i])) return false;
    neighbours++;
  }
  return neighbours > 0;
}
