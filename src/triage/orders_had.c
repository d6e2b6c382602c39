/* Orders that an incident's run had: see classify_parts.h. */
#include "classify/run_trace.h"
#include "trace/event.h"
#include "triage/classify_parts.h"
#include <string.h>

/* The two accesses came, to the same memory, and the second came first. */
static bool is_turned(const struct omen_run_trace *t, const struct omen_instance *one) {
  struct omen_suspect s = omen_suspect_of(one);
  size_t first = omen_run_trace_find(t, &s.first), second = omen_run_trace_find(t, &s.second);
  if (first == t->n || second >= first) return false;
  const struct omen_rawev *x = &t->event[first], *y = &t->event[second];
  return omen_kind_is_access(x->kind) && omen_kind_is_access(y->kind) && x->obj < y->obj + y->size &&
         y->obj < x->obj + x->size;
}

static bool has_one_order(const struct omen_race *race) {
  return race->verdict.class == OMEN_CLASS_SINGLE_ORDERING && !race->verdict.not_judged;
}

/* A verdict that names the incident has taken it into account. */
static bool is_contradicted(const struct omen_race *race, const struct omen_run_trace *t, const char *id) {
  bool turned = false;
  if (!has_one_order(race) || (race->verdict.what && strstr(race->verdict.what, id))) return false;
  for (size_t i = 0; i < race->samples && !turned; i++) turned = is_turned(t, &race->sample[i]);
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
    if (is_contradicted(&r->races[k], &t, i->id)) take_back(w, &r->races[k], i);
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
