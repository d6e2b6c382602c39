/* Verdicts from JSON: see verdict_json.h. Every getter gives nothing for what is not there. */
#include "report/verdict_json.h"
#include <stdlib.h>
#include <string.h>

const char *omen_json_text(struct omen_report *r, json_t *o, const char *key) {
  return omen_pool_str(&r->pool, json_string_value(json_object_get(o, key)));
}

int omen_json_int(json_t *o, const char *key, int otherwise) {
  json_t *n = json_object_get(o, key);
  json_int_t v = json_integer_value(n);
  return json_is_integer(n) && v >= INT32_MIN && v <= INT32_MAX ? (int)v : otherwise;
}

static const char *word(json_t *o, const char *key) { return json_string_value(json_object_get(o, key)); }

struct omen_where omen_json_to_place(struct omen_report *r, json_t *o) {
  struct omen_where p = {omen_json_text(r, o, "function"), omen_json_text(r, o, "file"),
                         omen_json_text(r, o, "path"), omen_json_int(o, "line", 0)};
  if (!p.path) p.path = p.file;
  return p;
}

struct omen_stack omen_json_to_stack(struct omen_report *r, json_t *a) {
  struct omen_stack s = {.frames = omen_xcalloc(json_array_size(a) + 1, sizeof *s.frames)};
  for (size_t i = 0; i < json_array_size(a); i++) {
    json_t *o = json_array_get(a, i);
    struct omen_where p = omen_json_to_place(r, o);
    s.frames[s.n++] = (struct omen_frame){.function = p.function ? p.function : "(unnamed)",
                                          .file = p.file,
                                          .path = p.path,
                                          .module = omen_json_text(r, o, "module"),
                                          .line = p.line,
                                          .column = omen_json_int(o, "column", 0)};
  }
  return s;
}

struct omen_hold *omen_json_to_holds(struct omen_report *r, json_t *a, size_t *n) {
  struct omen_hold *h = omen_xcalloc(json_array_size(a) + 1, sizeof *h);
  for (*n = 0; *n < json_array_size(a); ++*n) {
    json_t *o = json_array_get(a, *n);
    const char *kind = omen_json_text(r, o, "kind");
    h[*n] = (struct omen_hold){.thread = omen_json_int(o, "thread", -1),
                               .holder = omen_json_int(o, "holder", -1),
                               .what = kind ? kind : "something",
                               .object = omen_json_text(r, o, "object"),
                               .stack = omen_json_to_stack(r, json_object_get(o, "stack"))};
  }
  return h;
}

static void end(struct omen_report *r, json_t *o, struct omen_shown_end *e) {
  *e = (struct omen_shown_end){.how = omen_end_find(word(o, "how")),
                               .status = omen_json_int(o, "status", omen_json_int(o, "signal", 0)),
                               .addr = (uint64_t)json_integer_value(json_object_get(o, "address")),
                               .thread = omen_json_int(o, "thread", -1),
                               .message = omen_json_text(r, o, "message"),
                               .stack = omen_json_to_stack(r, json_object_get(o, "stack"))};
  e->defect = omen_defect_from_json(r, json_object_get(o, "defect"));
  e->waits = omen_json_to_holds(r, json_object_get(o, "waits"), &e->nwaits);
  e->holds = omen_json_to_holds(r, json_object_get(o, "holds"), &e->nholds);
}

static void steps(struct omen_report *r, json_t *a, struct omen_shown_step **list, size_t *n, size_t *cap) {
  json_t *o;
  size_t i;
  json_array_foreach(a, i, o) {
    const char *does = omen_json_text(r, o, "does");
    OMEN_GROW(*list, *n, *cap);
    (*list)[(*n)++] =
        (struct omen_shown_step){.thread = omen_json_int(o, "thread", -1),
                                 .to = omen_json_int(o, "to", -1),
                                 .event = (uint64_t)json_integer_value(json_object_get(o, "event")),
                                 .does = does ? does : "goes on",
                                 .value = omen_json_text(r, o, "value"),
                                 .chosen = json_is_true(json_object_get(o, "chosen")),
                                 .stale = json_is_true(json_object_get(o, "stale")),
                                 .at = omen_json_to_place(r, o)};
  }
}

