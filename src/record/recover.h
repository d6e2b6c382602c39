/* Recordings that were cut off: the program or the command was killed by SIGKILL, or there was no room for
 * more. What is on disk is a beginning of the run (runtime/log.h), and is kept as a run that SIGKILL ended
 * there; if there was no room, as one of which the rest is not known (OMEN_END_CUT). */
#ifndef OMEN_RECORD_RECOVER_H
#define OMEN_RECORD_RECOVER_H
#include "record/outcome.h"
#include "record/recording.h"

/* The log and digest of r, which is not sealed, end with their last whole records from now on; what the run
 * would have left at its end is found by a replay with the detector. If hardly anything is left of the disk,
 * the last of them are given up, so that there is room for the rest. -1: nothing can be made of them. */
int omen_recording_cut(struct omen_recording *r, bool no_room, struct omen_outcome *outcome,
                       struct omen_err *err);
/* All that is missing in a recording whose command was killed: the above, the watch pass, the seal. It says
 * so in a line on standard error. */
int omen_recording_recover(struct omen_recording *r, struct omen_err *err);
#endif
