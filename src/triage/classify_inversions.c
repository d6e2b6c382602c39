/* Potential deadlocks of one recording: tries to make each happen, and keeps what came of it as evidence. */
#include "triage/classify_inversions.h"
#include "triage/predicted_deadlocks.h"
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

/* ---- the predicted order ---- */

/* ENGINE: seconds of processor time for it. */
#define ENGINE 0.5

struct asked {
  const struct omen_classify_job *job;
  const struct omen_inversion *v;
  struct omen_predicted_deadlocks *known;
};

static int ask_engine(const struct omen_classify_job *job, struct omen_predicted_deadlocks *known) {
  struct omen_err err;
  known->asked = true;
  if (omen_predicted_trace_need(job->trace, job->recording, &err)) return -1;
  return omen_predicted_deadlocks_find(known, job->trace, ENGINE, &err);
}

/* The trace is made once for all of them. Where it cannot be had, other schedules are tried without it. */
static const struct omen_plan *past_of(void *arg) {
  const struct asked *a = arg;
  if (!a->known->asked && ask_engine(a->job, a->known)) omen_predicted_deadlocks_release(a->known);
  a->known->asked = true;
  return omen_predicted_deadlock_past(a->known, a->v);
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
                 struct omen_incidents *incidents, struct omen_evidence *evidence, struct asked *a,
                 struct omen_inversion *v, struct omen_err *err) {
  struct omen_inversion_goal c;
  struct omen_inversion_trial t;
  const char *why;
  int runs;
  if (omen_evidence_deadlock(evidence, v->id, job->schedules, &why, &runs)) {
    omen_inversion_judge(job->report, v, why, runs, job->shown);
    return 0;
  }
  if (!goal_of(v, &c)) return 0;
  if (job->trace) c.past = past_of, c.arg = a;
  if (omen_inversion_try(x, &c, job->schedules, &t, err)) return -1;
  omen_inversion_judge(job->report, v, t.happened ? NULL : t.why, t.runs, job->shown);
  omen_evidence_add_deadlock(evidence, v->id, job->schedules, &t);
  int result = t.happened ? take(x, incidents, &t.plan, err) : 0;
  omen_plan_release(&t.plan);
  return result;
}

int omen_classify_inversions(const struct omen_classify_job *job, struct omen_explorer *x,
                             struct omen_incidents *incidents, struct omen_evidence *evidence,
                             struct omen_err *err) {
  struct omen_report *r = job->report;
  struct omen_predicted_deadlocks known = {0};
  int result = 0;
  if (job->states_only || job->no_inversions || r->outcome.end == OMEN_END_DIVERGED) return 0;
  for (size_t i = 0; !result && i < r->ninversions; i++) {
    struct asked a = {job, &r->inversions[i], &known};
    if (job->only && strcmp(job->only, r->inversions[i].id)) continue;
    if (r->inversions[i].suppressed && !job->only) continue;
    if (!strcmp(r->inversions[i].status, OMEN_INVERSION_POTENTIAL))
      result = judge(job, x, incidents, evidence, &a, &r->inversions[i], err);
  }
  omen_predicted_deadlocks_release(&known);
  return result && !x->over ? -1 : 0;
}
