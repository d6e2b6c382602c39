/* The watch pass: see watch.h. */
#include "record/watch.h"
#include "base/numbers.h"
#include "record/launch.h"
#include "record/saved_checkpoints.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int by_address(const void *a, const void *b) {
  const struct omen_watch *x = a, *y = b;
  return x->addr < y->addr ? -1 : x->addr > y->addr;
}

struct omen_watch *omen_watch_ranges(const struct omen_outcome *o, uint32_t *count) {
  struct omen_watch *w = omen_xcalloc(o->nracy + 1, sizeof *w);
  for (size_t i = 0; i < o->nracy; i++) w[i] = (struct omen_watch){o->racy[i].addr, o->racy[i].len};
  qsort(w, o->nracy, sizeof *w, by_address);
  size_t n = 0;
  for (size_t i = 0; i < o->nracy; i++) {
    struct omen_watch *last = n ? &w[n - 1] : NULL;
    if (last && w[i].addr < last->addr + last->len) {
      uint64_t end = w[i].addr + w[i].len;
      if (end > last->addr + last->len) last->len = end - last->addr;
    } else {
      w[n++] = w[i];
    }
  }
  *count = (uint32_t)n;
  return w;
}

static int take_file(const struct omen_recording *r, const char *scratch, const char *from, const char *to,
                     struct omen_err *err) {
  char *a = omen_format("%s/%s", scratch, from), *b = omen_format("%s/%s", r->dir, to);
  int result = rename(a, b) ? omen_fail(err, "%s: %s", a, strerror(errno)) : 0;
  free(a);
  free(b);
  return result;
}

/* The pass must have ended as the recorded run did, or where it was to. */
static int check_end(const char *scratch, const struct omen_outcome *first, bool stopped,
                     struct omen_err *err) {
  char *path = omen_format("%s/outcome.replay", scratch);
  struct omen_outcome o;
  int result = omen_outcome_read(&o, path, err);
  free(path);
  if (result) return omen_fail(err, "it ended without saying how");
  if (o.end == OMEN_END_DIVERGED && o.event == OMEN_BEFORE_START)
    result = omen_fail(err, "%s", o.message);
  else if (o.end == OMEN_END_DIVERGED)
    result = omen_fail(err, "it diverged at event %llu, %s", (unsigned long long)o.event, o.message);
  else if (!(stopped && o.end == OMEN_END_SEEN) && (o.end != first->end || o.status != first->status))
    result = omen_fail(err, "it ended in another way than the recorded run");
  omen_outcome_release(&o);
  return result;
}

static bool of_heap(const struct omen_out_defect *d) {
  return !strcmp(d->place, "heap") && !d->made.pcs.n && !d->gone.pcs.n;
}

/* Only the second pass knows where those blocks come from. */
static bool has_heap_defects(const struct omen_outcome *first) {
  for (size_t i = 0; i < first->ndefects; i++)
    if (of_heap(&first->defects[i])) return true;
  return false;
}

bool omen_watch_wanted(const struct omen_outcome *first) { return first->nracy || has_heap_defects(first); }

static bool same_defect(const struct omen_out_defect *a, const struct omen_out_defect *b) {
  return a->kind == b->kind && a->thread == b->thread && a->addr == b->addr && a->base == b->base &&
         a->size == b->size && a->pcs.n == b->pcs.n &&
         (!a->pcs.n || !memcmp(a->pcs.pc, b->pcs.pc, a->pcs.n * sizeof *a->pcs.pc));
}

static void take_by(struct omen_out_by *to, struct omen_out_by *from) {
  *to = *from;
  *from = (struct omen_out_by){.thread = -1};
}

/* What only the pass knows: with the rest of the first outcome, which has the whole run. */
static void take_lists(struct omen_outcome *first, struct omen_outcome *watch) {
  struct omen_outcome had = *first;
  first->allocs = watch->allocs, first->nallocs = watch->nallocs, first->callocs = watch->callocs;
  first->calls = watch->calls, first->ncalls = watch->ncalls, first->ccalls = watch->ccalls;
  watch->allocs = had.allocs, watch->nallocs = had.nallocs, watch->callocs = had.callocs;
  watch->calls = had.calls, watch->ncalls = had.ncalls, watch->ccalls = had.ccalls;
}

/* Of very many threads an outcome has those that it names, and the last ones: who made the racing accesses,
 * only the pass knows. */
static void take_threads(struct omen_outcome *first, struct omen_outcome *watch) {
  struct omen_numbers known = {0};
  for (size_t i = 0; i < first->nthreads; i++) omen_numbers_index(&known, (uint32_t)first->threads[i].id);
  for (size_t i = 0; i < watch->nthreads; i++) {
    struct omen_out_thread *t = &watch->threads[i];
    if (omen_numbers_has(&known, (uint32_t)t->id)) continue;
    OMEN_GROW(first->threads, first->nthreads, first->cthreads);
    first->threads[first->nthreads++] = *t;
    *t = (struct omen_out_thread){.id = t->id};
  }
  for (size_t i = 0; i < watch->nstacks; i++) {
    if (omen_numbers_has(&known, (uint32_t)watch->stacks[i].id)) continue;
    OMEN_GROW(first->stacks, first->nstacks, first->cstacks);
    first->stacks[first->nstacks++] = watch->stacks[i];
  }
  omen_numbers_release(&known);
}

void omen_watch_complete(struct omen_outcome *first, struct omen_outcome *watch) {
  take_lists(first, watch);
  take_threads(first, watch);
  for (size_t i = 0; i < first->ndefects; i++)
    for (size_t k = 0; of_heap(&first->defects[i]) && k < watch->ndefects; k++)
      if (same_defect(&first->defects[i], &watch->defects[k])) {
        take_by(&first->defects[i].made, &watch->defects[k].made);
        take_by(&first->defects[i].gone, &watch->defects[k].gone);
        break;
      }
}

