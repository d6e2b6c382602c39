/* The run of a recording that was begun (recording.h): the program is started and waited for, and what there
 * is of its run is kept, however it ended. */
#ifndef OMEN_RECORD_RUN_H
#define OMEN_RECORD_RUN_H
#include "record/client.h"
#include "record/outcome.h"
#include "record/recording.h"

struct omen_run_limit {
  double seconds, cpu_seconds; /* by the wall, of the processor; 0: no limit */
};
/* Runs the program until a limit is reached, if there is one, with its client (client.h), if there is one,
 * and fills the manifest's times. *ended: as a shell would have the program's status. A program that was
 * killed, or for whose recording there was no room, leaves the beginning of its run (recover.h); a warning
 * says so. -1: there is no recording of it; the message says why, or is empty where the runtime said it. The
 * caller removes the folder. */
int omen_recording_run(struct omen_recording *r, const struct omen_run_limit *limit,
                       const struct omen_client *client, struct omen_outcome *outcome, int *ended,
                       struct omen_err *err);
#endif
