/* The JSON report: see write.h and contracts.md. */
#include "report/write.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* JSON strings are UTF-8; bytes that are not become '?'. */
static json_t *str(const char *s) {
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

static json_t *number(uint64_t v) { return json_integer(v > INT64_MAX ? INT64_MAX : (json_int_t)v); }

static json_t *stack(const struct omen_stack *s) {
  json_t *a = json_array();
  for (size_t i = 0; i < s->n; i++) {
    const struct omen_frame *f = &s->frames[i];
    json_t *o = json_object();
    json_object_set_new(o, "function", str(f->function));
    json_object_set_new(o, "file", str(f->file));
    json_object_set_new(o, "line", json_integer(f->line));
    if (f->column) json_object_set_new(o, "column", json_integer(f->column));
    if (!f->file && f->module) json_object_set_new(o, "module", str(f->module));
    json_array_append_new(a, o);
  }
  return a;
}

static json_t *access_object(const struct omen_access *a) {
  json_t *o = json_object();
  json_object_set_new(o, "thread", a->known ? json_integer(a->thread) : json_null());
  json_object_set_new(o, "op", str(a->atomic ? "atomic" : a->write ? "write" : "read"));
  if (a->atomic) json_object_set_new(o, "writes", json_boolean(a->write));
  json_object_set_new(o, "size", number(a->size));
  json_object_set_new(o, "file", str(a->file));
  json_object_set_new(o, "line", json_integer(a->line));
  json_object_set_new(o, "column", json_integer(a->column));
  json_object_set_new(o, "function", str(a->function));
  json_object_set_new(o, "expression", str(a->text));
  json_object_set_new(o, "stack", stack(&a->stack));
  return o;
}

static json_t *location(const struct omen_location *l) {
  static const char *const kinds[] = {"global", "heap", "stack"};
  json_t *o = json_object();
  json_object_set_new(o, "name", str(l->name));
  json_object_set_new(o, "kind", str(kinds[l->place]));
  json_object_set_new(o, "size", number(l->size));
  if (l->variable.file) {
    json_object_set_new(o, "file", str(l->variable.file));
    json_object_set_new(o, "line", json_integer(l->variable.line));
  }
  if (l->place == OMEN_PLACE_HEAP && l->block_size) {
    json_object_set_new(o, "block_size", number(l->block_size));
    json_object_set_new(o, "offset", number(l->addr - l->block));
    json_object_set_new(o, "allocated", stack(&l->allocated));
  }
  if (l->thread >= 0) json_object_set_new(o, "thread", json_integer(l->thread));
  return o;
}

static void verdict(json_t *o, const struct omen_verdict *v) {
  if (!v->class) return;
  json_object_set_new(o, "class", str(v->class));
  json_object_set_new(o, "consequence", str(v->consequence));
  json_object_set_new(o, "proof", str(v->proof));
  json_object_set_new(o, "k", json_integer(v->k));
  json_object_set_new(o, "paths", json_integer(v->paths));
  json_object_set_new(o, "schedules", json_integer(v->schedules));
  json_object_set_new(o, "seconds", json_real(v->seconds));
  if (!v->replay) return;
  json_t *e = json_object(), *out = json_object();
  json_object_set_new(out, "primary", str(v->primary));
  json_object_set_new(out, "alternate", str(v->alternate));
  json_object_set_new(e, "replay", str(v->replay));
  json_object_set_new(e, "output", out);
  json_object_set_new(o, "evidence", e);
}

static json_t *race(const struct omen_race *r) {
  json_t *o = json_object(), *accesses = json_array();
  json_object_set_new(o, "id", str(r->id));
  json_object_set_new(o, "schedulable", json_boolean(r->schedulable));
  json_object_set_new(o, "instances", number(r->instances));
  verdict(o, &r->verdict);
  if (r->runs) {
    json_object_set_new(o, "runs", number(r->runs));
    json_object_set_new(o, "recording", str(r->home->recording));
  }
  json_object_set_new(o, "location", location(&r->location));
  for (int i = 0; i < 2; i++) json_array_append_new(accesses, access_object(&r->access[i]));
  json_object_set_new(o, "accesses", accesses);
  return o;
}

static json_t *threads(const struct omen_report *r) {
  json_t *a = json_array();
  for (size_t i = 0; i < r->nthreads; i++) {
    json_t *o = json_object();
    json_object_set_new(o, "thread", json_integer(r->threads[i].id));
    json_object_set_new(o, "parent", r->threads[i].id ? json_integer(r->threads[i].parent) : json_null());
    json_object_set_new(o, "created", stack(&r->threads[i].created));
    json_array_append_new(a, o);
  }
  return a;
}

static json_t *holds(const struct omen_hold *h, size_t n, bool waits) {
  json_t *a = json_array();
  for (size_t i = 0; i < n; i++) {
    json_t *o = json_object();
    json_object_set_new(o, "thread", json_integer(h[i].thread));
    json_object_set_new(o, "kind", str(h[i].what));
    json_object_set_new(o, "object", str(h[i].object));
    if (waits) json_object_set_new(o, "holder", h[i].holder >= 0 ? json_integer(h[i].holder) : json_null());
    json_object_set_new(o, "stack", stack(&h[i].stack));
    json_array_append_new(a, o);
  }
  return a;
}

static json_t *end(const struct omen_report *r) {
  static const char *const names[] = {"exit", "signal", "deadlock", "diverged"};
  json_t *o = json_object();
  json_object_set_new(o, "how", str(names[r->outcome.end]));
  if (r->outcome.end == OMEN_END_EXIT) json_object_set_new(o, "status", json_integer(r->outcome.status));
  if (r->outcome.end == OMEN_END_SIGNAL) json_object_set_new(o, "signal", json_integer(r->outcome.status));
  if (r->outcome.end == OMEN_END_DEADLOCK) {
    json_object_set_new(o, "waits", holds(r->waits, r->nwaits, true));
    json_object_set_new(o, "holds", holds(r->holds, r->nholds, false));
  }
  return o;
}

static json_t *runs(const struct omen_report *r) {
  json_t *a = json_array();
  for (size_t i = 0; i < r->nruns; i++) {
    const struct omen_report_run *run = &r->runs[i];
    json_t *o = json_pack("{s:o,s:s,s:o,s:s,s:f,s:o,s:o}", "recording", str(run->recording), "strategy",
                          run->strategy, "seed", number(run->seed), "end", run->how, "seconds", run->seconds,
                          "races", number(run->races), "new", number(run->fresh));
    if (!strcmp(run->how, "exit")) json_object_set_new(o, "status", json_integer(run->status));
    if (!strcmp(run->how, "signal")) json_object_set_new(o, "signal", json_integer(run->status));
    json_array_append_new(a, o);
  }
  return a;
}

static json_t *findings(const struct omen_report *r) {
  json_t *a = json_array();
  for (size_t i = 0; i < r->nfindings; i++) {
    const struct omen_finding *f = &r->findings[i];
    json_t *o = json_object();
    json_object_set_new(o, "consequence", str(f->consequence));
    json_object_set_new(o, "what", str(f->what));
    json_object_set_new(o, "recording", str(f->recording));
    json_object_set_new(o, "strategy", str(f->strategy));
    json_object_set_new(o, "seed", number(f->seed));
    json_object_set_new(o, "runs", number(f->runs));
    json_object_set_new(o, "replay", str(f->replay));
    if (f->home && f->home->fault.n) json_object_set_new(o, "stack", stack(&f->home->fault));
    if (f->home && f->home->nwaits) {
      json_object_set_new(o, "waits", holds(f->home->waits, f->home->nwaits, true));
      json_object_set_new(o, "holds", holds(f->home->holds, f->home->nholds, false));
    }
    json_array_append_new(a, o);
  }
  return a;
}

static json_t *counters(const struct omen_outcome *out) {
  static const char *const always[] = {"events", "dropped", "opaque_calls"};
  json_t *o = json_object();
  for (size_t i = 0; i < sizeof always / sizeof *always; i++)
    json_object_set_new(o, always[i], number(omen_outcome_counter(out, always[i])));
  for (size_t i = 0; i < out->ncounters; i++)
    json_object_set_new(o, out->counters[i].name, number(out->counters[i].value));
  return o;
}

void omen_report_json(const struct omen_report *r, struct omen_buf *out) {
  json_t *o = json_object(), *program = json_array(), *races = json_array();
  for (char **a = r->argv; a && *a; a++) json_array_append_new(program, str(*a));
  for (size_t i = 0; i < r->nraces; i++) json_array_append_new(races, race(&r->races[i]));
  json_object_set_new(o, "version", json_integer(1));
  json_object_set_new(o, "program", program);
  json_object_set_new(o, "recording", str(r->recording));
  json_object_set_new(o, "seed", number(r->seed));
  json_object_set_new(o, "strategy", str(r->strategy));
  json_object_set_new(o, "memory_model", str("sc"));
  json_object_set_new(o, "end", end(r));
  json_object_set_new(o, "races", races);
  if (r->nruns) json_object_set_new(o, "runs", runs(r));
  if (r->nruns || r->nfindings) json_object_set_new(o, "findings", findings(r));
  if (r->why_not) json_object_set_new(o, "incomplete", str(r->why_not));
  json_object_set_new(o, "threads", threads(r));
  json_object_set_new(o, "counters", counters(&r->outcome));
  json_object_set_new(o, "seconds", json_pack("{s:f}", "run", r->seconds));
  char *text = json_dumps(o, JSON_INDENT(2));
  omen_buf_adds(out, text);
  omen_buf_adds(out, "\n");
  free(text);
  json_decref(o);
}
