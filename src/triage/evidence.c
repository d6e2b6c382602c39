/* Evidence on disk: see evidence.h. */
#include "triage/evidence.h"
#include "report/inversion.h"
#include "report/verdict_json.h"
#include <stdlib.h>
#include <string.h>

enum { VERSION = 2 };
#define EVERY 0.2 /* seconds between two writes while classifying */

static json_t *access_json(const struct omen_plan_access *a) {
  json_t *j = json_pack("{s:I,s:I,s:I,s:I}", "thread", (json_int_t)a->thread, "site", (json_int_t)a->site,
                        "point", (json_int_t)a->point, "repeat", (json_int_t)a->repeat);
  if (a->call)
    json_object_set_new(j, "call",
                        json_pack("[I,I,b]", (json_int_t)a->call_point, (json_int_t)a->call, a->writes));
  return j;
}

static json_t *edges_json(const struct omen_plan *p) {
  json_t *edges = json_array();
  for (uint64_t i = 0; i < p->nedges && i < OMEN_PLAN_EDGES; i++)
    json_array_append_new(edges, json_pack("[I,I,I]", (json_int_t)p->edges[i].thread,
                                           (json_int_t)p->edges[i].took, (json_int_t)p->edges[i].wants));
  return edges;
}

static json_t *plan_json(const struct omen_plan *p) {
  json_t *steps = json_array();
  for (uint32_t i = 0; i < p->nsteps; i++) {
    const struct omen_plan_step *s = &p->steps[i];
    json_array_append_new(steps, json_pack("[I,I,I,I]", (json_int_t)s->thread, (json_int_t)s->point,
                                           (json_int_t)s->turn, (json_int_t)s->to));
  }
  json_t *plan =
      json_pack("{s:I,s:I,s:o,s:o,s:I,s:I,s:b,s:I,s:I,s:I,s:o}", "addr", (json_int_t)p->where.addr, "len",
                (json_int_t)p->where.len, "first", access_json(&p->first), "second", access_json(&p->second),
                "strategy", (json_int_t)p->strategy, "seed", (json_int_t)p->seed, "follow",
                p->flags & OMEN_PLAN_FOLLOW ? 1 : 0, "decisions", (json_int_t)p->decisions, "leave",
                (json_int_t)p->leave, "leave_seed", (json_int_t)p->leave_seed, "steps", steps);
  if (p->kind == OMEN_PLAN_CIRCLE) json_object_set_new(plan, "edges", edges_json(p));
  return plan;
}

/* NULL: none that can be read; `err` says why. */
static json_t *read_all(const char *dir, struct omen_err *err) {
  char *path = omen_format("%s/evidence.json", dir);
  json_error_t why;
  json_t *all = omen_file_exists(path) ? json_load_file(path, 0, &why) : NULL;
  if (!omen_file_exists(path)) {
    omen_fail(err, "%s has no evidence of races yet: 'omen classify' makes it", dir);
  } else if (!all) {
    omen_fail(err, "%s: %s: 'omen classify' makes it", path, why.text);
  } else if (json_integer_value(json_object_get(all, "version")) != VERSION) {
    omen_fail(err, "%s is of another version of Omen: 'omen classify' makes it anew", path);
    json_decref(all);
    all = NULL;
  }
  free(path);
  return all;
}

static json_t *entry(json_t *list, const char *race) {
  json_t *one;
  size_t i;
  json_array_foreach(list, i, one) {
    const char *id = json_string_value(json_object_get(one, "race"));
    if (id && !strcmp(id, race)) return one;
  }
  return NULL;
}

int omen_evidence_write(struct omen_evidence *v, const char *dir, struct omen_err *err) {
  json_t *list = v->list ? v->list : json_array(), *one;
  json_t *old = read_all(dir, NULL);
  size_t i;
  json_array_foreach(json_object_get(old, "evidence"), i, one) {
    const char *id = json_string_value(json_object_get(one, "race"));
    if (id && !entry(list, id)) json_array_append(list, one);
  }
  json_decref(old);
  json_t *all = json_pack("{s:i,s:o}", "version", VERSION, "evidence", list);
  v->list = NULL;
  char *text = json_dumps(all, JSON_INDENT(1)), *path = omen_format("%s/evidence.json", dir);
  int result = omen_file_save(path, text, strlen(text), err);
  free(text);
  free(path);
  json_decref(all);
  return result;
}

static json_t *options_json(const struct omen_evidence_options *o) {
  return json_pack("[i,i,i,i]", o->schedules, o->instances, o->pre_race, o->states_only);
}

