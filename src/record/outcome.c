/* Keeps what the outcome file says: see outcome.h. One function a kind of line. */
#include "record/outcome_parts.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>

/* ---- how the run ended ---- */

static bool end(struct omen_outcome *o, enum omen_end how) {
  o->end = how;
  return true;
}

bool omen_take_end_exit(struct omen_outcome *o, struct omen_line_end_exit *l) {
  o->status = l->status;
  return end(o, OMEN_END_EXIT);
}

bool omen_take_end_signal(struct omen_outcome *o, struct omen_line_end_signal *l) {
  if (l->signal < 1 || l->signal > 64) return false;
  o->status = l->signal;
  o->addr = l->addr;
  o->pc = l->pc;
  return end(o, OMEN_END_SIGNAL);
}

bool omen_take_end_diverged(struct omen_outcome *o, struct omen_line_end_diverged *l) {
  o->event = l->event;
  free(o->message);
  o->message = omen_xstrdup(l->message);
  return end(o, OMEN_END_DIVERGED);
}

static bool plan_end(const char *word, enum omen_plan_end *out) {
  for (int i = 0; i < OMEN_PLAN_ENDS; i++)
    if (!strcmp(word, omen_plan_end_word((enum omen_plan_end)i))) return *out = (enum omen_plan_end)i, true;
  return false;
}

static bool plan_known(const char *word, enum omen_plan_known *out) {
  for (int i = 0; i < OMEN_KNOWNS; i++)
    if (!strcmp(word, omen_plan_known_word((enum omen_plan_known)i)))
      return *out = (enum omen_plan_known)i, true;
  return false;
}

bool omen_take_end_endless(struct omen_outcome *o, struct omen_line_end_endless *l) {
  return plan_known(l->how, &o->endless_by) && end(o, OMEN_END_ENDLESS);
}

#define ENDS(symbol, how)                                                                                    \
  bool omen_take_end_##symbol(struct omen_outcome *o, struct omen_line_end_##symbol *l) {                    \
    return end(o, OMEN_END_##how);                                                                           \
  }
ENDS(deadlock, DEADLOCK)
ENDS(outside, OUTSIDE)
ENDS(region, REGION)
ENDS(defect, DEFECT)
ENDS(seen, SEEN)
ENDS(cut, CUT)

/* The first counts. */
bool omen_take_crash(struct omen_outcome *o, struct omen_line_crash *l) {
  if (o->crash.n) return true;
  o->crashed = l->thread;
  o->crash = omen_pcs_take(&l->pcs);
  return true;
}

bool omen_take_loop(struct omen_outcome *o, struct omen_line_loop *l) {
  OMEN_GROW(o->loops, o->nloops, o->cloops);
  o->loops[o->nloops++] =
      (struct omen_out_wait){.id = l->thread, .holder = -1, .pcs = omen_pcs_take(&l->pcs)};
  return true;
}

bool omen_take_plan(struct omen_outcome *o, struct omen_line_plan *l) {
  return plan_end(l->held, &o->held) && plan_end(l->awaited, &o->awaited) && plan_known(l->how, &o->spun_by);
}

/* ---- sums, and what people should know ---- */

bool omen_take_counter(struct omen_outcome *o, struct omen_line_counter *l) {
  OMEN_GROW(o->counters, o->ncounters, o->ccounters);
  o->counters[o->ncounters++] = (struct omen_out_counter){omen_xstrdup(l->name), l->value};
  return true;
}

bool omen_take_note(struct omen_outcome *o, struct omen_line_note *l) {
  OMEN_GROW(o->notes, o->nnotes, o->cnotes);
  o->notes[o->nnotes++] = omen_xstrdup(l->text);
  return true;
}

/* ---- memory, threads, code ---- */

static bool kind(const char *s, char out[4]) {
  if (strcmp(s, "r") && strcmp(s, "w") && strcmp(s, "ar") && strcmp(s, "aw")) return false;
  memcpy(out, s, strlen(s) + 1);
  return true;
}

bool omen_take_racy(struct omen_outcome *o, struct omen_line_racy *l) {
  struct omen_out_racy r = {.addr = l->addr, .len = l->len, .site = (uint32_t)l->site, .thread = l->thread};
  if (!kind(l->first, r.first) || !kind(l->kind, r.kind) || l->site > UINT32_MAX || !l->len) return false;
  OMEN_GROW(o->racy, o->nracy, o->cracy);
  o->racy[o->nracy++] = r;
  return true;
}

bool omen_take_thread(struct omen_outcome *o, struct omen_line_thread *l) {
  OMEN_GROW(o->threads, o->nthreads, o->cthreads);
  o->threads[o->nthreads++] =
      (struct omen_out_thread){l->thread, l->parent, omen_xstrdup(l->state), omen_pcs_take(&l->created)};
  return true;
}

