/* The JSON report: see write.h and docs/json.md. */
#include "report/groups.h"
#include "report/incident_told.h"
#include "report/inversion.h"
#include "report/summary.h"
#include "report/verdict_json.h"
#include "report/write.h"
#include <stdlib.h>
#include <string.h>

static json_t *number(uint64_t v) { return json_integer(v > INT64_MAX ? INT64_MAX : (json_int_t)v); }

static json_t *locks(const struct omen_access *a, bool read) {
  json_t *names = json_array();
  for (size_t i = 0; i < a->nlocks; i++)
    if (a->locks[i].read == read) json_array_append_new(names, omen_json_str(a->locks[i].name));
  return names;
}

static json_t *access_object(const struct omen_access *a) {
  json_t *o = json_object();
  json_object_set_new(o, "thread", a->known ? json_integer(a->thread) : json_null());
  json_object_set_new(o, "op", omen_json_str(a->atomic ? "atomic" : a->write ? "write" : "read"));
  if (a->atomic) json_object_set_new(o, "writes", json_boolean(a->write));
  json_object_set_new(o, "size", number(a->size));
  json_object_set_new(o, "file", omen_json_str(a->file));
  json_object_set_new(o, "line", json_integer(a->line));
  json_object_set_new(o, "column", json_integer(a->column));
  json_object_set_new(o, "function", omen_json_str(a->function));
  json_object_set_new(o, "expression", omen_json_str(a->text));
  json_object_set_new(o, "locks", locks(a, false));
  json_object_set_new(o, "read_locks", locks(a, true));
  json_object_set_new(o, "stack", omen_json_stack(&a->stack));
  return o;
}

static json_t *location(const struct omen_location *l) {
  static const char *const kinds[] = {"global", "heap", "stack"};
  json_t *o = json_object();
  json_object_set_new(o, "name", omen_json_str(l->name));
  json_object_set_new(o, "kind", omen_json_str(kinds[l->place]));
  json_object_set_new(o, "size", number(l->size));
  if (l->variable.file) {
    json_object_set_new(o, "file", omen_json_str(l->variable.file));
    json_object_set_new(o, "line", json_integer(l->variable.line));
  }
  if (l->place == OMEN_PLACE_HEAP && l->block_size) {
    json_object_set_new(o, "block_size", number(l->block_size));
    json_object_set_new(o, "offset", number(l->addr - l->block));
    json_object_set_new(o, "allocated", omen_json_stack(&l->allocated));
  }
  if (l->thread >= 0) json_object_set_new(o, "thread", json_integer(l->thread));
  return o;
}

static void add_mark(json_t *o, const struct omen_mark *m) {
  static const char *const states[] = {NULL, "new", "unchanged", "updated"};
  if (m->baseline) json_object_set_new(o, "baseline", omen_json_str(states[m->baseline]));
  if (m->suppressed) json_object_set_new(o, "suppressed", omen_json_str(m->suppressed));
  if (m->known_as[0]) json_object_set_new(o, "known_as", omen_json_str(m->known_as));
  if (m->renamed[0]) json_object_set_new(o, "renamed", omen_json_str(m->renamed));
}

/* "count server.c:12": members may be many, and most of their frames are those of the accesses. */
static json_t *short_stack(const struct omen_stack *s) {
  json_t *a = json_array();
  for (size_t i = 0; i < s->n; i++) {
    const struct omen_frame *f = &s->frames[i];
    char *text =
        f->file ? omen_format("%s %s:%d", f->function, f->file, f->line) : omen_format("%s", f->function);
    json_array_append_new(a, omen_json_str(text));
    free(text);
  }
  return a;
}

