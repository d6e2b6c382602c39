/* Verdicts for one recording: see classify_recording.h. */
#include "triage/classify_recording.h"
#include "classify/classify.h"
#include "classify/state.h"
#include "report/explain.h"
#include "triage/classify_inversions.h"
#include "triage/evidence.h"
#include <stdlib.h>

bool omen_verdict_harmful(const struct omen_verdict *v) { return v->consequence != OMEN_CONSEQUENCE_NONE; }

static void fill(const struct omen_classify_job *job, struct omen_race *race,
                 const struct omen_judgement *j) {
  struct omen_pool *pool = &job->report->pool;
  race->severity = omen_class_info(j->class)->severity;
  race->verdict =
      (struct omen_verdict){.class = j->class,
                            .consequence = j->consequence,
                            .proof = j->proof,
                            .loop = j->loop,
                            .k = j->k,
                            .paths = j->paths,
                            .schedules = j->schedules,
                            .seconds = j->seconds,
                            .what = omen_pool_str(pool, j->what),
                            .differs = j->differs[0] ? omen_pool_str(pool, j->differs) : NULL,
                            .assumes = j->assumes.len ? omen_pool_str(pool, j->assumes.data) : NULL};
  if (!j->consequence) return;
  char *word = omen_shell_word(job->shown);
  char *command = omen_format("omen replay %s --race %s --order %s", word, race->id,
                              j->guilty_alternate ? "alternate" : "primary");
  race->verdict.replay = omen_pool_str(pool, command);
  race->verdict.primary = omen_pool_str(pool, j->output[0].data ? j->output[0].data : "");
  race->verdict.alternate = omen_pool_str(pool, j->output[1].data ? j->output[1].data : "");
  free(command);
  free(word);
}

static int most_instances(const struct omen_classify_job *job) {
  return job->instances > 0 ? job->instances : OMEN_DEFAULT_INSTANCES;
}

/* The instances to explore; the caller frees. */
static struct omen_suspect *suspects(const struct omen_classify_job *job, const struct omen_race *race,
                                     size_t *n) {
  size_t most = (size_t)most_instances(job);
  *n = race->samples < most ? race->samples : most;
  struct omen_suspect *s = omen_xcalloc(*n + 1, sizeof *s);
  for (size_t i = 0; i < *n; i++) {
    const struct omen_instance *one = &race->sample[i];
    s[i] = (struct omen_suspect){.where = one->where, .first = one->access[0], .second = one->access[1]};
  }
  return s;
}

struct work {
  const struct omen_classify_job *job;
  struct omen_explorer x;
  struct omen_explainer explainer;
  struct omen_evidence evidence;
  struct omen_evidence_options options;
  struct omen_err *err;
};

/* What a harmful race did is made once more, with as few switches as can be, and put into words. */
static int show(struct work *w, struct omen_race *race, const struct omen_judgement *j) {
  struct omen_exhibit e;
  if (omen_exhibit_make(&e, &w->x, j, w->err)) return -1;
  int result = omen_explain(&w->explainer, race, &e, w->err);
  if (!result) omen_evidence_add(&w->evidence, race, &e, &w->options);
  omen_exhibit_release(&e);
  return result;
}

static void fill_states(struct omen_verdict *v, const struct omen_states *s) {
  v->states_same = s->same;
  v->states_change = s->changes;
  v->states_fail = s->fails;
}

/* Both orders' memory, and no more: what the replay analyzer would say. */
static int judge_states(struct work *w, struct omen_race *race, const struct omen_suspect *s, size_t n) {
  struct omen_states states;
  double start = omen_now();
  if (omen_states_compare(&w->x, s, n, &states, w->err)) return -1;
  bool benign = !states.changes && !states.fails;
  race->verdict = (struct omen_verdict){.class = OMEN_CLASS_UNKNOWN,
                                        .proof = OMEN_PROOF_EXPLORED,
                                        .what = benign ? "potentially benign: the order changes no state"
                                                       : "potentially harmful: the order changes the state, "
                                                         "or could not be had",
                                        .seconds = omen_now() - start};
  race->severity = omen_class_info(OMEN_CLASS_UNKNOWN)->severity;
  fill_states(&race->verdict, &states);
  omen_evidence_add(&w->evidence, race, NULL, &w->options);
  return 0;
}

static int judge_outcomes(struct work *w, struct omen_race *race, const struct omen_suspect *s, size_t n) {
  struct omen_effort effort = {.schedules = w->job->schedules, .pre_race = w->job->pre_race};
  struct omen_judgement j;
  struct omen_states states;
  if (omen_states_compare(&w->x, s, n, &states, w->err) || omen_classify(&w->x, s, n, &effort, &j, w->err))
    return -1;
  fill(w->job, race, &j);
  fill_states(&race->verdict, &states);
  int result = 0;
  if (j.consequence)
    result = show(w, race, &j);
  else
    omen_evidence_add(&w->evidence, race, NULL, &w->options);
  omen_judgement_release(&j);
  if (result) race->verdict = (struct omen_verdict){0}; /* not without its evidence */
  return result;
}

static int judge(struct work *w, struct omen_race *race) {
  if (omen_evidence_has(&w->evidence, w->job->report, race, &w->options)) return 0;
  size_t n;
  struct omen_suspect *s = suspects(w->job, race, &n);
  int result = w->job->states_only ? judge_states(w, race, s, n) : judge_outcomes(w, race, s, n);
  free(s);
  return result ? -1 : omen_evidence_save(&w->evidence, w->job->recording->dir, w->err);
}

int omen_classify_recording(const struct omen_classify_job *job, struct omen_err *err) {
  struct omen_report *report = job->report;
  struct work w = {.job = job,
                   .explainer = {.recording = job->recording, .report = report},
                   .options = {job->schedules, most_instances(job), job->pre_race, job->states_only},
                   .err = err};
  if (omen_explorer_open(&w.x, job->recording, err)) return -1;
  w.x.no_saved = job->from_start;
  w.x.budget.jobs = job->jobs;
  w.x.budget.deadline = job->deadline;
  omen_evidence_open(&w.evidence, job->recording->dir);
  int result = 0;
  for (size_t i = 0; !result && i < report->nraces; i++) {
    struct omen_race *race = &report->races[i];
    if (!race->access[0].known || (job->wanted && !job->wanted(job->context, race))) continue;
    result = judge(&w, race);
    if (w.x.over) {
      result = 0; /* the race at hand has no verdict yet, and that is all */
      break;
    }
    if (!result && job->judged) job->judged(job->context, race, i + 1, report->nraces);
  }
  if (!result && !w.x.over) result = omen_classify_inversions(job, &w.x, &w.evidence, err);
  omen_explorer_close(&w.x);
  omen_explainer_release(&w.explainer);
  struct omen_err second = {0};
  if (omen_evidence_write(&w.evidence, job->recording->dir, result ? &second : err)) result = -1;
  return result;
}
