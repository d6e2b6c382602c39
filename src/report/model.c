/* Builds the report of a recording: see model.h. */
#include "record/memory.h"
#include "report/model.h"
#include "record/watch.h"
#include "report/cluster.h"
#include "report/incident_told.h"
#include "report/defect.h"
#include "report/inversion.h"
#include "report/held_locks.h"
#include "report/predicted_pairs.h"
#include "report/races.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int compare_threads(const void *a, const void *b) {
  int x = ((const struct omen_report_thread *)a)->id, y = ((const struct omen_report_thread *)b)->id;
  return (x > y) - (x < y);
}

const struct omen_report_thread *omen_report_thread(const struct omen_report *r, int id) {
  struct omen_report_thread key = {.id = id};
  return r->nthreads ? bsearch(&key, r->threads, r->nthreads, sizeof key, compare_threads) : NULL;
}

/* v NULL: without the stacks of their creation. */
static void add_threads(struct omen_report *out, struct omen_resolver *v) {
  const struct omen_outcome *o = v ? v->outcome : &out->outcome;
  out->threads = omen_xcalloc(o->nthreads + 1, sizeof *out->threads);
  for (size_t i = 0; i < o->nthreads; i++)
    out->threads[out->nthreads++] = (struct omen_report_thread){
        .id = o->threads[i].id,
        .parent = o->threads[i].parent,
        .state = omen_pool_str(&out->pool, o->threads[i].state),
        .created = v ? omen_resolve_pcs(v, &o->threads[i].created) : (struct omen_stack){0}};
  qsort(out->threads, out->nthreads, sizeof *out->threads, compare_threads); /* those that ended come first */
}

/* An index that leaves its array is noted by itself, for reading and for writing, and once more if it leads
 * out of the whole object: that one knows the object. */
static bool known_by_index(struct omen_report *out, struct omen_report_defect *d) {
  for (size_t i = 0; i < out->ndefects; i++) {
    struct omen_report_defect *first = out->defects[i];
    if (!omen_defect_by_index(first, d)) continue;
    bool better = !first->place && !first->base && (d->place || d->base);
    out->defects[i] = better ? d : first;
    omen_defect_release(better ? first : d);
    return true;
  }
  return false;
}

static void add_defects(struct omen_report *out, struct omen_resolver *v) {
  const struct omen_outcome *o = &out->outcome;
  out->defects = omen_xcalloc(o->ndefects + 1, sizeof *out->defects);
  for (size_t i = 0; i < o->ndefects; i++) {
    struct omen_report_defect *d = omen_defect_resolve(v, &o->defects[i]);
    if (!known_by_index(out, d)) out->defects[out->ndefects++] = d;
  }
  omen_report_add_defects(out);
}

/* A thread's outermost frame is the routine that it began in. */
static void name_starts(struct omen_report *out) {
  for (size_t i = 0; i < out->nraces; i++)
    for (int k = 0; k < 2; k++) {
      const struct omen_access *a = &out->races[i].access[k];
      struct omen_report_thread *t = (struct omen_report_thread *)omen_report_thread(out, a->thread);
      if (a->known && t && a->stack.n && !t->start) t->start = a->stack.frames[a->stack.n - 1].function;
    }
}

static int add_races(struct omen_report *out, struct omen_resolver *v, const struct omen_recording *r,
                     struct omen_err *err) {
  struct omen_cluster *c = omen_cluster_new(v);
  int result = 0;
  if (out->watched)
    result = omen_predicted_there(r->dir) ? omen_predicted_collect(c, r, err) : omen_races_collect(c, r, err);
  else
    for (size_t i = 0; i < out->outcome.nracy; i++) omen_cluster_add_half(c, &out->outcome.racy[i]);
  omen_cluster_take(c, &out->races, &out->nraces);
  name_starts(out);
  if (!result && out->watched) omen_held_locks_find(out, v, r->dir);
  return result;
}

static void note(struct omen_outcome *o, char *text) {
  OMEN_GROW(o->notes, o->nnotes, o->cnotes);
  o->notes[o->nnotes++] = text;
}