static void add_members(json_t *o, const struct omen_race *r) {
  enum { MOST = 256 };
  json_t *a = json_array();
  if (r->members > 1) json_object_set(o, "members", a);
  for (size_t i = 0; r->members > 1 && i < r->members && i < MOST; i++) {
    const struct omen_race_member *m = &r->member[i];
    json_t *one = json_pack("{s:o,s:b,s:o,s:[o,o]}", "id", omen_json_str(m->id), "schedulable",
                            m->schedulable, "instances", number(m->instances), "stacks",
                            short_stack(&m->stack[0]), short_stack(&m->stack[1]));
    if (m->suppressed) json_object_set_new(one, "suppressed", omen_json_str(m->suppressed));
    json_array_append_new(a, one);
  }
  if (r->members > MOST) json_object_set_new(o, "members_left_out", number(r->members - MOST));
  json_decref(a);
}

static json_t *assumes(const struct omen_report *report, const struct omen_race *r) {
  struct omen_buf text = {0};
  omen_verdict_assumes(report, r, &text);
  json_t *list = omen_json_lines(text.data);
  omen_buf_release(&text);
  return list;
}

json_t *omen_json_models(const struct omen_race *r) {
  json_t *o = json_object();
  for (size_t i = 0; i < r->nmodels; i++)
    json_object_set_new(o, r->models[i].model, omen_json_str(omen_class_word(r->models[i].class)));
  return o;
}

/* `leads`: it is the worst of its group, or in none. */
static json_t *race(const struct omen_report *report, const struct omen_race *r,
                    const struct omen_group *group, bool leads) {
  json_t *o = json_object(), *accesses = json_array();
  json_object_set_new(o, "id", omen_json_str(r->id));
  if (group) json_object_set_new(o, "group", omen_json_str(group->id));
  json_object_set_new(o, "origin", json_string(omen_race_origin(r)));
  json_object_set_new(o, "schedulable", json_boolean(r->schedulable));
  json_object_set_new(o, "instances", number(r->instances));
  omen_verdict_to_json(o, &r->verdict);
  omen_json_shorten(o, !leads);
  if (r->verdict.assumes) json_object_set_new(o, "assumes", assumes(report, r));
  add_mark(o, &r->mark);
  if (r->nmodels) json_object_set_new(o, "models", omen_json_models(r));
  if (r->runs) json_object_set_new(o, "runs", number(r->runs));
  if (r->home && (r->runs || !r->predicted))
    json_object_set_new(o, "recording", omen_json_str(r->home->recording));
  json_object_set_new(o, "location", location(&r->location));
  for (int i = 0; i < 2; i++) json_array_append_new(accesses, access_object(&r->access[i]));
  json_object_set_new(o, "accesses", accesses);
  add_members(o, r);
  return o;
}

/* Their classes are those of their worst races. */
static json_t *groups(const struct omen_report *r, const struct omen_groups *all) {
  json_t *list = json_array();
  for (size_t i = 0; i < all->n; i++) {
    const struct omen_group *g = &all->v[i];
    const struct omen_verdict *v = &r->races[g->race[0]].verdict;
    json_t *ids = json_array();
    for (size_t k = 0; k < g->n; k++) json_array_append_new(ids, omen_json_str(r->races[g->race[k]].id));
    json_t *o = json_pack("{s:o,s:s,s:o,s:o,s:o,s:o}", "id", omen_json_str(g->id), "kind",
                          omen_group_word(g->kind), "what", omen_json_str(g->what), "class",
                          omen_json_str(v->not_judged ? NULL : omen_class_word(v->class)), "consequence",
                          omen_json_str(omen_consequence_word(v->consequence)), "races", ids);
    json_array_append_new(list, o);
  }
  return list;
}

static json_t *predicted(const struct omen_report *r) {
  const struct omen_predicted_sum *p = &r->predicted;
  json_t *list = json_array();
  for (size_t i = 0; i < p->nfailed; i++)
    json_array_append_new(list, json_pack("{s:o,s:o}", "what", omen_json_str(p->failed[i].what), "why",
                                          omen_json_str(p->failed[i].why)));
  json_t *o = json_pack("{s:i,s:i,s:i,s:o}", "races", p->proved, "failed", (int)p->nfailed, "runs", p->runs,
                        "not_races", list);
  if (p->cut) json_object_set_new(o, "cut", json_true());
  if (p->left_out) json_object_set_new(o, "left_out", number(p->left_out));
  if (p->why_not) json_object_set_new(o, "not_tried", omen_json_str(p->why_not));
  return o;
}

