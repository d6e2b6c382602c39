/* Potential deadlocks in names: see inversion.h. */
#include "report/inversion.h"
#include "report/defect.h"
#include "report/verdict_json.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static struct omen_report_lock lock(struct omen_resolver *v, const struct omen_out_lock *l) {
  return (struct omen_report_lock){.what = omen_pool_str(v->pool, l->what),
                                   .object = omen_resolve_object(v, l->addr),
                                   .read = l->read,
                                   .addr = l->addr,
                                   .point = l->point,
                                   .stack = omen_resolve_pcs(v, &l->pcs)};
}

/* The functions on the stack: lines may change, and the id must not. */
static uint64_t name_of(const struct omen_report_lock *l, uint64_t seed) {
  uint64_t h = XXH3_64bits_withSeed(l->what, strlen(l->what), seed);
  for (size_t i = 0; i < l->stack.n; i++) {
    const char *f = l->stack.frames[i].function;
    if (f) h = XXH3_64bits_withSeed(f, strlen(f), h);
  }
  return h;
}

/* An inversion has no beginning. */
static void give_id(struct omen_inversion *v, const struct omen_inversion *all, size_t n) {
  uint64_t sum = 0;
  unsigned same = 1;
  for (size_t i = 0; i < v->n; i++) sum += name_of(&v->edges[i].wants, name_of(&v->edges[i].took, 1));
  unsigned long long hash = sum >> 20;
  snprintf(v->id, sizeof v->id, "d%011llx", hash);
  for (size_t i = 0; i < n; i++) same += !strncmp(all[i].id, v->id, 12);
  if (same > 1) snprintf(v->id, sizeof v->id, "d%011llx-%u", hash, same);
}

static bool whole(const struct omen_out_inversion *v) {
  for (size_t i = 0; i < v->nedges; i++)
    if (!v->edges[i].wants.what) return false;
  return v->nedges > 1;
}

void omen_inversions_resolve(struct omen_report *r, struct omen_resolver *v) {
  const struct omen_outcome *o = &r->outcome;
  r->inversions = omen_xcalloc(o->ninversions + 1, sizeof *r->inversions);
  for (size_t i = 0; i < o->ninversions; i++) {
    const struct omen_out_inversion *from = &o->inversions[i];
    if (!whole(from)) continue;
    struct omen_inversion *to = &r->inversions[r->ninversions];
    *to = (struct omen_inversion){.status = OMEN_INVERSION_POTENTIAL, .n = from->nedges};
    to->edges = omen_xcalloc(to->n, sizeof *to->edges);
    for (size_t k = 0; k < to->n; k++) {
      const struct omen_out_edge *e = &from->edges[k];
      to->edges[k] = (struct omen_report_edge){e->thread, e->event, lock(v, &e->took), lock(v, &e->wants)};
    }
    give_id(to, r->inversions, r->ninversions);
    r->ninversions++;
  }
}

void omen_inversions_release(struct omen_report *r) {
  for (size_t i = 0; i < r->ninversions; i++) {
    for (size_t k = 0; k < r->inversions[i].n; k++) {
      free(r->inversions[i].edges[k].took.stack.frames);
      free(r->inversions[i].edges[k].wants.stack.frames);
    }
    free(r->inversions[i].edges);
  }
  free(r->inversions);
}

void omen_inversion_line(const struct omen_inversion *v, char *out, size_t cap) {
  size_t n = 0;
  for (size_t i = 0; i < v->n && n < cap; i++) {
    const struct omen_report_edge *e = &v->edges[i];
    int k = snprintf(out + n, cap - n, "%sT%d takes `%.60s` while it holds `%.60s`", i ? ", " : "", e->thread,
                     e->wants.object, e->took.object);
    n += k < 0 ? 0 : (size_t)k;
  }
}

