/* See race_coverage.h. */
#include "triage/race_coverage.h"
#include "report/scanned_seen.h"
#include "report/write.h"
#include "static/run_scan.h"
#include "triage/touches.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* RECORDS of a run, and RUNS, that are looked at. GRAIN: bytes that are touched together. TOUCHES: places and
 * threads that are kept of a grain; with more, some pairs of places are called apart that met. WORTH:
 * candidates that are named. CANDIDATES: the likeliest, that are looked for; the others are called left out.
 */
enum { RECORDS = 1000000, RUNS = 8, GRAIN = 8, TOUCHES = 12, WORTH = 5, CANDIDATES = 50000 };

struct touched {
  uint32_t place[TOUCHES], thread[TOUCHES], n;
};
struct covering {
  json_t *scan;
  struct omen_table places; /* hash of file and line to number, from 1 on */
  bool *reached;            /* by number */
  struct omen_table met;    /* two numbers: they touched the same memory */
  struct omen_table grains; /* to index + 1 */
  struct touched *touched;
  size_t ntouched, ctouched;
  uint32_t *of_site; /* number of a site's place, + 1, for reading and for writing; 0: not asked yet */
  uint32_t nsites;
  bool cut;
};

/* ---- places: file, line, and whether it writes ---- */

static uint64_t hash_place(const char *file, json_int_t line, bool write) {
  uint64_t h = UINT64_C(0xcbf29ce484222325);
  for (const char *s = omen_base_name(file ? file : "?"); *s; s++)
    h = (h ^ (unsigned char)*s) * UINT64_C(0x100000001b3);
  return (h ^ ((uint64_t)line * 2 + write)) * UINT64_C(0x9e3779b97f4a7c15) | 1;
}

static bool writes(json_t *access) {
  const char *op = json_string_value(json_object_get(access, "op"));
  return (op && !strcmp(op, "write")) || json_is_true(json_object_get(access, "writes"));
}

static uint64_t place_hash(json_t *access) {
  return hash_place(json_string_value(json_object_get(access, "file")),
                    json_integer_value(json_object_get(access, "line")), writes(access));
}

static json_t *access_of(json_t *candidate, size_t i) {
  return json_array_get(json_object_get(candidate, "accesses"), i);
}

static uint32_t place_of(const struct covering *c, json_t *candidate, size_t i) {
  const uint64_t *n = omen_table_find(&c->places, place_hash(access_of(candidate, i)));
  return n ? (uint32_t)*n : 0;
}

static void number_places(struct covering *c) {
  json_t *candidate;
  size_t i;
  json_array_foreach(json_object_get(c->scan, "candidates"), i, candidate) for (size_t k = 0; k < 2; k++) {
    uint64_t *n = omen_table_at(&c->places, place_hash(access_of(candidate, k)));
    if (!*n) *n = c->places.n;
  }
  c->reached = omen_xcalloc(c->places.n + 1, 1);
}

/* ---- one run ---- */

static uint32_t place_at(struct covering *c, const struct omen_resolver *v, uint32_t site, bool write) {
  if (site >= c->nsites) return 0;
  uint32_t *known = &c->of_site[site * 2 + write];
  if (*known) return *known - 1;
  const struct omen_site *s = omen_resolve_site(v, site);
  const uint64_t *n = s ? omen_table_find(&c->places, hash_place(s->file, s->line, write)) : NULL;
  return (*known = n ? (uint32_t)*n + 1 : 1) - 1;
}