static json_t *threads(const struct omen_report *r) {
  json_t *a = json_array();
  for (size_t i = 0; i < r->nthreads; i++) {
    json_t *o = json_object();
    json_object_set_new(o, "thread", json_integer(r->threads[i].id));
    json_object_set_new(o, "parent", r->threads[i].id ? json_integer(r->threads[i].parent) : json_null());
    json_object_set_new(o, "created", omen_json_stack(&r->threads[i].created));
    json_array_append_new(a, o);
  }
  return a;
}

static json_t *notes(const struct omen_outcome *out) {
  json_t *a = json_array();
  for (size_t i = 0; i < out->nnotes; i++) json_array_append_new(a, omen_json_str(out->notes[i]));
  return a;
}

static json_t *end(const struct omen_report *r) {
  json_t *o = json_object();
  json_object_set_new(o, "how", omen_json_str(omen_end_word(r->outcome.end)));
  if (r->outcome.end == OMEN_END_EXIT) json_object_set_new(o, "status", json_integer(r->outcome.status));
  if (r->outcome.end == OMEN_END_SIGNAL) {
    json_object_set_new(o, "signal", json_integer(r->outcome.status));
    json_object_set_new(o, "stack", omen_json_stack(&r->fault));
    if (r->limited) json_object_set_new(o, "time_limit", json_true());
  }
  if (r->outcome.end == OMEN_END_ENDLESS) {
    json_object_set_new(o, "loop", omen_json_str(omen_plan_known_word(r->outcome.endless_by)));
    json_object_set_new(o, "loops", omen_json_loops(r->loops, r->nloops));
  }
  if (r->outcome.end == OMEN_END_DEADLOCK) {
    json_object_set_new(o, "waits", omen_json_holds(r->waits, r->nwaits, true));
    json_object_set_new(o, "holds", omen_json_holds(r->holds, r->nholds, false));
  }
  if (r->unheard) json_object_set_new(o, "never_listened", json_integer((json_int_t)r->unheard));
  if (r->outcome.nnotes) json_object_set_new(o, "notes", notes(&r->outcome));
  return o;
}

static json_t *runs(const struct omen_report *r) {
  json_t *a = json_array();
  for (size_t i = 0; i < r->nruns; i++) {
    const struct omen_report_run *run = &r->runs[i];
    json_t *o =
        json_pack("{s:o,s:s,s:o,s:s,s:f,s:o,s:o}", "recording", omen_json_str(run->recording), "strategy",
                  run->strategy, "seed", number(run->seed), "end", omen_end_word(run->how), "seconds",
                  run->seconds, "races", number(run->races), "new", number(run->fresh));
    if (run->how == OMEN_END_EXIT) json_object_set_new(o, "status", json_integer(run->status));
    if (run->how == OMEN_END_SIGNAL) json_object_set_new(o, "signal", json_integer(run->status));
    json_array_append_new(a, o);
  }
  return a;
}

/* One that became an incident stands there, and here for those who look for it here. */
static void add_deadlocks(const struct omen_report *r, json_t *a) {
  for (size_t i = 0; i < r->ninversions; i++) {
    const struct omen_inversion *v = &r->inversions[i];
    char line[800];
    if (!v->incident || !v->replay) continue;
    omen_inversion_line(v, line, sizeof line);
    char *what = omen_format("a potential deadlock happens: %s", line);
    json_array_append_new(a, json_pack("{s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:i}", "consequence",
                                       omen_consequence_word(OMEN_CONSEQUENCE_DEADLOCK), "deadlock",
                                       omen_json_str(v->id), "incident", omen_json_str(v->incident), "what",
                                       omen_json_str(what), "replay", omen_json_str(v->replay), "recording",
                                       omen_json_str(r->recording), "strategy", omen_json_str(r->strategy),
                                       "seed", number(r->seed), "runs", 1));
    free(what);
  }
}

