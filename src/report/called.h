/* report/: accesses that a library call made, and where in the recording that began. */
#ifndef OMEN_CALLED_H
#define OMEN_CALLED_H
#include "record/config.h"
#include "record/outcome.h"

/* In the order in which omen_called_find looks for them. */
void omen_called_sort(struct omen_out_call *calls, size_t n);
/* Says of an access to `addr` which call made it, if one did. */
void omen_called_find(const struct omen_out_call *calls, size_t n, uint64_t addr, struct omen_plan_event *a);
#endif
