/* Verdicts for one recording: see classify_recording.h. */
#include "triage/classify_recording.h"
#include "base/interrupt.h"
#include "classify/free_explore.h"
#include "classify/incident.h"
#include "classify/state.h"
#include "record/memory.h"
#include "report/explain.h"
#include "report/groups.h"
#include "triage/classify_inversions.h"
#include "triage/evidence.h"
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
static struct omen_suspect suspect_of(const struct omen_instance *one) {
  const struct omen_plan_event *held = one->past ? omen_constraint_held(&one->past->constraints[0]) : NULL;
  bool turned = held && held->thread == one->access[1].thread;
  return (struct omen_suspect){
      .where = one->where, .first = one->access[turned], .second = one->access[!turned], .past = one->past};
}

/* The instances to explore; the caller frees. */
static struct omen_suspect *suspects(const struct omen_classify_job *job, const struct omen_race *race,
                                     size_t *n) {
  size_t most = wanted_instances(job, race);
  *n = race->samples < most ? race->samples : most;
  struct omen_suspect *s = omen_xcalloc(*n + 1, sizeof *s);
  for (size_t i = 0; i < *n; i++) {
    const struct omen_instance *one = &race->sample[i];
    s[i] = suspect_of(one);
  }
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
      s[(*n)++] = suspect_of(one);
    }
  return s;
}

/* FREE_RUNS: free exploration makes so many times --schedules, which by default costs about as much as a race
 * or two. FREE_SECONDS of the processor, or half of what judging took, is what it may take. FREE_SEEDS: seeds
 * of one recording. */
enum { FREE_RUNS = 24, FREE_SEEDS = 100000 };
#define FREE_SECONDS 1.5

/* A copy of so many fields or more: its races are one mistake. FULL: schedules that nobody asked for more
 * than. */
enum { MANY = 16, FULL = 2 };

struct work {
  const struct omen_classify_job *job;
  const struct omen_race **first; /* by race: that of its group (MANY) that is judged in full; NULL: itself */
  struct omen_explorer x;
  struct omen_explainer explainer;
  struct omen_evidence evidence;
  struct omen_evidence_options options;
  struct omen_incidents incidents;
  double start;
  struct omen_err *err;
};