bool omen_take_stack(struct omen_outcome *o, struct omen_line_stack *l) {
  OMEN_GROW(o->stacks, o->nstacks, o->cstacks);
  o->stacks[o->nstacks++] = (struct omen_out_stack){l->thread, l->lo, l->hi};
  return true;
}

bool omen_take_alloc(struct omen_outcome *o, struct omen_line_alloc *l) {
  OMEN_GROW(o->allocs, o->nallocs, o->callocs);
  o->allocs[o->nallocs++] = (struct omen_out_alloc){l->addr, l->size, l->thread, omen_pcs_take(&l->pcs)};
  return true;
}

bool omen_take_called(struct omen_outcome *o, struct omen_line_called *l) {
  OMEN_GROW(o->calls, o->ncalls, o->ccalls);
  o->calls[o->ncalls++] = (struct omen_out_call){l->thread, l->point, l->site, l->addr, l->began, l->nth};
  return true;
}

bool omen_take_module(struct omen_outcome *o, struct omen_line_module *l) {
  if (l->base > UINT32_MAX || l->count > UINT32_MAX - l->base) return false;
  OMEN_GROW(o->modules, o->nmodules, o->cmodules);
  o->modules[o->nmodules++] = (struct omen_out_map){l->base, l->base + l->count, 0, omen_xstrdup(l->path)};
  return true;
}

bool omen_take_map(struct omen_outcome *o, struct omen_line_map *l) {
  if (l->hi <= l->lo) return false;
  OMEN_GROW(o->maps, o->nmaps, o->cmaps);
  o->maps[o->nmaps++] = (struct omen_out_map){l->lo, l->hi, l->offset, omen_xstrdup(l->path)};
  return true;
}

/* ---- who waits for whom ---- */

bool omen_take_wait(struct omen_outcome *o, struct omen_line_wait *l) {
  OMEN_GROW(o->waits, o->nwaits, o->cwaits);
  o->waits[o->nwaits++] =
      (struct omen_out_wait){l->thread, l->holder, omen_xstrdup(l->what), l->addr, omen_pcs_take(&l->pcs)};
  return true;
}

bool omen_take_hold(struct omen_outcome *o, struct omen_line_hold *l) {
  OMEN_GROW(o->holds, o->nholds, o->cholds);
  o->holds[o->nholds++] =
      (struct omen_out_wait){l->thread, -1, omen_xstrdup(l->what), l->addr, omen_pcs_take(&l->pcs)};
  return true;
}

bool omen_take_object(struct omen_outcome *o, struct omen_line_object *l) { return true; }

/* ---- the whole file ---- */

static bool take(struct omen_outcome *o, enum omen_line kind, union omen_any_line *line) {
  switch (kind) {
#define OMEN_OUTCOME_LINE(symbol, word, ...)                                                                 \
  case OMEN_LINE_##symbol: return omen_take_##symbol(o, &line->symbol);
#include "record/outcome.def"
  case OMEN_LINES: break;
  }
  return false;
}

/* NULL, or what is wrong with the line; `text` is written into. */
static const char *take_line(struct omen_outcome *o, char *text) {
  enum omen_line kind;
  union omen_any_line line;
  const char *wrong = omen_line_read(text, &kind, &line);
  if (!wrong && !take(o, kind, &line)) wrong = "that cannot be, after the lines before it";
  omen_line_release(kind, &line);
  return wrong;
}

static int read_line(struct omen_outcome *o, const char *text, size_t len, const char *where, size_t number,
                     struct omen_err *err) {
  char *line = omen_xstrndup(text, len);
  const char *wrong = strlen(line) < len ? "it has a byte that is no text" : take_line(o, line);
  free(line);
  if (!wrong) return 0;
  return omen_fail(err, "%s: line %zu: %s: %.*s%s", where, number, wrong, len < 80 ? (int)len : 80, text,
                   len < 80 ? "" : "...");
}

int omen_outcome_parse(struct omen_outcome *o, const char *text, size_t len, const char *where,
                       struct omen_err *err) {
  *o = (struct omen_outcome){.end = OMEN_END_UNKNOWN, .crashed = -1};
  int result = 0;
  size_t number = 0;
  for (const char *p = text, *stop = text + len; !result && p < stop;) {
    const char *nl = memchr(p, '\n', (size_t)(stop - p));
    if (!nl) break; /* a line cut short says nothing */
    result = read_line(o, p, (size_t)(nl - p), where, ++number, err);
    p = nl + 1;
  }
  if (!result && o->end == OMEN_END_UNKNOWN)
    result = omen_fail(err, "%s: does not say how the run ended", where);
  if (result) omen_outcome_release(o);
  return result;
}