/* The runtime says now and then how many events it has followed. */
struct following {
  char *path;
  uint64_t events;
  struct omen_progress *progress;
};
static void show_position(void *arg) {
  const struct following *f = arg;
  uint64_t done = 0;
  FILE *in = fopen(f->path, "re");
  if (in && fread(&done, sizeof done, 1, in) == 1) omen_progress_step(f->progress, done, f->events, "events");
  if (in) fclose(in);
}

/* Where one thread is left that comes after all the others did, no race is to come; bad accesses may be. */
static uint64_t stop_at(const struct omen_outcome *first) {
  uint64_t alone = omen_outcome_counter(first, "alone_since");
  return alone && !has_heap_defects(first) ? alone + 1 : 0;
}

/* Cut, where that is wished and pays; a contained recording is never long. */
static int launch(struct omen_launch *l, double cut_every, struct omen_err *err) {
  const struct omen_manifest *m = &l->recording->manifest;
  struct omen_cutter cutter = {.pid = -1};
  struct omen_err unused;
  bool cut = cut_every > 0 && l->watches && m->cpu_seconds > cut_every && !(m->flags & OMEN_FLAG_CONTAINED);
  if (cut && !omen_cutter_start(&cutter, l->recording, &unused)) {
    l->cutter = cutter.socket;
    l->cut_every = (uint64_t)(cut_every * 1000) + 1;
    l->flags &= ~(uint32_t)OMEN_FLAG_NO_MARKS; /* explorations begin at the checkpoints */
  }
  int status, result = omen_launch(l, &status, err);
  omen_cutter_finish(&cutter);
  return result;
}

/* What the program wrote goes with the checkpoints, if there are any. */
static void take_shown(const struct omen_recording *r, const char *scratch) {
  char *dir = omen_format("%s/segments", r->dir);
  struct omen_err unused;
  if (omen_file_exists(dir) && take_file(r, scratch, "shown", "segments/shown", &unused))
    omen_saved_checkpoints_remove(r);
  free(dir);
}

int omen_watch_pass(const struct omen_recording *r, const struct omen_outcome *first, uint32_t flags,
                    double cut_every, struct omen_progress *progress, struct omen_err *err) {
  char *scratch = omen_scratch_new(r, true, err);
  if (!scratch) return -1;
  uint32_t watches;
  struct omen_watch *watch = omen_watch_ranges(first, &watches);
  struct omen_launch l = {.stop_at = stop_at(first),
                          .recording = r,
                          .mode = OMEN_MODE_REPLAY,
                          .flags = flags | OMEN_FLAG_WATCH | OMEN_FLAG_NO_OUTPUT |
                                   (first->nracy ? 0 : OMEN_FLAG_NO_EVENTS) |
                                   (has_heap_defects(first) ? 0 : OMEN_FLAG_NO_MARKS),
                          .dir = scratch,
                          .watch = watch,
                          .watches = watches,
                          .silent = true};
  struct following f = {.path = omen_format("%s/position", scratch),
                        .events = omen_outcome_counter(first, "events"),
                        .progress = progress};
  if (progress) l.tick = show_position, l.ticked = &f;
  int result = launch(&l, cut_every, err);
  if (progress) omen_progress_end(progress);
  free(f.path);
  if (!result) result = check_end(scratch, first, l.stop_at, err);
  if (!result) take_shown(r, scratch);
  if (result) omen_saved_checkpoints_remove(r);
  if (!result && first->nracy) result = take_file(r, scratch, "events.raw", "events.raw", err);
  if (!result && first->nracy) result = take_file(r, scratch, "stacks.raw", "stacks.raw", err);
  if (!result) result = take_file(r, scratch, "outcome.replay", "outcome.watch", err);
  free(watch);
  omen_scratch_free(scratch);
  return result;
}

static bool was_cut(const char *scratch) {
  char *path = omen_format("%s/outcome.replay", scratch);
  struct omen_outcome o;
  bool unread = omen_outcome_read(&o, path, NULL), cut = unread || omen_outcome_counter(&o, "watch_dropped");
  free(path);
  if (!unread) omen_outcome_release(&o);
  return cut;
}

static char *watch_all(const struct omen_recording *r, uint64_t most, struct omen_err *err) {
  char *path = omen_format("%s/outcome", r->dir), *scratch = NULL;
  struct omen_outcome first;
  int status, result = omen_outcome_read(&first, path, err);
  free(path);
  if (result) return NULL;
  if ((scratch = omen_scratch_new(r, false, err))) {
    struct omen_launch l = {.recording = r,
                            .mode = OMEN_MODE_REPLAY,
                            .flags = OMEN_FLAG_WATCH | OMEN_FLAG_WATCH_ALL | OMEN_FLAG_NO_OUTPUT |
                                     (most ? OMEN_FLAG_NO_STACKS : 0),
                            .dir = scratch,
                            .max_events = most,
                            .silent = true};
    if (omen_launch(&l, &status, err) || check_end(scratch, &first, most, err)) {
      omen_scratch_free(scratch);
      scratch = NULL;
    }
  }
  omen_outcome_release(&first);
  return scratch;
}

char *omen_watch_everything(const struct omen_recording *r, struct omen_err *err) {
  return watch_all(r, 0, err);
}

char *omen_watch_some(const struct omen_recording *r, uint64_t most, bool *cut, struct omen_err *err) {
  char *scratch = watch_all(r, most, err);
  *cut = scratch && was_cut(scratch);
  return scratch;
}
