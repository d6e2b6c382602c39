/* Verdicts for one recording: see classify_recording.h. */
#include "triage/classify_recording.h"
#include "base/interrupt.h"
#include "classify/state.h"
#include "triage/classify_inversions.h"
#include "triage/classify_parts.h"
#include "report/incident_told.h"
#include "report/incident_words.h"
#include "report/inversion.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

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
                            .assumes = j->assumes.len ? omen_pool_str(pool, j->assumes.data) : NULL,
                            .not_judged = j->not_judged[0] ? omen_pool_str(pool, j->not_judged) : NULL,
                            .incident = j->incident[0] ? omen_pool_str(pool, j->incident) : NULL};
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

/* At least one of each pair of stacks that leads to the race, up to OMEN_MOST_MEMBERS: the samples take
 * turns. */
static size_t wanted_instances(const struct omen_classify_job *job, const struct omen_race *race) {
  size_t most = (size_t)most_instances(job),
         members = race->members < OMEN_MOST_MEMBERS ? race->members : OMEN_MOST_MEMBERS;
  return most < OMEN_DEFAULT_INSTANCES || members < most ? most : members;
}

/* A past of its own says which of the two comes first there. */
struct omen_suspect omen_suspect_of(const struct omen_instance *one) {
  const struct omen_plan_event *held = one->past ? omen_constraint_held(&one->past->constraints[0]) : NULL;
  bool turned = held && held->thread == one->access[1].thread;
  return (struct omen_suspect){
      .where = one->where, .first = one->access[turned], .second = one->access[!turned], .past = one->past};
}

bool omen_classify_wants(const struct omen_classify_job *job, const struct omen_race *race) {
  return !race->home && race->access[0].known && (!job->wanted || job->wanted(job->context, race));
}

static size_t nth_sample(size_t i, size_t leads) { return i == 0 ? leads : i <= leads ? i - 1 : i; }

/* The instances to explore, that which flips a copy against many first; the caller frees. */
static struct omen_suspect *suspects(const struct omen_classify_job *job, const struct omen_race *race,
                                     size_t leads, size_t *n) {
  size_t most = wanted_instances(job, race);
  *n = race->samples < most ? race->samples : most;
  struct omen_suspect *s = omen_xcalloc(*n + 1, sizeof *s);
  for (size_t i = 0; i < *n; i++) s[i] = omen_suspect_of(&race->sample[nth_sample(i, leads)]);
  return s;
}

/* All that are predicted, for who asks for causes; the caller frees. */
static struct omen_suspect *predicted(const struct omen_report *r, size_t *n) {
  struct omen_suspect *s = NULL;
  size_t cap = 0;
  *n = 0;
  for (size_t i = 0; i < r->nraces; i++)
    for (size_t k = 0; r->races[i].predicted && k < r->races[i].samples; k++) {
      const struct omen_instance *one = &r->races[i].sample[k];
      OMEN_GROW(s, *n, cap);
      s[(*n)++] = omen_suspect_of(one);
    }
  return s;
}

