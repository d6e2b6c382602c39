/* See scanned.h. */
#include "report/scanned.h"
#include "report/pool.h"
#include <stdlib.h>
#include <string.h>

static const char *word(json_t *o, const char *key) { return json_string_value(json_object_get(o, key)); }

static const char *keep(struct omen_report *r, const char *s) { return omen_pool_str(&r->pool, s); }

static void stack(struct omen_report *r, json_t *frames, struct omen_stack *out) {
  out->n = json_array_size(frames);
  out->frames = omen_xcalloc(out->n + 1, sizeof *out->frames);
  for (size_t i = 0; i < out->n; i++) {
    json_t *f = json_array_get(frames, i);
    const char *path = keep(r, word(f, "file"));
    out->frames[i].function = keep(r, word(f, "function"));
    out->frames[i].path = path;
    out->frames[i].file = omen_base_name(path);
    out->frames[i].line = (int)json_integer_value(json_object_get(f, "line"));
  }
}

static void locks(struct omen_report *r, json_t *names, struct omen_access *a) {
  for (size_t i = 0; i < json_array_size(names) && i < OMEN_LOCKS_SHOWN; i++)
    a->locks[a->nlocks++].name = keep(r, json_string_value(json_array_get(names, i)));
}

static void access_of(struct omen_report *r, json_t *from, json_t *held, struct omen_access *a) {
  const char *op = word(from, "op"), *path = keep(r, word(from, "file"));
  a->known = true;
  a->atomic = op && !strcmp(op, "atomic");
  a->write = op && (!strcmp(op, "write") || json_is_true(json_object_get(from, "writes")));
  a->function = keep(r, word(from, "function"));
  a->path = path;
  a->file = omen_base_name(path);
  a->line = (int)json_integer_value(json_object_get(from, "line"));
  a->text = keep(r, word(from, "expression"));
  stack(r, json_object_get(from, "stack"), &a->stack);
  locks(r, held, a);
}

static void location(struct omen_report *r, json_t *from, struct omen_location *l) {
  const char *kind = word(from, "kind"), *name = word(from, "name");
  l->place = kind && !strcmp(kind, "global")  ? OMEN_PLACE_GLOBAL
             : kind && !strcmp(kind, "stack") ? OMEN_PLACE_STACK
                                              : OMEN_PLACE_HEAP;
  l->name = l->shape = keep(r, name ? name : "(unnamed)");
  l->size = (uint64_t)json_integer_value(json_object_get(from, "size"));
  if (l->place == OMEN_PLACE_GLOBAL) l->variable.name = keep(r, word(from, "object"));
  l->thread = -1;
}

void omen_report_scanned(struct omen_report *out, json_t *scan, const char *program) {
  json_t *list = json_object_get(scan, "candidates");
  *out = (struct omen_report){.nraces = json_array_size(list), .watched = true};
  out->argv = omen_xcalloc(2, sizeof *out->argv);
  out->argv[0] = omen_xstrdup(program);
  out->strategy = out->recording = keep(out, "");
  out->races = omen_xcalloc(out->nraces + 1, sizeof *out->races);
  for (size_t i = 0; i < out->nraces; i++) {
    json_t *c = json_array_get(list, i), *held = json_object_get(c, "locks");
    struct omen_race *race = &out->races[i];
    snprintf(race->id, sizeof race->id, "%s", word(c, "id") ? word(c, "id") : "");
    race->schedulable = true;
    location(out, json_object_get(c, "location"), &race->location);
    for (size_t k = 0; k < 2; k++)
      access_of(out, json_array_get(json_object_get(c, "accesses"), k), json_array_get(held, k),
                &race->access[k]);
  }
}

/* ---- text ---- */

static void side(const struct omen_access *a, json_t *from, struct omen_buf *out) {
  const char *root = word(from, "root"), *in = word(from, "in");
  omen_buf_addf(out, "      %s at %s:%d in %s() holding {",
                a->atomic  ? "atomic"
                : a->write ? "write "
                           : "read  ",
                a->file ? a->file : "?", a->line, a->function ? a->function : "?");
  for (size_t i = 0; i < a->nlocks; i++) omen_buf_addf(out, "%s%s", i ? ", " : "", a->locks[i].name);
  omen_buf_addf(out, "}%s%s%s%s", a->text ? ", through " : "", a->text ? a->text : "", in ? "; by " : "",
                in ? in : "");
  omen_buf_addf(out, "%s%s\n", root ? " " : "", root ? root : "");
}

