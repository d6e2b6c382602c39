/* The watch pass: the recorded run once more, with every access to the racy memory and every synchronisation
 * logged. */
#ifndef OMEN_RECORD_WATCH_H
#define OMEN_RECORD_WATCH_H
#include "record/outcome.h"
#include "record/recording.h"

/* Leaves events.raw, stacks.raw and outcome.watch in the recording (not sealed yet). -1: the pass did not
 * come to the end of the recorded run; the message says why, and nothing is left. */
int omen_watch_pass(const struct omen_recording *r, const struct omen_outcome *first, uint32_t flags,
                    struct omen_err *err);
/* The racy ranges of a run in order, overlapping ones as one; the caller frees. */
struct omen_watch *omen_watch_ranges(const struct omen_outcome *o, uint32_t *count);
/* The same with all memory watched, for a trace of the whole run: events.raw is in the scratch folder
 * returned, which the caller frees with omen_scratch_free. NULL: the message says why. */
char *omen_watch_everything(const struct omen_recording *r, struct omen_err *err);
#endif
