/* report/: accesses that a library call made, and where in the recording that began. */
#ifndef OMEN_REPORT_LIBRARY_CALLS_H
#define OMEN_REPORT_LIBRARY_CALLS_H
#include "record/config.h"
#include "record/outcome.h"

/* In the order in which omen_library_calls_find looks for them. */
void omen_library_calls_sort(struct omen_out_call *calls, size_t n);
/* Says of an access to `addr` which call made it, if one did. */
void omen_library_calls_find(const struct omen_out_call *calls, size_t n, uint64_t addr,
                             struct omen_plan_event *a);
#endif
