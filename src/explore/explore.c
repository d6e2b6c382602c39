/* Running plans: see explore.h. The work is in batch.c (processes and what they left) and checkpoint.c. */
#include "explore/elapsed.h"
#include "explore/explore_parts.h"
#include "record/saved_checkpoints.h"
#include "record/watch.h"
#include <stdlib.h>

enum { SECONDS = 20, CHECKPOINTS = 16 };

void omen_result_release(struct omen_result *r) {
  omen_outcome_release(&r->outcome);
  omen_buf_release(&r->said);
  omen_buf_release(&r->bytes);
  omen_buf_release(&r->symbolic);
  free(r->outputs);
  *r = (struct omen_result){0};
}

void omen_result_text(const struct omen_result *r, uint32_t fd, struct omen_buf *out) {
  for (size_t i = 0; i < r->noutputs; i++)
    if (r->outputs[i].fd == fd) omen_buf_add(out, r->outputs[i].data, r->outputs[i].len);
}

int omen_explorer_open(struct omen_explorer *x, const struct omen_recording *r, struct omen_err *err) {
  char *path = omen_format("%s/outcome", r->dir);
  struct omen_outcome o;
  *x = (struct omen_explorer){.recording = r, .budget = {.seconds = SECONDS, .checkpoints = CHECKPOINTS}};
  int result = omen_outcome_read(&o, path, err);
  free(path);
  if (result) return -1;
  if (!omen_watched_read(r, &x->watch, &x->watches)) x->watch = omen_watch_ranges(&o, &x->watches);
  for (size_t i = 0; i < o.ndefects && x->nknown < OMEN_KNOWN_DEFECTS; i++)
    x->known[x->nknown++] =
        omen_defect_name(o.defects[i].kind, o.defects[i].base, o.defects[i].pcs.pc, o.defects[i].pcs.n);
  omen_outcome_release(&o);
  return 0;
}

void omen_explorer_close(struct omen_explorer *x) {
  omen_elapsed_release(&x->elapsed);
  omen_checkpoints_close(x->checkpoints);
  omen_saved_checkpoints_close(x->saved);
  free(x->watch);
  *x = (struct omen_explorer){0};
}

/* Processes that were held watch what they began with. */
int omen_explorer_keep_watch(struct omen_explorer *x, struct omen_err *err) {
  omen_checkpoints_close(x->checkpoints);
  omen_saved_checkpoints_close(x->saved);
  x->checkpoints = NULL;
  x->saved = NULL;
  return omen_watched_write(x->recording, x->watch, x->watches, err);
}

struct omen_saved_checkpoints *omen_explorer_open_saved(struct omen_explorer *x) {
  if (!x->saved && !x->no_saved) {
    x->saved = omen_saved_checkpoints_open(x->recording, x->watch, x->watches);
    x->no_saved = !x->saved;
  }
  return x->no_saved ? NULL : x->saved;
}

int omen_explorer_saved(struct omen_explorer *x, const struct omen_plan *plan, bool shown) {
  return omen_saved_checkpoints_for(omen_explorer_open_saved(x), plan, shown);
}

uint32_t omen_explorer_flags(const struct omen_explorer *x) {
  return OMEN_FLAG_WATCH | OMEN_FLAG_NO_EVENTS | x->flags | (x->symbolic ? OMEN_FLAG_SYMBOLIC : 0);
}

int omen_explore(struct omen_explorer *x, const struct omen_plan *plans, size_t n, struct omen_result *out,
                 struct omen_err *err) {
  return omen_batch(x, plans, n, out, false, err);
}

int omen_explore_fresh(struct omen_explorer *x, const struct omen_plan *plans, size_t n,
                       struct omen_result *out, struct omen_err *err) {
  return omen_batch(x, plans, n, out, true, err);
}

/* In a folder of its own, which is the caller's then. */
static char *run_apart(struct omen_explorer *x, struct omen_launch *l, const struct omen_plan *plan,
                       struct omen_result *out, struct omen_err *err) {
  *out = (struct omen_result){0};
  char *scratch = omen_scratch_new(x->recording, false, err);
  if (!scratch) return NULL;
  l->recording = x->recording;
  l->mode = OMEN_MODE_REPLAY;
  l->dir = scratch;
  l->watch = x->watch;
  l->watches = x->watches;
  l->known = x->known;
  l->nknown = x->nknown;
  l->plan = plan;
  l->live_seconds = x->budget.seconds;
  int status, result = omen_launch(l, &status, err);
  if (!result && omen_result_read(out, scratch, NULL))
    result = omen_fail(err, "the exploration died without saying how");
  if (!result) return scratch;
  omen_scratch_free(scratch);
  omen_result_release(out);
  return NULL;
}

int omen_explore_shown(struct omen_explorer *x, const struct omen_plan *plan, struct omen_result *out,
                       struct omen_err *err) {
  struct omen_launch l = {.flags = omen_explorer_flags(x), .restore = omen_explorer_saved(x, plan, true)};
  char *scratch = run_apart(x, &l, plan, out, err);
  if (!scratch) return -1;
  omen_scratch_free(scratch);
  return 0;
}

int omen_explore_traced(struct omen_explorer *x, const struct omen_plan *plan, struct omen_result *out,
                        char **trace, struct omen_err *err) {
  struct omen_launch l = {.flags = (omen_explorer_flags(x) & ~(uint32_t)OMEN_FLAG_NO_EVENTS) |
                                   OMEN_FLAG_TRACE | OMEN_FLAG_NO_OUTPUT,
                          .silent = true};
  *trace = run_apart(x, &l, plan, out, err);
  return *trace ? 0 : -1;
}