int omen_outcome_read(struct omen_outcome *o, const char *path, struct omen_err *err) {
  *o = (struct omen_outcome){0};
  struct omen_buf text = {0};
  int result = omen_file_read(path, &text, err);
  if (!result) result = omen_outcome_parse(o, text.data, text.len, path, err);
  omen_buf_release(&text);
  return result;
}

static void free_waits(struct omen_out_wait *w, size_t n) {
  for (size_t i = 0; i < n; i++) free(w[i].what), free(w[i].pcs.pc);
  free(w);
}

static void free_inversion(struct omen_out_inversion *v) {
  for (size_t i = 0; i < v->nedges; i++) {
    struct omen_out_edge *e = &v->edges[i];
    free(e->took.what), free(e->took.pcs.pc), free(e->wants.what), free(e->wants.pcs.pc);
  }
  free(v->edges);
}

void omen_outcome_release(struct omen_outcome *o) {
  for (size_t i = 0; i < o->ninversions; i++) free_inversion(&o->inversions[i]);
  free(o->inversions);
  free(o->message);
  free(o->racy);
  for (size_t i = 0; i < o->nsteps; i++) free(o->steps[i].pcs.pc);
  for (size_t i = 0; i < o->nfrom; i++) free(o->from[i].pcs.pc);
  for (size_t i = 0; i < o->ndefects; i++) {
    struct omen_out_defect *d = &o->defects[i];
    free(d->pcs.pc), free(d->made.pcs.pc), free(d->gone.pcs.pc), free(d->says);
    free_waits(d->waits, d->nwaits), free_waits(d->holds, d->nholds);
  }
  free(o->defects);
  free(o->steps);
  free(o->from);
  free(o->choices);
  free(o->crash.pc);
  free(o->stacks);
  for (size_t i = 0; i < o->nthreads; i++) free(o->threads[i].state), free(o->threads[i].created.pc);
  free_waits(o->waits, o->nwaits), free_waits(o->holds, o->nholds);
  for (size_t i = 0; i < o->nloops; i++) free(o->loops[i].pcs.pc);
  for (size_t i = 0; i < o->nallocs; i++) free(o->allocs[i].pcs.pc);
  for (size_t i = 0; i < o->nmodules; i++) free(o->modules[i].path);
  for (size_t i = 0; i < o->nmaps; i++) free(o->maps[i].path);
  for (size_t i = 0; i < o->ncounters; i++) free(o->counters[i].name);
  for (size_t i = 0; i < o->nnotes; i++) free(o->notes[i]);
  free(o->threads), free(o->loops), free(o->allocs), free(o->calls), free(o->modules), free(o->maps);
  free(o->counters), free(o->notes);
  *o = (struct omen_outcome){0};
}

uint64_t omen_outcome_counter(const struct omen_outcome *o, const char *name) {
  for (size_t i = 0; i < o->ncounters; i++)
    if (!strcmp(o->counters[i].name, name)) return o->counters[i].value;
  return 0;
}

/* Ended by a deadlock among some of the threads. */
static bool stuck(const struct omen_outcome *o) {
  enum omen_defect_kind kind = o->ndefects ? o->defects[o->ndefects - 1].kind : OMEN_DEFECT_KINDS;
  return kind == OMEN_DEFECT_DEADLOCK || kind == OMEN_DEFECT_ORPHANED_WAIT;
}

int omen_outcome_status(const struct omen_outcome *o) {
  switch (o->end) {
  case OMEN_END_EXIT: return o->status & 0xff;
  case OMEN_END_SIGNAL: return 128 + o->status;
  case OMEN_END_CUT: return 128 + SIGKILL;
  case OMEN_END_DEADLOCK:
  case OMEN_END_ENDLESS:
  case OMEN_END_OUTSIDE: return OMEN_EXIT_DEADLOCK;
  case OMEN_END_DEFECT: return stuck(o) ? OMEN_EXIT_DEADLOCK : OMEN_EXIT_DEFECT;
  case OMEN_END_REGION:
  case OMEN_END_SEEN: return OMEN_EXIT_OK;
  case OMEN_END_DIVERGED:
  case OMEN_END_LOST:
  case OMEN_END_STOPPED:
  case OMEN_END_UNKNOWN: break;
  }
  return OMEN_EXIT_RUN_FAILED;
}

bool omen_outcome_told_to_end(const struct omen_outcome *o) {
  if (o->end != OMEN_END_SIGNAL) return false;
  return o->status == SIGTERM || o->status == SIGINT || o->status == SIGHUP || o->status == SIGKILL;
}
