/* What is shown of a harmful race: two runs, alike but for the order of the two accesses, one that shows the
 * consequence and one that does not, with the schedule after the race reduced to the decisions that matter.
 */
#ifndef OMEN_CLASSIFY_REDUCE_H
#define OMEN_CLASSIFY_REDUCE_H
#include "classify/classify.h"

struct omen_exhibit {
  struct omen_plan plan[2];     /* primary, alternate */
  struct omen_result result[2]; /* what they led to; both tell who ran */
  bool guilty;                  /* which of the two shows it: 1 the alternate */
  uint64_t defect;              /* what it shows, if that is a defect: its name; 0: none */
  uint64_t unit;                /* what it writes and the other does not (units.h); 0: no single unit */
  bool apart;                   /* the other one does not */
  int before, after;            /* decisions of the scheduler against run-until-blocked */
  int runs;                     /* explorations made for this */
};

/* From the evidence of a harmful judgement. -1: an exploration could not be run; nothing to release then. */
int omen_exhibit_make(struct omen_exhibit *out, struct omen_explorer *x, const struct omen_judgement *j,
                      struct omen_err *err);
void omen_exhibit_release(struct omen_exhibit *e);
#endif
