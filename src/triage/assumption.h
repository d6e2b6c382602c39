/* What was not followed, or taken for granted, as a line for people: "not followed: strptime at a.c:17". */
#ifndef OMEN_TRIAGE_ASSUMPTION_H
#define OMEN_TRIAGE_ASSUMPTION_H
#include "symbolic/compare.h"

/* Of a run of the recording in that folder; the caller frees. */
char *omen_assumption_line(const char *dir, const struct omen_sym_assumption *a);
#endif
