/* Other detectors' races in Omen's own runs: see foreign_log.h. */
#include "triage/foreign_log.h"
#include "report/why_ordered.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

int omen_foreign_log_open(struct omen_foreigns *f, const char *log, struct omen_err *err) {
  struct omen_buf text = {0};
  if (omen_file_read(log, &text, err)) return -1;
  omen_foreign_read(f, text.data ? text.data : "", text.len);
  omen_buf_release(&text);
  if (f->n) return 0;
  return omen_fail(err, "%s has no report of a data race by ThreadSanitizer, Helgrind or DRD", log);
}

/* "FILE:LINE", as the access of a report. */
static bool take_place(const char *place, struct omen_foreign_access *a) {
  const char *colon = place ? strrchr(place, ':') : NULL;
  if (!colon) return false;
  a->frames = omen_xcalloc(1, sizeof *a->frames);
  a->frames[0] = (struct omen_foreign_frame){.function = omen_xstrdup("?"),
                                             .file = omen_xstrndup(place, (size_t)(colon - place)),
                                             .line = atoi(colon + 1)};
  a->n = a->cap = 1;
  return a->frames[0].line > 0;
}

static bool same_place(const struct omen_foreign_access *a, const struct omen_foreign_access *b) {
  return a->frames[0].line == b->frames[0].line && !strcmp(a->frames[0].file, b->frames[0].file);
}

static void take_result(struct omen_foreigns *f, const json_t *j, size_t line) {
  const char *result = json_string_value(json_object_get(j, "result"));
  const json_t *places = json_object_get(j, "places");
  if (!result || strcmp(result, "Race")) return;
  struct omen_foreign one = {.tool = "the field", .at = line, .times = 1};
  bool whole = take_place(json_string_value(json_array_get(places, 0)), &one.access[0]);
  whole = take_place(json_string_value(json_array_get(places, 1)), &one.access[1]) && whole;
  for (size_t i = 0; whole && i < f->n; i++)
    if (same_place(&one.access[0], &f->all[i].access[0]) &&
        same_place(&one.access[1], &f->all[i].access[1])) {
      f->all[i].times++;
      whole = false;
    }
  OMEN_GROW(f->all, f->n, f->cap);
  if (whole) f->all[f->n++] = one;
}

int omen_foreign_field_open(struct omen_foreigns *f, const char *results, struct omen_err *err) {
  struct omen_buf text = {0};
  if (omen_file_read(results, &text, err)) return -1;
  *f = (struct omen_foreigns){0};
  size_t line = 0;
  for (char *rest = NULL, *l = strtok_r(text.data, "\n", &rest); text.data && l;
       l = strtok_r(NULL, "\n", &rest)) {
    json_t *j = json_loads(l, 0, NULL);
    take_result(f, j, ++line);
    json_decref(j);
  }
  omen_buf_release(&text);
  return f->n ? 0 : omen_fail(err, "%s has no race that was met in the field", results);
}

static bool found(const struct omen_campaign *c, const struct omen_foreign *f) {
  for (size_t i = 0; i < c->nruns; i++)
    for (size_t k = 0; !c->runs[i].lost && k < c->runs[i].report.nraces; k++)
      if (omen_foreign_fits(f, &c->runs[i].report.races[k])) return true;
  return false;
}

bool omen_foreign_log_found(const struct omen_campaign *c) {
  for (size_t i = 0; i < c->wanted->n; i++)
    if (!found(c, &c->wanted->all[i])) return false;
  return c->nruns > 0;
}

/* The race that fits best; of several, the worst: they are sorted. */
static const struct omen_race *best(const struct omen_report *r, const struct omen_foreign *f) {
  const struct omen_race *b = NULL;
  int fit = 0;
  for (size_t i = 0; i < r->nraces; i++) {
    int now = omen_foreign_fits(f, &r->races[i]);
    if (now > fit) fit = now, b = &r->races[i];
  }
  return b;
}

static void look_closer(const struct omen_campaign *c, const struct omen_foreign *f, struct omen_answer *a,
                        struct omen_pool *pool) {
  char what[200] = "";
  enum omen_ordered how = OMEN_ORDERED_UNREACHED;
  struct omen_err err = {0};
  a->status = "not-reached";
  a->what = "no run of Omen's came to both places";
  for (size_t i = 0; i < c->nruns && i < 2;
       i++) { /* the first run each thread until it blocks; the second is random */
    if (c->runs[i].lost) continue;
    if (omen_why_ordered(&c->runs[i].recording, f, &how, what, sizeof what, &err)) {
      a->what = omen_pool_fmt(pool, "it did not race, and looking closer failed: %s", err.msg);
      continue;
    }
    if (how == OMEN_ORDERED_BY) {
      a->status = "ordered";
      a->what = omen_pool_fmt(pool, "ordered here by %s", what);
      return;
    }
    if (how == OMEN_ORDERED_APART)
      a->what = "both places were reached, but not by two threads on the same memory";
  }
}

static const char *place(struct omen_pool *pool, const struct omen_foreign_access *a) {
  const struct omen_foreign_frame *p = omen_foreign_place(a);
  return p ? omen_pool_fmt(pool, "%s:%d in %s", p->file, p->line, p->function) : NULL;
}

void omen_foreign_log_answer(struct omen_campaign *c, struct omen_report *r) {
  r->answers = omen_xcalloc(c->wanted->n + 1, sizeof *r->answers);
  for (size_t i = 0; i < c->wanted->n; i++) {
    const struct omen_foreign *f = &c->wanted->all[i];
    struct omen_answer *a = &r->answers[r->nanswers++];
    *a = (struct omen_answer){.tool = f->tool, .line = f->at, .times = f->times, .race = best(r, f)};
    for (int k = 0; k < 2; k++) a->place[k] = place(&c->words, &f->access[k]);
    if (!a->race) {
      look_closer(c, f, a, &c->words);
      continue;
    }
    a->status = "reproduced";
    a->what =
        omen_pool_fmt(&c->words, "race %s: %s", a->race->id,
                      a->race->verdict.class ? omen_class_word(a->race->verdict.class) : "not classified");
  }
}
