/* explore/: runs plans. A plan (record/plan.h) is one exploration of a race: the recording up to the race,
 * one order of the two accesses, then a strategy. It runs in a process of its own with limits of time, memory
 * and events; nothing that it does is seen outside.
 *
 * The target is started once a recording and held before the first access of the race at hand; each plan is a
 * fork of it. What a plan leads to is the same, to the byte, in a fresh process that replays the recording
 * from its start, or from a saved checkpoint (record/saved_checkpoints.h): where no process can be held, that
 * is what happens, and evidence is always confirmed so. */
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
  struct omen_buf said;     /* the outcome as the run wrote it */
  struct omen_buf bytes;    /* what `outputs` point into */
  struct omen_buf symbolic; /* record/symbolic.h; empty if it was not wished for, or the run left none */
  struct omen_output *outputs;
  size_t noutputs, coutputs;
  uint64_t hash; /* of how it ended and what it wrote, descriptor by descriptor */
};

struct omen_elapsed { /* {0}: none is known */
  uint64_t *number;   /* names */
  size_t n, c;
};

struct omen_budget {
  unsigned jobs;    /* plans at the same time; 0: one a processor */
  unsigned seconds; /* processor time a plan, from the race on */
  uint64_t memory;  /* bytes a plan may take, from the race on; 0: half the machine's, shared by the jobs */
  unsigned checkpoints; /* processes held at places of the recording */
  double deadline;      /* omen_now() of the moment when all exploring ends; 0: none */
};

/* Everything that explorations of one recording share. */
struct omen_explorer {
  const struct omen_recording *recording;
  struct omen_watch
      *watch; /* all memory that raced in the recorded run, and more: omen_explorer_keep_watch */
  uint32_t watches;
  uint64_t known[OMEN_KNOWN_DEFECTS]; /* names of the defects that the recorded run had */
  uint32_t nknown;
  uint32_t flags;              /* more of enum omen_config_flag, for every process */
  struct omen_elapsed elapsed; /* numbers that come from the clock, which results do not show (elapsed.h) */
  bool unmasked;               /* they show them now */
  enum omen_outside outside;   /* FREE: for every plan, whatever it says */
  bool symbolic; /* results are to have their `symbolic`: of a derived recording of the symbolic variant */
  struct omen_budget budget; /* as open leaves it, or as the caller likes it before the first plan */
  uint64_t alone; /* events before the recorded run has a second thread: until then there is one schedule; 0:
                     not known */
  struct omen_checkpoints *checkpoints;
  struct omen_saved_checkpoints
      *saved;    /* the recording's saved checkpoints (record/saved_checkpoints.h), once looked for */
  bool no_saved; /* none are there, or none are wanted */
  struct {
    uint64_t forked, fresh; /* plans run by a fork of a checkpoint, and otherwise */
    uint64_t resumed;       /* processes that began as a saved checkpoint */
  } did;
  bool over;           /* the deadline came, and plans were not run to their ends */
  bool no_checkpoints; /* none can be held, or none is wanted: every plan in a fresh process */
};
int omen_explorer_open(struct omen_explorer *x, const struct omen_recording *r, struct omen_err *err);
void omen_explorer_close(struct omen_explorer *x);
/* More memory is watched than raced in the recorded run (x->watch): from now on, and by all that open the
 * recording later. */
int omen_explorer_keep_watch(struct omen_explorer *x, struct omen_err *err);
/* For struct omen_launch: where a process that is to run the plan can begin; 0: at the beginning. */
int omen_explorer_saved(struct omen_explorer *x, const struct omen_plan *plan, bool shown);
/* Runs n plans, at the same time as far as the budget allows; out[i] is what plans[i] led to, and the caller
 * releases each. A plan that was stopped by a limit, or was killed, is a result: its outcome ends with
 * OMEN_END_LOST and shows nothing. -1, with nothing to release: none could be run, or the time is `over`. */
int omen_explore(struct omen_explorer *x, const struct omen_plan *plans, size_t n, struct omen_result *out,
                 struct omen_err *err);
/* The same, each in a fresh process that replays the recording from its start: for confirming. */
int omen_explore_fresh(struct omen_explorer *x, const struct omen_plan *plans, size_t n,
                       struct omen_result *out, struct omen_err *err);
/* One plan in a fresh process, with its standard output and error really written: for people who watch. */
int omen_explore_shown(struct omen_explorer *x, const struct omen_plan *plan, struct omen_result *out,
                       struct omen_err *err);
/* One plan in a fresh process, with a log of everything that its live part did: events.raw and stacks.raw are
 * in the folder *trace, which the caller frees with omen_scratch_free. */
int omen_explore_traced(struct omen_explorer *x, const struct omen_plan *plan, struct omen_result *out,
                        char **trace, struct omen_err *err);
void omen_result_release(struct omen_result *r);
/* All bytes written to a descriptor, in order; the caller releases. */
void omen_result_text(const struct omen_result *r, uint32_t fd, struct omen_buf *out);
#endif
