/* The watch pass: the recorded run once more, with every access to the racy memory and every synchronisation
 * logged. */
#ifndef OMEN_RECORD_WATCH_H
#define OMEN_RECORD_WATCH_H
#include "record/outcome.h"
#include "record/recording.h"

/* There is something to look at again: races, or bad accesses to the heap, of whose blocks the recorded run
 * does not know where they were made and freed. */
bool omen_watch_wanted(const struct omen_outcome *first);
/* Ends early where no race can come any more. If the recorded run took more than cut_every seconds of
 * processor time (0:
 * never): checkpoints are kept, one after each so much processor time (saved_checkpoints.h). Leaves
 * outcome.watch in the recording (not sealed yet), and if there were races events.raw and stacks.raw. -1: the
 * pass did not come to the end of the recorded run; the message says why, and nothing is left. `progress`:
 * shown while it takes; or NULL. */
int omen_watch_pass(const struct omen_recording *r, const struct omen_outcome *first, uint32_t flags,
                    double cut_every, struct omen_progress *progress, struct omen_err *err);
/* What the pass tells goes to the outcome of the recorded run: blocks of watched memory and calls that
 * touched it, and, for its defects, where blocks were made and freed. */
void omen_watch_complete(struct omen_outcome *first, struct omen_outcome *watch);
/* The racy ranges of a run in order, overlapping ones as one; the caller frees. */
struct omen_watch *omen_watch_ranges(const struct omen_outcome *o, uint32_t *count);
/* Memory that explorations of the recording are to watch, in a file of it: the racy ranges, and what only
 * other schedules race on. Read: false if there is no such file, or it is damaged; the caller frees *v. */
int omen_watched_write(const struct omen_recording *r, const struct omen_watch *v, uint32_t n,
                       struct omen_err *err);
bool omen_watched_read(const struct omen_recording *r, struct omen_watch **v, uint32_t *n);
/* The same with all memory watched, for a trace of the whole run: events.raw is in the scratch folder
 * returned, which the caller frees with omen_scratch_free. NULL: the message says why. */
char *omen_watch_everything(const struct omen_recording *r, struct omen_err *err);
/* The same without stacks, and with so many records at most; *cut: there would have been more. */
char *omen_watch_some(const struct omen_recording *r, uint64_t most, bool *cut, struct omen_err *err);
#endif
