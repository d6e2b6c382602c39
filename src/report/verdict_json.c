/* Verdicts to JSON: see verdict_json.h. */
#include "report/verdict_json.h"
#include <stdlib.h>
#include <string.h>

/* JSON strings are UTF-8; bytes that are not become '?'. */
json_t *omen_json_str(const char *s) {
  if (!s) return json_null();
  json_t *j = json_string(s);
  if (j) return j;
  char *copy = omen_xstrdup(s);
  for (unsigned char *p = (unsigned char *)copy; *p; p++)
    if (*p >= 0x80) *p = '?';
  j = json_string(copy);
  free(copy);
  return j;
}

json_t *omen_json_stack(const struct omen_stack *s) {
  json_t *a = json_array();
  for (size_t i = 0; i < s->n; i++) {
    const struct omen_frame *f = &s->frames[i];
    json_t *o = json_object();
    json_object_set_new(o, "function", omen_json_str(f->function));
    json_object_set_new(o, "file", omen_json_str(f->file));
    json_object_set_new(o, "line", json_integer(f->line));
    if (f->column) json_object_set_new(o, "column", json_integer(f->column));
    if (!f->file && f->module) json_object_set_new(o, "module", omen_json_str(f->module));
    if (f->path && (!f->file || strcmp(f->path, f->file)))
      json_object_set_new(o, "path", omen_json_str(f->path));
    json_array_append_new(a, o);
  }
  return a;
}

json_t *omen_json_holds(const struct omen_hold *h, size_t n, bool waits) {
  json_t *a = json_array();
  for (size_t i = 0; i < n; i++) {
    json_t *o = json_object();
    json_object_set_new(o, "thread", json_integer(h[i].thread));
    json_object_set_new(o, "kind", omen_json_str(h[i].what));
    json_object_set_new(o, "object", omen_json_str(h[i].object));
    if (waits) json_object_set_new(o, "holder", h[i].holder >= 0 ? json_integer(h[i].holder) : json_null());
    json_object_set_new(o, "stack", omen_json_stack(&h[i].stack));
    json_array_append_new(a, o);
  }
  return a;
}

json_t *omen_json_loops(const struct omen_hold *h, size_t n) {
  json_t *a = json_array();
  for (size_t i = 0; i < n; i++)
    json_array_append_new(
        a, json_pack("{s:i,s:o}", "thread", h[i].thread, "stack", omen_json_stack(&h[i].stack)));
  return a;
}

void omen_json_place(json_t *o, const struct omen_where *p) {
  json_object_set_new(o, "file", omen_json_str(p->file));
  json_object_set_new(o, "line", json_integer(p->line));
  json_object_set_new(o, "function", omen_json_str(p->function));
  if (p->path && (!p->file || strcmp(p->path, p->file)))
    json_object_set_new(o, "path", omen_json_str(p->path));
}

static json_t *schedule(const struct omen_shown_step *steps, size_t n) {
  json_t *a = json_array();
  for (size_t i = 0; i < n; i++) {
    const struct omen_shown_step *t = &steps[i];
    json_t *o = json_object();
    json_object_set_new(o, "thread", json_integer(t->thread));
    json_object_set_new(o, "event", json_integer((json_int_t)t->event));
    json_object_set_new(o, "does", omen_json_str(t->does));
    omen_json_place(o, &t->at);
    if (t->to >= 0) json_object_set_new(o, "to", json_integer(t->to));
    if (t->value) json_object_set_new(o, "value", omen_json_str(t->value));
    if (t->chosen) json_object_set_new(o, "chosen", json_true());
    if (t->stale) json_object_set_new(o, "stale", json_true());
    json_array_append_new(a, o);
  }
  return a;
}

/* What a person reads of a long schedule is its beginning, with the race, and its end. The text shows less
 * than that, HTML folds it. Twice as many would double the size of reports of servers, whose schedules are
 * all long. */
enum { TOLD_FIRST = 40, TOLD_LAST = 40 };

/* Of a race that is told with its group, at both ends. */
enum { TOLD_IN_GROUP = 3 };

static bool told(size_t n, size_t i, bool matters) { return matters || i < TOLD_FIRST || i + TOLD_LAST >= n; }

bool omen_step_is_told(const struct omen_shown_step *steps, size_t n, size_t i) {
  return told(n, i, steps[i].chosen);
}

static void shorten(json_t *evidence, const char *key, bool in_group) {
  json_t *all = json_object_get(evidence, key), *kept = json_array();
  size_t n = json_array_size(all), gap = 0, left_out = 0;
  for (size_t i = 0; i < n; i++) {
    json_t *step = json_array_get(all, i);
    bool chosen = json_is_true(json_object_get(step, "chosen"));
    if (!told(n, i, chosen) || (in_group && !chosen && i >= TOLD_IN_GROUP && i + TOLD_IN_GROUP < n)) {
      gap++;
      continue;
    }
    if (gap) json_object_set_new(step, "left_out", json_integer((json_int_t)gap));
    left_out += gap;
    gap = 0;
    json_array_append(kept, step);
  }
  char *name = omen_format("%s_left_out", key);
  if (left_out) {
    json_object_set(evidence, key, kept);
    json_object_set_new(evidence, name, json_integer((json_int_t)left_out));
  }
  free(name);
  json_decref(kept);
}

void omen_json_shorten(json_t *o, bool in_group) {
  json_t *evidence = json_object_get(o, "evidence");
  if (!json_is_object(evidence)) return;
  shorten(evidence, "schedule", in_group);
  shorten(evidence, "other_schedule", in_group);
}

