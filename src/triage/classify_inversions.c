/* Potential deadlocks of one recording: tries to make each happen, and keeps what came of it as evidence. */
#include "triage/classify_inversions.h"
#include "classify/try_inversion.h"
#include "report/inversion.h"
#include <string.h>

/* The explorers know locks by address; the first edge of the run is where the recording is left. */
static bool goal_of(const struct omen_inversion *v, struct omen_inversion_goal *c) {
  if (v->n > OMEN_CIRCLE_EDGES) return false;
  *c = (struct omen_inversion_goal){.n = v->n, .event = UINT64_MAX};
  for (size_t i = 0; i < v->n; i++) {
    const struct omen_report_edge *e = &v->edges[i];
    c->edges[i] = (struct omen_plan_constraint){
        .how = OMEN_HOW_LOCKS, .thread = (uint32_t)e->thread, .took = e->took.addr, .wants = e->wants.addr};
    if (e->event >= c->event) continue;
    c->event = e->event;
    c->thread = (uint32_t)e->thread;
    c->point = e->wants.point;
  }
  return true;
}

/* What happens is an incident. Its cause is asked for later: another exploration may show it by fewer
 * switches. */
static int take(struct omen_explorer *x, struct omen_incidents *incidents, const struct omen_plan *plan,
                struct omen_err *err) {
  struct omen_result r;
  if (omen_explore_fresh(x, plan, 1, &r, err)) return -1;
  omen_incidents_take(incidents, plan, &r);
  omen_result_release(&r);
  return 0;
}

static int judge(const struct omen_classify_job *job, struct omen_explorer *x,
                 struct omen_incidents *incidents, struct omen_evidence *evidence, struct omen_inversion *v,
                 struct omen_err *err) {
  struct omen_inversion_goal c;
  struct omen_plan plan;
  bool happened;
  int runs;
  if (omen_evidence_deadlock(evidence, v->id, job->schedules, &happened, &runs)) {
    omen_inversion_judge(job->report, v, happened, runs, job->shown);
    return 0;
  }
  if (!goal_of(v, &c)) return 0;
  if (omen_inversion_try(x, &c, job->schedules, &plan, &happened, &runs, err)) return -1;
  omen_inversion_judge(job->report, v, happened, runs, job->shown);
  omen_evidence_add_deadlock(evidence, v->id, job->schedules, runs, happened ? &plan : NULL);
  int result = happened ? take(x, incidents, &plan, err) : 0;
  if (happened) omen_plan_release(&plan);
  return result;
}

int omen_classify_inversions(const struct omen_classify_job *job, struct omen_explorer *x,
                             struct omen_incidents *incidents, struct omen_evidence *evidence,
                             struct omen_err *err) {
  struct omen_report *r = job->report;
  if (job->states_only || job->no_inversions || r->outcome.end == OMEN_END_DIVERGED) return 0;
  for (size_t i = 0; i < r->ninversions; i++) {
    if (job->only && strcmp(job->only, r->inversions[i].id)) continue;
    if (r->inversions[i].suppressed && !job->only) continue;
    if (!strcmp(r->inversions[i].status, OMEN_INVERSION_POTENTIAL) &&
        judge(job, x, incidents, evidence, &r->inversions[i], err))
      return x->over ? 0 : -1;
  }
  return 0;
}