static bool shown(const struct omen_race *r) { return !r->mark.suppressed && !r->mark.known; }

static const char *object_of(json_t *list, size_t i) {
  const char *s = word(json_object_get(json_array_get(list, i), "location"), "object");
  return s ? s : "?";
}

/* All candidates of the object of the i-th, if that is its first. */
static size_t object(const struct omen_report *r, json_t *list, size_t i, size_t most, struct omen_buf *out) {
  size_t n = 0, count = 0;
  for (size_t k = 0; k < i; k++)
    if (shown(&r->races[k]) && !strcmp(object_of(list, k), object_of(list, i))) return 0;
  for (size_t k = i; k < r->nraces; k++)
    count += shown(&r->races[k]) && !strcmp(object_of(list, k), object_of(list, i));
  omen_buf_addf(out, "%s: %zu candidate%s\n", object_of(list, i), count, count == 1 ? "" : "s");
  for (size_t k = i; k < r->nraces && n < most; k++) {
    if (!shown(&r->races[k]) || strcmp(object_of(list, k), object_of(list, i))) continue;
    json_t *c = json_array_get(list, k), *both = json_object_get(c, "accesses");
    omen_buf_addf(out, "  [%s] %s may race (%.2f)%s\n", r->races[k].id, r->races[k].location.name,
                  json_number_value(json_object_get(c, "rank")),
                  json_object_get(c, "seen") ? ", and does" : "");
    for (size_t s = 0; s < 2; s++) side(&r->races[k].access[s], json_array_get(both, s), out);
    n++;
  }
  return n;
}

static void assumed(json_t *scan, struct omen_buf *out) {
  json_t *unknown = json_object_get(scan, "unknown");
  size_t n = json_array_size(unknown);
  if (!n) return;
  omen_buf_addf(out, "Code that is not known (%zu function%s: ", n, n == 1 ? "" : "s");
  for (size_t i = 0; i < n && i < 6; i++)
    omen_buf_addf(out, "%s%s", i ? ", " : "", json_string_value(json_array_get(unknown, i)));
  omen_buf_addf(out,
                "%s) may keep what it is given, change it, and call the program's functions in any thread.\n",
                n > 6 ? ", ..." : "");
}

void omen_scanned_text(const struct omen_report *r, json_t *scan, size_t most, struct omen_buf *out) {
  json_t *list = json_object_get(scan, "candidates");
  size_t told = 0, all = (size_t)json_integer_value(json_object_get(scan, "total")) - json_array_size(list);
  bool rest = all > 0;
  for (size_t i = 0; i < r->nraces; i++) all += shown(&r->races[i]);
  for (size_t i = 0; i < r->nraces && told < most; i++)
    if (shown(&r->races[i])) told += object(r, list, i, most - told, out);
  json_int_t left = json_integer_value(json_object_get(scan, "left_out"));
  if (left)
    omen_buf_addf(out, "%lld more pairs of accesses are not listed: a race may be among them.\n",
                  (long long)left);
  omen_buf_addf(out, "omen: %zu candidate%s for races", all, all == 1 ? "" : "s");
  if (told < all) omen_buf_addf(out, ", the %zu likeliest shown (--most N, --json FILE)", told);
  if (rest) omen_buf_addf(out, "; files have the %zu likeliest (--every: all)", json_array_size(list));
  omen_buf_adds(out, "\n");
  assumed(scan, out);
}

void omen_scanned_mark(const struct omen_report *r, json_t *scan) {
  static const char *const states[] = {NULL, "new", "unchanged", "updated"};
  json_t *list = json_object_get(scan, "candidates");
  for (size_t i = 0; i < r->nraces; i++) {
    const struct omen_mark *m = &r->races[i].mark;
    json_t *c = json_array_get(list, i);
    if (m->suppressed) json_object_set_new(c, "suppressed", json_string(m->suppressed));
    if (m->baseline) json_object_set_new(c, "baseline", json_string(states[m->baseline]));
  }
}
