/* Verdicts for one recording: see classify_recording.h. */
#include "cli/classify_recording.h"
#include "classify/classify.h"
#include "cli/evidence.h"
#include "report/explain.h"
#include <stdlib.h>

bool omen_verdict_harmful(const struct omen_verdict *v) { return v->consequence != NULL; }

static void fill(const struct omen_classify_job *job, struct omen_race *race,
                 const struct omen_judgement *j) {
  struct omen_pool *pool = &job->report->pool;
  race->severity = omen_class_severity(j->class);
  race->verdict = (struct omen_verdict){.class = omen_class_name(j->class),
                                        .consequence = j->consequence,
                                        .proof = j->proof,
                                        .loop = j->loop,
                                        .k = j->k,
                                        .paths = 1,
                                        .schedules = j->schedules,
                                        .seconds = j->seconds,
                                        .what = omen_pool_str(pool, j->what)};
  if (!j->consequence) return;
  char *command = omen_format("omen replay %s --race %s --order %s", job->shown, race->id,
                              j->guilty_alternate ? "alternate" : "primary");
  race->verdict.replay = omen_pool_str(pool, command);
  race->verdict.primary = omen_pool_str(pool, j->output[0].data ? j->output[0].data : "");
  race->verdict.alternate = omen_pool_str(pool, j->output[1].data ? j->output[1].data : "");
  free(command);
}

static struct omen_plan_access name(const struct omen_access *a) {
  return (struct omen_plan_access){.thread = (uint32_t)a->thread, .site = a->site, .point = a->point};
}

/* What a harmful race did is made once more, with as few switches as can be, and put into words. */
static int show(struct omen_explorer *x, struct omen_explainer *explainer, struct omen_race *race,
                const struct omen_judgement *j, struct omen_evidence *evidence, struct omen_err *err) {
  struct omen_exhibit e;
  if (omen_exhibit_make(&e, x, j, err)) return -1;
  int result = omen_explain(explainer, race, &e, err);
  if (!result) omen_evidence_add(evidence, race, &e);
  omen_exhibit_release(&e);
  return result;
}

static int judge(const struct omen_classify_job *job, struct omen_explorer *x,
                 struct omen_explainer *explainer, struct omen_race *race, struct omen_evidence *evidence,
                 struct omen_err *err) {
  struct omen_suspect s = {.where = {race->location.addr, race->location.size},
                           .first = name(&race->access[0]),
                           .second = name(&race->access[1])};
  struct omen_judgement j;
  if (omen_classify(x, &s, job->schedules, &j, err)) return -1;
  fill(job, race, &j);
  int result = 0;
  if (j.consequence)
    result = show(x, explainer, race, &j, evidence, err);
  else
    omen_evidence_add(evidence, race, NULL);
  omen_judgement_release(&j);
  if (result) race->verdict = (struct omen_verdict){0}; /* not without its evidence */
  return result;
}

int omen_classify_recording(const struct omen_classify_job *job, struct omen_err *err) {
  struct omen_explorer x;
  if (omen_explorer_open(&x, job->recording, err)) return -1;
  x.budget.jobs = job->jobs;
  x.budget.deadline = job->deadline;
  struct omen_evidence evidence = {0};
  struct omen_report *report = job->report;
  struct omen_explainer explainer = {.recording = job->recording, .report = report};
  int result = 0;
  for (size_t i = 0; !result && i < report->nraces; i++) {
    struct omen_race *race = &report->races[i];
    if (!race->access[0].known || (job->wanted && !job->wanted(job->context, race))) continue;
    result = judge(job, &x, &explainer, race, &evidence, err);
    if (x.over) {
      result = 0; /* the race at hand has no verdict yet, and that is all */
      break;
    }
    if (!result && job->judged) job->judged(job->context, race, i + 1, report->nraces);
  }
  omen_explorer_close(&x);
  omen_explainer_release(&explainer);
  struct omen_err second = {0};
  if (omen_evidence_write(&evidence, job->recording->dir, result ? &second : err)) result = -1;
  return result;
}
