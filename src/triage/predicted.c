/* Predicted races: see predicted.h. */
#include "triage/predicted.h"
#include "base/interrupt.h"
#include "report/cluster.h"
#include "report/foreign.h"
#include "report/incident_told.h"
#include "triage/predicted_candidates.h"
#include "triage/evidence.h"
#include <stdlib.h>
#include <string.h>

/* SHARE of all processor time so far is what may be spent on runs that prove nothing, and SECONDS in any
 * case. The engines may take a third of it. */
#define SHARE 0.3
#define SECONDS 0.1

struct search {
  const struct omen_classify_job *job;
  struct omen_predicted_races *h;
  struct omen_predicted_sum *sum;
  struct omen_predicted_candidates candidates;
  double until;
  struct omen_err *err;
};

/* ---- candidates ---- */

static bool is_same(const struct omen_race *a, const struct omen_race *b) {
  size_t base = strcspn(a->id, "-");
  return strcspn(b->id, "-") == base && !strncmp(a->id, b->id, base) && !omen_race_compare(a, b);
}

static bool was_seen(const struct omen_report *r, const struct omen_race *race) {
  for (size_t i = 0; i < r->nraces; i++)
    if (!r->races[i].predicted && is_same(&r->races[i], race)) return true;
  return false;
}

static void drop(struct omen_report *r, size_t i) {
  omen_race_release(&r->races[i]);
  memmove(&r->races[i], &r->races[i + 1], (--r->nraces - i) * sizeof *r->races);
}

/* Races of equal names are told apart by numbers; those that were seen keep theirs. */
static bool id_taken(const struct omen_report *base, const struct omen_report *mine, size_t i,
                     const char *id) {
  for (size_t k = 0; k < base->nraces; k++)
    if (!base->races[k].predicted && !strcmp(base->races[k].id, id)) return true;
  for (size_t k = 0; k < i; k++)
    if (!strcmp(mine->races[k].id, id)) return true;
  return false;
}

void omen_predicted_races_number(const struct omen_report *base, struct omen_report *mine) {
  for (size_t i = 0; i < mine->nraces; i++) {
    struct omen_race *race = &mine->races[i];
    char first[sizeof race->id];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(race->id, "-"), race->id);
    snprintf(race->id, sizeof race->id, "%s", first);
    for (unsigned n = 2; id_taken(base, mine, i, race->id); n++)
      snprintf(race->id, sizeof race->id, "%.12s-%u", first, n);
    race->predicted = true;
  }
}

/* -1 with an empty message: there is nothing to try. */
static int make_twin(struct search *s) {
  struct omen_predicted_candidates *c = &s->candidates;
  if (omen_predicted_trace_need(s->job->trace, s->job->recording, s->err)) return -1;
  if (omen_predicted_candidates_find(c, s->job->trace, (s->until - omen_work()) / 3, s->err)) return -1;
  s->sum->cut = s->job->trace->cut;
  s->sum->left_out = c->left_out;
  return c->n ? omen_predicted_twin(&s->h->recording, s->job->recording, c->pairs, c->n, s->err) : 1;
}

static int open_report(struct search *s) {
  const struct omen_report *base = s->job->report;
  struct omen_report *r = &s->h->report;
  if (omen_report_build(r, &s->h->recording, NULL, s->err)) return -1;
  const struct omen_foreigns *only = s->job->steer_to;
  for (size_t i = r->nraces; i--;)
    if (was_seen(base, &r->races[i]) || !r->races[i].samples ||
        (only && !omen_foreigns_want(only, &r->races[i])))
      drop(r, i);
  s->sum->candidates = (int)r->nraces;
  return 0;
}

/* ---- proved ---- */

char *omen_predicted_words(const struct omen_race *race, bool turned) {
  const struct omen_access *a = &race->access[turned], *b = &race->access[!turned];
  return omen_format("%s: %s:%d and %s:%d", race->location.name, a->file ? a->file : "?", a->line,
                     b->file ? b->file : "?", b->line);
}

static void note_failed(struct search *s, const struct omen_race *race, const char *why) {
  struct omen_predicted_sum *sum = s->sum;
  struct omen_pool *pool = &s->job->report->pool;
  char *words = omen_predicted_words(race, false);
  OMEN_GROW(sum->failed, sum->nfailed, sum->cfailed);
  sum->failed[sum->nfailed++] = (struct omen_predicted_failed){omen_pool_str(pool, words), why};
  free(words);
}

static void keep_proved(struct search *s, struct omen_predicted_proof *p) {
  struct omen_report *r = &s->h->report;
  size_t kept = 0;
  for (size_t i = 0; i < r->nraces; i++) {
    struct omen_race race = r->races[i];
    if (p->why[i]) {
      note_failed(s, &race, p->why[i]);
      omen_race_release(&race);
      continue;
    }
    p->plan[kept] = p->plan[i];
    p->sample[kept] = p->sample[i];
    r->races[kept++] = race;
  }
  r->nraces = kept;
  omen_predicted_races_number(s->job->report, r);
  s->sum->proved = (int)kept;
}

static int seal(struct search *s) {
  size_t n;
  struct omen_predicted_pair *pairs = omen_predicted_of(s->h->report.races, s->h->report.nraces, &n);
  int result = omen_predicted_write(s->h->recording.dir, pairs, n, s->err);
  free(pairs);
  return result ? -1 : omen_recording_seal(&s->h->recording, s->err);
}

/* Judging leaves the recording where the run that proved a race did; if that is at the race, without being
 * told. */
