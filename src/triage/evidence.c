/* Evidence on disk: see evidence.h. */
#include "triage/evidence.h"
#include "classify/try_inversion.h"
#include "record/plan_json.h"
#include "report/inversion.h"
#include "report/verdict_json.h"
#include <stdlib.h>
#include <string.h>

enum { VERSION = 4 };
#define EVERY 0.2 /* seconds between two writes while classifying */
/* Nor more than one part in so many of the time: with hundreds of verdicts a write takes as long as one. */
enum { SHARE = 20 };

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

/* Of races and potential deadlocks the key is `race`; of incidents it is `incident`. */
static json_t *entry_of(json_t *list, const char *key, const char *wanted) {
  json_t *one;
  size_t i;
  json_array_foreach(list, i, one) {
    const char *id = json_string_value(json_object_get(one, key));
    if (id && !strcmp(id, wanted)) return one;
  }
  return NULL;
}

/* Of races and potential deadlocks, whose ids are as many as there are verdicts: entries by id. */
static json_t *index_of(json_t *list) {
  json_t *index = json_object(), *one;
  size_t i;
  json_array_foreach(list, i, one) {
    const char *id = json_string_value(json_object_get(one, "race"));
    if (id && !json_object_get(index, id)) json_object_set(index, id, one);
  }
  return index;
}

/* By an id of one of its members, which was the race's own in older reports. */
static json_t *entry_of_member(json_t *list, const char *id) {
  json_t *one, *member;
  size_t i, k;
  json_array_foreach(list, i, one) json_array_foreach(json_object_get(one, "members"), k, member) {
    if (json_is_string(member) && !strcmp(json_string_value(member), id)) return one;
  }
  return NULL;
}

static json_t *entry(json_t *list, const char *race) {
  json_t *one = entry_of(list, "race", race);
  return one ? one : entry_of_member(list, race);
}

/* Was it found with this outside? One without a plan has a recording of its own. */
static bool is_from(json_t *incident, enum omen_outside outside) {
  struct omen_plan p;
  if (omen_plan_from_json(&p, json_object_get(incident, "plan"), NULL)) return true;
  bool same = p.tail.outside == (uint32_t)outside;
  omen_plan_release(&p);
  return same;
}

/* Takes what is to be saved. */
static int save_all(json_t *all, const char *dir, struct omen_err *err) {
  char *text = json_dumps(all, JSON_INDENT(1)), *path = omen_format("%s/evidence.json", dir);
  int result = omen_file_save(path, text, strlen(text), err);
  free(text);
  free(path);
  json_decref(all);
  return result;
}

int omen_evidence_write(struct omen_evidence *v, const char *dir, struct omen_err *err) {
  json_t *list = v->list ? v->list : json_array(), *one;
  json_t *old = read_all(dir, NULL);
  size_t i;
  if (!v->index) v->index = index_of(list);
  json_array_foreach(json_object_get(old, "evidence"), i, one) {
    const char *id = json_string_value(json_object_get(one, "race")),
               *incident = json_string_value(json_object_get(one, "incident"));
    if (incident && v->anew && !is_from(one, v->outside)) continue;
    bool elsewhere = incident && !json_object_get(one, "plan");
    if (id && json_object_get(v->gone, id)) continue;
    if (id ? json_object_get(v->index, id) != NULL
           : !incident || (v->anew && elsewhere) || entry_of(list, "incident", incident))
      continue;
    json_array_append(list, one);
    if (id) json_object_set(v->index, id, one);
  }
  json_t *all = json_pack("{s:i,s:o}", "version", VERSION, "evidence", list);
  json_t *freely = v->freely ? v->freely : json_object_get(old, "free");
  if (freely) json_object_set(all, "free", freely);
  json_t *predicted = json_object_get(old, "predicted");
  if (predicted) json_object_set(all, "predicted", predicted);
  json_decref(old);
  json_decref(v->freely);
  json_decref(v->index);
  json_decref(v->gone);
  v->list = v->freely = v->index = v->gone = NULL;
  return save_all(all, dir, err);
}

