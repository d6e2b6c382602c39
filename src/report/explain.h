/* From the evidence of a race (classify/reduce.h: addresses, numbers, bytes) to what a person reads: which
 * lines ran in which order, how the run ended, which line of output differs and who wrote it. */
#ifndef OMEN_REPORT_EXPLAIN_H
#define OMEN_REPORT_EXPLAIN_H
#include "classify/reduce.h"
#include "report/resolve.h"

struct omen_explainer { /* what the races of one recording share; opened when first needed */
  const struct omen_recording *recording;
  struct omen_report *report;
  struct omen_resolver resolver;
  bool open;
};
/* Gives the race's verdict its `shown`. -1: the recording's debug information is damaged. */
int omen_explain(struct omen_explainer *x, struct omen_race *race, const struct omen_exhibit *e,
                 struct omen_err *err);
void omen_explainer_release(struct omen_explainer *x);
/* The innermost place of a stack that is in the program's own source; line 0: there is none. */
struct omen_where omen_explain_place(const struct omen_stack *s);

#endif
