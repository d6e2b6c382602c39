/* One derived recording: see paths.h. */
#include "classify/family.h"
#include "report/cluster.h"
#include "triage/assumption.h"
#include "triage/paths_parts.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>

/* ---- made ---- */

struct omen_derived *omen_derived_new(struct omen_paths *p, const struct omen_derivation *how,
                                      struct omen_err *err) {
  const struct omen_classify_job *single = p->job->single;
  struct omen_derived *d = omen_xcalloc(1, sizeof *d);
  unsigned n = ++p->number;
  char *folder = omen_format("%s/paths", single->recording->dir), *dir = omen_format("%s/%03u", folder, n);
  d->shown = omen_format("%s/paths/%03u", single->shown, n);
  mkdir(folder, 0777); /* if it cannot be, the next says so */
  int result = omen_derive_by(how, dir, &d->recording, err);
  if (!result) {
    char *outcome = omen_format("%s/outcome", d->recording.dir);
    result = omen_outcome_read(&d->outcome, outcome, err);
    free(outcome);
    omen_inputs_copy(&d->inputs, how->inputs);
  }
  free(folder);
  free(dir);
  if (!result) return d;
  free(d->shown);
  free(d);
  return NULL;
}

void omen_derived_free(struct omen_derived *d) {
  if (!d) return;
  if (d->reported) omen_report_release(&d->report);
  if (!d->keep) omen_recording_remove(d->recording.dir);
  omen_outcome_release(&d->outcome);
  omen_inputs_release(&d->inputs);
  omen_recording_release(&d->recording);
  free(d->shown);
  free(d);
}

int omen_derived_report(struct omen_derived *d, struct omen_err *err) {
  if (d->reported) return 0;
  if (omen_report_build(&d->report, &d->recording, NULL, err)) return -1;
  d->reported = true;
  return 0;
}

/* Ids tell races of equal names apart by numbers, which depend on what else raced: the places decide. */
struct omen_race *omen_derived_find(const struct omen_derived *d, const struct omen_race *race) {
  size_t base = strcspn(race->id, "-");
  for (size_t i = 0; d->reported && i < d->report.nraces; i++) {
    struct omen_race *r = &d->report.races[i];
    if (strcspn(r->id, "-") == base && !strncmp(r->id, race->id, base) && !omen_race_compare(r, race))
      return r;
  }
  return NULL;
}

/* ---- judged ---- */

struct wish {
  struct omen_paths *p;
  struct omen_derived *d;
  omen_target_wanted *wanted;
};

static struct omen_target *target_of(const struct wish *w, const struct omen_race *race) {
  for (size_t i = 0; i < w->p->ntargets; i++)
    if (omen_derived_find(w->d, w->p->targets[i].race) == race) return &w->p->targets[i];
  return NULL;
}

static bool wanted(void *context, const struct omen_race *race) {
  const struct wish *w = context;
  const struct omen_target *t = target_of(w, race);
  return t && w->wanted(w->p, t);
}

int omen_derived_judge(struct omen_paths *p, struct omen_derived *d, omen_target_wanted *want,
                       struct omen_err *err) {
  struct wish w = {p, d, want};
  struct omen_classify_job job = *p->job->single;
  job.recording = &d->recording;
  job.report = &d->report;
  job.shown = d->shown;
  job.only = ""; /* potential deadlocks: the recorded run's are enough */
  job.deadline = p->job->deadline;
  job.wanted = wanted;
  job.judged = NULL;
  job.context = &w;
  return omen_classify_recording(&job, err);
}

/* ---- compared ---- */

static void note(struct omen_paths *p, const struct omen_derived *d, const struct omen_comparison *c) {
  for (uint32_t i = 0; i < c->n_assumptions; i++) {
    const struct omen_sym_assumption *a = &c->assumptions[i];
    char *line = omen_assumption_line(d->recording.dir, a);
    if (omen_table_count(&p->notes, XXH3_64bits(line, strlen(line))) == 1)
      omen_buf_addf(&p->assumes, "%s%s", p->assumes.len ? "\n" : "", line);
    free(line);
  }
}

/* All that each order wrote, by descriptor, and its exit status. */
struct side {
  struct omen_sym_trace trace;
  struct omen_buf text[64];
  uint8_t status;
  struct omen_sym_written written[65];
  struct omen_sym_side side;
};

