/* Potential deadlocks of a campaign: tried in the recordings that have them until one shows it, merged by
 * their ids. */
#include "report/inversion.h"
#include "triage/campaign.h"
#include "triage/classify_recording.h"
#include "triage/predicted_trace.h"
#include <stdlib.h>
#include <string.h>

enum { RECORDINGS = 3 }; /* that one is tried in */

static bool is(const struct omen_inversion *v, const char *status) { return !strcmp(v->status, status); }

/* How often it was tried so far; RECORDINGS when it was shown. */
static int tried(const struct omen_campaign *c, const char *id) {
  int n = 0;
  for (size_t i = 0; i < c->nruns; i++)
    for (size_t k = 0; !c->runs[i].lost && k < c->runs[i].report.ninversions; k++) {
      const struct omen_inversion *v = &c->runs[i].report.inversions[k];
      if (strcmp(v->id, id)) continue;
      if (is(v, OMEN_INVERSION_SHOWN)) return RECORDINGS;
      n += is(v, OMEN_INVERSION_NOT_REACHED);
    }
  return n;
}

static bool no_race(void *context, const struct omen_race *race) { return false; }

int omen_campaign_try_inversions(struct omen_campaign *c, struct omen_err *err) {
  for (size_t i = 0; i < c->nruns && !c->wanted; i++) {
    struct omen_campaign_run *r = &c->runs[i];
    for (size_t k = 0; !r->lost && k < r->report.ninversions && !omen_campaign_over(c); k++) {
      const struct omen_inversion *v = &r->report.inversions[k];
      if (!is(v, OMEN_INVERSION_POTENTIAL) || tried(c, v->id) >= RECORDINGS) continue;
      if (!omen_campaign_fits(r)) break;
      struct omen_predicted_trace trace = {0};
      struct omen_classify_job job = {.recording = &r->recording,
                                      .report = &r->report,
                                      .shown = r->shown,
                                      .schedules = c->schedules,
                                      .jobs = c->jobs,
                                      .deadline = c->deadline,
                                      .only = v->id,
                                      .trace = c->predicts ? &trace : NULL,
                                      .wanted = no_race};
      int failed = omen_classify_recording(&job, err);
      omen_predicted_trace_release(&trace);
      if (failed) return -1;
    }
  }
  return 0;
}

static int rank(const struct omen_inversion *v) {
  return is(v, OMEN_INVERSION_SHOWN) ? 2 : is(v, OMEN_INVERSION_NOT_REACHED) ? 1 : 0;
}

static void take(struct omen_report *out, const struct omen_inversion *v) {
  struct omen_inversion *at = out->inversions;
  while (at < out->inversions + out->ninversions && strcmp(at->id, v->id)) at++;
  if (at == out->inversions + out->ninversions) {
    out->inversions[out->ninversions++] = *v;
    return;
  }
  int runs = at->runs + v->runs;
  if (rank(v) > rank(at)) *at = *v;
  at->runs = runs;
}

static const struct omen_finding *finding_of(const struct omen_report *r, const char *id) {
  for (size_t i = 0; i < r->nfindings; i++)
    if (r->findings[i].inversion && !strcmp(r->findings[i].inversion->id, id)) return &r->findings[i];
  return NULL;
}

static void add_finding(struct omen_report *out, const struct omen_finding *f) {
  out->findings = omen_xrealloc(out->findings, (out->nfindings + 1) * sizeof *out->findings);
  out->findings[out->nfindings++] = *f;
}

void omen_campaign_inversions(const struct omen_campaign *c, struct omen_report *out) {
  size_t most = 0;
  for (size_t i = 0; i < c->nruns; i++) most += c->runs[i].lost ? 0 : c->runs[i].report.ninversions;
  out->inversions = omen_xcalloc(most + 1, sizeof *out->inversions);
  out->ninversions = 0;
  for (size_t i = 0; i < c->nruns; i++) {
    const struct omen_report *r = &c->runs[i].report;
    for (size_t k = 0; !c->runs[i].lost && k < r->ninversions; k++) {
      const struct omen_finding *f = finding_of(r, r->inversions[k].id);
      take(out, &r->inversions[k]);
      if (f && !finding_of(out, r->inversions[k].id)) add_finding(out, f);
    }
  }
}
