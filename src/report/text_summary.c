/* The sums at the end of the text: see text_parts.h. */
#include "record/defect_words.h"
#include "report/incident_words.h"
#include "report/inversion.h"
#include "report/text_parts.h"
#include <string.h>

/* Of a race that has one, and is not suppressed. */
static enum omen_class class_of(const struct omen_race *r) {
  return r->verdict.not_judged || r->mark.suppressed ? OMEN_CLASS_NONE : r->verdict.class;
}

/* How many of each class, the worst first; the races are sorted. */
static void classes(struct omen_text *t) {
  enum omen_class last = OMEN_CLASS_NONE;
  for (size_t i = 0; i < t->r->nraces; i++) {
    enum omen_class class = class_of(&t->r->races[i]);
    size_t n = 0;
    if (!class || last == class) continue;
    for (size_t k = 0; k < t->r->nraces; k++) n += class_of(&t->r->races[k]) == class;
    omen_buf_addf(t->out, "%s %zu %s", last ? "," : ":", n, omen_class_word(class));
    last = class;
  }
  size_t not_judged = 0;
  for (size_t i = 0; i < t->r->nraces; i++)
    not_judged += t->r->races[i].verdict.not_judged && !t->r->races[i].mark.suppressed;
  if (not_judged) omen_buf_addf(t->out, "%s %zu not judged", last ? "," : ":", not_judged);
  size_t worse = 0;
  for (size_t i = 0; i < t->r->nraces; i++) worse += omen_race_worse(&t->r->races[i]) != NULL;
  if (worse) omen_buf_addf(t->out, "; worse under another memory model: %zu", worse);
}

/* What one change would mend is one. */
static void mistakes(struct omen_text *t, size_t shown) {
  size_t n = shown;
  for (size_t i = 0; i < t->groups.n; i++) n -= t->groups.v[i].n - 1;
  if (n < shown) omen_buf_addf(t->out, " (%zu mistake%s)", n, n == 1 ? "" : "s");
}

/* The first words of the line; returns how many there are. */
static size_t incidents(struct omen_text *t) {
  size_t told = omen_incidents_told(t->r), lost = omen_incidents_lost(t->r);
  if (told + lost) omen_buf_adds(t->out, "SUMMARY: ");
  if (told) omen_buf_addf(t->out, "%zu incident%s", told, told == 1 ? "" : "s");
  if (lost)
    omen_buf_addf(t->out, "%s%zu incident%s that did not show again", told ? ", " : "", lost,
                  lost == 1 ? "" : "s");
  return told + lost;
}

static bool listed(const struct omen_report *r, size_t i) {
  for (size_t k = 0; k < i; k++)
    if (r->findings[k].defect && r->findings[k].defect->kind == r->findings[i].defect->kind) return true;
  return false;
}

/* The recorded runs' own, by kind. */
static size_t defects(struct omen_text *t, size_t before) {
  const struct omen_report *r = t->r;
  size_t n = 0;
  for (size_t i = 0; i < r->nfindings; i++) n += r->findings[i].defect != NULL;
  if (!n) return 0;
  omen_buf_addf(t->out, "%s%zu defect%s", before ? "; " : "SUMMARY: ", n, n == 1 ? "" : "s");
  const char *sign = ":";
  for (size_t i = 0; i < r->nfindings; i++) {
    if (!r->findings[i].defect || listed(r, i)) continue;
    size_t same = 0;
    for (size_t k = i; k < r->nfindings; k++)
      same += r->findings[k].defect && r->findings[k].defect->kind == r->findings[i].defect->kind;
    omen_buf_addf(t->out, "%s %zu %s", sign, same, omen_defect_word(r->findings[i].defect->kind));
    sign = ",";
  }
  unsigned long long more = omen_outcome_counter(&r->outcome, "defects_dropped");
  if (more) omen_buf_addf(t->out, " (%llu more were only counted)", more);
  return n;
}

/* A race has ended with a rule of its own. */
static void rule(struct omen_text *t) {
  size_t n = strlen(OMEN_TEXT_RULE);
  if (t->out->len < n || strcmp(t->out->data + t->out->len - n, OMEN_TEXT_RULE))
    omen_buf_adds(t->out, OMEN_TEXT_RULE);
}

