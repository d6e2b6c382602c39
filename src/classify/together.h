/* Many races of one copy with one other thread, explored as one. A pair of plans of one race (family.h) tells
 * what the order of its two accesses alone does: in both runs the copy comes between the same other accesses.
 * Here the copy comes behind all accesses of the races in some runs, before all of them in others (one order
 * as recorded, one flipped), and right at each of them in one run a race. Where all end and write alike, none
 * of these orders matters. */
#ifndef OMEN_CLASSIFY_TOGETHER_H
#define OMEN_CLASSIFY_TOGETHER_H
#include "classify/classify.h"

struct omen_together {
  const struct omen_suspect *nearest, *farthest; /* of the races: next to the copy, and farthest from it */
  const struct omen_suspect *s;                  /* of those to be judged */
  size_t n;
  int schedules; /* of either order */
  bool *alike;   /* out, for each of `s`: all of these runs came to their ends, and ended and wrote alike */
  int recorded;  /* out: runs with the copy where it was recorded that came to their ends */
  int outputs;   /* out: so many different things those wrote, of which all others wrote one */
};
/* -1: an exploration could not be run at all. */
int omen_together_run(struct omen_explorer *x, struct omen_together *t, struct omen_err *err);
#endif
