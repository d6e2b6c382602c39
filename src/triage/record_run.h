/* A recorded run in a process of its own: `omen run --exact`, so that the program's end is the program's and
 * not ours. It does not outlive us: whoever kills the command means the program too. */
#ifndef OMEN_TRIAGE_RECORD_RUN_H
#define OMEN_TRIAGE_RECORD_RUN_H
#include "base/base.h"

struct omen_record_run {
  uint32_t strategy;
  uint64_t seed, pct_steps, keep_freed; /* pct_steps 0: as `omen run` has it */
  bool no_memory, ignore_mutexes;
  double limit;    /* seconds; 0: none */
  const char *dir; /* of the recording */
  char **asked;    /* more options: asked.h; NULL: none */
  char **program;  /* and its arguments */
  int input;       /* its standard input; -1: ours */
};
/* *status is that of `omen run`, which is the program's. -1: it could not be started. */
int omen_record_run(const struct omen_record_run *r, int *status, struct omen_err *err);
#endif