/* What the second pass saw and did not write. */
static void note_missing(struct omen_outcome *o, const struct omen_outcome *watch) {
  unsigned long long repeated = omen_outcome_counter(watch, "watch_repeated"),
                     dropped = omen_outcome_counter(watch, "watch_dropped");
  if (repeated)
    note(o, omen_format(
                "%llu accesses of places that race all the time were left out: their races were seen more "
                "often than it says (docs/limits.md, long hot races)",
                repeated));
  if (dropped)
    note(o, omen_format("the log of accesses to racy memory was full: the last %llu are not in it, and races "
                        "among them are missing",
                        dropped));
}

static int read_outcomes(struct omen_report *out, struct omen_outcome *watch, const struct omen_recording *r,
                         const char *why_not, struct omen_err *err) {
  char *path = omen_format("%s/outcome", r->dir), *again = omen_format("%s/outcome.watch", r->dir);
  int result = omen_outcome_read(&out->outcome, path, err);
  out->watched = !result && omen_file_exists(again);
  if (out->watched) result = omen_outcome_read(watch, again, err);
  if (!result) omen_watch_complete(&out->outcome, watch);
  if (!result) note_missing(&out->outcome, watch);
  if (!out->outcome.nracy) out->watched = false; /* it was only for where blocks come from */
  if (!result && out->watched && watch->end == OMEN_END_DIVERGED) {
    out->watched = false;
    if (!why_not) why_not = watch->message;
  }
  if (out->outcome.nracy && !out->watched)
    out->why_not = omen_pool_str(&out->pool, why_not ? why_not : "the recording has no events");
  free(path);
  free(again);
  return result;
}

static void describe(struct omen_report *out, const struct omen_recording *r) {
  out->argv = omen_strings_copy(r->manifest.argv);
  out->recording = omen_pool_str(&out->pool, r->dir);
  out->seed = r->manifest.seed;
  out->strategy = omen_strategy_name(r->manifest.strategy);
  out->memory_model = omen_memory_word(omen_memory_of(r->manifest.flags));
  out->seconds = r->manifest.seconds;
  out->cpu_seconds = r->manifest.cpu_seconds;
  out->limited = r->manifest.limited;
  out->unheard = r->manifest.unheard;
  if (r->manifest.invariants) out->invariants = omen_strings_copy(r->manifest.invariants);
  if (r->manifest.without) out->without = omen_strings_copy(r->manifest.without);
  out->color = omen_report_color(STDERR_FILENO);
  out->width = omen_report_width(STDERR_FILENO);
}

/* Then debug information need not be read at all, which would take longer than many a run. */
static bool nothing_to_explain(const struct omen_outcome *o) {
  return o->end == OMEN_END_EXIT && !o->nracy && !o->nwaits && !o->nholds && !o->ndefects && !o->ninversions;
}

int omen_report_build(struct omen_report *out, const struct omen_recording *r, const char *why_not,
                      struct omen_err *err) {
  *out = (struct omen_report){0};
  struct omen_outcome watch = {0};
  struct omen_resolver v = {0};
  describe(out, r);
  int result = read_outcomes(out, &watch, r, why_not, err);
  out->left_out = omen_outcome_counter(&out->outcome, "left_out");
  if (!result && nothing_to_explain(&out->outcome)) {
    add_threads(out, NULL);
    return 0;
  }
  if (!result) result = omen_resolver_init(&v, r, &out->outcome, &out->pool, err);
  if (!result) {
    const struct omen_outcome *o = &out->outcome;
    add_threads(out, &v);
    out->waits = omen_resolve_holds(&v, o->waits, out->nwaits = o->nwaits);
    out->holds = omen_resolve_holds(&v, o->holds, out->nholds = o->nholds);
    out->loops = omen_resolve_holds(&v, o->loops, out->nloops = o->nloops);
    add_defects(out, &v);
    omen_inversions_resolve(out, &v);
    if (o->end == OMEN_END_SIGNAL) out->fault = omen_resolve_fault(&v, o->pc, &o->crash);
    result = add_races(out, &v, r, err);
  }
  if (v.pool) omen_resolver_release(&v);
  omen_outcome_release(&watch);
  if (result) omen_report_release(out);
  return result;
}

void omen_holds_release(struct omen_hold *h, size_t n) {
  for (size_t i = 0; i < n; i++) free(h[i].stack.frames);
  free(h);
}

bool omen_race_called(const struct omen_race *race, const char *id) {
  if (!strcmp(race->id, id)) return true;
  for (size_t i = 0; i < race->members; i++)
    if (!strcmp(race->member[i].id, id)) return true;
  return false;
}

