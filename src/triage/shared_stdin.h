/* The same standard input for every run of a campaign. A file is read from its beginning again. What comes
 * through a pipe or a socket comes once: it is kept as it comes, and every run gets what was kept, and then
 * what still comes. Anything else (a terminal, /dev/null) is left to the runs as it is. */
#ifndef OMEN_TRIAGE_SHARED_STDIN_H
#define OMEN_TRIAGE_SHARED_STDIN_H
#include "base/base.h"
#include <sys/types.h>

/* Before a run. *fd: what it shall read, to be closed after it was started; -1: our own standard input.
 * *feeder: for omen_shared_stdin_end, 0: none. */
int omen_shared_stdin_begin(int *fd, pid_t *feeder, struct omen_err *err);
void omen_shared_stdin_end(int fd, pid_t feeder); /* after the run */
#endif