static json_t *options_json(const struct omen_evidence_options *o) {
  return json_pack("[i,i,i,i,i]", o->schedules, o->instances, o->pre_race, o->states_only, (int)o->outside);
}

void omen_evidence_open(struct omen_evidence *v, const char *dir) {
  json_t *all = read_all(dir, NULL), *list = json_object_get(all, "evidence");
  *v = (struct omen_evidence){.list = json_is_array(list) ? json_incref(list) : json_array(),
                              .freely = json_incref(json_object_get(all, "free"))};
  v->index = index_of(v->list);
  json_decref(all);
}

void omen_evidence_judge(struct omen_evidence *v, enum omen_outside outside) {
  v->anew = true;
  v->outside = outside;
  for (size_t i = json_array_size(v->list); i--;) {
    json_t *one = json_array_get(v->list, i);
    if (json_object_get(one, "incident") && !is_from(one, outside)) json_array_remove(v->list, i);
  }
}

static void drop_of(json_t *list, const char *key, const char *wanted) {
  for (size_t i = json_array_size(list); i--;) {
    const char *id = json_string_value(json_object_get(json_array_get(list, i), key));
    if (id && !strcmp(id, wanted)) json_array_remove(list, i);
  }
}

/* The list is gone through only for what is in it. */
static void drop(struct omen_evidence *v, const char *race) {
  if (!v->index) v->index = index_of(v->list);
  if (!json_object_get(v->index, race)) return;
  drop_of(v->list, "race", race);
  json_object_del(v->index, race);
}

static void append(struct omen_evidence *v, const char *race, json_t *one) {
  json_array_append_new(v->list, one);
  json_object_set(v->index, race, one);
}

/* A verdict on the race as it was told by one pair of stacks, in older evidence: there is a better one now,
 * which the old id finds, too. */
static void replace_members(struct omen_evidence *v, const struct omen_race *race, json_t *one) {
  json_t *ids = json_array();
  for (size_t i = 0; i < race->members; i++) {
    const char *id = race->member[i].id;
    json_array_append_new(ids, omen_json_str(id));
    if (!json_object_get(v->index, id)) continue;
    drop(v, id);
    if (!v->gone) v->gone = json_object();
    json_object_set_new(v->gone, id, json_true());
  }
  json_object_set_new(one, "members", ids);
}

/* The explorer told the outside; a replay has only the plan. */
static json_t *plan_json(const struct omen_evidence *v, const struct omen_plan *plan) {
  struct omen_plan p = *plan; /* borrows the lists */
  if (v->outside) p.tail.outside = v->outside;
  return omen_plan_to_json(&p);
}

void omen_evidence_add(struct omen_evidence *v, const struct omen_race *race, const struct omen_exhibit *e,
                       const struct omen_evidence_options *o) {
  json_t *verdict = json_object(), *one = json_object();
  if (!v->list) v->list = json_array();
  drop(v, race->id);
  omen_verdict_to_json(verdict, &race->verdict);
  json_object_set_new(one, "race", omen_json_str(race->id));
  json_object_set_new(one, "verdict", verdict);
  if (o) json_object_set_new(one, "options", options_json(o));
  if (e) json_object_set_new(one, "plan", plan_json(v, &e->plan[e->guilty]));
  if (e && race->verdict.incident) json_object_set_new(one, "by", omen_json_str(race->verdict.incident));
  if (e && e->defect) json_object_set_new(one, "defect", json_integer((json_int_t)e->defect));
  replace_members(v, race, one);
  append(v, race->id, one);
}

/* All that is needed to play it, to tell of it, and to know it again: where it goes wrong, and whether it was
 * asked for its cause. */
