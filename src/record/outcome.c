/* Reads the outcome file: see outcome.h. One function a kind of line; the table at the end names them. */
#include "record/outcome_parts.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static bool plan_end(char **rest, enum omen_plan_end *out) {
  const char *text = field(rest);
  for (int i = 0; text && i < OMEN_PLAN_ENDS; i++)
    if (!strcmp(text, omen_plan_end_word(i))) return *out = i, true;
  return false;
}

/* A line that does not say claims nothing: LIMIT. */
static bool plan_known(char **rest, enum omen_plan_known *out) {
  const char *text = field(rest);
  *out = OMEN_KNOWN_LIMIT;
  for (int i = 0; text && i < OMEN_KNOWNS; i++)
    if (!strcmp(text, omen_plan_known_word(i))) return *out = i, true;
  return !text;
}

static bool line_end(struct omen_outcome *o, char *rest) {
  char *how = field(&rest);
  if (!how) return false;
  if (!strcmp(how, "exit")) return o->end = OMEN_END_EXIT, integer(&rest, &o->status);
  if (!strcmp(how, "deadlock")) return o->end = OMEN_END_DEADLOCK, true;
  if (!strcmp(how, "endless")) return o->end = OMEN_END_ENDLESS, plan_known(&rest, &o->endless_by);
  if (!strcmp(how, "region")) return o->end = OMEN_END_REGION, true;
  if (!strcmp(how, "defect")) return o->end = OMEN_END_DEFECT, true;
  if (!strcmp(how, "seen")) return o->end = OMEN_END_SEEN, true;
  if (!strcmp(how, "cut")) return o->end = OMEN_END_CUT, true;
  if (!strcmp(how, "outside")) return o->end = OMEN_END_OUTSIDE, true;
  if (!strcmp(how, "signal")) {
    o->end = OMEN_END_SIGNAL;
    if (!integer(&rest, &o->status) || o->status < 1 || o->status > 64) return false;
    if (!number(&rest, &o->addr) || !number(&rest, &o->pc)) o->pc = 0;
    return true;
  }
  if (strcmp(how, "diverged")) return false;
  o->end = OMEN_END_DIVERGED;
  if (!number(&rest, &o->event)) return false;
  free(o->message);
  o->message = omen_xstrdup(rest ? rest : "the run went another way");
  return true;
}

static bool line_crash(struct omen_outcome *o, char *rest) {
  int thread;
  if (o->crash.n || !integer(&rest, &thread)) return false;
  o->crashed = thread;
  pcs(&rest, &o->crash);
  return true;
}

static bool line_counter(struct omen_outcome *o, char *rest) {
  char *name = field(&rest);
  uint64_t v;
  if (!name || !*name || !number(&rest, &v)) return false;
  OMEN_GROW(o->counters, o->ncounters, o->ccounters);
  o->counters[o->ncounters++] = (struct omen_out_counter){omen_xstrdup(name), v};
  return true;
}

static bool kind(char **rest, char out[4]) {
  char *s = field(rest);
  if (!s || (strcmp(s, "r") && strcmp(s, "w") && strcmp(s, "ar") && strcmp(s, "aw"))) return false;
  memcpy(out, s, strlen(s) + 1);
  return true;
}

static bool line_racy(struct omen_outcome *o, char *rest) {
  struct omen_out_racy r = {0};
  uint64_t site;
  if (!number(&rest, &r.addr) || !number(&rest, &r.len) || !kind(&rest, r.first) || !kind(&rest, r.kind) ||
      !number(&rest, &site) || !integer(&rest, &r.thread) || site > UINT32_MAX || !r.len)
    return false;
  r.site = (uint32_t)site;
  OMEN_GROW(o->racy, o->nracy, o->cracy);
  o->racy[o->nracy++] = r;
  return true;
}

static bool line_thread(struct omen_outcome *o, char *rest) {
  struct omen_out_thread t = {0};
  if (!integer(&rest, &t.id) || !integer(&rest, &t.parent)) return false;
  char *state = field(&rest);
  if (!state) return false;
  t.state = omen_xstrdup(state);
  pcs(&rest, &t.created);
  OMEN_GROW(o->threads, o->nthreads, o->cthreads);
  o->threads[o->nthreads++] = t;
  return true;
}

static bool line_wait(struct omen_outcome *o, char *rest) {
  struct omen_out_wait w;
  if (!take_wait(&w, rest, true)) return false;
  OMEN_GROW(o->waits, o->nwaits, o->cwaits);
  o->waits[o->nwaits++] = w;
  return true;
}

static bool line_hold(struct omen_outcome *o, char *rest) {
  struct omen_out_wait w;
  if (!take_wait(&w, rest, false)) return false;
  OMEN_GROW(o->holds, o->nholds, o->cholds);
  o->holds[o->nholds++] = w;
  return true;
}

static bool line_loop(struct omen_outcome *o, char *rest) {
  struct omen_out_wait w = {.holder = -1};
  if (!integer(&rest, &w.id)) return false;
  pcs(&rest, &w.pcs);
  OMEN_GROW(o->loops, o->nloops, o->cloops);
  o->loops[o->nloops++] = w;
  return true;
}

static bool line_called(struct omen_outcome *o, char *rest) {
  struct omen_out_call c = {0};
  uint64_t *const part[] = {&c.thread, &c.point, &c.site, &c.addr, &c.began, &c.nth};
  for (size_t i = 0; i < sizeof part / sizeof *part; i++)
    if (!number(&rest, part[i])) return false;
  OMEN_GROW(o->calls, o->ncalls, o->ccalls);
  o->calls[o->ncalls++] = c;
  return true;
}

