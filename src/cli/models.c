/* Further memory models: see models.h. */
#include "cli/models.h"
#include "base/interrupt.h"
#include "cli/record_options.h"
#include "record/memory.h"
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

static void add(struct omen_race *race, enum omen_memory m, const struct omen_verdict *v) {
  bool judged = v && v->class && !v->not_judged;
  race->models[race->nmodels++] =
      (struct omen_race_model){.model = omen_memory_word(m),
                               .class = judged ? omen_class_word(v->class) : NULL,
                               .what = judged ? omen_consequence_word(v->consequence) : NULL,
                               .replay = judged && omen_verdict_harmful(v) ? v->replay : NULL};
}

static bool is_at(const struct omen_shown_step *s, const struct omen_access *a) {
  return s->at.line == a->line && s->at.file && a->file && !strcmp(s->at.file, a->file);
}

/* One of the race's accesses does not see what others stored, and the run goes wrong. */
static bool stale_in(const struct omen_report_incident *i, const struct omen_race *race) {
  for (size_t k = 0; i->shown && k < i->shown->nsteps; k++) {
    const struct omen_shown_step *s = &i->shown->steps[k];
    if (s->stale && (is_at(s, &race->access[0]) || is_at(s, &race->access[1]))) return true;
  }
  return false;
}

/* Whatever its two orders do. */
static void blame(struct omen_race_model *m, const struct omen_report *other, const struct omen_race *race) {
  for (size_t i = 0; i < other->nincidents; i++)
    if (stale_in(&other->incidents[i], race))
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

/* What the other report says of each race. True: something in it is harmful. */
static bool compare(struct omen_report *r, const struct omen_report *other, enum omen_memory m) {
  bool harmful = other->nincidents || other->nfindings;
  for (size_t i = 0; i < r->nraces; i++) {
    struct omen_race *race = &r->races[i];
    const struct omen_race *there = omen_report_race(other, race->id);
    add(race, m, there ? &there->verdict : NULL);
    blame(&race->models[race->nmodels - 1], other, race);
    keep(&race->models[race->nmodels - 1], &r->pool);
  }
  for (size_t i = 0; i < other->nraces; i++) harmful |= omen_verdict_harmful(&other->races[i].verdict);
  return harmful;
}

static bool judge(const struct omen_classify_job *job, enum omen_memory m, const char *dir,
                  struct omen_err *err) {
  struct omen_recording recording;
  struct omen_report report;
  struct omen_classify_job other = *job;
  bool harmful = false;
  if (omen_recording_open(&recording, dir, err)) return false;
  if (!omen_report_build(&report, &recording, NULL, err)) {
    other.recording = &recording;
    other.report = &report;
    other.shown = dir;
    other.trace = NULL;
    other.wanted = NULL;
    other.judged = NULL;
    other.explored = NULL;
    omen_report_add_failure(&report, dir);
    if (!omen_classify_recording(&other, err)) harmful = compare(job->report, &report, m);
    if (report.nincidents)
      omen_say("under %s: %zu incident%s: 'omen report %s'", omen_memory_word(m), report.nincidents,
               report.nincidents == 1 ? "" : "s", dir);
    omen_report_release(&report);
  }
  omen_recording_release(&recording);
  return harmful;
}

bool omen_models_judge(const struct omen_classify_job *job, const struct omen_options *o) {
  bool harmful = false;
  add_own(job->report, omen_memory_option(o, 0));
  for (uint32_t i = 1; i < omen_memory_options(o) && i < OMEN_MEMORIES && !omen_interrupted(); i++) {
    enum omen_memory m = omen_memory_option(o, i);
    char *dir = omen_format("%s.%s", job->shown, omen_memory_word(m));
    struct omen_err err = {0};
    omen_recording_remove(dir);
    if (record(job, o, m, dir)) harmful |= judge(job, m, dir, &err);
    if (err.msg[0]) omen_warn("under %s: %s", omen_memory_word(m), err.msg);
    free(dir);
  }
  return harmful;
}
