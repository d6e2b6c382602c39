/* Free exploration of a campaign's recordings: see campaign.h. Where the time is not limited, a few
 * recordings of a program are explored, each by other schedules than those before it. */
#include "triage/campaign.h"
#include "triage/classify_recording.h"
#include <string.h>

enum { RECORDINGS = 3 };

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

bool omen_campaign_explore_next(struct omen_campaign *c) {
  size_t run = 0;
  while (run < c->nruns && !is_due(c, run)) run++;
  if (run == c->nruns || c->wanted) return false;
  struct omen_campaign_run *r = &c->runs[run];
  struct omen_err err = {0};
  double start = omen_now();
  r->explored = true;
  if (!omen_campaign_fits(r)) return true;
  struct omen_classify_job job = {.recording = &r->recording,
                                  .report = &r->report,
                                  .shown = r->shown,
                                  .schedules = c->schedules,
                                  .instances = c->instances,
                                  .pre_race = c->pre_race,
                                  .outside = c->outside,
                                  .jobs = c->jobs,
                                  .deadline = omen_campaign_part(c),
                                  .freely = true,
                                  .no_inversions = true,
                                  .nth = (unsigned)omen_campaign_before(c, run),
                                  .wanted = no_race};
  if (omen_classify_recording(&job, &err))
    omen_warn("%s: other schedules could not be tried: %s", r->shown, err.msg);
  c->judging_time += omen_now() - start;
  c->exploring_time += omen_now() - start;
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
