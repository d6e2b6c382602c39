/* Weighing what the runs of a family wrote: see weigh.h. */
#include "classify/weigh.h"

/* A result that chance gives once in a thousand families. REORDERED: the same lines in another order, which
 * synchronised programs are free to write. */
enum { ONCE = 1, REORDERED = 4 };
static const double by_chance = 1.0 / 1024;

static uint64_t written(const struct omen_family *p, int order, int i, bool loose) {
  return loose ? p->loose[order][i] : p->run[order][i].hash;
}
/* A run that broke off, or of which nothing is known, wrote nothing that can be compared; unless its
 * counterpart broke off in the same way at the same place. */
static bool whole(const struct omen_result *r) { return !omen_result_broke_off(r); }
static struct omen_violation end_of(const struct omen_result *r) {
  struct omen_violation v = {0};
  for (size_t i = 0; i < omen_result_violations(r) && !v.ends; i++) v = omen_result_violation(r, i);
  return v;
}
static bool broke_alike(const struct omen_result *a, const struct omen_result *b) {
  const struct omen_violation v = end_of(a), w = end_of(b);
  return v.ends && w.ends && v.what && v.what == w.what && v.place == w.place &&
         v.what != OMEN_CONSEQUENCE_INFINITE_LOOP;
}
/* What is said while a program dies of what another race does, by as many threads as get to say it, is not
 * this race's output. */
static bool dies_for_others(const struct omen_family *p, const struct omen_result *r) {
  const struct omen_violation v = end_of(r);
  return v.what == OMEN_CONSEQUENCE_ASSERTION && omen_weigh_acquitted(p, &v);
}
static bool complete(const struct omen_family *p, int order, int i) {
  const struct omen_result *r = &p->run[order][i];
  return whole(r) || (broke_alike(r, &p->run[!order][i]) && !dies_for_others(p, r));
}
static bool comparable(const struct omen_family *p, int i) {
  for (int order = 0; order < 2; order++)
    if (!complete(p, order, i) || !omen_result_met(&p->run[order][i])) return false;
  return true;
}
/* How many runs of the order wrote that? */
static int count(const struct omen_family *p, int order, uint64_t hash, bool loose) {
  int n = 0;
  for (int i = 0; i < p->n; i++) n += complete(p, order, i) && written(p, order, i, loose) == hash;
  return n;
}

/* How many of 2n outputs, the first n of one order and the rest of the other, did the other order not write?
 */
static int apart(const uint8_t *v, int n) {
  int has[2][2 * OMEN_FAMILY_MAX] = {0}, sum = 0;
  for (int i = 0; i < 2 * n; i++) has[i >= n][v[i]]++;
  for (int i = 0; i < 2 * n; i++) sum += !has[i < n][v[i]];
  return sum;
}

double omen_chance_apart(const uint64_t *first, const uint64_t *second, int n) {
  enum { TRIES = 2047 };
  uint8_t v[2 * OMEN_FAMILY_MAX]; /* numbers of the outputs */
  for (int i = 0; i < 2 * n; i++) {
    int k = 0;
    while ((k < n ? first[k] : second[k - n]) != (i < n ? first[i] : second[i - n])) k++;
    v[i] = (uint8_t)k;
  }
  uint64_t state = 1;
  int seen = apart(v, n), as_far = 1;
  for (int t = 0; t < TRIES; t++) {
    for (int i = 2 * n - 1; i > 0; i--) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      int k = (int)((state >> 33) % (uint64_t)(i + 1));
      uint8_t was = v[i];
      v[i] = v[k];
      v[k] = was;
    }
    as_far += apart(v, n) >= seen;
  }
  return as_far / (TRIES + 1.0);
}

/* The order writes what the other never does, `mine` times in `pairs` pairs. Where programs write many
 * different things, so do the two families by chance alone. At the end of the search few are enough, if the
 * other order writes one thing or two and each of them often. */
static enum omen_weight weigh_apart(const struct omen_family *p, int order, bool loose, int mine, int pairs) {
  uint64_t v[2][OMEN_FAMILY_MAX];
  int n = 0, once = 0, distinct = 0;
  for (int i = 0; i < p->n; i++) {
    if (!comparable(p, i)) continue;
    for (int side = 0; side < 2; side++) v[side][n] = written(p, side, i, loose);
    int same = 0;
    for (int k = 0; k <= n; k++) same += v[!order][k] == v[!order][n];
    distinct += same == 1;
    once += count(p, !order, v[!order][n], loose) == 1;
    n++;
  }
  if (omen_chance_apart(v[0], v[1], pairs) <= by_chance) return OMEN_WEIGHT_SURE;
  if (p->n < OMEN_FAMILY_MAX) return OMEN_WEIGHT_MAYBE;
  return !once && distinct <= 2 && mine >= (loose ? ONCE : REORDERED) ? OMEN_WEIGHT_SURE : OMEN_WEIGHT_NONE;
}

static struct omen_weighing weigh_output(const struct omen_family *p, int order, bool loose) {
  struct omen_weighing f = {.order = order, .pair = -1};
  int pairs = 0, mine = 0;
  for (int i = 0; i < p->n; i++) {
    if (!comparable(p, i)) continue;
    pairs++;
    if (count(p, !order, written(p, order, i, loose), loose)) continue;
    mine++;
    f.pair = omen_better_pair(f.pair, i);
  }
  if (mine) f.weight = weigh_apart(p, order, loose, mine, pairs);
  return f;
}

struct omen_seen_pairs omen_seen_pairs(const struct omen_family *p) {
  struct omen_seen_pairs s = {0};
  for (int i = 0; i < p->n; i++) {
    uint64_t bit = UINT64_C(1) << i;
    for (int order = 0; order < 2; order++)
      if (complete(p, order, i)) s.whole[order] |= bit;
    if (!comparable(p, i)) continue;
    s.pairs |= bit;
    if (omen_member_adjacent(i) && written(p, 0, i, true) != written(p, 1, i, true)) s.neighbours |= bit;
  }
  return s;
}

/* Whole outputs are apart by whatever differs. If there is a unit that comes in this order alone, and in half
 * of the neighbours, then that is what a person is shown, and what is left of it when the schedule is
 * reduced.
 */
static void name_unit(struct omen_weighing *f, const struct omen_weighing *unit) {
  if (!unit->unit || unit->order != f->order) return;
  f->unit = unit->unit;
  f->pair = unit->pair;
}

struct omen_weighing omen_weigh_outputs(const struct omen_family *p) {
  struct omen_weighing best = {0};
  const struct omen_seen_pairs pairs = omen_seen_pairs(p);
  for (int loose = 1; loose >= 0; loose--) {
    for (int order = OMEN_FLIPPED; order >= OMEN_RECORDED; order--) {
      struct omen_weighing f = weigh_output(p, order, loose);
      if (f.weight > best.weight) best = f;
    }
    if (!loose) break;
    struct omen_weighing unit = omen_weigh_units(p, &pairs, false);
    if (best.weight == OMEN_WEIGHT_SURE) name_unit(&best, &unit);
    if (unit.weight != OMEN_WEIGHT_SURE) unit = omen_weigh_units(p, &pairs, true);
    if (unit.weight > best.weight) best = unit;
  }
  if (best.weight < OMEN_WEIGHT_SURE) {
    struct omen_weighing course = omen_weigh_course(p);
    if (course.weight > best.weight) best = course;
  }
  return best;
}