static void set_pasts(struct search *s, const struct omen_predicted_proof *p) {
  struct omen_report *r = &s->h->report;
  for (size_t i = 0; i < r->nraces; i++)
    r->races[i].sample[p->sample[i]].past =
        p->plan && p->plan[i].leave.at != OMEN_LEAVE_RACE ? &p->plan[i] : NULL;
}

static void forget_pasts(struct search *s) {
  struct omen_report *r = &s->h->report;
  for (size_t i = 0; i < r->nraces; i++)
    for (size_t k = 0; k < r->races[i].samples; k++) r->races[i].sample[k].past = NULL;
}

static int judge(struct search *s) {
  struct omen_classify_job job = *s->job;
  job.recording = &s->h->recording;
  job.report = &s->h->report;
  job.freely = false;
  job.trace = NULL;
  job.only = ""; /* potential deadlocks: those of the recording are enough */
  job.wanted = NULL;
  job.judged = NULL;
  job.explored = NULL;
  return omen_classify_recording(&job, s->err);
}

/* ---- told ---- */

static void tell_races(struct omen_report *r, const struct omen_report *mine) {
  r->races = omen_xrealloc(r->races, (r->nraces + mine->nraces + 1) * sizeof *r->races);
  for (size_t i = 0; i < mine->nraces; i++) {
    struct omen_race *race = &r->races[r->nraces++];
    *race = mine->races[i];
    race->sample = NULL; /* of another recording */
    race->samples = 0;
    race->home = mine;
  }
}

void omen_predicted_races_tell(struct omen_report *r, const struct omen_report *mine) {
  tell_races(r, mine);
  for (size_t i = 0; i < mine->nincidents; i++) {
    struct omen_report_incident one = mine->incidents[i];
    one.home = mine;
    omen_report_add_incident(r, &one); /* in the place of one of the same id, which knew less */
  }
}

/* ---- all of it ---- */

static int prove(struct search *s, struct omen_predicted_proof *p) {
  struct omen_explorer x;
  if (omen_explorer_open(&x, &s->h->recording, s->err)) return -1;
  x.outside = s->job->outside;
  x.budget.jobs = s->job->jobs;
  x.budget.deadline = s->job->deadline;
  *p = (struct omen_predicted_proof){.x = &x,
                                     .candidates = &s->candidates,
                                     .until = s->until,
                                     .events = omen_outcome_counter(&s->job->report->outcome, "events")};
  int result = omen_predicted_prove(p, s->h->report.races, s->h->report.nraces, s->err);
  s->sum->runs = p->runs;
  omen_explorer_close(&x);
  return result;
}

static void release_proof(struct omen_predicted_proof *p, size_t n) {
  for (size_t i = 0; p->plan && i < n; i++) omen_plan_release(&p->plan[i]);
  free(p->plan);
  free(p->sample);
  free(p->why);
}

static int work(struct search *s) {
  struct omen_predicted_proof p = {0};
  if (open_report(s)) return -1;
  int result = s->h->report.nraces ? prove(s, &p) : 0;
  if (!result && s->h->report.nraces) keep_proved(s, &p);
  size_t n = s->h->report.nraces;
  if (!result && n) set_pasts(s, &p);
  if (!result && n)
    result =
        seal(s) || judge(s) || omen_evidence_keep_plans(&s->h->report, s->h->recording.dir, p.plan, s->err)
            ? -1
            : 0;
  forget_pasts(s);
  release_proof(&p, n);
  return result;
}

static bool is_wanted(const struct omen_classify_job *job) {
  const struct omen_outcome *o = &job->report->outcome;
  return !job->only && !job->states_only && omen_outcome_counter(o, "threads") > 1 &&
         o->end != OMEN_END_DIVERGED && o->end != OMEN_END_LOST && !job->report->why_not &&
         !(job->recording->manifest.flags & OMEN_FLAG_CONTAINED) && !omen_interrupted();
}

int omen_predicted_races_find(const struct omen_classify_job *job, struct omen_predicted_races **out,
                              struct omen_err *err) {
  *out = NULL;
  if (!is_wanted(job)) return 0;
  struct omen_predicted_races *h = omen_xcalloc(1, sizeof *h);
  double spent = omen_work();
  struct search s = {.job = job,
                     .h = h,
                     .sum = &job->report->predicted,
                     .until = spent + (job->predict_seconds ? job->predict_seconds : SECONDS + SHARE * spent),
                     .err = err};
  s.sum->tried = true;
  omen_predicted_races_forget(job->recording->dir);
  int made = make_twin(&s), result = made ? (made < 0 ? -1 : 0) : work(&s);
  omen_predicted_candidates_release(&s.candidates);
  if (!made && !result && h->report.nraces) {
    omen_predicted_races_tell(job->report, &h->report);
    *out = h;
    return 0;
  }
  if (!made) omen_recording_remove(h->recording.dir);
  omen_predicted_races_release(h);
  return result;
}

void omen_predicted_races_work(const struct omen_classify_job *job, struct omen_predicted_races **out) {
  struct omen_report *r = job->report;
  struct omen_err err = {0};
  if (omen_predicted_races_find(job, out, &err)) r->predicted.why_not = omen_pool_str(&r->pool, err.msg);
  if (r->predicted.tried && omen_evidence_keep_predicted(r, job->recording->dir, &err))
    omen_warn("%s", err.msg);
}

void omen_predicted_races_release(struct omen_predicted_races *h) {
  if (!h) return;
  omen_report_release(&h->report);
  omen_recording_release(&h->recording);
  free(h);
}