static void difference(struct omen_report *r, json_t *o, struct omen_shown *s) {
  json_t *lines = json_object_get(o, "lines"), *at = json_object_get(o, "at");
  s->stream = omen_json_text(r, o, "stream");
  s->line = omen_json_int(o, "line", 0);
  for (size_t i = 0; i < 3; i++)
    s->text[i] = omen_pool_str(&r->pool, json_string_value(json_array_get(lines, i)));
  for (size_t i = 0; i < 2; i++) s->at[i] = omen_json_to_place(r, json_array_get(at, i));
}

const char *omen_json_to_lines(struct omen_report *r, json_t *list) {
  struct omen_buf text = {0};
  json_t *one;
  size_t i;
  json_array_foreach(list, i, one) {
    const char *s = json_string_value(one);
    if (s) omen_buf_addf(&text, "%s%s", text.len ? "\n" : "", s);
  }
  const char *kept = text.len ? omen_pool_str(&r->pool, text.data) : NULL;
  omen_buf_release(&text);
  return kept;
}

static void other_inputs(struct omen_report *r, json_t *o, struct omen_other_inputs *other) {
  json_t *all = json_object_get(o, "inputs"), *e = json_object_get(o, "evidence");
  *other = (struct omen_other_inputs){.tried = omen_json_int(all, "tried", 0),
                                      .reached = omen_json_int(all, "reached", 0),
                                      .proved = omen_json_int(all, "proved", 0),
                                      .alike = omen_json_int(all, "alike", 0),
                                      .assumes = omen_json_to_lines(r, json_object_get(all, "assumes")),
                                      .with = omen_json_to_lines(r, json_object_get(e, "with"))};
  char *text = json_dumps(json_object_get(e, "inputs"), JSON_COMPACT);
  other->inputs = omen_pool_str(&r->pool, text);
  free(text);
}

struct omen_shown *omen_shown_from_json(struct omen_report *r, json_t *e) {
  const char *order = omen_json_text(r, e, "order");
  if (!order) return NULL;
  struct omen_shown *s = omen_report_show(r);
  s->alternate = !strcmp(order, "alternate");
  s->decided = omen_json_int(json_object_get(e, "decisions"), "before", 0);
  s->matter = omen_json_int(json_object_get(e, "decisions"), "matter", 0);
  steps(r, json_object_get(e, "schedule"), &s->steps, &s->nsteps, &s->csteps);
  steps(r, json_object_get(e, "other_schedule"), &s->other_steps, &s->nother, &s->cother);
  end(r, json_object_get(e, "end"), &s->end);
  end(r, json_object_get(e, "other_end"), &s->other);
  return s;
}

bool omen_verdict_from_json(struct omen_report *r, json_t *o, struct omen_verdict *v) {
  *v = (struct omen_verdict){.class = omen_class_find(word(o, "class")),
                             .consequence = omen_consequence_find(word(o, "consequence")),
                             .proof = omen_proof_find(word(o, "proof")),
                             .loop = omen_endless_find(word(o, "loop")),
                             .what = omen_json_text(r, o, "what"),
                             .differs = omen_json_text(r, o, "differs"),
                             .assumes = omen_json_to_lines(r, json_object_get(o, "assumes")),
                             .k = omen_json_int(o, "k", 0),
                             .paths = omen_json_int(o, "paths", 0),
                             .schedules = omen_json_int(o, "schedules", 0),
                             .seconds = json_number_value(json_object_get(o, "seconds"))};
  v->not_judged = omen_json_text(r, o, "not_judged");
  if (v->not_judged) v->class = OMEN_CLASS_UNKNOWN;
  v->incident = omen_json_text(r, json_object_get(o, "evidence"), "incident");
  if (!v->class || (word(o, "consequence") && !v->consequence)) return false;
  json_t *states = json_object_get(o, "states");
  v->states_same = omen_json_int(states, "no_state_change", 0);
  v->states_change = omen_json_int(states, "state_change", 0);
  v->states_fail = omen_json_int(states, "replay_failure", 0);
  other_inputs(r, o, &v->other);
  if (!v->proof) v->proof = OMEN_PROOF_EXPLORED;
  if (!v->what) v->what = "";
  json_t *e = json_object_get(o, "evidence"), *out = json_object_get(e, "output");
  v->replay = omen_json_text(r, e, "replay");
  if (!v->replay) return true;
  v->primary = omen_json_text(r, out, "primary");
  v->alternate = omen_json_text(r, out, "alternate");
  struct omen_shown *s = omen_shown_from_json(r, e);
  if (!s) return true;
  difference(r, out, s);
  v->shown = s;
  return true;
}
