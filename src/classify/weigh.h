/* Weighing a family: does the order of the two accesses decide how the program ends, or what it writes?
 *
 * A violation in one order (say X) may be the doing of the schedule or of another race. Then the other order
 * (Y) shows it as well: in the same members, where the race changes nothing at all; in others, where the race
 * does change what threads do, but not this. So what counts are pairs of which X shows it and Y does not,
 * against pairs with Y showing it and X not.
 *   - Y never shows it: it is X's doing, once that was seen often enough, or the family is as large as it
 * gets.
 *   - Both show it: only when X shows it in every pair in which the accesses are neighbours (nothing else
 * changes places with them), Y in half of them at most, and chance does not explain that (a sign test). An
 * output that Y never writes is treated alike, but many programs can write more outputs than any family
 * shows: then the next run of Y writes a new one as likely as the share of outputs that Y wrote once only
 * (Good-Turing), and X must have written new ones more often than that explains. Outputs are compared as they
 * are and, first, with the order of lines left aside. */
#ifndef OMEN_CLASSIFY_WEIGH_H
#define OMEN_CLASSIFY_WEIGH_H
#include "classify/family.h"

enum omen_weight { OMEN_WEIGHT_NONE, OMEN_WEIGHT_MAYBE, OMEN_WEIGHT_SURE };

struct omen_finding {
  enum omen_weight weight;
  int order;               /* the guilty one */
  int pair;                /* the member that shows it, and whose counterpart does not */
  const char *consequence; /* of a violation; NULL: an output */
};

/* The weightiest finding among the violations, and among the outputs, of a family. */
struct omen_finding omen_weigh_violations(const struct omen_path *p);
struct omen_finding omen_weigh_outputs(const struct omen_path *p);

/* The chance of b or more heads in b + c throws; of u or more successes in n trials with probability q. */
double omen_chance_sign(int b, int c);
double omen_chance_binomial(int n, int u, double q);
#endif