/* What a harmful race did is made once more, with as few switches as can be, and put into words. */
static int show(struct work *w, struct omen_race *race, const struct omen_judgement *j) {
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

enum { MOST_TRIED = 64 }; /* of the samples that a race has: cluster_parts.h */

/* Nobody may take "harmless" for more than was tried. */
static void tell_untried(struct work *w, struct omen_race *race, size_t tried) {
  bool of[MOST_TRIED] = {false};
  size_t members = 0;
  for (size_t i = 0; i < tried; i++) {
    uint32_t m = race->sample[i].member;
    if (m >= MOST_TRIED || of[m]) continue;
    of[m] = true;
    members++;
  }
  if (race->verdict.consequence || members >= race->members || race->verdict.not_judged) return;
  race->verdict.what =
      omen_pool_fmt(&w->job->report->pool, "%s; tried over %zu of its %zu pairs of call stacks",
                    race->verdict.what, members, race->members);
}

/* The others of a large group, once one of it did no harm. */
static const struct omen_race *is_brief(const struct work *w, const struct omen_race *race) {
  const struct omen_race *first = w->first[race - w->job->report->races];
  bool asked = w->job->schedules > FULL || w->job->pre_race || w->job->only;
  bool harmless = first && first->verdict.class == OMEN_CLASS_K_WITNESS && !first->verdict.not_judged;
  return harmless && !asked ? first : NULL;
}

static void tell_brief(struct work *w, struct omen_race *race, const struct omen_race *first) {
  if (race->verdict.consequence || race->verdict.not_judged) return;
  race->verdict.what =
      omen_pool_fmt(&w->job->report->pool, "%s; tried briefly: [race %s] of the same copy was judged in full",
                    race->verdict.what, first->id);
}

static int judge_outcomes(struct work *w, struct omen_race *race, const struct omen_suspect *s, size_t n) {
  struct omen_effort effort = {.schedules = w->job->schedules, .pre_race = w->job->pre_race};
  const struct omen_race *first = is_brief(w, race);
  if (first) effort.schedules = 0, n = n > 0;
  struct omen_judgement j;
  struct omen_states states;
  if (omen_states_compare(&w->x, s, n, &states, w->err) ||
      omen_classify(&w->x, &w->incidents, s, n, &effort, &j, w->err))
    return -1;
  fill(w->job, race, &j);
  fill_states(&race->verdict, &states);
  if (first)
    tell_brief(w, race, first);
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
static int tell_incidents(struct work *w) {
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
  struct work *w = context;
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
  struct work *w = context;
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

/* Under a weak model: an access of the race does not see newer stores in its run. */
static bool is_stale(const struct work *w, const struct omen_race *race, const struct omen_incident *i) {
  for (size_t k = 0; k < w->job->report->nincidents; k++) {
    const struct omen_report_incident *told = &w->job->report->incidents[k];
    if (!strcmp(told->id, i->id)) return omen_incident_told(told) && omen_incident_stale(told, race);
  }
  return false;
}

/* An incident that came up while another race was explored may be the doing of one that has its verdict
 * already. */
static int revise(struct work *w, struct omen_race *race) {
  if (!race->verdict.class || race->verdict.class == OMEN_CLASS_SPEC_VIOLATED) return 0;
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

static int judge(struct work *w, struct omen_race *race) {
  if (omen_evidence_has(&w->evidence, w->job->report, race, &w->options)) return 0;
  size_t n;
  struct omen_suspect *s = suspects(w->job, race, &n);
  int result = w->job->states_only ? judge_states(w, race, s, n) : judge_outcomes(w, race, s, n);
  free(s);
  if (!result) result = tell_incidents(w);
  return result ? -1 : omen_evidence_save(&w->evidence, w->job->recording->dir, w->err);
}

/* What is not done by now has no time left. */
static bool over(const struct work *w) { return w->x.over || omen_interrupted(); }

/* One race must not take the time of all. *put_off: its share was over, and the others go on. */
static int judge_in_time(struct work *w, struct omen_race *race, bool *put_off) {
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

/* ---- free exploration ---- */

/* Recordings of one program have other schedules, and other seeds. */
static struct omen_free_effort free_effort(const struct work *w, const struct omen_evidence_free *done) {
  const struct omen_classify_job *job = w->job;
  double judging = omen_work() - w->start, seconds = judging / 2;
  bool weak = omen_memory_of(job->recording->manifest.flags) != OMEN_MEMORY_SC;
  int runs = FREE_RUNS * (weak ? OMEN_FREE_CHOICES : 1), first = (int)(job->nth * (unsigned)runs);
  return (struct omen_free_effort){.from = done->tried ? done->tried : first,
                                   .to = first + runs * (job->schedules > 0 ? job->schedules : 1),
                                   .recorded = &job->report->outcome,
                                   .cpu_seconds = job->report->cpu_seconds,
                                   .weak = weak,
                                   .seed = job->recording->manifest.seed * FREE_SEEDS,
                                   .seconds = seconds < FREE_SECONDS ? FREE_SECONDS : seconds};
}

static bool wants_free(const struct work *w) {
  const struct omen_outcome *o = &w->job->report->outcome;
  return w->job->freely && !w->job->only && !w->job->states_only && omen_outcome_counter(o, "threads") > 1 &&
         o->end != OMEN_END_DIVERGED && o->end != OMEN_END_LOST && !w->job->report->why_not;
}

static void tell_free(struct omen_report *report, const struct omen_evidence_free *done) {
  report->other_schedules = (struct omen_other_schedules){
      .runs = done->runs, .why_not = done->why_not ? omen_pool_str(&report->pool, done->why_not) : NULL};
}

static int explore_freely(struct work *w) {
  struct omen_evidence_free done = omen_evidence_free(&w->evidence);
  struct omen_free_effort effort = free_effort(w, &done);
  struct omen_free f;
  bool more = true;
  tell_free(w->job->report, &done);
  if (done.why_not || done.over >= effort.to) return 0;
  int before = done.runs, result = omen_free_open(&f, &w->x, &w->incidents, &effort, w->err);
  if (!result) result = omen_free_search(&f, w->err);
  while (!result && more) {
    result = omen_free_step(&f, &more, w->err);
    if (!result) result = tell_incidents(w);
    if (result) break;
    done = (struct omen_evidence_free){f.next, before + f.runs, more ? 0 : effort.to, f.why_not};
    tell_free(w->job->report, &done);
    omen_evidence_add_free(&w->evidence, &done);
    result = omen_evidence_save(&w->evidence, w->job->recording->dir, w->err);
    if (w->job->explored) w->job->explored(w->job->context, f.next - effort.from, effort.to - effort.from);
  }
  omen_free_close(&f);
  return result && over(w) ? 0 : result;
}

/* How the recorded run went wrong, if it did. */
static int judge_recorded(struct work *w) {
  const struct omen_outcome *o = &w->job->report->outcome;
  if (!wants_free(w)) return 0;
  if (!omen_incidents_judge_recorded(&w->x, &w->incidents, o, OMEN_INCIDENT_SECONDS, w->err)) return 0;
  return over(w) ? 0 : -1;
}

/* Potential deadlocks that happened, and that nothing else led to. */
static int judge_rest(struct work *w) {
  for (size_t k = 0; k < w->incidents.n; k++) {
    struct omen_incident *i = w->incidents.list[k];
    if (!i->judged && omen_incident_judge(&w->x, &w->incidents, i, OMEN_INCIDENT_SECONDS, w->err))
      return over(w) ? 0 : -1;
  }
  return tell_incidents(w);
}

/* The races in the order in which they are judged: one of each group (report/groups.h) before the others of
 * any, so that a budget that ends early has judged every mistake once. The caller frees. */
static size_t *judging_order(const struct omen_report *r, const struct omen_race **first) {
  size_t *order = omen_xcalloc(r->nraces + 1, sizeof *order), n = 0;
  struct omen_groups groups = omen_groups_make(r, NULL);
  const struct omen_group *g;
  for (size_t i = 0; i < groups.n; i++)
    for (size_t k = 1; k < groups.v[i].n && groups.v[i].kind == OMEN_GROUP_COPY && groups.v[i].n >= MANY; k++)
      first[groups.v[i].race[k]] = &r->races[groups.v[i].race[0]];
  for (int others = 0; others < 2; others++)
    for (size_t i = 0; i < r->nraces; i++)
      if (omen_groups_leads(&groups, i, &g) == !others) order[n++] = i;
  omen_groups_release(&groups);
  return order;
}

int omen_classify_recording(const struct omen_classify_job *job, struct omen_err *err) {
  struct omen_report *report = job->report;
  struct work w = {
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
  w.incidents.places = (struct omen_places){place_of_site, place_of_wrong, &w};
  w.incidents.recorded_line = place_of_wrong(&w, &report->outcome);
  omen_evidence_incidents(&w.evidence, report, &w.incidents);
  struct omen_suspect *also = predicted(report, &w.incidents.npredicted);
  w.incidents.predicted = also;
  int result = 0;
  w.first = omen_xcalloc(report->nraces + 1, sizeof *w.first);
  size_t *order = judging_order(report, w.first);
  for (size_t i = 0; !result && i < report->nraces; i++) {
    struct omen_race *race = &report->races[order[i]];
    leave(job, race);
    if (race->home || !race->access[0].known || (job->wanted && !job->wanted(job->context, race))) continue;
    bool short_of_time = false;
    result = judge_in_time(&w, race, &short_of_time);
    if (short_of_time) continue;
    if (over(&w)) {
      result = 0; /* the race at hand has no verdict yet, and that is all */
      break;
    }
    if (!result && job->judged) job->judged(job->context, race, i + 1, report->nraces);
  }
  free(order);
  if (!result && !over(&w)) result = omen_classify_inversions(job, &w.x, &w.incidents, &w.evidence, err);
  if (!result && !over(&w)) result = wants_free(&w) ? explore_freely(&w) : 0;
  if (!result && !over(&w)) result = judge_recorded(&w);
  if (!result && !over(&w)) result = judge_rest(&w);
  for (size_t i = 0; !result && !over(&w) && i < report->nraces; i++) result = revise(&w, &report->races[i]);
  if (over(&w)) result = 0;
  omen_inversions_link(report);
  omen_incidents_release(&w.incidents);
  free(also);
  free(w.first);
  omen_explorer_close(&w.x);
  omen_explainer_release(&w.explainer);
  struct omen_err second = {0};
  if (omen_evidence_write(&w.evidence, job->recording->dir, result ? &second : err)) result = -1;
  return result;
}
