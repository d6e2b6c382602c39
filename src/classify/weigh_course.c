/* Weighing two runs that went the same course: see weigh.h.
 *
 * In the members 0 and 4 nothing is drawn: threads run until they block. The two accesses come one right
 * after the other, and nobody else came to their memory while a thread was held for that (counter
 * `bystanders`). If then the same threads made the same events in the same order (counter `course`), no
 * schedule tells the two runs apart: they differ in nothing but the order of the two accesses, and so does
 * what they wrote. No number of runs is needed for that, and what the other order writes by other schedules
 * does not matter. */
#include "classify/weigh.h"

static bool draws_nothing(int i) { return i == 0 || i == 4; }

/* A call that tells its accesses later is held before it begins: all that it does changes places. In other
 * pasts the way to the race is drawn. */
static bool one_access_each(const struct omen_family *p) {
  return !p->s->first.call && !p->s->second.call && !p->s->late && !p->leave;
}

static uint64_t course(const struct omen_result *r) {
  const struct omen_outcome *o = &r->outcome;
  bool alone = omen_result_met(r) && !omen_result_broke_off(r) && !omen_outcome_counter(o, "bystanders");
  return alone ? omen_outcome_counter(o, "course") : 0;
}

static bool decided(const struct omen_family *p, int i) {
  uint64_t one = course(&p->run[OMEN_RECORDED][i]), other = course(&p->run[OMEN_FLIPPED][i]);
  return one && one == other && p->loose[OMEN_RECORDED][i] != p->loose[OMEN_FLIPPED][i];
}

/* A line that the flipped order alone writes, to be shown. */
static uint64_t line_of(const struct omen_units *u, int i) {
  uint64_t bit = UINT64_C(1) << i;
  for (size_t k = 0; k < u->n; k++)
    if (u->kept[k].kind == OMEN_UNIT_LINE && u->kept[k].in[OMEN_FLIPPED] & bit &&
        !(u->kept[k].in[OMEN_RECORDED] & bit))
      return u->kept[k].hash;
  return 0;
}

struct omen_weighing omen_weigh_course(const struct omen_family *p) {
  for (int i = 0; i < p->n && one_access_each(p); i++)
    if (draws_nothing(i) && decided(p, i))
      return (struct omen_weighing){.weight = OMEN_WEIGHT_SURE,
                                    .order = OMEN_FLIPPED,
                                    .pair = i,
                                    .unit = line_of(&p->units, i),
                                    .course = true};
  return (struct omen_weighing){0};
}
