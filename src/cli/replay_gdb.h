/* omen replay --gdb: a replay, or the evidence of a race, in gdb. */
#ifndef OMEN_CLI_REPLAY_GDB_H
#define OMEN_CLI_REPLAY_GDB_H
#include "cli/options.h"
#include "record/recording.h"

/* Runs gdb to its end, with the commands of Omen's own script (lib/omen/omen.gdb) and the `n` further
 * arguments; gives gdb's exit status. */
int omen_replay_gdb(const struct omen_recording *r, const struct omen_options *o, int n, char **arguments);
/* In the process that gdb has started: becomes the program, exactly as without gdb. Returns only if that
 * fails. */
int omen_replay_in_gdb(const struct omen_recording *r, const struct omen_options *o, struct omen_err *err);
/* How to play the recording itself: where the run had defects, they are to be seen again. */
uint32_t omen_replay_flags(const struct omen_recording *r);
bool omen_replay_is_in_gdb(void);
#endif