void omen_evidence_open(struct omen_evidence *v, const char *dir) {
  json_t *all = read_all(dir, NULL), *list = json_object_get(all, "evidence");
  *v = (struct omen_evidence){.list = json_is_array(list) ? json_incref(list) : json_array()};
  json_decref(all);
}

static void drop(json_t *list, const char *race) {
  for (size_t i = json_array_size(list); i--;) {
    const char *id = json_string_value(json_object_get(json_array_get(list, i), "race"));
    if (id && !strcmp(id, race)) json_array_remove(list, i);
  }
}

void omen_evidence_add(struct omen_evidence *v, const struct omen_race *race, const struct omen_exhibit *e,
                       const struct omen_evidence_options *o) {
  json_t *verdict = json_object(), *one = json_object();
  if (!v->list) v->list = json_array();
  drop(v->list, race->id);
  omen_verdict_to_json(verdict, &race->verdict);
  json_object_set_new(one, "race", omen_json_str(race->id));
  json_object_set_new(one, "verdict", verdict);
  if (o) json_object_set_new(one, "options", options_json(o));
  if (e) json_object_set_new(one, "plan", plan_json(&e->plan[e->guilty]));
  if (e && e->defect) json_object_set_new(one, "defect", json_integer((json_int_t)e->defect));
  json_array_append_new(v->list, one);
}

void omen_evidence_add_deadlock(struct omen_evidence *v, const char *id, int schedules, int runs,
                                const struct omen_plan *plan) {
  if (!v->list) v->list = json_array();
  drop(v->list, id);
  json_t *one = json_pack("{s:o,s:{s:b,s:i,s:i}}", "race", omen_json_str(id), "deadlock", "happens",
                          plan != NULL, "runs", runs, "schedules", schedules);
  if (plan) json_object_set_new(one, "plan", plan_json(plan));
  json_array_append_new(v->list, one);
}

static bool take_deadlock(json_t *one, bool *happened, int *runs, int *schedules) {
  int happens;
  if (!one || json_unpack(json_object_get(one, "deadlock"), "{s:b,s:i,s:i}", "happens", &happens, "runs",
                          runs, "schedules", schedules))
    return false;
  *happened = happens;
  return true;
}

bool omen_evidence_deadlock(const struct omen_evidence *v, const char *id, int schedules, bool *happened,
                            int *runs) {
  int with;
  return take_deadlock(entry(v->list, id), happened, runs, &with) && (*happened || with >= schedules);
}

int omen_evidence_save(struct omen_evidence *v, const char *dir, struct omen_err *err) {
  if (omen_now() - v->written < EVERY) return 0;
  struct omen_evidence so_far = {.list = json_incref(v->list)};
  int result = omen_evidence_write(&so_far, dir, err);
  v->written = omen_now();
  return result;
}

static bool take_access(json_t *j, struct omen_plan_access *a) {
  json_int_t thread, site, point, repeat = 0, call_point = 0, call = 0;
  int writes = 0;
  json_t *made_by = json_object_get(j, "call");
  if (made_by &&
      (json_unpack(made_by, "[I,I,b]", &call_point, &call, &writes) || call < 0 || call > UINT32_MAX))
    return false;
  if (json_unpack(j, "{s:I,s:I,s:I,s?I}", "thread", &thread, "site", &site, "point", &point, "repeat",
                  &repeat))
    return false;
  *a = (struct omen_plan_access){(uint32_t)thread,     (uint32_t)site, (uint64_t)point, (uint64_t)repeat,
                                 (uint64_t)call_point, (uint32_t)call, (uint32_t)writes};
  return true;
}

static bool take_steps(json_t *list, struct omen_plan *plan) {
  json_t *one;
  size_t i;
  json_array_foreach(list, i, one) {
    json_int_t thread, point, turn, to;
    if (i >= OMEN_PLAN_STEPS || json_unpack(one, "[I,I,I,I]", &thread, &point, &turn, &to)) return false;
    plan->steps[plan->nsteps++] =
        (struct omen_plan_step){(uint64_t)point, (uint32_t)thread, (uint32_t)to, (uint32_t)turn, 0};
  }
  return json_is_array(list);
}

/* Of a potential deadlock; a race has none. */
static bool take_edges(json_t *list, struct omen_plan *plan) {
  json_t *one;
  size_t i;
  if (!list) return true;
  plan->kind = OMEN_PLAN_CIRCLE;
  json_array_foreach(list, i, one) {
    json_int_t thread, took, wants;
    if (i >= OMEN_PLAN_EDGES || json_unpack(one, "[I,I,I]", &thread, &took, &wants)) return false;
    plan->edges[plan->nedges++] =
        (struct omen_plan_edge){(uint64_t)took, (uint64_t)wants, (uint32_t)thread, 0};
  }
  return plan->nedges > 0;
}

