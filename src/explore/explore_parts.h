/* What the files of explore/ share. */
#ifndef OMEN_EXPLORE_EXPLORE_PARTS_H
#define OMEN_EXPLORE_EXPLORE_PARTS_H
#include "explore/explore.h"
#include "record/saved_checkpoints.h"
#include <sys/types.h>

/* How the command waits: returns when fd can be read (true), or after `seconds` (false). Meanwhile it looks
 * after whatever else is under way. */
struct omen_waiter {
  bool (*wait)(void *context, int fd, double seconds);
  void *context;
  double deadline; /* of everything, omen_now; 0: none */
};

/* ---- checkpoint.c: processes held at places of the recording (record/checkpoint_requests.h) ---- */

struct omen_checkpoints;
struct omen_checkpoint;
/* Starts the target and holds it at its beginning. NULL: it cannot be held, or ends before that. */
struct omen_checkpoints *omen_checkpoints_open(struct omen_explorer *x, struct omen_waiter waiter);
void omen_checkpoints_close(struct omen_checkpoints *all); /* NULL is fine */
/* The checkpoint just before the plan's first access, following the recording from the nearest one before it.
 * NULL: there is no such place, or no process can be held there; then the plan needs a fresh process. */
struct omen_checkpoint *omen_checkpoint_at(struct omen_checkpoints *all, const struct omen_plan *plan,
                                           struct omen_waiter waiter);
/* The last one that can run plans and stands before this event of the recording; NULL: none. For plans that
 * leave the recording early. */
struct omen_checkpoint *omen_checkpoint_before(struct omen_checkpoints *all, uint64_t event);
/* The same, for a plan whose like leave at that event, too: it is made there. */
struct omen_checkpoint *omen_checkpoint_leaving(struct omen_checkpoints *all, const struct omen_plan *plan,
                                                struct omen_waiter waiter);
/* Forks a process, a child of ours, that runs the plan; it writes what becomes of it into files[0] (outcome),
 * files[1] (outputs) and, if there are three, files[2] (`symbolic`). -1: it cannot fork (now). */
int omen_checkpoint_run(struct omen_checkpoints *all, struct omen_checkpoint *at,
                        const struct omen_plan *plan, const int *files, int nfiles, pid_t *pid,
                        struct omen_waiter waiter);

/* ---- explore.c ---- */

uint32_t omen_explorer_flags(const struct omen_explorer *x); /* of all its processes */

/* The recording's saved checkpoints, looked for when first needed; NULL: none. */
struct omen_saved_checkpoints *omen_explorer_open_saved(struct omen_explorer *x);

/* ---- batch.c ---- */

int omen_batch(struct omen_explorer *x, const struct omen_plan *plans, size_t n, struct omen_result *out,
               bool fresh, struct omen_err *err);
/* Does a process do anything? Looked at now and then; false when it has not for a good while. */
struct omen_pulse {
  double looked, since;
  uint64_t used;
};
bool omen_process_alive(pid_t pid, struct omen_pulse *p);
uint64_t omen_process_resident(pid_t pid); /* bytes of memory that it has in use */
/* Fills r from the files of a fresh process in `dir`, or (take) from r->said and r->bytes. `symbolic` is read
 * if it is there. */
int omen_result_read(struct omen_result *r, const char *dir, struct omen_err *err);
int omen_result_take(struct omen_result *r, struct omen_err *err);
bool omen_memfds(int *files, int n); /* empty files in memory; -1 each, and false, when there are no more */
int omen_process_open(pid_t pid);    /* a descriptor that can be read when it ended; -1 */
void omen_process_end(pid_t pid, int pidfd); /* kills and reaps; closes pidfd */
#endif
