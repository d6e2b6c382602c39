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
/* What the two runs show, which belongs to the report. NULL: the recording's debug information is damaged. */
const struct omen_shown *omen_explain(struct omen_explainer *x, const struct omen_exhibit *e,
                                      struct omen_err *err);
/* For resolving what an outcome of the recording's runs has. */
int omen_explainer_open(struct omen_explainer *x, const struct omen_outcome *o, struct omen_err *err);
void omen_explainer_release(struct omen_explainer *x);
/* The innermost place of a stack that is in the program's own source; line 0: there is none. */
struct omen_where omen_explain_place(const struct omen_stack *s);

#endif