void omen_evidence_add_incident(struct omen_evidence *v, const struct omen_incident *i,
                                const struct omen_report_incident *told) {
  if (!v->list) v->list = json_array();
  drop_of(v->list, "incident", i->id);
  json_t *one = json_object(), *sites = json_array();
  json_object_set_new(one, "incident", omen_json_str(i->id));
  json_object_set_new(one, "told", omen_incident_json(told));
  json_object_set_new(one, "place", json_integer((json_int_t)i->wrong.place));
  json_object_set_new(one, "plan", plan_json(v, &i->plan));
  if (i->cause.tested) json_object_set_new(one, "prevented", plan_json(v, &i->cause.prevented));
  if (i->defect) json_object_set_new(one, "defect", json_integer((json_int_t)i->defect));
  for (size_t k = 0; k < i->cause.npairs; k++)
    if (i->cause.pairs[k].kind == OMEN_PAIR_RACE)
      json_array_append_new(sites, json_pack("[I,I,I,I]", (json_int_t)i->cause.pairs[k].side[0].site,
                                             (json_int_t)i->cause.pairs[k].side[1].site,
                                             (json_int_t)i->cause.pairs[k].where.addr,
                                             (json_int_t)i->cause.pairs[k].where.len));
  json_object_set_new(one, "sites", sites);
  json_array_append_new(v->list, one);
}

void omen_evidence_add_told(struct omen_evidence *v, const struct omen_report_incident *told) {
  if (!v->list) v->list = json_array();
  drop_of(v->list, "incident", told->id);
  json_array_append_new(
      v->list, json_pack("{s:o,s:o}", "incident", omen_json_str(told->id), "told", omen_incident_json(told)));
}

void omen_evidence_close(struct omen_evidence *v) {
  json_decref(v->list);
  json_decref(v->freely);
  json_decref(v->index);
  json_decref(v->gone);
  v->list = v->freely = v->index = v->gone = NULL;
}

static void give_incidents(struct omen_report *report, json_t *list) {
  json_t *one;
  size_t i;
  json_array_foreach(list, i, one) {
    struct omen_report_incident told;
    json_t *j = json_object_get(one, "told");
    if (json_object_get(one, "incident") && omen_incident_from_json(report, j, &told))
      omen_report_add_incident(report, &told);
  }
}

/* One that was judged before, as far as verdicts need it. */
static bool known_incident(json_t *one, struct omen_incident *i) {
  json_t *told = json_object_get(one, "told"), *cause = json_object_get(told, "cause"), *pair;
  const char *id = json_string_value(json_object_get(one, "incident"));
  size_t k;
  *i = (struct omen_incident){
      .wrong = {omen_consequence_find(json_string_value(json_object_get(told, "consequence"))),
                (uint64_t)json_integer_value(json_object_get(one, "place"))},
      .defect = (uint64_t)json_integer_value(json_object_get(one, "defect")),
      .loop = omen_endless_find(json_string_value(json_object_get(told, "loop"))),
      .runs = (int)json_integer_value(json_object_get(told, "runs")),
      .judged = true,
      .known = true,
      .confirmed = json_is_true(json_object_get(told, "confirmed")),
      .cause = {.kind = omen_cause_find_word(json_string_value(json_object_get(cause, "kind"))),
                .tested = json_is_true(json_object_get(cause, "tested"))}};
  const char *what = json_string_value(json_object_get(told, "what"));
  if (!id || strlen(id) >= sizeof i->id || !i->wrong.what) return false;
  strcpy(i->id, id);
  snprintf(i->what, sizeof i->what, "%s", what ? what : "");
  json_t *sites = json_object_get(one, "sites"), *p = json_object_get(one, "prevented");
  if (omen_plan_from_json(&i->plan, json_object_get(one, "plan"), NULL)) return false;
  if (i->cause.tested && omen_plan_from_json(&i->cause.prevented, p, NULL))
    return omen_plan_release(&i->plan), false;
  i->found = omen_plan_copy(&i->plan);
  i->cause.pairs = omen_xcalloc(json_array_size(sites) + 1, sizeof *i->cause.pairs);
  json_array_foreach(sites, k, pair) {
    struct omen_cause_pair *to = &i->cause.pairs[i->cause.npairs++];
    for (size_t side = 0; side < 2; side++)
      to->side[side].site = (uint32_t)json_integer_value(json_array_get(pair, side));
    to->where.addr = (uint64_t)json_integer_value(json_array_get(pair, 2));
    to->where.len = (uint64_t)json_integer_value(json_array_get(pair, 3));
  }
  return true;
}

