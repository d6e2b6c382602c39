/* What the runs with other inputs say together: see paths.h. */
#include "report/defect.h"
#include "triage/evidence.h"
#include "triage/paths_parts.h"
#include <stdlib.h>
#include <string.h>

static const char *pooled(struct omen_paths *p, char *text) {
  const char *kept = omen_pool_str(&p->job->single->report->pool, text);
  free(text);
  return kept;
}

static const char *program(const struct omen_paths *p) { return p->job->single->recording->manifest.argv[0]; }

/* ---- races ---- */

/* The verdict there becomes the race's: what it says of accesses and places is the derived recording's. */
static void take_over(struct omen_paths *p, struct omen_target *t, struct omen_derived *d,
                      const struct omen_race *there) {
  if (t->novel) { /* shown as it is there */
    *t->race = *there;
    t->race->home = &d->report;
    t->in = d;
  }
  t->race->verdict = there->verdict;
  t->race->severity = there->severity;
  t->race->verdict.other.inputs = pooled(p, omen_inputs_json(&d->inputs, program(p)));
  t->race->verdict.other.with = pooled(p, omen_inputs_lines(&d->inputs, program(p)));
  d->keep = true;
}

void omen_target_judged(struct omen_paths *p, struct omen_target *t, struct omen_derived *d,
                        const struct omen_race *there, bool counts) {
  const struct omen_verdict *v = &there->verdict;
  struct omen_verdict *all = &t->race->verdict;
  if (v->not_judged && !all->not_judged && !all->consequence) {
    all->not_judged = pooled(p, omen_format("with another input, %s", v->not_judged));
    all->class = OMEN_CLASS_UNKNOWN;
  }
  if (!v->class || v->class == OMEN_CLASS_UNKNOWN) return;
  t->primaries += counts;
  double seconds = all->seconds;
  int k = all->k;
  if (v->consequence) {
    take_over(p, t, d, there);
    t->harmful = true;
  } else if (t->elsewhere && !t->in) {
    take_over(p, t, d, there);
  } else if (!all->not_judged && there->severity > t->race->severity) {
    t->race->severity = there->severity;
    all->class = v->class;
    all->proof = v->proof;
    all->schedules = v->schedules;
  }
  all->seconds = seconds + v->seconds;
  if (!v->consequence) all->k = k + v->k;
  if (!v->consequence && !all->differs && v->differs) all->differs = pooled(p, omen_xstrdup(v->differs));
}

static void sum_up(struct omen_paths *p, struct omen_target *t) {
  struct omen_verdict *v = &t->race->verdict;
  v->paths = t->primaries;
  v->other.tried = p->tried;
  v->other.reached = t->reached;
  if (t->harmful) return;
  v->other.proved = t->proved;
  v->other.alike = t->alike;
  if ((t->alike || !t->proved) && p->assumes.len) v->other.assumes = pooled(p, omen_xstrdup(p->assumes.data));
  const char *tail =
      v->what ? strstr(v->what, OMEN_BUT_FOR) : NULL; /* what is said beyond that is not lost */
  if (t->primaries > 1 && v->k && v->class == OMEN_CLASS_K_WITNESS)
    v->what = pooled(p, omen_format("%d schedules on %d paths with the accesses in either order %s%s", v->k,
                                    t->primaries, v->differs ? v->differs : "end and write alike",
                                    tail ? tail : ""));
}

/* The recording remembers: a report that is made of it later says the same. */
void omen_paths_sum_up(struct omen_paths *p) {
  struct omen_evidence evidence;
  struct omen_err err = {0};
  const char *dir = p->job->single->recording->dir;
  omen_evidence_open(&evidence, dir);
  for (size_t i = 0; i < p->ntargets; i++) {
    sum_up(p, &p->targets[i]);
    if (!p->targets[i].novel) omen_evidence_add(&evidence, p->targets[i].race, NULL, NULL);
  }
  if (omen_evidence_write(&evidence, dir, &err)) omen_warn("%s", err.msg);
  omen_found_write(p);
  omen_novel_take(p);
}

