/* Runs that ended with an incident of another cause hide what the race does: see study.h. */
#include "classify/behind.h"
#include "classify/study.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- which runs those are ---- */

/* What the run ended with, if this race was acquitted of it; else NULL. */
static const struct omen_wrong *acquittal(const struct omen_study *t, const struct omen_result *r) {
  for (size_t i = 0; i < t->nacquitted; i++)
    if (omen_incidents_shows(t->incidents, t->acquitted[i], r)) return &t->acquitted[i];
  return NULL;
}

/* It ended while the first thread was held, before the second came to its access. */
static bool ended_held(const struct omen_result *r) {
  return r->outcome.held == OMEN_PLAN_MET && r->outcome.awaited == OMEN_PLAN_MISSED &&
         omen_result_broke_off(r);
}

static bool is_masked(const struct omen_study *t, const struct omen_result *r) {
  return (omen_result_met(r) || ended_held(r)) && acquittal(t, r);
}

/* How the runs of all families went. */
struct ways {
  int met, whole; /* the order was flipped; and they came to their ends */
  int masked,
      unmet; /* flipped or held, and ended with what another cause explains; not flipped, held or not */
  int held,
      diverged; /* of the masked: the first thread was still held; of either order: lost the recording */
};

static struct ways ways_of(const struct omen_study *t) {
  struct ways w = {0};
  for (size_t f = 0; f < t->families; f++)
    for (int order = 0; order < 2; order++)
      for (int k = 0; k < t->family[f].n; k++) {
        const struct omen_result *r = &t->family[f].run[order][k];
        w.diverged += r->outcome.end == OMEN_END_DIVERGED;
        if (order != OMEN_FLIPPED) continue;
        w.met += omen_result_met(r);
        w.whole += omen_result_met(r) && !omen_result_broke_off(r);
        w.unmet += !omen_result_met(r);
        w.masked += is_masked(t, r);
        w.held += is_masked(t, r) && !omen_result_met(r);
      }
  return w;
}

static const struct omen_incident *mask_of(const struct omen_study *t, const struct omen_result *r) {
  return is_masked(t, r) ? omen_incidents_find(t->incidents, *acquittal(t, r)) : NULL;
}

bool omen_study_masked_by_race(const struct omen_study *t) {
  bool any = false;
  for (size_t f = 0; f < t->families; f++)
    for (int k = 0; k < t->family[f].n; k++) {
      const struct omen_result *r = &t->family[f].run[OMEN_FLIPPED][k];
      const struct omen_incident *i = ended_held(r) ? mask_of(t, r) : NULL;
      if (i && i->cause.kind != OMEN_CAUSE_RACE && i->cause.kind != OMEN_CAUSE_RACES) return false;
      any |= i != NULL;
    }
  return any;
}

/* ---- appeals ---- */

/* The same thing may go wrong for several reasons. A run of this race's own is asked for its cause. If none
 * is found, nobody knows that it is another. */
static int ask_again(struct omen_study *t, const struct omen_family *p, int order, int k, bool enough) {
  const struct omen_suspect *s = p->s;
  double start = omen_now();
  int failed = 0;
  bool explained;
  struct omen_plan plan = omen_family_plan(p, order, k);
  const struct omen_incident *i =
      omen_incidents_again(t->x, t->incidents, &plan, &p->run[order][k], s->first.site, s->second.site,
                           OMEN_INCIDENT_SECONDS, enough, &explained, &failed, t->err);
  omen_plan_release(&plan);
  t->on_incidents += omen_now() - start;
  if (i)
    t->guilty = i;
  else if (!failed && !explained)
    t->unexplained = omen_incidents_find(t->incidents, *acquittal(t, &p->run[order][k]));
  return failed;
}

/* A run in the other order, or on the way to it, which ended with what this race was acquitted of; -1: none,
 * or one of them came to its end. */
static int masked(const struct omen_study *t, const struct omen_family *p) {
  int found = -1;
  for (int k = 0; k < p->n; k++) {
    const struct omen_result *r = &p->run[OMEN_FLIPPED][k];
    if (omen_result_met(r) && !omen_result_broke_off(r)) return -1;
    if (found < 0 && is_masked(t, r)) found = k;
  }
  return found;
}

/* The same wrong in the other order, where the recorded order shows nothing of it. -1: in no pair. */
static int decided(const struct omen_study *t, const struct omen_family *p, const struct omen_wrong *wrong) {
  for (int k = 0; k < p->n; k++) {
    const struct omen_result *r = p->run[OMEN_FLIPPED] + k, *was = p->run[OMEN_RECORDED] + k;
    if (omen_result_met(r) && acquittal(t, r) == wrong && !omen_result_broke_off(was)) return k;
  }
  return -1;
}