/* What was tried, where no race says so. */
static void other_schedules(struct omen_text *t) {
  const struct omen_other_schedules *o = &t->r->other_schedules;
  bool wrong = omen_incidents_told(t->r) + omen_incidents_lost(t->r) || t->r->nfindings;
  if (t->r->nraces) return; /* they have schedules of their own, and are told */
  if (o->runs)
    omen_buf_addf(t->out, "omen: %d other schedule%s of the whole run %s tried: nothing %swent wrong\n",
                  o->runs, o->runs == 1 ? "" : "s", o->runs == 1 ? "was" : "were", wrong ? "else " : "");
  else if (o->why_not)
    omen_buf_addf(t->out, "omen: no other schedules of the whole run were tried: %s\n", o->why_not);
}

/* Not of a campaign: its runs differ in that. */
static void not_begun(struct omen_text *t) {
  unsigned long long n = omen_outcome_counter(&t->r->outcome, "threads_not_begun");
  if (n && !t->r->nruns)
    omen_buf_addf(t->out, "omen: %llu thread%s never began before the program ended\n", n, n == 1 ? "" : "s");
}

static void unheard(struct omen_text *t) {
  const struct omen_report *r = t->r;
  if (r->nruns > 1 && r->unheard)
    omen_buf_addf(t->out, "omen: in %zu of %zu runs the server never listened, so nobody used it\n",
                  r->unheard, r->nruns);
  else if (r->unheard)
    omen_buf_adds(t->out, "omen: the server never listened, so nobody used it\n");
}

/* What the memory model allows, and the recorded run could not show. */
static void not_shown(struct omen_text *t) {
  unsigned long long cut = omen_outcome_counter(&t->r->outcome, "histories_cut"),
                     unsure = omen_outcome_counter(&t->r->outcome, "stale_unsure");
  if ((!cut && !unsure) || t->r->nruns) return;
  omen_buf_addf(
      t->out,
      "omen: %llu time%s what a load may see was cut: a location has more stores, or the run more seq_cst "
      "events, than are kept\n",
      cut + unsure, cut + unsure == 1 ? "" : "s");
}

/* What was predicted, and what came of it. */
static void predicted(struct omen_text *t) {
  const struct omen_predicted_sum *p = &t->r->predicted;
  size_t seen = 0;
  for (size_t i = 0; i < t->r->nraces; i++) seen += !t->r->races[i].predicted;
  if (p->why_not) omen_buf_addf(t->out, "omen: nothing could be predicted from this run: %s\n", p->why_not);
  if (p->proved || p->nfailed)
    omen_buf_addf(
        t->out,
        "omen: races: %zu seen in the run%s, %d predicted and then run; %zu pair%s could not be brought "
        "together%s\n",
        seen, t->r->nruns ? "s" : "", p->proved, p->nfailed, p->nfailed == 1 ? "" : "s",
        p->nfailed && !p->told ? " (--all shows them)" : "");
  for (size_t i = 0; p->told && i < p->nfailed; i++)
    omen_buf_addf(t->out, "omen:   no race: %s: %s\n", p->failed[i].what, p->failed[i].why);
  if (p->cut || p->left_out)
    omen_buf_adds(t->out, "omen: the run is long: not all of it was looked at for races that it hides\n");
}

void omen_text_summary(struct omen_text *t, size_t shown, size_t ordered) {
  const struct omen_report *r = t->r;
  if (r->nraces || r->outcome.end == OMEN_END_DEADLOCK || r->nfindings || r->ninversions || r->nincidents)
    rule(t);
  if (r->why_not)
    omen_buf_addf(t->out,
                  "omen: the earlier accesses are missing: looking again at the racy memory failed: %s\n",
                  r->why_not);
  size_t before = incidents(t);
  if (shown) {
    omen_buf_addf(t->out, "%s%zu data race%s", before ? ", " : "SUMMARY: ", shown, shown == 1 ? "" : "s");
    mistakes(t, shown);
    classes(t);
  }
  if (defects(t, before + shown) + before + shown) omen_buf_adds(t->out, "\n");
  omen_text_inversions_sum(t);
  other_schedules(t);
  not_begun(t);
  unheard(t);
  not_shown(t);
  predicted(t);
  if (ordered)
    omen_buf_addf(
        t->out, "omen: %zu more pair%s ordered by another race (hand-made synchronisation); --all shows %s\n",
        ordered, ordered == 1 ? " is" : "s are", ordered == 1 ? "it" : "them");
}