static bool line_alloc(struct omen_outcome *o, char *rest) {
  struct omen_out_alloc a = {0};
  if (!number(&rest, &a.addr) || !number(&rest, &a.size) || !integer(&rest, &a.thread)) return false;
  pcs(&rest, &a.pcs);
  OMEN_GROW(o->allocs, o->nallocs, o->callocs);
  o->allocs[o->nallocs++] = a;
  return true;
}

static bool line_module(struct omen_outcome *o, char *rest) {
  uint64_t base, count;
  if (!number(&rest, &base) || !number(&rest, &count) || !rest || base + count > UINT32_MAX) return false;
  OMEN_GROW(o->modules, o->nmodules, o->cmodules);
  o->modules[o->nmodules++] = (struct omen_out_map){base, base + count, 0, omen_xstrdup(rest)};
  return true;
}

static bool line_map(struct omen_outcome *o, char *rest) {
  struct omen_out_map m = {0};
  if (!number(&rest, &m.start) || !number(&rest, &m.end) || !number(&rest, &m.offset) || !rest ||
      m.end <= m.start)
    return false;
  m.path = omen_xstrdup(rest);
  OMEN_GROW(o->maps, o->nmaps, o->cmaps);
  o->maps[o->nmaps++] = m;
  return true;
}

static bool line_stack(struct omen_outcome *o, char *rest) {
  struct omen_out_stack s = {0};
  if (!integer(&rest, &s.id) || !number(&rest, &s.lo) || !number(&rest, &s.hi)) return false;
  OMEN_GROW(o->stacks, o->nstacks, o->cstacks);
  o->stacks[o->nstacks++] = s;
  return true;
}

static bool line_note(struct omen_outcome *o, char *rest) {
  if (!rest) return false;
  OMEN_GROW(o->notes, o->nnotes, o->cnotes);
  o->notes[o->nnotes++] = omen_xstrdup(rest);
  return true;
}

static bool line_plan(struct omen_outcome *o, char *rest) {
  enum omen_plan_end held, awaited;
  enum omen_plan_known how;
  if (!plan_end(&rest, &held) || !plan_end(&rest, &awaited) || !plan_known(&rest, &how)) return false;
  o->held = held;
  o->awaited = awaited;
  o->spun_by = how;
  return true;
}

static bool line_step(struct omen_outcome *o, char *rest) {
  struct omen_out_step s = {0};
  uint32_t chosen;
  if (!integer(&rest, &s.thread) || !number(&rest, &s.point) || !small(&rest, &s.turn) ||
      !integer(&rest, &s.to) || !word(&rest, s.why, sizeof s.why) || !number(&rest, &s.object) ||
      !small(&rest, &chosen) || s.to < 0)
    return false;
  s.chosen = chosen;
  pcs(&rest, &s.pcs);
  OMEN_GROW(o->steps, o->nsteps, o->csteps);
  o->steps[o->nsteps++] = s;
  return true;
}

static bool line_access(struct omen_outcome *o, char *rest) {
  struct omen_out_step s = {.to = -1};
  if (!integer(&rest, &s.thread) || !number(&rest, &s.point) || !word(&rest, s.why, sizeof s.why) ||
      !small(&rest, &s.site))
    return false;
  pcs(&rest, &s.pcs);
  OMEN_GROW(o->steps, o->nsteps, o->csteps);
  o->steps[o->nsteps++] = s;
  return true;
}

static bool line_value(struct omen_outcome *o, char *rest) {
  uint32_t size;
  uint64_t value;
  if (!o->nsteps || o->steps[o->nsteps - 1].to >= 0 || !small(&rest, &size) || size > 8 ||
      !number(&rest, &value))
    return false;
  o->steps[o->nsteps - 1].size = size;
  o->steps[o->nsteps - 1].value = value;
  return true;
}

static bool line_from(struct omen_outcome *o, char *rest) {
  struct omen_out_from f = {0};
  if (!small(&rest, &f.fd) || !number(&rest, &f.at) || !number(&rest, &f.len) || !integer(&rest, &f.thread))
    return false;
  pcs(&rest, &f.pcs);
  OMEN_GROW(o->from, o->nfrom, o->cfrom);
  o->from[o->nfrom++] = f;
  return true;
}

static const struct omen_outcome_line lines[] = {
    {"end", line_end},       {"counter", line_counter}, {"racy", line_racy},   {"thread", line_thread},
    {"wait", line_wait},     {"hold", line_hold},       {"alloc", line_alloc}, {"called", line_called},
    {"module", line_module}, {"map", line_map},         {"stack", line_stack}, {"crash", line_crash},
    {"note", line_note},     {"plan", line_plan},       {"step", line_step},   {"access", line_access},
    {"from", line_from},     {"value", line_value},     {"loop", line_loop},
};

/* True when it was a good `end` line. */
static bool take_line(struct omen_outcome *o, char *text) {
  char *word = strsep(&text, " ");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    if (!strcmp(lines[i].word, word)) return lines[i].take(o, text) && lines[i].take == line_end;
  omen_outcome_take_defect(o, word, text);
  return false;
}

int omen_outcome_parse(struct omen_outcome *o, const char *text, size_t len, const char *where,
                       struct omen_err *err) {
  *o = (struct omen_outcome){.crashed = -1};
  bool ended = false;
  for (const char *p = text, *stop = text + len; p < stop;) {
    const char *nl = memchr(p, '\n', (size_t)(stop - p));
    if (!nl) break; /* a line cut short says nothing */
    char *line = omen_xstrndup(p, (size_t)(nl - p));
    ended |= take_line(o, line);
    free(line);
    p = nl + 1;
  }
  if (ended) return 0;
  omen_outcome_release(o);
  return omen_fail(err, "%s: does not say how the run ended", where);
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
