/* Weighing a family: does the order of the two accesses decide how the program ends, or what it writes?
 *
 * A violation in one order (say X) may be the doing of the schedule or of another race. Then the other order
 * (Y) shows it as well: in the same members, where the race changes nothing at all; in others, where the race
 * does change what threads do, but not this. So what counts are pairs of which X shows it and Y does not.
 *   - Y never shows it: it is X's doing, once that was seen often enough, or the family is as large as it
 *     gets.
 *   - Both show it: only when X shows it in every pair in which the accesses are neighbours (nothing else
 *     changes places with them), Y in half of them at most, and chance does not explain that (a sign test).
 * A run has any number of violations: the defects that it noted, which the recorded run had as well, and the
 * one that ended it. They are weighed one by one, so that what all runs have hides nothing. An output that Y
 * never writes is treated alike, but many programs can write more outputs than any family shows. So the
 * families must be further apart than the same runs dealt out at random (a permutation test). Outputs are
 * compared with the order of lines left aside, then unit by unit (weigh_units.c), then as they are. Numbers
 * are not asked where two runs went the same course, and wrote unlike lines (weigh_course.c). */
#ifndef OMEN_CLASSIFY_WEIGH_H
#define OMEN_CLASSIFY_WEIGH_H
#include "classify/family.h"

enum omen_weight { OMEN_WEIGHT_NONE, OMEN_WEIGHT_MAYBE, OMEN_WEIGHT_SURE };

struct omen_weighing {
  enum omen_weight weight;
  int order;                         /* the guilty one */
  int pair;                          /* the member that shows it, and whose counterpart does not */
  enum omen_consequence consequence; /* of a violation; NONE: an output */
  uint64_t defect;                   /* its name, when that is what it is; 0: the end */
  uint64_t unit;                     /* of an output: the unit that is decided (units.h); 0: no single one */
  bool course; /* of an output: this pair shows it, and not the numbers (weigh_course.c) */
};

/* The run ended with it, and it is known to have another cause than this race. Of endless loops a violation
 * does not tell where: those whose place matters are judged as incidents. */
bool omen_weigh_acquitted(const struct omen_family *p, const struct omen_violation *v);
/* The weightiest finding among the violations, and among the outputs, of a family. */
struct omen_weighing omen_weigh_violations(const struct omen_family *p);
struct omen_weighing omen_weigh_outputs(const struct omen_family *p);
/* The same of a pair whose runs differ in nothing but the order of the two accesses, and wrote unlike lines.
 */
struct omen_weighing omen_weigh_course(const struct omen_family *p);
/* Which pairs of a family can be compared; bit i is the i-th. */
struct omen_seen_pairs {
  uint64_t pairs; /* both runs met and wrote all that they had to write */
  uint64_t
      neighbours; /* of these: nothing but the two accesses changes places, and the runs write unlike lines */
  uint64_t whole[2]; /* by order: runs that wrote all that they had to write, met or not */
};
struct omen_seen_pairs omen_seen_pairs(const struct omen_family *p);
/* `bytes`: messages, too, and their parts. Those can be apart by how the same bytes are cut into calls, which
 * shows only when both runs are there to be compared (omen_unit_apart). */
struct omen_weighing omen_weigh_units(const struct omen_family *p, const struct omen_seen_pairs *s,
                                      bool bytes);
/* In so many pairs must one order alone have a unit; weigh_units.c derives it. */
int omen_units_needed(const struct omen_units *u, uint64_t pairs);
/* The flipped order cannot be had, because the program breaks first, in every member: while the first thread
 * stands before its access. In the recorded order it may break, too, while that thread stands behind it; the
 * recorded run, in which nobody stood anywhere, did not. */
struct omen_weighing omen_weigh_unmet(const struct omen_family *p);

/* Whatever the order: a violation in all pairs in which the accesses are neighbours, and there are some. */
bool omen_weigh_always(const struct omen_family *p);

/* Which of two pairs is better evidence: one in which nothing but the two accesses changes places. had -1:
 * there was none. */
int omen_better_pair(int had, int now);
/* The chance of b or more heads in b + c throws. */
double omen_chance_sign(int b, int c);
/* The chance that n and n outputs, dealt out at random, are as far apart as these: by the number of outputs
 * that the other side does not have. n: OMEN_FAMILY_MAX at most. */
double omen_chance_apart(const uint64_t *first, const uint64_t *second, int n);
#endif
