/* The locks that were held at the accesses of a report's races, from the recording's log: fills in
 * omen_access.locks. Nothing where there is no log. */
#ifndef OMEN_REPORT_HELD_LOCKS_H
#define OMEN_REPORT_HELD_LOCKS_H
#include "report/resolve.h"

void omen_held_locks_find(struct omen_report *out, struct omen_resolver *v, const char *dir);
#endif