/* ---- what other inputs do by themselves ---- */

static struct omen_finding *add_finding(struct omen_report *r, const struct omen_finding *f) {
  r->findings = omen_xrealloc(r->findings, (r->nfindings + 1) * sizeof *r->findings);
  r->findings[r->nfindings] = *f;
  return &r->findings[r->nfindings++];
}

static bool known_defect(const struct omen_report *r, const struct omen_report_defect *d) {
  for (size_t i = 0; i < r->nfindings; i++)
    if (r->findings[i].defect && omen_defect_same(r->findings[i].defect, d)) return true;
  return false;
}

static bool known_failure(const struct omen_report *r, const struct omen_report *other) {
  if (omen_report_same_failure(r, other)) return true;
  for (size_t i = 0; i < r->nfindings; i++)
    if (!r->findings[i].defect && r->findings[i].home && omen_report_same_failure(r->findings[i].home, other))
      return true;
  return false;
}

/* As the recorded run would be told of, with its inputs. */
static void tell(struct omen_paths *p, struct omen_derived *d, struct omen_finding f, const char *what,
                 int nth) {
  char *lines = omen_inputs_lines(&d->inputs, program(p)), *word = omen_shell_word(d->shown);
  for (char *s = lines; *s; s++)
    if (*s == '\n') *s = ' ';
  f.what = pooled(p, omen_format("with other inputs (%s): %s", lines, what));
  f.recording = pooled(p, omen_xstrdup(d->shown));
  f.replay = pooled(p, omen_format("omen replay %s", word));
  f.runs = 1;
  add_finding(p->job->single->report, &f);
  omen_found_add(p, d, &f, nth);
  d->keep = true;
  free(lines);
  free(word);
}

/* An incident that only other inputs have is told with them. Its evidence stays with the derived recording;
 * this one remembers what to say. */
void omen_paths_incidents(struct omen_paths *p, struct omen_derived *d) {
  struct omen_report *r = p->job->single->report;
  struct omen_evidence evidence;
  struct omen_err err = {0};
  bool any = false;
  omen_evidence_open(&evidence, p->job->single->recording->dir);
  for (size_t i = 0; i < d->report.nincidents; i++) {
    struct omen_report_incident one;
    bool known = false;
    for (size_t k = 0; k < r->nincidents && !known; k++)
      known = omen_incident_same(&r->incidents[k], &d->report.incidents[i]);
    if (known) continue;
    json_t *j = omen_incident_json(&d->report.incidents[i]);
    bool good = omen_incident_from_json(r, j, &one);
    json_decref(j);
    if (!good) continue;
    one.with = pooled(p, omen_inputs_lines(&d->inputs, program(p)));
    omen_report_add_incident(r, &one);
    omen_evidence_add_told(&evidence, &one);
    any = d->keep = true;
  }
  if (any && omen_evidence_write(&evidence, p->job->single->recording->dir, &err)) omen_warn("%s", err.msg);
  if (!any) omen_evidence_close(&evidence);
}

/* What a race there decides is told with the race. */
void omen_paths_findings(struct omen_paths *p, struct omen_derived *d) {
  struct omen_report *r = p->job->single->report;
  const char *strategy = omen_strategy_name(d->recording.manifest.strategy);
  char what[200];
  if (d->keep) return;
  for (size_t i = 0; i < d->report.nfindings; i++) {
    const struct omen_finding *f = &d->report.findings[i];
    if (!f->defect || known_defect(r, f->defect)) continue;
    tell(p, d, *f, f->what, (int)i);
  }
  if (d->outcome.end == OMEN_END_ENDLESS && d->outcome.endless_by != OMEN_KNOWN_PROVED) return;
  enum omen_consequence consequence = omen_report_failure(&d->report, what, sizeof what);
  if (!consequence || known_failure(r, &d->report)) return;
  struct omen_finding f = {.consequence = consequence,
                           .strategy = strategy,
                           .seed = d->recording.manifest.seed,
                           .home = &d->report};
  tell(p, d, f, what, -1);
}