/* Other runs of the other order may have come to their ends: an incident of this wrong has another cause, but
 * this run of it is this race's own. That its order is needed there may be a schedule's chance: it must be
 * enough. */
static int appeal_each(struct omen_study *t) {
  for (size_t i = 0; i < t->nacquitted && !t->guilty; i++)
    for (size_t f = 0; f < t->families; f++) {
      int k = decided(t, &t->family[f], &t->acquitted[i]);
      if (k < 0) continue;
      if (ask_again(t, &t->family[f], OMEN_FLIPPED, k, true)) return -1;
      break;
    }
  return 0;
}

int omen_study_appeal(struct omen_study *t) {
  for (size_t f = 0; f < t->families && !t->guilty && t->nacquitted; f++) {
    struct omen_family *p = &t->family[f];
    p->nacquitted = 0;
    struct omen_weighing w = omen_weigh_violations(p);
    p->nacquitted = t->nacquitted;
    bool sure = w.weight == OMEN_WEIGHT_SURE && acquittal(t, &p->run[w.order][w.pair]);
    int k = sure ? w.pair : masked(t, p), order = sure ? w.order : OMEN_FLIPPED;
    if (k >= 0 && ask_again(t, p, order, k, false)) return -1;
  }
  return t->guilty ? 0 : appeal_each(t);
}

/* ---- behind the mask ---- */

bool omen_study_same_mistake(struct omen_study *t) {
  const struct omen_suspect *s = t->family[0].s;
  struct ways w = ways_of(t);
  bool hidden = (w.met || w.masked) && !w.whole && !w.diverged && !t->open;
  for (size_t k = 0; hidden && k < t->nacquitted; k++) {
    const struct omen_incident *i = omen_incidents_find(t->incidents, t->acquitted[k]);
    if (!omen_incident_same_lines(t->incidents, i, s->first.site, s->second.site, s->where)) continue;
    omen_judge_by_incident(t->j, i);
    return true;
  }
  return false;
}

/* The incidents that the runs in the other order ended with, each once. */
static size_t masks_of(const struct omen_study *t, struct omen_wrong *masks) {
  size_t n = 0;
  for (size_t f = 0; f < t->families; f++)
    for (int k = 0; k < t->family[f].n; k++) {
      const struct omen_result *r = &t->family[f].run[OMEN_FLIPPED][k];
      bool had = !is_masked(t, r);
      for (size_t i = 0; !had && i < n; i++) had = omen_wrong_same(masks[i], *acquittal(t, r));
      if (!had) masks[n++] = *acquittal(t, r);
    }
  return n;
}

int omen_study_look_behind(struct omen_study *t, bool *found) {
  struct ways w = ways_of(t);
  double start = omen_now();
  if (!w.masked || w.whole || w.diverged || t->open || t->j->not_judged[0]) return 0;
  struct omen_wrong *masks = omen_xcalloc(t->nacquitted, sizeof *masks);
  size_t n = masks_of(t, masks);
  int result = omen_behind_judge(t->x, t->incidents, t->family[0].s, masks, n, t->j, found, t->err);
  free(masks);
  /* Others did not come to the order for reasons of their own: what is known is that it was not had. */
  if (!*found && !w.met && w.held < w.unmet) t->j->not_judged[0] = 0;
  t->on_incidents += omen_now() - start;
  return result;
}

/* ---- no verdict ---- */

/* What the first of them said. */
static const char *how_diverged(const struct omen_study *t) {
  for (size_t f = 0; f < t->families; f++)
    for (int order = 0; order < 2; order++)
      for (int k = 0; k < t->family[f].n; k++) {
        const struct omen_outcome *o = &t->family[f].run[order][k].outcome;
        if (o->end == OMEN_END_DIVERGED && o->message) return o->message;
      }
  return "no reason is known";
}

bool omen_study_not_judged(struct omen_study *t) {
  struct omen_judgement *j = t->j;
  int diverged = ways_of(t).diverged;
  if (j->not_judged[0]) return true; /* what was seen did not show again, or what is in the way */
  if (diverged)
    snprintf(j->not_judged, sizeof j->not_judged, "%d exploration%s did not follow the recording: %s",
             diverged, diverged == 1 ? "" : "s", how_diverged(t));
  else if (t->open)
    snprintf(j->not_judged, sizeof j->not_judged,
             t->open->confirmed
                 ? "its runs showed incident %s (%s), whose cause was not found"
                 : "its runs showed incident %s (%s), which did not show again when it was replayed",
             t->open->id, omen_consequence_word(t->open->wrong.what));
  else if (t->unexplained)
    snprintf(j->not_judged, sizeof j->not_judged,
             "one of its runs shows incident %s (%s), and what caused it there was not found",
             t->unexplained->id, omen_consequence_word(t->unexplained->wrong.what));
  return j->not_judged[0];
}
