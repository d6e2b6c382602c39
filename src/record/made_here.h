/* record/made_here.h: whose recordings are run. A replay runs the program that is in the recording, with
 * whatever its log tells it: a recording that somebody else made is a program of somebody else's.
 *
 * A recording was made here by this user if its folder belongs to this user, and is the one that its manifest
 * was written in: the same inode, born at the same nanosecond. Copying or unpacking makes another folder,
 * whose numbers nobody could have written down before, so that nothing secret needs to be kept; moving keeps
 * it. Where a file system knows no time of birth the inode alone must do. Who can write into this user's
 * folders is not kept out: such a one can do anything as this user anyway. */
#ifndef OMEN_RECORD_MADE_HERE_H
#define OMEN_RECORD_MADE_HERE_H
#include "record/recording.h"

/* Notes the folder in the manifest: of a recording that is being made. */
void omen_made_here_note(struct omen_recording *r);
bool omen_made_here(const struct omen_recording *r);
/* From here on recordings of others are run, too. */
void omen_trust_recordings(void);
/* -1, with a message: it must not be run. */
int omen_may_run(const struct omen_recording *r, struct omen_err *err);
#endif