static json_t *end(const struct omen_shown_end *e) {
  json_t *o = json_object();
  json_object_set_new(o, "how", omen_json_str(omen_end_word(e->how)));
  if (e->how == OMEN_END_EXIT) json_object_set_new(o, "status", json_integer(e->status));
  if (e->how == OMEN_END_SIGNAL) {
    json_object_set_new(o, "signal", json_integer(e->status));
    json_object_set_new(o, "name", omen_json_str(strsignal(e->status)));
    json_object_set_new(o, "address", json_integer((json_int_t)e->addr));
    json_object_set_new(o, "thread", e->thread >= 0 ? json_integer(e->thread) : json_null());
    if (e->message) json_object_set_new(o, "message", omen_json_str(e->message));
    json_object_set_new(o, "stack", omen_json_stack(&e->stack));
  }
  if (e->defect) {
    json_t *d = json_object();
    omen_defect_to_json(d, e->defect);
    json_object_set_new(o, "defect", d);
  }
  if (e->nwaits) json_object_set_new(o, "waits", omen_json_holds(e->waits, e->nwaits, true));
  if (e->nholds) json_object_set_new(o, "holds", omen_json_holds(e->holds, e->nholds, false));
  return o;
}

static json_t *output(const struct omen_verdict *v) {
  json_t *o = json_object(), *at = json_array(), *lines = json_array();
  json_object_set_new(o, "primary", omen_json_str(v->primary));
  json_object_set_new(o, "alternate", omen_json_str(v->alternate));
  const struct omen_shown *s = v->shown;
  for (int i = 0; s && s->stream && i < 2; i++) {
    json_t *place = json_object();
    json_object_set_new(place, "order", omen_json_str(i ? "alternate" : "primary"));
    omen_json_place(place, &s->at[i]);
    json_array_append_new(at, place);
  }
  json_object_set_new(o, "at", at);
  if (s && s->stream) {
    json_object_set_new(o, "stream", omen_json_str(s->stream));
    json_object_set_new(o, "line", json_integer(s->line));
    for (int i = 0; i < 3; i++) json_array_append_new(lines, omen_json_str(s->text[i]));
    json_object_set_new(o, "lines", lines);
  } else {
    json_decref(lines);
  }
  return o;
}

json_t *omen_json_lines(const char *text) {
  json_t *list = json_array();
  for (size_t n; text && *text; text += n + (text[n] == '\n')) {
    n = strcspn(text, "\n");
    char *one = omen_format("%.*s", (int)n, text);
    json_array_append_new(list, omen_json_str(one));
    free(one);
  }
  return list;
}

/* How much the other inputs say. */
static json_t *other_inputs(const struct omen_other_inputs *other) {
  return json_pack("{s:i,s:i,s:i,s:i,s:o}", "tried", other->tried, "reached", other->reached, "proved",
                   other->proved, "alike", other->alike, "assumes", omen_json_lines(other->assumes));
}

static json_t *the_inputs(const struct omen_other_inputs *other) {
  json_t *inputs = json_loads(other->inputs, 0, NULL);
  return inputs ? inputs : json_object();
}

void omen_shown_to_json(json_t *e, const struct omen_shown *s) {
  json_object_set_new(e, "order", omen_json_str(s->alternate ? "alternate" : "primary"));
  json_object_set_new(e, "schedule", schedule(s->steps, s->nsteps));
  json_object_set_new(e, "other_schedule", schedule(s->other_steps, s->nother));
  json_object_set_new(e, "decisions", json_pack("{s:i,s:i}", "before", s->decided, "matter", s->matter));
  json_object_set_new(e, "end", end(&s->end));
  json_object_set_new(e, "other_end", end(&s->other));
}

void omen_verdict_to_json(json_t *o, const struct omen_verdict *v) {
  if (!v->class) return;
  json_object_set_new(o, "class", omen_json_str(v->not_judged ? NULL : omen_class_word(v->class)));
  if (v->not_judged) json_object_set_new(o, "not_judged", omen_json_str(v->not_judged));
  json_object_set_new(o, "consequence", omen_json_str(omen_consequence_word(v->consequence)));
  json_object_set_new(o, "proof", omen_json_str(omen_proof_word(v->proof)));
  if (v->loop) json_object_set_new(o, "loop", omen_json_str(omen_endless_word(v->loop)));
  json_object_set_new(o, "what", omen_json_str(v->what));
  if (v->differs) json_object_set_new(o, "differs", omen_json_str(v->differs));
  if (v->assumes) json_object_set_new(o, "assumes", omen_json_lines(v->assumes));
  json_object_set_new(o, "k", json_integer(v->k));
  json_object_set_new(o, "paths", json_integer(v->paths));
  json_object_set_new(o, "schedules", json_integer(v->schedules));
  json_object_set_new(o, "seconds", json_real(v->seconds));
  if (v->states_same + v->states_change + v->states_fail) {
    json_object_set_new(o, "states_differ", json_boolean(v->states_change));
    json_object_set_new(o, "states",
                        json_pack("{s:i,s:i,s:i}", "no_state_change", v->states_same, "state_change",
                                  v->states_change, "replay_failure", v->states_fail));
  }
  if (v->other.tried || v->other.proved || v->other.alike)
    json_object_set_new(o, "inputs", other_inputs(&v->other));
  if (!v->replay) return;
  json_t *e = json_object();
  json_object_set_new(e, "replay", omen_json_str(v->replay));
  if (v->incident) json_object_set_new(e, "incident", omen_json_str(v->incident));
  if (v->other.inputs) {
    json_object_set_new(e, "inputs", the_inputs(&v->other));
    json_object_set_new(e, "with", omen_json_lines(v->other.with));
  }
  json_object_set_new(e, "output", output(v));
  if (v->shown) omen_shown_to_json(e, v->shown);
  json_object_set_new(o, "evidence", e);
}