void omen_evidence_incidents(struct omen_evidence *v, struct omen_report *report,
                             struct omen_incidents *all) {
  v->anew = true;
  for (size_t k = json_array_size(v->list); k--;) {
    json_t *other = json_array_get(v->list, k);
    if (json_object_get(other, "incident") && !json_object_get(other, "plan")) json_array_remove(v->list, k);
  }
  give_incidents(report, v->list);
  json_t *one;
  size_t i;
  json_array_foreach(v->list, i, one) {
    struct omen_incident known;
    if (!json_object_get(one, "incident") || !known_incident(one, &known)) continue;
    omen_incidents_add(all, &known);
  }
}

void omen_evidence_add_deadlock(struct omen_evidence *v, const char *id, int schedules,
                                const struct omen_inversion_trial *t) {
  if (!v->list) v->list = json_array();
  drop(v, id);
  json_t *one = json_pack("{s:o,s:{s:b,s:i,s:i,s:i}}", "race", omen_json_str(id), "deadlock", "happens",
                          t->happened, "runs", t->runs, "schedules", schedules, "outside", (int)v->outside);
  if (t->happened) json_object_set_new(one, "plan", plan_json(v, &t->plan));
  if (!t->happened) json_object_set_new(json_object_get(one, "deadlock"), "why", omen_json_str(t->why));
  append(v, id, one);
}

void omen_evidence_add_free(struct omen_evidence *v, const struct omen_evidence_free *f) {
  json_t *one = json_pack("{s:i,s:i,s:i,s:i}", "tried", f->tried, "runs", f->runs, "over", f->over, "outside",
                          (int)v->outside);
  if (f->why_not) json_object_set_new(one, "why_not", omen_json_str(f->why_not));
  json_decref(v->freely);
  v->freely = one;
}

static struct omen_evidence_free take_free(json_t *freely, int *outside) {
  struct omen_evidence_free f = {0};
  if (!freely || json_unpack(freely, "{s:i,s:i,s:i,s:i,s?s}", "tried", &f.tried, "runs", &f.runs, "over",
                             &f.over, "outside", outside, "why_not", &f.why_not))
    return (struct omen_evidence_free){0};
  return f;
}

struct omen_evidence_free omen_evidence_free(const struct omen_evidence *v) {
  int outside = -1;
  struct omen_evidence_free f = take_free(v->freely, &outside);
  return outside == (int)v->outside ? f : (struct omen_evidence_free){0};
}

static bool take_deadlock(json_t *one, const char **why, int *runs, int *schedules, int *outside) {
  int happens;
  *outside = OMEN_OUTSIDE_ORDERED;
  *why = "the threads did not come to hold these together";
  if (!one || json_unpack(json_object_get(one, "deadlock"), "{s:b,s:i,s:i,s?i,s?s}", "happens", &happens,
                          "runs", runs, "schedules", schedules, "outside", outside, "why", why))
    return false;
  if (happens) *why = NULL;
  return true;
}

bool omen_evidence_deadlock(const struct omen_evidence *v, const char *id, int schedules, const char **why,
                            int *runs) {
  int with, from;
  return take_deadlock(json_object_get(v->index, id), why, runs, &with, &from) && from == (int)v->outside &&
         (!*why || with >= schedules);
}