struct omen_race *omen_report_race(const struct omen_report *r, const char *id) {
  for (size_t i = 0; i < r->nraces; i++)
    if (!strcmp(r->races[i].id, id)) return &r->races[i];
  for (size_t i = 0; i < r->nraces; i++)
    if (omen_race_called(&r->races[i], id)) return &r->races[i];
  return NULL;
}

const struct omen_race_model *omen_race_worse(const struct omen_race *race) {
  const struct omen_race_model *worst = NULL;
  int most = omen_class_info(race->verdict.class)->severity;
  for (size_t i = 0; i < race->nmodels; i++) {
    const struct omen_class_info *c = omen_class_info(race->models[i].class);
    if (!c->harmful || c->severity <= most) continue;
    most = c->severity;
    worst = &race->models[i];
  }
  return worst;
}

static int worse_first(const void *a, const void *b) {
  const struct omen_race *x = *(struct omen_race *const *)a, *y = *(struct omen_race *const *)b;
  if (x->severity != y->severity) return y->severity - x->severity;
  return x < y ? -1 : x > y;
}

void omen_report_sort(struct omen_report *r) {
  struct omen_race **order = omen_xcalloc(r->nraces + 1, sizeof *order);
  struct omen_race *sorted = omen_xcalloc(r->nraces + 1, sizeof *sorted);
  for (size_t i = 0; i < r->nraces; i++) order[i] = &r->races[i];
  qsort(order, r->nraces, sizeof *order, worse_first);
  for (size_t i = 0; i < r->nraces; i++) sorted[i] = *order[i];
  free(order);
  free(r->races);
  r->races = sorted;
}

bool omen_report_color(int fd) {
  const char *none = getenv("NO_COLOR"), *term = getenv("TERM");
  return isatty(fd) && (!none || !*none) && term && strcmp(term, "dumb");
}

int omen_report_width(int fd) {
  enum { LEAST = 60, MOST = 240, USUAL = 100 };
  const char *said = getenv("COLUMNS");
  struct winsize w = {0};
  int n = said ? atoi(said) : 0;
  if (n <= 0 && isatty(fd) && !ioctl(fd, TIOCGWINSZ, &w)) n = w.ws_col;
  if (n <= 0) n = USUAL;
  return n < LEAST ? LEAST : n > MOST ? MOST : n;
}

struct omen_shown *omen_report_show(struct omen_report *r) {
  OMEN_GROW(r->shown, r->nshown, r->cshown);
  return r->shown[r->nshown++] = omen_xcalloc(1, sizeof(struct omen_shown));
}

static void free_shown(struct omen_shown *s) {
  for (int i = 0; i < 2; i++) {
    struct omen_shown_end *e = i ? &s->other : &s->end;
    free(e->stack.frames);
    omen_defect_release(e->defect);
    omen_holds_release(e->waits, e->nwaits);
    omen_holds_release(e->holds, e->nholds);
  }
  free(s->steps);
  free(s->other_steps);
  free(s);
}

void omen_report_release(struct omen_report *r) {
  for (size_t i = 0; i < r->nshown; i++) free_shown(r->shown[i]);
  free(r->shown);
  for (size_t i = 0; i < r->nincidents; i++)
    if (!r->incidents[i].home) omen_incident_release(&r->incidents[i]);
  free(r->incidents);
  for (size_t i = 0; i < r->nraces; i++)
    if (!r->races[i].home) omen_race_release(&r->races[i]); /* else it is another's */
  for (size_t i = 0; i < r->nthreads; i++) free(r->threads[i].created.frames);
  omen_holds_release(r->waits, r->nwaits);
  omen_holds_release(r->holds, r->nholds);
  omen_holds_release(r->loops, r->nloops);
  for (size_t i = 0; i < r->ndefects; i++) omen_defect_release(r->defects[i]);
  free(r->defects);
  omen_inversions_release(r);
  free(r->races);
  free(r->predicted.failed);
  free(r->findings);
  free(r->answers);
  json_decref(r->race_coverage);
  free(r->threads);
  free(r->fault.frames);
  omen_strings_free(r->argv);
  omen_strings_free(r->invariants);
  omen_strings_free(r->without);
  omen_outcome_release(&r->outcome);
  omen_pool_release(&r->pool);
  *r = (struct omen_report){0};
}
