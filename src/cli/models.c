/* Further memory models: see models.h. */
#include "cli/models.h"
#include "base/interrupt.h"
#include "cli/record_options.h"
#include "record/memory.h"
#include "report/incident_words.h"
#include "triage/other_model.h"
#include "triage/shared_stdin.h"
#include <stdlib.h>
#include <string.h>

static bool record(const struct omen_classify_job *job, const struct omen_options *o, enum omen_memory m,
                   const char *dir) {
  struct omen_record_request q;
  struct omen_record_result result;
  struct omen_err err = {0};
  pid_t feeder = 0;
  omen_record_first_options(&q, o, dir, job->recording->manifest.argv, NULL);
  q.memory = m;
  q.unheard = true;
  bool made = !omen_shared_stdin_begin(&q.input, &feeder, &err) && !omen_record_apart(&q, &result, &err);
  omen_shared_stdin_end(q.input, feeder);
  if (!made) omen_warn("under %s the program could not be recorded: %s", omen_memory_word(m), err.msg);
  omen_record_options_release(&q);
  return made;
}

static bool derive(const struct omen_classify_job *job, enum omen_memory m, const char *dir) {
  struct omen_err err = {0};
  if (!omen_other_model_record(job->recording, m, dir, &err)) return true;
  omen_warn("under %s the recorded program could not be run again: %s", omen_memory_word(m), err.msg);
  return false;
}

struct omen_list omen_models_of(const struct omen_recording *r, const struct omen_options *o) {
  struct omen_list l = {.v = omen_xcalloc(o->memory.n + 1, sizeof *l.v)};
  enum omen_memory own = omen_memory_of(r->manifest.flags);
  l.v[l.n++] = omen_memory_word(own);
  for (size_t i = 0; i < o->memory.n; i++)
    if (omen_memory_option(o, (uint32_t)i) != own) l.v[l.n++] = o->memory.v[i];
  return l;
}

static void add(struct omen_race *race, enum omen_memory m, const struct omen_verdict *v) {
  bool judged = v && v->class && !v->not_judged;
  race->models[race->nmodels++] =
      (struct omen_race_model){.model = omen_memory_word(m),
                               .class = judged ? omen_class_word(v->class) : NULL,
                               .what = judged ? omen_consequence_word(v->consequence) : NULL,
                               .replay = judged && omen_verdict_harmful(v) ? v->replay : NULL};
}

/* Whatever its two orders do. */
static void blame(struct omen_race_model *m, const struct omen_report *other, const struct omen_race *race) {
  for (size_t i = 0; i < other->nincidents; i++)
    if (omen_incident_stale(&other->incidents[i], race))
      *m = (struct omen_race_model){m->model, omen_class_word(OMEN_CLASS_SPEC_VIOLATED),
                                    omen_consequence_word(other->incidents[i].consequence),
                                    other->incidents[i].replay};
}

static void keep(struct omen_race_model *m, struct omen_pool *pool) {
  if (m->replay) m->replay = omen_pool_str(pool, m->replay);
}

static void add_own(struct omen_report *r, enum omen_memory m) {
  for (size_t i = 0; i < r->nraces; i++) {
    add(&r->races[i], m, &r->races[i].verdict);
    blame(&r->races[i].models[0], r, &r->races[i]);
  }
}

/* Races that only runs under this model have: with what was found there, and nothing under the others. */
static void add_alone(struct omen_report *r, const struct omen_report *other, const struct omen_options *o,
                      uint32_t nth) {
  r->races = omen_xrealloc(r->races, (r->nraces + other->nraces + 1) * sizeof *r->races);
  for (size_t i = 0; i < other->nraces; i++) {
    if (omen_report_race(r, other->races[i].id)) continue;
    struct omen_race *race = &r->races[r->nraces++];
    *race = other->races[i];
    race->sample = NULL; /* of another recording */
    race->samples = 0;
    race->home = other;
    race->nmodels = 0;
    for (uint32_t k = 0; k < nth; k++) add(race, omen_memory_option(o, k), NULL);
    add(race, omen_memory_option(o, nth), &race->verdict);
  }
}

/* What the other report says of each race. True: something in it is harmful. */
static bool compare(struct omen_report *r, const struct omen_report *other, const struct omen_options *o,
                    uint32_t nth) {
  bool harmful = other->nincidents || other->nfindings;
  for (size_t i = 0; i < r->nraces; i++) {
    struct omen_race *race = &r->races[i];
    const struct omen_race *there = omen_report_race(other, race->id);
    add(race, omen_memory_option(o, nth), there ? &there->verdict : NULL);
    blame(&race->models[race->nmodels - 1], other, race);
    keep(&race->models[race->nmodels - 1], &r->pool);
  }
  for (size_t i = 0; i < other->nraces; i++) harmful |= omen_verdict_harmful(&other->races[i].verdict);
  add_alone(r, other, o, nth);
  return harmful;
}

/* The reports are kept: races of theirs are told. */
static bool judge(const struct omen_classify_job *job, const struct omen_options *o, uint32_t nth,
                  const char *dir, struct omen_models *kept, struct omen_err *err) {
  struct omen_recording *recording = &kept->recording[kept->n];
  struct omen_report *report = &kept->report[kept->n];
  struct omen_classify_job other = *job;
  if (omen_recording_open(recording, dir, err)) return false;
  if (omen_report_build(report, recording, NULL, err)) {
    omen_recording_release(recording);
    return false;
  }
  kept->n++;
  other.recording = recording;
  other.report = report;
  other.shown = dir;
  other.trace = NULL;
  other.wanted = NULL;
  other.judged = NULL;
  other.explored = NULL;
  omen_report_add_failure(report, dir);
  bool harmful = !omen_classify_recording(&other, err) && compare(job->report, report, o, nth);
  if (report->nincidents)
    omen_say("under %s: %zu incident%s: 'omen report %s'", omen_memory_word(omen_memory_option(o, nth)),
             report->nincidents, report->nincidents == 1 ? "" : "s", dir);
  return harmful;
}

bool omen_models_judge(const struct omen_classify_job *job, const struct omen_options *o,
                       struct omen_models *kept) {
  bool harmful = false;
  add_own(job->report, omen_memory_option(o, 0));
  for (uint32_t i = 1; i < omen_memory_options(o) && i < OMEN_MEMORIES && !omen_interrupted(); i++) {
    enum omen_memory m = omen_memory_option(o, i);
    char *dir = omen_format("%s.%s", job->shown, omen_memory_word(m));
    struct omen_err err = {0};
    omen_recording_remove(dir);
    if (kept->derived ? derive(job, m, dir) : record(job, o, m, dir))
      harmful |= judge(job, o, i, dir, kept, &err);
    if (err.msg[0]) omen_warn("under %s: %s", omen_memory_word(m), err.msg);
    free(dir);
  }
  return harmful;
}

void omen_models_release(struct omen_models *kept) {
  for (size_t i = 0; i < kept->n; i++) {
    omen_report_release(&kept->report[i]);
    omen_recording_release(&kept->recording[i]);
  }
  kept->n = 0;
}