static json_t *findings(const struct omen_report *r) {
  json_t *a = json_array();
  for (size_t i = 0; i < r->nfindings; i++) {
    const struct omen_finding *f = &r->findings[i];
    json_t *o = json_object();
    json_object_set_new(o, "consequence", omen_json_str(omen_consequence_word(f->consequence)));
    if (f->defect) omen_defect_to_json(o, f->defect);
    if (f->inversion) json_object_set_new(o, "deadlock", omen_json_str(f->inversion->id));
    const struct omen_race *cause = f->defect ? omen_report_cause(r, f->defect) : NULL;
    if (cause) json_object_set_new(o, "race", omen_json_str(cause->id));
    const struct omen_report_incident *why = omen_report_why(r, f);
    if (why) json_object_set_new(o, "incident", omen_json_str(why->id));
    json_object_set_new(o, "what", omen_json_str(f->what));
    json_object_set_new(o, "recording", omen_json_str(f->recording));
    json_object_set_new(o, "strategy", omen_json_str(f->strategy));
    json_object_set_new(o, "seed", number(f->seed));
    json_object_set_new(o, "runs", number(f->runs));
    json_object_set_new(o, "replay", omen_json_str(f->replay));
    add_mark(o, &f->mark);
    if (f->home && f->home->fault.n) json_object_set_new(o, "stack", omen_json_stack(&f->home->fault));
    if (f->home && f->home->nloops)
      json_object_set_new(o, "loops", omen_json_loops(f->home->loops, f->home->nloops));
    if (f->home && f->home->nwaits) {
      json_object_set_new(o, "waits", omen_json_holds(f->home->waits, f->home->nwaits, true));
      json_object_set_new(o, "holds", omen_json_holds(f->home->holds, f->home->nholds, false));
    }
    json_array_append_new(a, o);
  }
  add_deadlocks(r, a);
  return a;
}

