/* Weighing the units of what a family wrote (units.h): is there one that an order X writes, and the other, Y,
 * never, and is that X's doing? See weigh.h.
 *
 * If the race is innocent, the two runs of a pair could change places: they follow the same schedule, and the
 * order of the two accesses makes no difference to the unit. So each pair of which one run has the unit and
 * the other has not (call it discordant) is a toss of a coin, and that all d of them fall to the same order
 * has the chance 2 / 2^d. Families double up to 48 pairs, and are weighed each time; at 13 pairs or more that
 * is 3 times at most, say 4. A race is to be blamed wrongly once in 1024 families at most. So for a single
 * unit 2 / 2^d <= 1 / (1024 * 4), that is, d >= 13 = LEAST.
 *
 * A run has many units, and among m of them m times as many mistakes are made. Two things keep m small. Units
 * that the same runs have (a line, its shape, a number in it) stay together when runs change places, and are
 * one. And a unit with few discordant pairs could never be blamed, whoever has it: a line that comes once in
 * all runs is not one of the m (R. Tarone, A modified Bonferroni method for discrete data, Biometrics 46,
 * 1990). So the least d is sought such that at most 2^(d - LEAST) different units have d discordant pairs or
 * more.
 *
 * A detour that one order takes shifts the schedule behind it, and what is free comes more often or less. The
 * runs of a pair are no tosses of one coin then. Therefore X must also write the unit in half of the pairs in
 * which the accesses are neighbours and the runs wrote unlike lines, and Y must never write it at all:
 * schedules that run a thread until it blocks, or by priorities, are a good part of the neighbours, and do
 * not mind how long a detour is. (Where runs write alike, the thread that is held comes last, and all the
 * rest is over by then.) */
#include "classify/weigh.h"
#include "classify/family.h"
#include <stdlib.h>

enum { LEAST = 13 };

static int bits(uint64_t x) { return __builtin_popcountll(x); }

/* The different units with LEAST discordant pairs or more: what they have in the pairs that count. */
struct pattern {
  uint64_t in[2];
};

static int by_bits(const void *a, const void *b) {
  const struct pattern *x = a, *y = b;
  for (int i = 0; i < 2; i++)
    if (x->in[i] != y->in[i]) return x->in[i] < y->in[i] ? -1 : 1;
  return 0;
}

int omen_units_needed(const struct omen_units *u, uint64_t pairs) {
  struct pattern *list = omen_xcalloc(u->n + 1, sizeof *list);
  size_t n = 0, with[OMEN_UNIT_RUNS + 2] = {0};
  for (size_t i = 0; i < u->n; i++) {
    struct pattern p = {{u->kept[i].in[0] & pairs, u->kept[i].in[1] & pairs}};
    if (bits(p.in[0] ^ p.in[1]) >= LEAST) list[n++] = p;
  }
  qsort(list, n, sizeof *list, by_bits);
  for (size_t i = 0; i < n; i++)
    if (!i || by_bits(&list[i - 1], &list[i])) with[bits(list[i].in[0] ^ list[i].in[1])]++;
  free(list);
  for (int d = OMEN_UNIT_RUNS; d > 0; d--) with[d] += with[d + 1];
  int d = LEAST;
  while (d < OMEN_UNIT_RUNS && with[d] > UINT64_C(1) << (d - LEAST)) d++;
  return d;
}

/* The best is the one that most runs have; then the flipped order's, which is news; then the plainest. */
struct candidate {
  const struct omen_unit_kept *unit;
  int order, seen;
};

static bool beats(const struct candidate *a, const struct candidate *b) {
  if (!b->unit || a->seen != b->seen) return !b->unit || a->seen > b->seen;
  if (a->order != b->order) return a->order == OMEN_FLIPPED;
  return a->unit->kind < b->unit->kind;
}

/* X writes it, Y never does, and X does in half of the neighbours. */
static bool exclusive(const struct omen_unit_kept *k, int order, const struct omen_seen_pairs *s) {
  uint64_t mine = k->in[order] & s->pairs;
  if (!mine || k->in[!order] & s->whole[!order]) return false;
  return s->neighbours && bits(mine & s->neighbours) * 2 >= bits(s->neighbours);
}

static struct candidate best_of(const struct omen_units *u, const struct omen_seen_pairs *s, bool bytes) {
  struct candidate best = {0};
  for (size_t i = 0; i < u->n; i++) {
    if (!bytes && (u->kept[i].kind == OMEN_UNIT_MESSAGE || u->kept[i].kind == OMEN_UNIT_PART)) continue;
    for (int order = OMEN_FLIPPED; order >= OMEN_RECORDED; order--) {
      struct candidate c = {&u->kept[i], order, bits(u->kept[i].in[order] & s->pairs)};
      if (exclusive(c.unit, order, s) && beats(&c, &best)) best = c;
    }
  }
  return best;
}

static int pair_of(const struct candidate *c, const struct omen_seen_pairs *s) {
  int pair = -1;
  for (int i = 0; i < OMEN_FAMILY_MAX; i++)
    if (c->unit->in[c->order] & s->pairs & UINT64_C(1) << i) pair = omen_better_pair(pair, i);
  return pair;
}

struct omen_weighing omen_weigh_units(const struct omen_family *p, const struct omen_seen_pairs *s,
                                      bool bytes) {
  struct candidate c = best_of(&p->units, s, bytes);
  if (!c.unit) return (struct omen_weighing){0};
  struct omen_weighing f = {
      .weight = p->n < OMEN_FAMILY_MAX ? OMEN_WEIGHT_MAYBE : OMEN_WEIGHT_NONE,
      .order = c.order,
      .pair = pair_of(&c, s),
      .unit = c.unit->hash,
  };
  if (c.seen >= omen_units_needed(&p->units, s->pairs)) f.weight = OMEN_WEIGHT_SURE;
  return f;
}
