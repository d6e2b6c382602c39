/* One report of a program under several memory models. The recordings stand side by side (DIR, DIR.tso,
 * DIR.weak); models.json in the first lists them. The first model's report is the frame: each of its races
 * gets its class under every model, and it gets what only the others show: incidents, failures of the
 * recorded run, and races. */
#ifndef OMEN_TRIAGE_MODEL_JOIN_H
#define OMEN_TRIAGE_MODEL_JOIN_H
#include "record/memory.h"
#include "record/recording.h"
#include "report/model.h"
#include "triage/predicted.h"

struct omen_models {
  enum omen_memory model[OMEN_MEMORIES]; /* the first recording's own first */
  size_t nmodels;
  /* What is known under the others; the first report borrows from it. */
  struct omen_recording recording[OMEN_MEMORIES];
  struct omen_report report[OMEN_MEMORIES];
  struct omen_predicted_races *predicted[OMEN_MEMORIES];
  size_t n;
};

void omen_models_add(struct omen_models *m, enum omen_memory model); /* once */
/* The folder of the recording under that model; the caller frees. */
char *omen_models_folder(const char *dir, enum omen_memory m);
/* Opens the recording beside `dir`, and builds its report as the last of `m->report`. */
int omen_models_open(struct omen_models *m, const char *dir, enum omen_memory model, struct omen_err *err);
/* The races get their class under the first model. */
void omen_models_begin(struct omen_report *r, const struct omen_models *m);
/* And under `m->model[nth]`, by the last report of `m`, judged; with all that only this one shows. */
void omen_models_join(struct omen_report *r, const struct omen_models *m, size_t nth);
/* In `dir`, for a report that is made of it later. */
int omen_models_keep(const struct omen_models *m, const char *dir, struct omen_err *err);
/* Joins what was kept. A model whose recording is not there any more is left out, with a warning. */
void omen_models_load(struct omen_models *m, struct omen_report *r, const char *dir);
void omen_models_release(struct omen_models *m); /* after the report */
#endif