static json_t *answers(const struct omen_report *r) {
  json_t *a = json_array();
  for (size_t i = 0; i < r->nanswers; i++) {
    const struct omen_answer *x = &r->answers[i];
    json_t *o = json_object(), *places = json_array();
    for (int k = 0; k < 2; k++) json_array_append_new(places, omen_json_str(x->place[k]));
    json_object_set_new(o, "tool", omen_json_str(x->tool));
    json_object_set_new(o, "line", number(x->line));
    json_object_set_new(o, "times", number(x->times));
    json_object_set_new(o, "places", places);
    json_object_set_new(o, "status", omen_json_str(x->status));
    json_object_set_new(o, "what", omen_json_str(x->what));
    json_object_set_new(o, "race", omen_json_str(x->race ? x->race->id : NULL));
    json_object_set_new(o, "class", omen_json_str(x->race ? omen_class_word(x->race->verdict.class) : NULL));
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

static json_t *strings(char **list) {
  json_t *a = json_array();
  for (; *list; list++) json_array_append_new(a, omen_json_str(*list));
  return a;
}

/* All runs of a campaign; all verdicts. */
static json_t *seconds(const struct omen_report *r) {
  double run = r->nruns ? 0 : r->seconds, classify = 0;
  bool judged = false;
  for (size_t i = 0; i < r->nruns; i++) run += r->runs[i].seconds;
  for (size_t i = 0; i < r->nraces; i++) {
    judged |= r->races[i].verdict.class != OMEN_CLASS_NONE;
    classify += r->races[i].verdict.seconds;
  }
  json_t *o = json_pack("{s:f}", "run", run);
  if (!r->nruns) json_object_set_new(o, "run_cpu", json_real(r->cpu_seconds));
  if (judged) json_object_set_new(o, "classify", json_real(classify));
  return o;
}

/* ---- the text ---- */

enum { DUMP = JSON_INDENT(2) | JSON_REAL_PRECISION(6) };

static void add_indented(struct omen_buf *out, const char *text, const char *by) {
  for (const char *end; (end = strchr(text, '\n')); text = end + 1) {
    omen_buf_add(out, text, (size_t)(end + 1 - text));
    omen_buf_adds(out, by);
  }
  omen_buf_adds(out, text);
}

/* One after the other: all at once, a hundred thousand of them take more memory and time than what made them.
 */
static void add_races(const struct omen_report *r, const struct omen_groups *all, struct omen_buf *out) {
  omen_buf_adds(out, "[");
  for (size_t i = 0; i < r->nraces; i++) {
    const struct omen_group *g;
    bool leads = omen_groups_leads(all, i, &g);
    json_t *one = race(r, &r->races[i], g, leads);
    char *text = json_dumps(one, DUMP);
    omen_buf_adds(out, i ? ",\n    " : "\n    ");
    add_indented(out, text, "    ");
    free(text);
    json_decref(one);
  }
  omen_buf_adds(out, r->nraces ? "\n  ]" : "]");
}

/* Strings have no line ends in JSON, so that this stands for the races alone. */
#define RACES "\n  \"races\": "
#define NO_RACES RACES "null"

static void add_text(const struct omen_report *r, const struct omen_groups *all, const json_t *o,
                     struct omen_buf *out) {
  char *text = json_dumps(o, DUMP), *at = strstr(text, NO_RACES);
  omen_buf_add(out, text, (size_t)(at - text));
  omen_buf_adds(out, RACES);
  add_races(r, all, out);
  omen_buf_adds(out, at + strlen(NO_RACES));
  omen_buf_adds(out, "\n");
  free(text);
}

void omen_report_json(const struct omen_report *r, struct omen_buf *out) {
  json_t *o = json_object(), *program = json_array();
  for (char **a = r->argv; a && *a; a++) json_array_append_new(program, omen_json_str(*a));
  struct omen_groups all = omen_groups_make(r, NULL);
  json_object_set_new(o, "version", json_integer(1));
  json_object_set_new(o, "program", program);
  json_object_set_new(o, "recording", omen_json_str(r->recording));
  json_object_set_new(o, "seed", number(r->seed));
  json_object_set_new(o, "strategy", omen_json_str(r->strategy));
  json_object_set_new(o, "memory_model", omen_json_str(r->memory_model ? r->memory_model : "sc"));
  if (r->invariants) json_object_set_new(o, "invariants", strings(r->invariants));
  if (r->without)
    json_object_set_new(
        o, "without",
        json_pack("{s:o,s:I}", "lines", strings(r->without), "operations", (json_int_t)r->left_out));
  json_object_set_new(o, "end", end(r));
  json_object_set_new(o, "races", json_null()); /* add_text has them */
  json_object_set_new(o, "groups", groups(r, &all));
  if (r->nruns) json_object_set_new(o, "runs", runs(r));
  json_t *found = findings(r);
  if (r->nruns || json_array_size(found)) json_object_set(o, "findings", found);
  json_decref(found);
  if (r->ninversions) json_object_set_new(o, "deadlocks", omen_json_inversions(r));
  if (r->nanswers) json_object_set_new(o, "from", answers(r));
  if (r->race_coverage) json_object_set(o, "race_coverage", r->race_coverage);
  if (r->why_not) json_object_set_new(o, "incomplete", omen_json_str(r->why_not));
  json_object_set_new(o, "threads", threads(r));
  json_object_set_new(o, "counters", counters(&r->outcome));
  json_t *incidents = json_array();
  for (size_t i = 0; i < r->nincidents; i++) {
    json_t *one = omen_incident_json(&r->incidents[i]);
    omen_json_shorten(one, false);
    add_mark(one, &r->incidents[i].mark);
    json_array_append_new(incidents, one);
  }
  json_object_set_new(o, "incidents", incidents);
  if (r->other_schedules.runs || r->other_schedules.why_not) {
    json_t *other = json_pack("{s:i}", "runs", r->other_schedules.runs);
    if (r->other_schedules.why_not)
      json_object_set_new(other, "not_tried", omen_json_str(r->other_schedules.why_not));
    json_object_set_new(o, "other_schedules", other);
  }
  if (r->predicted.tried) json_object_set_new(o, "predicted", predicted(r));
  json_object_set_new(o, "seconds", seconds(r));
  add_text(r, &all, o, out);
  omen_groups_release(&all);
  json_decref(o);
}
