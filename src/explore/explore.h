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

/* -1: the plan could not be run, or its process died without saying how. `show`: standard output and error of
 * the exploration are really written. */
int omen_explore(const struct omen_recording *r, const struct omen_plan *plan, bool show,
                 struct omen_result *out, struct omen_err *err);
void omen_result_release(struct omen_result *r);
/* All bytes written to a descriptor, in order; the caller releases. */
void omen_result_text(const struct omen_result *r, uint32_t fd, struct omen_buf *out);
#endif
