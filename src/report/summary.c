/* Races and failures in a few words: see summary.h. */
#include "report/summary.h"
#include "report/inversion.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

const char *omen_race_level(const struct omen_race *r) {
  const struct omen_race_model *m = omen_race_worse(r);
  return omen_class_info(m ? m->class : r->verdict.class)->level;
}

static void add_access(struct omen_buf *b, const struct omen_access *a, const char *lead) {
  if (!a->known && !a->file) return;
  omen_buf_addf(b, "%s%s", lead, a->function ? a->function : "?");
  if (a->file) omen_buf_addf(b, " (%s:%d)", a->file, a->line);
  omen_buf_addf(b, " %s it%s", a->write ? "writes" : "reads", a->atomic ? " atomically" : "");
}

char *omen_race_sentence(const struct omen_race *r) {
  struct omen_buf b = {0};
  const struct omen_verdict *v = &r->verdict;
  omen_buf_addf(&b, "Data race on `%s`", r->location.name);
  if (v->class) omen_buf_addf(&b, ", %s", v->not_judged ? "not judged" : omen_class_word(v->class));
  if (v->consequence) omen_buf_addf(&b, " (%s)", omen_consequence_word(v->consequence));
  add_access(&b, &r->access[0], ": ");
  add_access(&b, &r->access[1], "; ");
  omen_buf_adds(&b, ".");
  if (v->not_judged) {
    omen_buf_addf(&b, " It could not be judged: %s.", v->not_judged);
    return b.data;
  }
  for (size_t i = 0; i < r->nmodels; i++)
    if (r->models[i].class)
      omen_buf_addf(&b, " Under %s: %s.", r->models[i].model, omen_class_word(r->models[i].class));
  if (v->incident) omen_buf_addf(&b, " It causes incident %s.", v->incident);
  if (v->what && v->what[0])
    omen_buf_addf(&b, " %c%s.", v->what[0] >= 'a' && v->what[0] <= 'z' ? v->what[0] - 32 : v->what[0],
                  v->what + 1);
  return b.data;
}

/* Any of them may change what comes before the first access, and so what the second thread waits for. */
static void assume_harmful(const struct omen_report *report, const struct omen_race *r,
                           struct omen_buf *lines) {
  enum { NAMED = 3 };
  size_t n = 0;
  for (size_t i = 0; i < report->nraces; i++) {
    const struct omen_race *o = &report->races[i];
    if (o == r || !o->verdict.consequence) continue;
    if (n < NAMED)
      omen_buf_addf(lines, "%s%s", n ? ", " : "\nharmful races keep to the recorded order: ", o->id);
    n++;
  }
  if (n > NAMED) omen_buf_addf(lines, " and %zu more", n - NAMED);
}

void omen_verdict_assumes(const struct omen_report *report, const struct omen_race *r,
                          struct omen_buf *lines) {
  if (!r->verdict.assumes) return;
  omen_buf_adds(lines, r->verdict.assumes);
  assume_harmful(report, r, lines);
}

char *omen_finding_sentence(const struct omen_finding *f) {
  struct omen_buf b = {0};
  if (f->defect) {
    const struct omen_access *a = &f->defect->access;
    omen_buf_addf(&b, "%s", f->defect->title);
    if (f->defect->act[0]) omen_buf_addf(&b, ": %s", f->defect->act);
    if (a->function) omen_buf_addf(&b, " in %s", a->function);
    if (a->file) omen_buf_addf(&b, " (%s:%d)", a->file, a->line);
    if (f->defect->hit[0]) omen_buf_addf(&b, ", %s", f->defect->hit);
  } else if (f->inversion) {
    omen_buf_addf(&b, "A%s", f->what + 1); /* "a potential deadlock happens: ..." */
  } else {
    omen_buf_addf(&b, "The run itself failed (%s): %s", omen_consequence_word(f->consequence), f->what);
  }
  omen_buf_adds(&b, ".");
  return b.data;
}

static bool systems(const char *path) {
  return path && (!strncmp(path, "/usr/", 5) || strstr(path, "/c++/") || strstr(path, "/sysdeps/"));
}

const struct omen_frame *omen_project_frame(const struct omen_stack *s) {
  for (size_t i = 0; i < s->n; i++) {
    const struct omen_frame *f = &s->frames[i];
    if (f->file && f->line > 0 && !systems(f->path) && !systems(f->file)) return f;
  }
  for (size_t i = 0; i < s->n; i++)
    if (s->frames[i].file && s->frames[i].line > 0) return &s->frames[i];
  return NULL;
}

const struct omen_stack *omen_finding_stack(const struct omen_finding *f) {
  static const struct omen_stack none;
  if (f->defect)
    return f->defect->access.stack.n || !f->defect->nwaits ? &f->defect->access.stack
                                                           : &f->defect->waits[0].stack;
  if (f->inversion) return &f->inversion->edges[0].wants.stack;
  if (f->home && f->home->fault.n) return &f->home->fault;
  return f->home && f->home->nwaits ? &f->home->waits[0].stack : &none;
}

/* ---- fingerprints ---- */

static uint64_t mix(uint64_t h, const char *s) {
  return XXH3_64bits_withSeed(s ? s : "", s ? strlen(s) : 0, h);
}

static uint64_t half(const struct omen_access *a) {
  const struct omen_frame *f = omen_project_frame(&a->stack);
  uint64_t h = mix(mix(1, f ? f->function : a->function), omen_base_name(f ? f->file : a->file));
  return mix(mix(h, a->text), a->write ? "w" : "r");
}

void omen_race_fingerprint(const struct omen_race *r, char out[24]) {
  uint64_t a = half(&r->access[0]), b = half(&r->access[1]);
  uint64_t v[2] = {a < b ? a : b, a < b ? b : a};
  uint64_t h = mix(XXH3_64bits(v, sizeof v), r->location.shape ? r->location.shape : r->location.name);
  snprintf(out, 24, "%016llx", (unsigned long long)h);
}