static bool take_plan(json_t *j, struct omen_plan *plan) {
  json_int_t addr, len, strategy, seed, decisions;
  int follow;
  if (json_unpack(j, "{s:I,s:I,s:I,s:I,s:b,s:I}", "addr", &addr, "len", &len, "strategy", &strategy, "seed",
                  &seed, "follow", &follow, "decisions", &decisions) ||
      !take_access(json_object_get(j, "first"), &plan->first) ||
      !take_access(json_object_get(j, "second"), &plan->second) ||
      !take_steps(json_object_get(j, "steps"), plan) || !take_edges(json_object_get(j, "edges"), plan))
    return false;
  plan->where = (struct omen_watch){(uint64_t)addr, (uint64_t)len};
  plan->strategy = (uint32_t)strategy;
  plan->seed = (uint64_t)seed;
  plan->flags = follow ? OMEN_PLAN_FOLLOW : 0;
  plan->decisions = (uint64_t)decisions;
  plan->leave = (uint64_t)json_integer_value(json_object_get(j, "leave"));
  plan->leave_seed = (uint64_t)json_integer_value(json_object_get(j, "leave_seed"));
  return true;
}

/* The command that shows what another recording has the evidence of; NULL: none has. */
static const char *elsewhere(json_t *one) {
  json_t *verdict = json_object_get(one, "verdict");
  return json_string_value(json_object_get(json_object_get(verdict, "evidence"), "replay"));
}

int omen_evidence_find(const char *dir, const char *id, bool alternate, struct omen_plan *plan,
                       struct omen_err *err) {
  *plan = (struct omen_plan){.kind = alternate ? OMEN_PLAN_ALTERNATE : OMEN_PLAN_PRIMARY};
  json_t *all = read_all(dir, err);
  if (!all) return -1;
  json_t *one = entry(json_object_get(all, "evidence"), id), *p = json_object_get(one, "plan");
  int result = 0;
  if (!one)
    result = omen_fail(
        err, "%s has no verdict on race %s: 'omen classify' gives one, 'omen report' lists the races", dir,
        id);
  else if (!p && elsewhere(one))
    result = omen_fail(err, "the evidence for race %s has other inputs and a recording of its own: %s", id,
                       elsewhere(one));
  else if (!p)
    result = omen_fail(
        err, "%s has no evidence for race %s: it was not found harmful ('omen report' shows what was found)",
        dir, id);
  else if (!take_plan(p, plan))
    result = omen_fail(err, "%s/evidence.json is damaged at race %s: 'omen classify' makes it anew", dir, id);
  json_decref(all);
  return result;
}

uint64_t omen_evidence_defect(const char *dir, const char *id) {
  json_t *all = read_all(dir, NULL);
  json_t *one = entry(json_object_get(all, "evidence"), id);
  uint64_t name = (uint64_t)json_integer_value(json_object_get(one, "defect"));
  json_decref(all);
  return name;
}

bool omen_evidence_give(struct omen_report *report, struct omen_race *race, json_t *one) {
  json_t *verdict = json_object_get(one, "verdict");
  if (!verdict || !omen_verdict_from_json(report, verdict, &race->verdict)) return false;
  race->severity = omen_class_info(race->verdict.class)->severity;
  return true;
}

bool omen_evidence_has(const struct omen_evidence *v, struct omen_report *report, struct omen_race *race,
                       const struct omen_evidence_options *o) {
  json_t *one = entry(v->list, race->id), *now = options_json(o);
  bool same = one && json_equal(json_object_get(one, "options"), now);
  json_decref(now);
  return same && omen_evidence_give(report, race, one);
}

size_t omen_evidence_load(struct omen_report *report, const char *dir) {
  json_t *all = read_all(dir, NULL), *list = json_object_get(all, "evidence");
  size_t n = 0;
  for (size_t i = 0; i < report->ninversions; i++) {
    bool happened;
    int runs, schedules;
    if (take_deadlock(entry(list, report->inversions[i].id), &happened, &runs, &schedules))
      omen_inversion_judge(report, &report->inversions[i], happened, runs, dir);
  }
  for (size_t i = 0; i < report->nraces; i++) {
    n += omen_evidence_give(report, &report->races[i], entry(list, report->races[i].id));
  }
  json_decref(all);
  return n;
}
