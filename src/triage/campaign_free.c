/* What a campaign looks for beside its races: see campaign.h. Runs that failed are asked for the cause, one
 * or two of each kind of failure. Where the time is not limited, a few recordings of a program are explored
 * freely, each by other schedules than those before it. */
#include "triage/campaign.h"
#include "triage/classify_recording.h"
#include <string.h>

/* ASKED: runs that failed alike and are asked for the cause, as long as it is not found. */
enum { RECORDINGS = 3, ASKED = 2 };

/* `omen test` has recordings of several programs. */
static bool alike(const struct omen_campaign_run *a, const struct omen_campaign_run *b) {
  char **x = a->report.argv, **y = b->report.argv;
  if (a->lost || b->lost || !x || !y) return false;
  for (; *x && *y; x++, y++)
    if (strcmp(*x, *y)) return false;
  return *x == *y;
}

size_t omen_campaign_before(const struct omen_campaign *c, size_t run) {
  size_t n = 0;
  for (size_t i = 0; i < run; i++) n += alike(&c->runs[i], &c->runs[run]);
  return n;
}

static bool is_due(const struct omen_campaign *c, size_t run) {
  const struct omen_campaign_run *r = &c->runs[run];
  if (r->lost || r->refused || r->explored || r->report.other_schedules.runs ||
      r->report.other_schedules.why_not)
    return false;
  return c->deadline > 0 || omen_campaign_before(c, run) < RECORDINGS;
}

static bool no_race(void *context, const struct omen_race *race) { return false; }

/* The recording as a whole; no race has its turn. */
static void look(struct omen_campaign *c, size_t run, bool freely) {
  struct omen_campaign_run *r = &c->runs[run];
  struct omen_err err = {0};
  double start = omen_now();
  if (!omen_campaign_fits(r)) return;
  struct omen_classify_job job = {.recording = &r->recording,
                                  .report = &r->report,
                                  .shown = r->shown,
                                  .schedules = c->schedules,
                                  .instances = c->instances,
                                  .pre_race = c->pre_race,
                                  .outside = c->outside,
                                  .jobs = c->jobs,
                                  .deadline = omen_campaign_part(c),
                                  .freely = freely,
                                  .causes = true,
                                  .blames = true,
                                  .no_inversions = true,
                                  .nth = (unsigned)omen_campaign_before(c, run),
                                  .wanted = no_race};
  if (omen_classify_recording(&job, &err))
    omen_warn(freely ? "%s: other schedules could not be tried: %s" : "%s: no cause could be looked for: %s",
              r->shown, err.msg);
  c->judging_time += omen_now() - start;
  if (freely) c->exploring_time += omen_now() - start;
}

bool omen_campaign_explore_next(struct omen_campaign *c) {
  size_t run = 0;
  while (run < c->nruns && !is_due(c, run)) run++;
  if (run == c->nruns || c->wanted) return false;
  c->runs[run].explored = c->runs[run].asked = true;
  look(c, run, true);
  return true;
}

/* ---- causes ---- */

/* What goes on for ever takes long to make again, and its cause is mostly not found: only free exploration
 * asks for it. */
static bool is_endless(const struct omen_campaign_run *r) {
  return r->report.outcome.end == OMEN_END_ENDLESS;
}

/* It failed, and neither its cause is known nor that of a run that failed alike. */
static bool is_open(const struct omen_campaign *c, size_t run) {
  const struct omen_campaign_run *r = &c->runs[run];
  int asked = 0;
  if (r->lost || r->refused || r->asked || omen_campaign_stopped(r)) return false;
  if (is_endless(r) || !omen_campaign_failed(r)) return false;
  for (size_t i = 0; i < c->nruns; i++) {
    const struct omen_campaign_run *other = &c->runs[i];
    if (other->lost || !omen_report_same_failure(&other->report, &r->report)) continue;
    if (omen_campaign_explained(other)) return false;
    asked += other->asked;
  }
  return asked < ASKED;
}

bool omen_campaign_ask_next(struct omen_campaign *c) {
  size_t run = 0;
  while (run < c->nruns && !is_open(c, run)) run++;
  if (run == c->nruns || c->wanted) return false;
  c->runs[run].asked = true;
  look(c, run, false);
  return true;
}

void omen_campaign_other_schedules(const struct omen_campaign *c, struct omen_report *out) {
  out->other_schedules = (struct omen_other_schedules){0};
  for (size_t i = 0; i < c->nruns; i++) {
    const struct omen_other_schedules *one = &c->runs[i].report.other_schedules;
    if (c->runs[i].lost) continue;
    out->other_schedules.runs += one->runs;
    if (!out->other_schedules.why_not) out->other_schedules.why_not = one->why_not;
  }
}