static int make_side(const struct omen_result *r, struct side *s, struct omen_err *err) {
  if (omen_sym_trace_parse(&s->trace, r->symbolic.data, r->symbolic.len, err)) return -1;
  size_t n = 0;
  for (uint32_t fd = 0; fd < 64; fd++) {
    omen_result_text(r, fd, &s->text[fd]);
    if (s->text[fd].len)
      s->written[n++] = (struct omen_sym_written){fd, (const uint8_t *)s->text[fd].data, s->text[fd].len};
  }
  if (r->outcome.end == OMEN_END_EXIT) {
    s->status = (uint8_t)omen_outcome_status(&r->outcome);
    s->written[n++] = (struct omen_sym_written){OMEN_SYM_EXIT_FD, &s->status, 1};
  }
  s->side = (struct omen_sym_side){&s->trace, s->written, n};
  return 0;
}

static void release_side(struct side *s) {
  omen_sym_trace_release(&s->trace);
  for (int fd = 0; fd < 64; fd++) omen_buf_release(&s->text[fd]);
}

static void ask(struct omen_paths *p, struct omen_target *t, const struct omen_inputs *in) {
  if (t->asked >= 2 * p->job->paths || omen_table_count(&p->wished, omen_sym_inputs_hash(in)) != 1) return;
  t->asked++;
  OMEN_GROW(p->asked, p->nasked, p->casked);
  p->asked[p->nasked].compared = true;
  omen_inputs_copy(&p->asked[p->nasked++].inputs, in);
}

/* False: this pair proves nothing. */
static bool compare_pair(struct omen_paths *p, struct omen_derived *d, struct omen_target *t,
                         const struct omen_result run[2], bool *assumes) {
  struct side s[2] = {0};
  bool same = false;
  if (!make_side(&run[0], &s[0], NULL) && !make_side(&run[1], &s[1], NULL)) {
    struct omen_comparison c;
    omen_compare(omen_search_solver(p->search), &s[0].side, &s[1].side, &d->inputs, p->job->deadline, &c);
    same = c.result == OMEN_COMPARED_SAME ||
           c.result == OMEN_COMPARED_UNDECIDED; /* which says what it assumes */
    note(p, d, &c);
    *assumes |= c.n_assumptions > 0;
    d->differs |= c.result == OMEN_COMPARED_DIFFER && c.own;
    if ((c.result == OMEN_COMPARED_DIFFER || c.result == OMEN_COMPARED_LEAVES) && !c.own)
      ask(p, t, &c.inputs);
    omen_comparison_release(&c);
    /* What is decided in this order alone is worth trying, too. */
    omen_search_add(p->search, &s[1].trace, &d->inputs, 0);
  }
  release_side(&s[0]);
  release_side(&s[1]);
  return same;
}

int omen_derived_compare(struct omen_paths *p, struct omen_derived *d, const struct omen_race *race,
                         struct omen_target *t, struct omen_err *err) {
  if (!race->samples) return 0;
  struct omen_explorer x;
  if (omen_explorer_open(&x, &d->recording, err)) return -1;
  x.symbolic = true;
  x.budget.jobs = p->job->single->jobs;
  x.budget.deadline = p->job->deadline;
  const struct omen_instance *one = &race->sample[0];
  struct omen_suspect s = {.where = one->where, .first = one->access[0], .second = one->access[1]};
  struct omen_family path = {.s = &s};
  struct omen_plan plan[2 * OMEN_FAMILY_ALWAYS];
  struct omen_result run[2 * OMEN_FAMILY_ALWAYS];
  for (int i = 0; i < OMEN_FAMILY_ALWAYS; i++)
    for (int order = 0; order < 2; order++) plan[2 * i + order] = omen_family_plan(&path, order, i);
  int result = omen_explore(&x, plan, 2 * OMEN_FAMILY_ALWAYS, run, err);
  for (int i = 0; i < 2 * OMEN_FAMILY_ALWAYS; i++) omen_plan_release(&plan[i]);
  bool all = !result, assumes = false;
  for (int i = 0; !result && i < OMEN_FAMILY_ALWAYS; i++) {
    bool met = omen_result_met(&run[2 * i]) && omen_result_met(&run[2 * i + 1]);
    all &= met && compare_pair(p, d, t, &run[2 * i], &assumes);
  }
  for (int i = 0; !result && i < 2 * OMEN_FAMILY_ALWAYS; i++) omen_result_release(&run[i]);
  t->compared++;
  t->proved += all && !assumes;
  t->alike += all && assumes;
  bool over = x.over;
  omen_explorer_close(&x);
  return result && !over ? -1 : 0;
}
