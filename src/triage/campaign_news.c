/* What a run of a campaign brought: see campaign.h. */
#include "record/launch.h"
#include "triage/campaign.h"
#include "triage/classify_recording.h"

/* The recorded run took as long as its limit: record/supervise.c. */
bool omen_campaign_stopped(const struct omen_campaign_run *r) {
  const struct omen_manifest *m = &r->recording.manifest;
  const struct omen_run_limit *l = &r->limit;
  if (r->lost) return false;
  if (l->cpu_seconds > 0 && m->cpu_seconds >= l->cpu_seconds - 0.001) return true; /* it has microseconds */
  return l->seconds > 0 && m->seconds >= l->seconds &&
         (l->cpu_seconds <= 0 || m->cpu_seconds * OMEN_COMPUTES < m->seconds);
}

bool omen_campaign_failed(const struct omen_campaign_run *r) {
  char what[160];
  return omen_report_failure(&r->report, what, sizeof what) != OMEN_CONSEQUENCE_NONE;
}

bool omen_campaign_explained(const struct omen_campaign_run *r) {
  for (size_t i = 0; !r->lost && i < r->report.nincidents; i++)
    if (r->report.incidents[i].recorded && r->report.incidents[i].tested) return true;
  return false;
}

bool omen_campaign_is_news(struct omen_campaign *c, const struct omen_campaign_run *r) {
  if (omen_campaign_stopped(r) || omen_campaign_failed(r) || r->report.ndefects || r->report.why_not ||
      r->report.outcome.end != OMEN_END_EXIT)
    return true;
  for (size_t i = 0; i < r->report.nraces; i++) {
    char base[24];
    if (!omen_table_find(&c->by_place, omen_campaign_name(&r->report.races[i], base))) return true;
  }
  return false;
}

size_t omen_campaign_dry(const struct omen_campaign *c) {
  size_t n = 0;
  while (n < c->nruns && !c->runs[c->nruns - 1 - n].fresh && !c->runs[c->nruns - 1 - n].novel) n++;
  return n;
}

static bool shows_harm(const struct omen_campaign_run *r) {
  if (r->lost) return false;
  if ((omen_campaign_stopped(r) && !r->cut) || omen_campaign_failed(r) || r->report.ndefects ||
      r->report.nincidents)
    return true;
  for (size_t i = 0; i < r->report.nraces; i++)
    if (omen_verdict_harmful(&r->report.races[i].verdict)) return true;
  return false;
}

bool omen_campaign_found_harm(const struct omen_campaign *c) {
  for (size_t i = 0; i < c->nruns; i++)
    if (shows_harm(&c->runs[i])) return true;
  return false;
}
