/* explore/: runs plans. A plan (record/config.h) is one exploration of a race: the recording up to the race,
 * one order of the two accesses, then a strategy. It runs in a process of its own, in a scratch folder, with
 * limits of time and events; nothing that it does is seen outside. */
#ifndef OMEN_EXPLORE_EXPLORE_H
#define OMEN_EXPLORE_EXPLORE_H
#include "record/launch.h"
#include "record/outcome.h"

struct omen_output {
  uint32_t call, fd, thread;
  uint64_t pcs[4];
  const char *data;
  size_t len;
};

struct omen_result {
  struct omen_outcome outcome;
  struct omen_buf bytes; /* what `outputs` point into */
  struct omen_output *outputs;
  size_t noutputs, coutputs;
  uint64_t hash; /* of how it ended and what it wrote, descriptor by descriptor */
};

/* Everything that explorations of one recording share. */
struct omen_explorer {
  const struct omen_recording *recording;
  struct omen_watch *watch; /* all memory that raced in the recorded run */
  uint32_t watches;
};
int omen_explorer_open(struct omen_explorer *x, const struct omen_recording *r, struct omen_err *err);
void omen_explorer_close(struct omen_explorer *x);
/* Runs n plans; out[i] is what plans[i] led to, and the caller releases each. -1, with nothing to release:
 * one could not be run, or its process died without saying how. Plans of one batch may run at the same time.
 */
int omen_explore(struct omen_explorer *x, const struct omen_plan *plans, size_t n, struct omen_result *out,
                 struct omen_err *err);
/* One plan, with its standard output and error really written: for people who watch. */
int omen_explore_shown(struct omen_explorer *x, const struct omen_plan *plan, struct omen_result *out,
                       struct omen_err *err);
void omen_result_release(struct omen_result *r);
/* All bytes written to a descriptor, in order; the caller releases. */
void omen_result_text(const struct omen_result *r, uint32_t fd, struct omen_buf *out);
#endif
