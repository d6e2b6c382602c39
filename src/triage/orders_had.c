/* Orders that an incident's run had: see classify_parts.h. */
#include "classify/run_trace.h"
#include "trace/event.h"
#include "triage/classify_parts.h"
#include <string.h>

static bool is_like(const struct omen_rawev *e, const struct omen_plan_event *name, struct omen_watch where) {
  return omen_kind_is_access(e->kind) && e->thread == name->thread && e->site == name->site &&
         e->obj < where.addr + where.len && where.addr < e->obj + e->size;
}

/* The same access in another run: how many events its thread made before may differ, where it waited, but not
 * how often the instruction came to that memory. t->n: it did not come. */
static size_t find_like(const struct omen_run_trace *recorded, const struct omen_run_trace *t,
                        const struct omen_plan_event *name, struct omen_watch where) {
  size_t there = recorded ? omen_run_trace_find(recorded, name) : 0, left = 0, i = 0;
  for (size_t k = 0; recorded && there < recorded->n && k <= there; k++)
    left += is_like(&recorded->event[k], name, where);
  if (!left) return omen_run_trace_find(t, name);
  for (; i < t->n && left; i++) left -= is_like(&t->event[i], name, where);
  return left ? t->n : i - 1;
}

/* The second access came, and the first did later, or not at all. */
static bool is_turned(const struct omen_classify_work *w, const struct omen_run_trace *t,
                      const struct omen_instance *one) {
  struct omen_suspect s = omen_suspect_of(one);
  const struct omen_run_trace *recorded = w->incidents.has_schedule ? &w->incidents.trace : NULL;
  size_t first = find_like(recorded, t, &s.first, s.where),
         second = find_like(recorded, t, &s.second, s.where);
  if (s.past) return false;
  return second < t->n && (first == t->n || second < first);
}

static bool has_one_order(const struct omen_race *race) {
  return race->verdict.class == OMEN_CLASS_SINGLE_ORDERING && !race->verdict.not_judged;
}

/* A verdict that names the incident has taken it into account. */
static bool is_contradicted(const struct omen_classify_work *w, const struct omen_race *race,
                            const struct omen_run_trace *t, const char *id) {
  bool turned = false;
  if (!has_one_order(race) || (race->verdict.what && strstr(race->verdict.what, id))) return false;
  for (size_t i = 0; i < race->samples && !turned; i++) turned = is_turned(w, t, &race->sample[i]);
  return turned;
}

static void take_back(struct omen_classify_work *w, struct omen_race *race, const struct omen_incident *i) {
  race->severity = omen_class_info(OMEN_CLASS_UNKNOWN)->severity;
  race->verdict.class = OMEN_CLASS_UNKNOWN;
  race->verdict.proof = OMEN_PROOF_EXPLORED;
  race->verdict.assumes = NULL;
  race->verdict.not_judged =
      omen_pool_fmt(&w->job->report->pool,
                    "incident %s (%s) has the accesses in the other order, which was not had without it",
                    i->id, omen_consequence_word(i->wrong.what));
  omen_evidence_add(&w->evidence, race, NULL, &w->options);
}

static int look_at(struct omen_classify_work *w, const struct omen_incident *i) {
  struct omen_report *r = w->job->report;
  struct omen_run_trace t;
  struct omen_result run;
  char *dir;
  if (omen_explore_traced(&w->x, &i->plan, &run, &dir, w->err)) return -1;
  int result = omen_run_trace_read(&t, dir, &run.outcome, w->err);
  omen_scratch_free(dir);
  for (size_t k = 0; !result && k < r->nraces; k++)
    if (is_contradicted(w, &r->races[k], &t, i->id)) take_back(w, &r->races[k], i);
  if (!result) omen_run_trace_release(&t);
  omen_result_release(&run);
  return result;
}

int omen_classify_orders_had(struct omen_classify_work *w) {
  bool any = false;
  for (size_t k = 0; k < w->job->report->nraces; k++) any |= has_one_order(&w->job->report->races[k]);
  for (size_t i = 0; any && i < w->incidents.n && !omen_classify_over(w); i++)
    if (w->incidents.list[i]->confirmed && look_at(w, w->incidents.list[i])) return -1;
  return 0;
}
