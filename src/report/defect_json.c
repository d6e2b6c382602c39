/* Defects to JSON, and back: see verdict_json.h. */
#include "record/defect_words.h"
#include "report/verdict_json.h"
#include <stdlib.h>
#include <string.h>

static json_t *number(uint64_t v) { return json_integer(v > INT64_MAX ? INT64_MAX : (json_int_t)v); }

static json_t *by_json(const struct omen_report_by *b) {
  json_t *o = json_object();
  json_object_set_new(o, "did", omen_json_str(b->did));
  json_object_set_new(o, "thread", b->thread >= 0 ? json_integer(b->thread) : json_null());
  json_object_set_new(o, "stack", omen_json_stack(&b->stack));
  return o;
}

static json_t *object_json(const struct omen_report_defect *d) {
  json_t *o = json_object();
  bool heap = d->place && !strcmp(d->place, "heap");
  json_object_set_new(o, "place", omen_json_str(d->place));
  json_object_set_new(o, "name", omen_json_str(d->object));
  if (d->scope) json_object_set_new(o, "scope", omen_json_str(d->scope));
  if (d->place) {
    json_object_set_new(o, "address", number(d->base));
    json_object_set_new(o, "size", number(d->size));
    json_object_set_new(o, "offset", json_integer((json_int_t)(d->access.addr - d->base)));
    json_object_set_new(o, "where", omen_json_str(d->hit));
  }
  if (d->file) {
    json_object_set_new(o, "file", omen_json_str(d->file));
    json_object_set_new(o, "line", json_integer(d->line));
  }
  if (d->made.did) json_object_set_new(o, heap ? "allocated" : "made", by_json(&d->made));
  if (d->gone.did) json_object_set_new(o, heap ? "freed" : "gone", by_json(&d->gone));
  return o;
}

void omen_defect_to_json(json_t *o, const struct omen_report_defect *d) {
  const struct omen_access *a = &d->access;
  json_object_set_new(o, "consequence", omen_json_str(omen_consequence_word(d->consequence)));
  json_object_set_new(o, "kind", omen_json_str(omen_defect_word(d->kind)));
  json_object_set_new(o, "title", omen_json_str(d->title));
  if (d->says) json_object_set_new(o, "says", omen_json_str(d->says));
  if (d->kind == OMEN_DEFECT_INVARIANT) json_object_set_new(o, "invariant", number(d->base));
  json_object_set_new(o, "file", omen_json_str(a->file));
  json_object_set_new(o, "line", json_integer(a->line));
  json_object_set_new(o, "column", json_integer(a->column));
  json_object_set_new(o, "function", omen_json_str(a->function));
  if (a->path && (!a->file || strcmp(a->path, a->file)))
    json_object_set_new(o, "path", omen_json_str(a->path));
  json_object_set_new(o, "thread", d->thread >= 0 ? json_integer(d->thread) : json_null());
  if (a->known) {
    json_object_set_new(o, "op", omen_json_str(a->write ? "write" : "read"));
    json_object_set_new(o, "size", number(a->size));
    json_object_set_new(o, "expression", omen_json_str(a->text));
  }
  json_object_set_new(o, "address", number(a->addr));
  json_object_set_new(o, "stack", omen_json_stack(&a->stack));
  if (d->place || d->object || d->made.did || d->gone.did) json_object_set_new(o, "object", object_json(d));
  if (d->nwaits) json_object_set_new(o, "waits", omen_json_holds(d->waits, d->nwaits, true));
  if (d->nholds) json_object_set_new(o, "holds", omen_json_holds(d->holds, d->nholds, false));
}

static uint64_t big(json_t *o, const char *key) {
  json_int_t v = json_integer_value(json_object_get(o, key));
  return v > 0 ? (uint64_t)v : 0;
}

static const char *some(const char *s) { return s ? s : ""; }

static struct omen_report_by by_from(struct omen_report *r, json_t *o) {
  return (struct omen_report_by){.thread = omen_json_int(o, "thread", -1),
                                 .did = json_is_object(o) ? some(omen_json_text(r, o, "did")) : NULL,
                                 .stack = omen_json_to_stack(r, json_object_get(o, "stack"))};
}

static void object_from(struct omen_report *r, json_t *o, struct omen_report_defect *d) {
  json_t *allocated = json_object_get(o, "allocated"), *freed = json_object_get(o, "freed");
  d->place = omen_json_text(r, o, "place");
  d->object = omen_json_text(r, o, "name");
  d->scope = omen_json_text(r, o, "scope");
  d->base = big(o, "address");
  d->size = big(o, "size");
  d->hit = some(omen_json_text(r, o, "where"));
  d->file = omen_json_text(r, o, "file");
  d->line = omen_json_int(o, "line", 0);
  d->made = by_from(r, allocated ? allocated : json_object_get(o, "made"));
  d->gone = by_from(r, freed ? freed : json_object_get(o, "gone"));
}

struct omen_report_defect *omen_defect_from_json(struct omen_report *r, json_t *o) {
  const char *word = json_string_value(json_object_get(o, "kind")), *op = omen_json_text(r, o, "op");
  enum omen_defect_kind kind = omen_defect_find(word);
  if (kind == OMEN_DEFECT_KINDS) return NULL;
  struct omen_report_defect *d = omen_xcalloc(1, sizeof *d);
  struct omen_access *a = &d->access;
  const char *title = omen_json_text(r, o, "title");
  *d = (struct omen_report_defect){
      .kind = kind,
      .consequence = omen_consequence_find(json_string_value(json_object_get(o, "consequence"))),
      .what = "",
      .title = title && *title ? title : omen_defect_word(kind),
      .act = "",
      .says = omen_json_text(r, o, "says"),
      .thread = omen_json_int(o, "thread", -1)};
  *a = (struct omen_access){.known = op != NULL,
                            .thread = d->thread,
                            .write = op && !strcmp(op, "write"),
                            .addr = big(o, "address"),
                            .size = big(o, "size"),
                            .function = omen_json_text(r, o, "function"),
                            .file = omen_json_text(r, o, "file"),
                            .path = omen_json_text(r, o, "path"),
                            .line = omen_json_int(o, "line", 0),
                            .column = omen_json_int(o, "column", 0),
                            .text = omen_json_text(r, o, "expression"),
                            .stack = omen_json_to_stack(r, json_object_get(o, "stack"))};
  if (!a->path) a->path = a->file;
  if (op) {
    char act[64];
    omen_defect_access(a->write, a->size, act, sizeof act);
    d->act = omen_pool_str(&r->pool, act);
  }
  object_from(r, json_object_get(o, "object"), d);
  if (d->kind == OMEN_DEFECT_INVARIANT) d->base = big(o, "invariant");
  d->waits = omen_json_to_holds(r, json_object_get(o, "waits"), &d->nwaits);
  d->holds = omen_json_to_holds(r, json_object_get(o, "holds"), &d->nholds);
  return d;
}
