/* Prediction in a campaign's recordings: see campaign.h. A few recordings of a program are enough where the
 * time is not limited: each shows the orders that its schedule did not have. */
#include "triage/campaign.h"
#include "triage/classify_recording.h"
#include "triage/evidence.h"
#include "triage/foreign_log.h"
#include "triage/predicted.h"
#include <stdlib.h>
#include <string.h>

/* RECORDINGS of a program, without a budget. SHARE of the processor time that a recording took so far, and
 * SECONDS in any case, is for runs that prove nothing. */
enum { RECORDINGS = 2 };
#define SHARE 0.3
#define SECONDS 0.1
/* For races that somebody asks for: they are few, and known to be there. */
#define WANTED_SECONDS 5

/* Races of others, which alone are looked for, are steered to in every recording, until all are found. */
static bool is_due(const struct omen_campaign *c, size_t run) {
  const struct omen_campaign_run *r = &c->runs[run];
  if (r->lost || r->refused || r->foreseen || r->report.predicted.tried || omen_campaign_stopped(r))
    return false;
  if (c->wanted) return !omen_foreign_log_found(c);
  return c->deadline > 0 || omen_campaign_before(c, run) < RECORDINGS;
}

static void predict(struct omen_campaign *c, size_t run) {
  struct omen_campaign_run *r = &c->runs[run];
  struct omen_predicted_trace trace = {0};
  struct omen_classify_job job = {
      .recording = &r->recording,
      .report = &r->report,
      .shown = r->shown,
      .schedules = c->schedules,
      .instances = c->instances,
      .pre_race = c->pre_race,
      .outside = c->outside,
      .jobs = c->jobs,
      .deadline = omen_campaign_part(c),
      .trace = &trace,
      .steer_to = c->wanted,
      .predict_seconds = c->wanted ? WANTED_SECONDS : SECONDS + SHARE * omen_work() / (double)c->nruns};
  size_t seen = r->report.nraces;
  omen_predicted_races_work(&job, &r->predicted);
  omen_predicted_trace_release(&trace);
  if (c->suppressions) omen_suppressions_mark(c->suppressions, &r->report);
  omen_campaign_add_races(c, run, seen);
}

bool omen_campaign_predict_next(struct omen_campaign *c) {
  size_t run = 0;
  if (!c->predicts) return false;
  while (run < c->nruns && !is_due(c, run)) run++;
  if (run == c->nruns) return false;
  double start = omen_now();
  c->runs[run].foreseen = true;
  if (omen_campaign_fits(&c->runs[run])) predict(c, run);
  c->judging_time += omen_now() - start;
  c->predicting_time += omen_now() - start;
  return true;
}

/* ---- the sum ---- */

/* What one recording could not bring together another one may have. */
static bool is_race(const struct omen_report *out, const char *what) {
  for (size_t i = 0; i < out->nraces; i++)
    for (int turned = 0; turned < 2; turned++) {
      char *words = omen_predicted_words(&out->races[i], turned);
      bool same = !strcmp(words, what);
      free(words);
      if (same) return true;
    }
  return false;
}

static bool is_told(const struct omen_predicted_sum *sum, const char *what) {
  for (size_t i = 0; i < sum->nfailed; i++)
    if (!strcmp(sum->failed[i].what, what)) return true;
  return false;
}

static void add(struct omen_predicted_sum *sum, const struct omen_predicted_sum *one,
                const struct omen_report *out) {
  sum->tried |= one->tried;
  sum->cut |= one->cut;
  sum->runs += one->runs;
  sum->candidates += one->candidates;
  sum->left_out += one->left_out;
  if (!sum->why_not) sum->why_not = one->why_not;
  for (size_t i = 0; i < one->nfailed; i++) {
    if (is_told(sum, one->failed[i].what) || is_race(out, one->failed[i].what)) continue;
    OMEN_GROW(sum->failed, sum->nfailed, sum->cfailed);
    sum->failed[sum->nfailed++] = one->failed[i];
  }
}

void omen_campaign_predicted(const struct omen_campaign *c, struct omen_report *out) {
  struct omen_predicted_sum sum = {0};
  for (size_t i = 0; i < c->nruns; i++)
    if (!c->runs[i].lost) add(&sum, &c->runs[i].report.predicted, out);
  for (size_t i = 0; i < out->nraces; i++) sum.proved += out->races[i].predicted;
  out->predicted = sum;
}
