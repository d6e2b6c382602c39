/* Why two places of a program do not race in a recorded run: what orders them. For reports of other detectors
 * that Omen's own run does not bear out. */
#ifndef OMEN_REPORT_WHY_ORDERED_H
#define OMEN_REPORT_WHY_ORDERED_H
#include "report/foreign.h"

enum omen_ordered {
  OMEN_ORDERED_UNREACHED, /* the run does not come to both places */
  OMEN_ORDERED_APART,     /* it does, but never by two threads on the same memory */
  OMEN_ORDERED_BY,        /* it does, and what orders them is in `what` */
};
/* Replays the run with all its accesses logged. -1: that cannot be done. */
int omen_why_ordered(const struct omen_recording *r, const struct omen_foreign *f, enum omen_ordered *how,
                     char *what, size_t cap, struct omen_err *err);
#endif