void omen_inversion_judge(struct omen_report *r, struct omen_inversion *v, const char *why, int runs,
                          const char *shown_as) {
  v->status = why ? OMEN_INVERSION_NOT_REACHED : OMEN_INVERSION_SHOWN;
  v->runs = runs;
  v->why = why ? omen_pool_str(&r->pool, why) : NULL;
  if (why) return;
  char *word = omen_shell_word(shown_as), *command = omen_format("omen replay %s --race %s", word, v->id),
       line[800];
  v->replay = omen_pool_str(&r->pool, command);
  free(command);
  free(word);
  omen_inversion_line(v, line, sizeof line);
  char *what = omen_format("a potential deadlock happens: %s", line);
  r->findings = omen_xrealloc(r->findings, (r->nfindings + 1) * sizeof *r->findings);
  r->findings[r->nfindings++] = (struct omen_finding){.consequence = OMEN_CONSEQUENCE_DEADLOCK,
                                                      .what = omen_pool_str(&r->pool, what),
                                                      .recording = r->recording,
                                                      .strategy = r->strategy,
                                                      .seed = r->seed,
                                                      .replay = v->replay,
                                                      .runs = 1,
                                                      .inversion = v};
  free(what);
}

/* ---- incidents ---- */

static bool same_place(const struct omen_stack *a, const struct omen_stack *b) {
  size_t i = 0, k = 0;
  while (i < a->n && !a->frames[i].line) i++; /* what the runtime itself calls has no line */
  while (k < b->n && !b->frames[k].line) k++;
  if (i == a->n || k == b->n || a->frames[i].line != b->frames[k].line) return false;
  const char *x = a->frames[i].function, *y = b->frames[k].function;
  return x && y && !strcmp(x, y);
}

static bool is_wanted(const struct omen_report_lock *l, const struct omen_hold *waits, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp(waits[i].what, l->what) && same_place(&waits[i].stack, &l->stack)) return true;
  return false;
}

const struct omen_inversion *omen_inversion_of(const struct omen_report *r,
                                               const struct omen_report_incident *i) {
  if (i->consequence != OMEN_CONSEQUENCE_DEADLOCK || !i->shown) return NULL;
  const struct omen_shown_end *e = &i->shown->end;
  const struct omen_hold *waits = e->defect ? e->defect->waits : e->waits;
  size_t n = e->defect ? e->defect->nwaits : e->nwaits;
  for (size_t k = 0; k < r->ninversions; k++) {
    const struct omen_inversion *v = &r->inversions[k];
    size_t found = 0;
    for (size_t m = 0; m < v->n; m++) found += is_wanted(&v->edges[m].wants, waits, n);
    if (found == v->n) return v;
  }
  return NULL;
}

static const char *incident_of(const struct omen_report *r, const char *id) {
  for (size_t i = 0; i < r->nincidents; i++)
    if (r->incidents[i].confirmed && r->incidents[i].deadlock && !strcmp(r->incidents[i].deadlock, id))
      return r->incidents[i].id;
  return NULL;
}

void omen_inversions_link(struct omen_report *r) {
  size_t kept = 0;
  for (size_t i = 0; i < r->ninversions; i++) r->inversions[i].incident = incident_of(r, r->inversions[i].id);
  for (size_t i = 0; i < r->nfindings; i++)
    if (!r->findings[i].inversion || !incident_of(r, r->findings[i].inversion->id))
      r->findings[kept++] = r->findings[i];
  r->nfindings = kept;
}

static json_t *lock_json(const struct omen_report_lock *l) {
  return json_pack("{s:o,s:o,s:s,s:o}", "what", omen_json_str(l->what), "object", omen_json_str(l->object),
                   "mode", l->read ? "read" : "write", "stack", omen_json_stack(&l->stack));
}

json_t *omen_json_inversions(const struct omen_report *r) {
  json_t *list = json_array();
  for (size_t i = 0; i < r->ninversions; i++) {
    const struct omen_inversion *v = &r->inversions[i];
    json_t *edges = json_array();
    for (size_t k = 0; k < v->n; k++)
      json_array_append_new(edges,
                            json_pack("{s:i,s:o,s:o}", "thread", v->edges[k].thread, "holds",
                                      lock_json(&v->edges[k].took), "wants", lock_json(&v->edges[k].wants)));
    json_t *one = json_pack("{s:o,s:s,s:i,s:o,s:o}", "id", omen_json_str(v->id), "status", v->status, "runs",
                            v->runs, "replay", omen_json_str(v->replay), "edges", edges);
    if (!strcmp(v->status, OMEN_INVERSION_SHOWN))
      json_object_set_new(one, "origin", json_string("predicted"));
    if (v->why) json_object_set_new(one, "why", omen_json_str(v->why));
    if (v->incident) json_object_set_new(one, "incident", omen_json_str(v->incident));
    if (v->suppressed) json_object_set_new(one, "suppressed", omen_json_str(v->suppressed));
    json_array_append_new(list, one);
  }
  return list;
}