int omen_evidence_save(struct omen_evidence *v, const char *dir, struct omen_err *err) {
  double start = omen_now();
  if (start - v->written < v->pause) return 0;
  struct omen_evidence so_far = *v;
  json_incref(so_far.list);
  json_incref(so_far.freely);
  json_incref(so_far.index);
  json_incref(so_far.gone);
  int result = omen_evidence_write(&so_far, dir, err);
  v->written = omen_now();
  v->pause = (v->written - start) * SHARE > EVERY ? (v->written - start) * SHARE : EVERY;
  return result;
}

/* The command that shows what another recording has the evidence of; NULL: none has. */
static const char *elsewhere(json_t *one) {
  json_t *verdict = json_object_get(one, "verdict");
  return json_string_value(json_object_get(json_object_get(verdict, "evidence"), "replay"));
}

int omen_evidence_find_incident(const char *dir, const char *id, bool prevented, struct omen_plan *plan,
                                uint64_t *defect, struct omen_err *err) {
  *plan = (struct omen_plan){0};
  json_t *all = read_all(dir, err);
  if (!all) return -1;
  json_t *one = entry_of(json_object_get(all, "evidence"), "incident", id);
  json_t *p = json_object_get(one, prevented ? "prevented" : "plan");
  int result = 0;
  if (!one)
    result = omen_fail(err, "%s has no incident %s ('omen report' lists them)", dir, id);
  else if (!p)
    result = omen_fail(err, "the cause of incident %s was not found: nothing is known that prevents it", id);
  else if (omen_plan_from_json(plan, p, NULL))
    result =
        omen_fail(err, "%s/evidence.json is damaged at incident %s: 'omen classify' makes it anew", dir, id);
  *defect = (uint64_t)json_integer_value(json_object_get(one, "defect"));
  json_decref(all);
  return result;
}

int omen_evidence_find(const char *dir, const char *id, bool alternate, struct omen_plan *plan,
                       struct omen_err *err) {
  *plan = (struct omen_plan){0};
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
  else if (omen_plan_from_json(plan, p, NULL))
    result = omen_fail(err, "%s/evidence.json is damaged at race %s: 'omen classify' makes it anew", dir, id);
  const char *by = json_string_value(json_object_get(one, "by"));
  if (!result && by) { /* both runs are the incident's */
    uint64_t defect;
    omen_plan_release(plan);
    result = omen_evidence_find_incident(dir, by, !alternate, plan, &defect, err);
  } else if (!result) {
    omen_plan_flip(plan, alternate);
    plan->tell = false; /* the exhibit needed to know who ran; a replay has nobody to tell */
  }
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
  json_t *one = json_object_get(v->index, race->id), *now = options_json(o);
  bool same = one && json_equal(json_object_get(one, "options"), now);
  json_decref(now);
  return same && omen_evidence_give(report, race, one);
}

/* Evidence of the time when a race was one pair of stacks: the worst verdict on a member. */
static bool give_worst(struct omen_report *report, struct omen_race *race, json_t *index) {
  struct omen_race worst = *race;
  bool found = false;
  for (size_t i = 0; i < race->members; i++) {
    struct omen_race one = *race;
    if (!omen_evidence_give(report, &one, json_object_get(index, race->member[i].id))) continue;
    if (!found || one.severity > worst.severity) worst = one;
    found = true;
  }
  *race = worst;
  return found;
}

size_t omen_evidence_load(struct omen_report *report, const char *dir) {
  json_t *all = read_all(dir, NULL), *list = json_object_get(all, "evidence"), *index = index_of(list);
  size_t n = 0;
  for (size_t i = 0; i < report->ninversions; i++) {
    const char *why;
    int runs, schedules, outside;
    if (take_deadlock(json_object_get(index, report->inversions[i].id), &why, &runs, &schedules, &outside))
      omen_inversion_judge(report, &report->inversions[i], why, runs, dir);
  }
  give_incidents(report, list);
  omen_inversions_link(report);
  int outside;
  struct omen_evidence_free freely = take_free(json_object_get(all, "free"), &outside);
  report->other_schedules = (struct omen_other_schedules){
      .runs = freely.runs, .why_not = freely.why_not ? omen_pool_str(&report->pool, freely.why_not) : NULL};
  for (size_t i = 0; i < report->nraces; i++) {
    struct omen_race *race = &report->races[i];
    json_t *one = json_object_get(index, race->id);
    n += one ? omen_evidence_give(report, race, one) : give_worst(report, race, index);
  }
  json_decref(index);
  json_decref(all);
  return n;
}

