/* Further memory models: see models.h. */
#include "cli/models.h"
#include "base/interrupt.h"
#include "cli/record_options.h"
#include "triage/other_model.h"
#include "triage/shared_stdin.h"
#include <stdlib.h>

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

void omen_models_of(struct omen_models *m, const struct omen_recording *r, const struct omen_options *o) {
  omen_models_add(m, omen_memory_of(r->manifest.flags));
  for (uint32_t i = 0; i < o->memory.n; i++) omen_models_add(m, omen_memory_option(o, i));
}

static int judge(const struct omen_classify_job *job, const char *dir, struct omen_models *m,
                 struct omen_err *err) {
  struct omen_classify_job other = *job;
  other.recording = &m->recording[m->n - 1];
  other.report = &m->report[m->n - 1];
  other.shown = dir;
  other.trace = NULL;
  other.wanted = NULL;
  other.judged = NULL;
  other.explored = NULL;
  return omen_classify_recording(&other, err);
}

void omen_models_judge(const struct omen_classify_job *job, const struct omen_options *o, bool derived,
                       struct omen_models *m) {
  struct omen_err err = {0};
  size_t asked = m->nmodels;
  m->nmodels = 1;
  omen_models_begin(job->report, m);
  for (size_t i = 1; i < asked && !omen_interrupted(); i++) {
    enum omen_memory model = m->model[i];
    char *dir = omen_models_folder(job->shown, model);
    omen_recording_remove(dir);
    bool made = derived ? derive(job, model, dir) : record(job, o, model, dir);
    if (made && !omen_models_open(m, job->shown, model, &err) && !judge(job, dir, m, &err)) {
      m->model[m->nmodels++] = model;
      omen_models_join(job->report, m, m->nmodels - 1);
    }
    if (err.msg[0]) omen_warn("under %s: %s", omen_memory_word(model), err.msg);
    err.msg[0] = 0;
    free(dir);
  }
  if (omen_models_keep(m, job->recording->dir, &err)) omen_warn("%s", err.msg);
}
