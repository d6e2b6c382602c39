/* Which way leads to accesses of candidates that no run has reached: for the search over other inputs
 * (triage/heads.h). Private to static/. */
#ifndef OMEN_STATIC_WAYS_H
#define OMEN_STATIC_WAYS_H
#include "static/racing_pairs.h"

/* `reached`: a file of lines "FILE <tab> LINE <tab> 0 or 1: writes" of accesses that runs have reached; files
 * are known by their names without folders. Writes, for each branch and switch from which another candidate's
 * access may be reached, a line a way:
 *
 *   file <tab> line <tab> column <tab> way <tab> blocks from there to the nearest of them
 *
 * `way`: 0 or 1, a branch's condition; "=N", the case N of a switch. Ways from which none can be reached,
 * without a return to a caller, are left out. */
int omen_ways_write(struct omen_scan_state *a, const bool *racy, const char *reached, const char *out,
                    struct omen_err *err);
#endif