static uint64_t pair_key(uint32_t a, uint32_t b) {
  return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

static void meet(struct covering *c, struct touched *t, uint32_t place, uint32_t thread) {
  bool known = false;
  for (uint32_t i = 0; i < t->n; i++) {
    known |= t->place[i] == place && t->thread[i] == thread;
    if (t->thread[i] != thread) omen_table_put(&c->met, pair_key(t->place[i], place), 1);
  }
  if (known || t->n == TOUCHES) return;
  t->place[t->n] = place;
  t->thread[t->n++] = thread;
}

static struct touched *touched_at(struct covering *c, uint64_t grain) {
  uint64_t *slot = omen_table_at(&c->grains, grain);
  if (!*slot) {
    OMEN_GROW(c->touched, c->ntouched, c->ctouched);
    c->touched[c->ntouched++] = (struct touched){.n = 0};
    *slot = c->ntouched;
  }
  return &c->touched[*slot - 1];
}

/* Memory that is given out anew: who touched it before touched something else. */
static void forget(struct covering *c, const struct omen_rawev *e) {
  uint64_t n = e->obj2 ? e->obj2 : e->size;
  for (uint64_t g = e->obj / GRAIN; n && n < 1 << 20 && g <= (e->obj + n - 1) / GRAIN; g++) {
    const uint64_t *slot = omen_table_find(&c->grains, g);
    if (slot) c->touched[*slot - 1].n = 0;
  }
}

static void take(void *with, const struct omen_resolver *v, const struct omen_rawev *e) {
  struct covering *c = with;
  if (e->kind == OMEN_KIND_ALLOC) forget(c, e);
  if (!omen_kind_is_access(e->kind)) return;
  uint32_t place = place_at(c, v, e->site, omen_kind_writes(e->kind));
  if (!place) return;
  c->reached[place] = true;
  for (uint64_t g = e->obj / GRAIN; g <= (e->obj + (e->size ? e->size : 1) - 1) / GRAIN; g++)
    meet(c, touched_at(c, g), place, e->thread);
}

static void begin_run(void *with, const struct omen_resolver *v) {
  struct covering *c = with;
  omen_table_clear(&c->grains);
  c->ntouched = 0;
  c->nsites = 0;
  for (size_t i = 0; i < v->nmodules; i++) {
    uint32_t end = v->modules[i].base + v->modules[i].count;
    if (end > c->nsites) c->nsites = end;
  }
  free(c->of_site);
  c->of_site = omen_xcalloc((size_t)c->nsites * 2 + 2, sizeof *c->of_site);
}

static int take_run(struct covering *c, const char *dir, struct omen_err *err) {
  struct omen_recording r;
  if (omen_recording_open(&r, dir, err)) return -1;
  struct omen_touches t = {.most = RECORDS, .begin = begin_run, .take = take, .with = c};
  int bad = omen_touches_read(&t, &r, err);
  c->cut |= t.cut;
  omen_recording_release(&r);
  return bad;
}

/* ---- what it comes to ---- */

static const char *const words[] = {"racing", "ordered", "apart", "one_side", "unreached"};
enum { RACING, ORDERED, APART, ONE_SIDE, UNREACHED, STATES };

static int state_of(const struct covering *c, json_t *candidate) {
  uint32_t a = place_of(c, candidate, 0), b = place_of(c, candidate, 1);
  if (json_object_get(candidate, "seen")) return RACING;
  if (omen_table_has(&c->met, pair_key(a, b))) return ORDERED;
  return c->reached[a] && c->reached[b] ? APART : c->reached[a] || c->reached[b] ? ONE_SIDE : UNREACHED;
}

static json_t *worth(const struct covering *c, json_t *candidate, int state) {
  json_t *sides = json_array();
  for (size_t i = 0; i < 2; i++) {
    json_t *a = json_copy(access_of(candidate, i));
    json_object_del(a, "stack");
    json_object_set_new(a, "reached", json_boolean(c->reached[place_of(c, candidate, i)]));
    json_array_append_new(sides, a);
  }
  return json_pack("{s:O,s:s,s:O,s:o}", "id", json_object_get(candidate, "id"), "state", words[state],
                   "location", json_object_get(candidate, "location"), "accesses", sides);
}

/* Candidates come with the likeliest first. */
static json_t *sum_up(const struct covering *c) {
  json_t *out = json_object(), *list = json_array(), *candidate;
  size_t i, count[STATES] = {0};
  json_array_foreach(json_object_get(c->scan, "candidates"), i, candidate) {
    int state = state_of(c, candidate);
    count[state]++;
    if (state >= APART && json_array_size(list) < WORTH)
      json_array_append_new(list, worth(c, candidate, state));
  }
  json_object_set_new(out, "candidates", json_integer((json_int_t)i));
  for (int k = 0; k < STATES; k++) json_object_set_new(out, words[k], json_integer((json_int_t)count[k]));
  json_int_t left = json_integer_value(json_object_get(c->scan, "left_out")) +
                    json_integer_value(json_object_get(c->scan, "total")) - (json_int_t)i;
  json_object_set_new(out, "left_out", json_integer(left));
  if (c->cut) json_object_set_new(out, "cut", json_true());
  json_object_set_new(out, "worth_a_test", list);
  return out;
}

static int scan(struct covering *c, const char *program, struct omen_err *err) {
  struct omen_scan_request q = {.program = program, .most = CANDIDATES};
  struct omen_buf text = {0};
  char *notes = NULL;
  int bad = omen_scan_run(&q, &text, &notes, err);
  if (!bad && !(c->scan = json_loads(text.data ? text.data : "", 0, NULL)))
    bad = omen_fail(err, "%s: the static analysis left no result", program);
  free(notes);
  omen_buf_release(&text);
  return bad ? -1 : 0;
}

static void mark_races(struct covering *c, const struct omen_report *report) {
  struct omen_buf text = {0};
  omen_report_json(report, &text);
  json_t *j = json_loads(text.data, 0, NULL);
  omen_scanned_seen(c->scan, j);
  json_decref(j);
  omen_buf_release(&text);
}

/* Numbers are added, lists are joined. */
static void add_up(json_t *all, json_t *more) {
  const char *key;
  json_t *value;
  json_object_foreach(more, key, value) {
    json_t *old = json_object_get(all, key);
    if (old && json_is_integer(value))
      json_object_set_new(all, key, json_integer(json_integer_value(old) + json_integer_value(value)));
    else if (old && json_is_array(value))
      json_array_extend(old, value);
    else
      json_object_set(all, key, value);
  }
}

/* ---- programs ---- */

struct run {
  char *dir, *program;
  bool done;
};

static int cover_program(struct omen_report *report, struct run *runs, size_t n, json_t *all,
                         struct omen_err *err) {
  struct covering c = {0};
  const char *program = runs[0].program;
  size_t looked = 0;
  int bad = scan(&c, program, err);
  if (!bad) {
    number_places(&c);
    mark_races(&c, report);
  }
  for (size_t i = 0; i < n; i++) {
    if (strcmp(runs[i].program, program)) continue;
    runs[i].done = true;
    if (!bad && looked++ < RUNS) bad = take_run(&c, runs[i].dir, err);
  }
  json_t *sum = bad ? NULL : sum_up(&c);
  if (sum) add_up(all, sum);
  json_decref(sum);
  json_decref(c.scan);
  free(c.reached);
  free(c.touched);
  free(c.of_site);
  omen_table_release(&c.places);
  omen_table_release(&c.met);
  omen_table_release(&c.grains);
  return bad;
}

static char *program_of(const char *dir) {
  struct omen_recording r;
  struct omen_err err;
  if (omen_recording_open(&r, dir, &err)) return omen_xstrdup("");
  char *program = omen_xstrdup(r.manifest.program);
  omen_recording_release(&r);
  return program;
}

int omen_race_coverage(struct omen_report *report, char **dirs, size_t n, struct omen_err *err) {
  struct run *runs = omen_xcalloc(n + 1, sizeof *runs);
  json_t *all = json_object();
  int bad = 0;
  for (size_t i = 0; i < n; i++) runs[i] = (struct run){.dir = dirs[i], .program = program_of(dirs[i])};
  for (size_t i = 0; i < n && !bad; i++)
    if (!runs[i].done && *runs[i].program) bad = cover_program(report, runs + i, n - i, all, err);
  for (size_t i = 0; i < n; i++) free(runs[i].program);
  free(runs);
  if (bad)
    json_decref(all);
  else
    report->race_coverage = all;
  return bad;
}