/* What a harmful race did is made once more, with as few switches as can be, and put into words. */
static int show(struct omen_classify_work *w, struct omen_race *race, const struct omen_judgement *j) {
  struct omen_exhibit e;
  if (omen_exhibit_make(&e, &w->x, j, w->err)) return -1;
  race->verdict.shown = omen_explain(&w->explainer, &e, w->err);
  int result = race->verdict.shown ? 0 : -1;
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
static int judge_states(struct omen_classify_work *w, struct omen_race *race, const struct omen_suspect *s,
                        size_t n) {
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

enum { MOST_TRIED = 64 }; /* of the samples that a race has: cluster_parts.h */

/* Nobody may take "harmless" for more than was tried. */
static void tell_untried(struct omen_classify_work *w, struct omen_race *race, size_t tried) {
  size_t leads = w->copies.sample[race - w->job->report->races];
  bool of[MOST_TRIED] = {false};
  size_t members = 0;
  for (size_t i = 0; i < tried; i++) {
    uint32_t m = race->sample[nth_sample(i, leads)].member;
    if (m >= MOST_TRIED || of[m]) continue;
    of[m] = true;
    members++;
  }
  if (race->verdict.consequence || members >= race->members || race->verdict.not_judged) return;
  race->verdict.what =
      omen_pool_fmt(&w->job->report->pool, "%s; tried over %zu of its %zu pairs of call stacks",
                    race->verdict.what, members, race->members);
}

static void tell_brief(struct omen_classify_work *w, struct omen_race *race, const struct omen_race *leader) {
  if (race->verdict.consequence || race->verdict.not_judged) return;
  race->verdict.what =
      omen_pool_fmt(&w->job->report->pool, "%s; tried briefly: [race %s] of the same copy was judged in full",
                    race->verdict.what, leader->id);
}

/* What could not be judged together with the others of its copy is tried briefly. */
static int judge_outcomes(struct omen_classify_work *w, struct omen_race *race, const struct omen_suspect *s,
                          size_t n) {
  struct omen_effort effort = {.schedules = w->job->schedules, .pre_race = w->job->pre_race};
  const struct omen_race *leader = omen_classify_leader(w, race);
  if (leader) effort.schedules = 0, n = n > 0;
  struct omen_judgement j;
  struct omen_states states;
  if (omen_states_compare(&w->x, s, n, &states, w->err) ||
      omen_classify(&w->x, &w->incidents, s, n, &effort, &j, w->err))
    return -1;
  fill(w->job, race, &j);
  fill_states(&race->verdict, &states);
  if (leader)
    tell_brief(w, race, leader);
  else
    tell_untried(w, race, n);
  int result = 0;
  if (j.consequence)
    result = show(w, race, &j);
  else
    omen_evidence_add(&w->evidence, race, NULL, &w->options);
  omen_judgement_release(&j);
  if (result) race->verdict = (struct omen_verdict){0}; /* not without its evidence */
  return result;
}

/* ---- incidents ---- */

/* Those that came up since the last time go to the report and to the evidence. */
int omen_classify_tell(struct omen_classify_work *w) {
  for (size_t k = 0; k < w->incidents.n; k++) {
    struct omen_incident *i = w->incidents.list[k];
    struct omen_report_incident told;
    if (i->known || !i->judged) continue;
    i->known = true;
    if (omen_incident_explain(&w->explainer, &w->x, i, w->job->shown, &told, w->err)) return -1;
    const struct omen_inversion *v = omen_inversion_of(w->job->report, &told);
    if (v) told.deadlock = omen_pool_str(&w->job->report->pool, v->id);
    omen_report_add_incident(w->job->report, &told);
    omen_evidence_add_incident(&w->evidence, i, &told);
  }
  return 0;
}

/* Both accesses of `n++` stand at one place, those of `n = n + 1` in one line. */
static uint64_t place_of_site(void *context, uint32_t site, bool line) {
  struct omen_classify_work *w = context;
  const struct omen_site *s =
      w->explainer.open || !omen_explainer_open(&w->explainer, &w->job->report->outcome, NULL)
          ? omen_resolve_site(&w->explainer.resolver, site)
          : NULL;
  if (!s || !s->line) return site;
  char *text = omen_format("%s:%d:%d", s->file, s->line, line ? 0 : s->column);
  uint64_t hash = XXH3_64bits(text, strlen(text)) | 1ull << 63;
  free(text);
  return hash;
}

static uint64_t place_of_wrong(void *context, const struct omen_outcome *o) {
  struct omen_classify_work *w = context;
  const struct omen_pcs *pcs = o->end == OMEN_END_DEFECT && o->ndefects ? &o->defects[o->ndefects - 1].pcs
                               : o->end == OMEN_END_SIGNAL              ? &o->crash
                                                                        : NULL;
  if (!pcs || !pcs->n || omen_explainer_open(&w->explainer, o, NULL)) return 0;
  struct omen_stack stack = omen_resolve_pcs(&w->explainer.resolver, pcs);
  struct omen_where at = omen_explain_place(&stack);
  char *text = at.line ? omen_format("%s:%d", at.file, at.line) : NULL;
  uint64_t hash = text ? XXH3_64bits(text, strlen(text)) | 1 : 0;
  free(text);
  free(stack.frames);
  w->explainer.resolver.outcome = NULL;
  return hash;
}

/* By its function: where in the loop the run was is chance. */
static uint64_t place_of_loop(void *context, const struct omen_outcome *o, size_t i) {
  struct omen_classify_work *w = context;
  const struct omen_pcs *pcs = &o->loops[i].pcs;
  if (!pcs->n || omen_explainer_open(&w->explainer, o, NULL)) return 0;
  struct omen_stack stack = omen_resolve_pcs(&w->explainer.resolver, pcs);
  struct omen_where at = omen_explain_place(&stack);
  char *text = at.line ? omen_format("%s:%s", at.file, at.function) : NULL;
  uint64_t hash = text ? XXH3_64bits(text, strlen(text)) | 1 : 0;
  free(text);
  free(stack.frames);
  w->explainer.resolver.outcome = NULL;
  return hash;
}

/* Is that access, of a run of this recording, one of the race's? */
static bool is_access(struct omen_classify_work *w, const struct omen_race *race,
                      const struct omen_stale_access *s) {
  const struct omen_location *l = &race->location;
  bool is = false;
  if (s->addr >= l->addr + l->size || l->addr >= s->addr + 8 ||
      omen_explainer_open(&w->explainer, &w->job->report->outcome, NULL))
    return false;
  struct omen_pcs pcs = {(uint64_t *)s->pc, s->npc};
  struct omen_stack stack = omen_resolve_pcs(&w->explainer.resolver, &pcs);
  struct omen_where at = omen_explain_place(&stack);
  for (int k = 0; k < 2; k++)
    is |= at.line && race->access[k].line == at.line && race->access[k].file &&
          !strcmp(race->access[k].file, at.file);
  free(stack.frames);
  w->explainer.resolver.outcome = NULL;
  return is;
}

/* Under a weak model: an access of the race does not see newer stores in its run, or alone in another that
 * goes wrong in the same way. */
static bool is_stale(struct omen_classify_work *w, const struct omen_race *race,
                     const struct omen_incident *i) {
  for (int k = 0; k < i->cause.nstale; k++)
    if (is_access(w, race, &i->cause.stale[k])) return true;
  for (size_t k = 0; k < w->job->report->nincidents; k++) {
    const struct omen_report_incident *told = &w->job->report->incidents[k];
    if (!strcmp(told->id, i->id)) return omen_incident_told(told) && omen_incident_stale(told, race);
  }
  return false;
}

static bool may_be_blamed(const struct omen_classify_job *job, const struct omen_race *race) {
  if (race->verdict.class == OMEN_CLASS_SPEC_VIOLATED) return false;
  if (race->verdict.class || race->verdict.not_judged) return true;
  return job->blames && !race->home && race->access[0].known && !race->mark.suppressed;
}

/* An incident that came up while another race was explored may be the doing of one that has its verdict
 * already. */
static int revise(struct omen_classify_work *w, struct omen_race *race) {
  if (!may_be_blamed(w->job, race)) return 0;
  for (size_t k = 0; k < w->incidents.n; k++) {
    if (!omen_incident_blames(&w->incidents, w->incidents.list[k], race->access[0].site,
                              race->access[1].site) &&
        !is_stale(w, race, w->incidents.list[k]))
      continue;
    struct omen_judgement j = {.seconds = race->verdict.seconds, .schedules = race->verdict.schedules};
    struct omen_verdict was = race->verdict;
    omen_judge_by_incident(&j, w->incidents.list[k]);
    fill(w->job, race, &j);
    race->verdict.states_same = was.states_same;
    race->verdict.states_change = was.states_change;
    race->verdict.states_fail = was.states_fail;
    race->verdict.other = was.other;
    int result = show(w, race, &j);
    omen_judgement_release(&j);
    return result;
  }
  return 0;
}

static int judge(struct omen_classify_work *w, struct omen_race *race) {
  if (omen_evidence_has(&w->evidence, w->job->report, race, &w->options)) return 0;
  if (omen_classify_together(w, race)) return -1;
  if (omen_evidence_has(&w->evidence, w->job->report, race, &w->options)) return 0;
  size_t n;
  struct omen_suspect *s = suspects(w->job, race, w->copies.sample[race - w->job->report->races], &n);
  int result = w->job->states_only ? judge_states(w, race, s, n) : judge_outcomes(w, race, s, n);
  free(s);
  if (!result) result = omen_classify_tell(w);
  return result ? -1 : omen_evidence_save(&w->evidence, w->job->recording->dir, w->err);
}

/* What is not done by now has no time left. */
bool omen_classify_over(const struct omen_classify_work *w) { return w->x.over || omen_interrupted(); }

/* One race must not take the time of all. *put_off: its share was over, and the others go on. */
static int judge_in_time(struct omen_classify_work *w, struct omen_race *race, bool *put_off) {
  const struct omen_classify_job *job = w->job;
  double until = job->share ? omen_now() + job->share(job->context, race) : 0;
  if (until && (!job->deadline || until < job->deadline)) w->x.budget.deadline = until;
  int result = judge(w, race);
  w->x.budget.deadline = job->deadline;
  if (!w->x.over || omen_over(job->deadline)) return result;
  w->x.over = false;
  *put_off = true;
  if (job->put_off) job->put_off(job->context, race);
  return 0;
}

/* Where the second pass failed, the pair of a race is not known: the recording does not replay, or the pass
 * was cut short. That nothing could be tried must not look as if nothing was found. */
static void leave(const struct omen_classify_job *job, struct omen_race *race) {
  if (job->report->watched || race->access[0].known) return;
  race->verdict.class = OMEN_CLASS_UNKNOWN;
  race->verdict.not_judged =
      omen_pool_fmt(&job->report->pool,
                    "its first access is not known, since the recorded run could not be "
                    "replayed to find it (%s)",
                    job->report->why_not);
}

/* How the recorded run went wrong, if it did. */
static int judge_recorded(struct omen_classify_work *w) {
  const struct omen_outcome *o = &w->job->report->outcome;
  if (!(w->job->freely || w->job->causes) || !omen_classify_has_schedules(w)) return 0;
  if (!omen_incidents_judge_recorded(&w->x, &w->incidents, o, OMEN_INCIDENT_SECONDS, w->err)) return 0;
  return omen_classify_over(w) ? 0 : -1;
}

/* Potential deadlocks that happened, and that nothing else led to. */
static int judge_rest(struct omen_classify_work *w) {
  for (size_t k = 0; k < w->incidents.n; k++) {
    struct omen_incident *i = w->incidents.list[k];
    if (!i->judged && omen_incident_judge(&w->x, &w->incidents, i, OMEN_INCIDENT_SECONDS, w->err))
      return omen_classify_over(w) ? 0 : -1;
  }
  return omen_classify_tell(w);
}

int omen_classify_recording(const struct omen_classify_job *job, struct omen_err *err) {
  struct omen_report *report = job->report;
  struct omen_classify_work w = {
      .job = job,
      .explainer = {.recording = job->recording, .report = report},
      .options = {job->schedules, most_instances(job), job->pre_race, job->states_only, job->outside},
      .start = omen_work(),
      .err = err};
  if (omen_explorer_open(&w.x, job->recording, err)) return -1;
  w.x.no_saved = job->from_start;
  w.x.outside = job->outside;
  uint64_t alone = omen_outcome_counter(&report->outcome, "alone_until");
  w.x.alone = alone ? alone - 1 : 0;
  w.x.budget.jobs = job->jobs;
  w.x.budget.deadline = job->deadline;
  omen_evidence_open(&w.evidence, job->recording->dir);
  omen_evidence_judge(&w.evidence, job->outside);
  omen_incidents_open(&w.incidents, &report->outcome);
  w.incidents.places = (struct omen_places){place_of_site, place_of_wrong, place_of_loop, &w};
  w.incidents.recorded_line = place_of_wrong(&w, &report->outcome);
  omen_evidence_incidents(&w.evidence, report, &w.incidents);
  struct omen_suspect *also = predicted(report, &w.incidents.npredicted);
  w.incidents.predicted = also;
  int result = omen_classify_wants_free(&w) ? omen_classify_search_first(&w) : 0;
  if (!result && !omen_classify_over(&w))
    result = judge_recorded(&w); /* races are acquitted of what others cause */
  w.copies = omen_copies_make(report);
  for (size_t i = 0; !result && i < report->nraces; i++) {
    struct omen_race *race = &report->races[w.copies.order[i]];
    leave(job, race);
    if (!omen_classify_wants(job, race)) continue;
    bool short_of_time = false;
    result = judge_in_time(&w, race, &short_of_time);
    if (short_of_time) continue;
    if (omen_classify_over(&w)) {
      result = 0; /* the race at hand has no verdict yet, and that is all */
      break;
    }
    if (!result && job->judged) job->judged(job->context, race, i + 1, report->nraces);
  }
  if (!result && !omen_classify_over(&w))
    result = omen_classify_inversions(job, &w.x, &w.incidents, &w.evidence, err);
  if (!result && !omen_classify_over(&w))
    result = omen_classify_wants_free(&w) ? omen_classify_freely(&w) : 0;
  if (!result && !omen_classify_over(&w)) result = judge_rest(&w);
  for (size_t i = 0; !result && !omen_classify_over(&w) && i < report->nraces; i++)
    result = revise(&w, &report->races[i]);
  if (!result && !omen_classify_over(&w)) result = omen_classify_orders_had(&w);
  if (omen_classify_over(&w)) result = 0;
  omen_inversions_link(report);
  omen_incidents_release(&w.incidents);
  free(also);
  omen_copies_release(&w.copies);
  omen_explorer_close(&w.x);
  omen_explainer_release(&w.explainer);
  struct omen_err second = {0};
  if (omen_evidence_write(&w.evidence, job->recording->dir, result ? &second : err)) result = -1;
  return result;
}