/* ---- prediction ---- */

int omen_evidence_keep_predicted(const struct omen_report *report, const char *dir, struct omen_err *err) {
  const struct omen_predicted_sum *sum = &report->predicted;
  json_t *all = read_all(dir, NULL), *failed = json_array();
  if (!all) all = json_pack("{s:i,s:[]}", "version", VERSION, "evidence");
  for (size_t i = 0; i < sum->nfailed; i++)
    json_array_append_new(
        failed, json_pack("[o,o]", omen_json_str(sum->failed[i].what), omen_json_str(sum->failed[i].why)));
  json_t *one =
      json_pack("{s:i,s:i,s:i,s:b,s:I,s:o}", "candidates", sum->candidates, "proved", sum->proved, "runs",
                sum->runs, "cut", sum->cut, "left_out", (json_int_t)sum->left_out, "failed", failed);
  if (sum->why_not) json_object_set_new(one, "why_not", omen_json_str(sum->why_not));
  json_object_set_new(all, "predicted", one);
  return save_all(all, dir, err);
}

void omen_evidence_load_predicted(struct omen_report *report, const char *dir) {
  struct omen_predicted_sum *sum = &report->predicted;
  json_t *all = read_all(dir, NULL), *one = json_object_get(all, "predicted"), *pair;
  size_t i;
  if (one) {
    *sum =
        (struct omen_predicted_sum){.tried = true,
                                    .cut = json_is_true(json_object_get(one, "cut")),
                                    .candidates = (int)json_integer_value(json_object_get(one, "candidates")),
                                    .proved = (int)json_integer_value(json_object_get(one, "proved")),
                                    .runs = (int)json_integer_value(json_object_get(one, "runs")),
                                    .left_out = (size_t)json_integer_value(json_object_get(one, "left_out")),
                                    .why_not = omen_json_text(report, one, "why_not")};
    json_array_foreach(json_object_get(one, "failed"), i, pair) {
      const char *what = json_string_value(json_array_get(pair, 0)),
                 *why = json_string_value(json_array_get(pair, 1));
      OMEN_GROW(sum->failed, sum->nfailed, sum->cfailed);
      sum->failed[sum->nfailed++] = (struct omen_predicted_failed){
          omen_pool_str(&report->pool, what ? what : ""), omen_pool_str(&report->pool, why ? why : "")};
    }
  }
  json_decref(all);
}

int omen_evidence_keep_plans(const struct omen_report *report, const char *dir, const struct omen_plan *plans,
                             struct omen_err *err) {
  json_t *all = read_all(dir, NULL);
  if (!all) return 0; /* nothing was judged */
  for (size_t i = 0; i < report->nraces; i++) {
    json_t *one = entry(json_object_get(all, "evidence"), report->races[i].id);
    if (!one || json_object_get(one, "plan")) continue;
    struct omen_plan plan = plans[i]; /* borrows the lists */
    plan.region = plan.tell = 0;      /* it goes on to its end, and has nobody to tell */
    json_object_set_new(one, "plan", omen_plan_to_json(&plan));
  }
  return save_all(all, dir, err);
}

bool omen_evidence_there(const char *dir, const char *id) {
  json_t *all = read_all(dir, NULL), *list = json_object_get(all, "evidence");
  bool there = entry(list, id) || entry_of(list, "incident", id);
  json_decref(all);
  return there;
}
