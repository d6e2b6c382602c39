/* Several memory models, one report: see model_join.h. */
#include "triage/model_join.h"
#include "report/incident_words.h"
#include "triage/evidence.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

void omen_models_add(struct omen_models *m, enum omen_memory model) {
  for (size_t k = 0; k < m->nmodels; k++)
    if (m->model[k] == model) return;
  if (model < OMEN_MEMORIES) m->model[m->nmodels++] = model;
}

char *omen_models_folder(const char *dir, enum omen_memory m) {
  size_t n = strlen(dir);
  while (n > 1 && dir[n - 1] == '/') n--;
  return omen_format("%.*s.%s", (int)n, dir, omen_memory_word(m));
}

int omen_models_open(struct omen_models *m, const char *dir, enum omen_memory model, struct omen_err *err) {
  struct omen_recording *recording = &m->recording[m->n];
  char *beside = omen_models_folder(dir, model);
  int result = omen_recording_open(recording, beside, err);
  if (!result && omen_report_build(&m->report[m->n], recording, NULL, err)) {
    omen_recording_release(recording);
    result = -1;
  }
  if (!result) omen_report_add_failure(&m->report[m->n++], beside);
  free(beside);
  return result;
}

/* ---- races ---- */

static struct omen_race_model of_verdict(enum omen_memory m, const struct omen_verdict *v) {
  struct omen_race_model out = {.model = omen_memory_word(m)};
  if (!v || v->not_judged) return out;
  out.class = v->class;
  out.consequence = v->consequence;
  out.replay = v->consequence ? v->replay : NULL;
  return out;
}

/* Whatever its two orders do. */
static void blame(struct omen_race_model *m, const struct omen_report *other, const struct omen_race *race) {
  for (size_t i = 0; i < other->nincidents; i++) {
    const struct omen_report_incident *it = &other->incidents[i];
    if (it->confirmed && !it->model && omen_incident_stale(it, race))
      *m = (struct omen_race_model){m->model, OMEN_CLASS_SPEC_VIOLATED, it->consequence, it->replay};
  }
}

static void add(struct omen_race *race, struct omen_race_model m) {
  int severity = omen_class_info(m.class)->severity;
  race->models[race->nmodels++] = m;
  if (omen_class_info(m.class)->harmful && severity > race->severity) race->severity = severity;
}

void omen_models_begin(struct omen_report *r, const struct omen_models *m) {
  for (size_t i = 0; i < r->nraces; i++) {
    struct omen_race_model own = of_verdict(m->model[0], &r->races[i].verdict);
    blame(&own, r, &r->races[i]);
    add(&r->races[i], own);
  }
}

static void compare(struct omen_report *r, const struct omen_report *other, enum omen_memory m) {
  for (size_t i = 0; i < r->nraces; i++) {
    const struct omen_race *there = omen_report_race(other, r->races[i].id);
    struct omen_race_model under = of_verdict(m, there ? &there->verdict : NULL);
    blame(&under, other, &r->races[i]);
    add(&r->races[i], under);
  }
}

/* Races that only runs under this model have: with what was found there, and nothing under the others. */
static void add_races(struct omen_report *r, const struct omen_report *other, const struct omen_models *all,
                      size_t nth) {
  r->races = omen_xrealloc(r->races, (r->nraces + other->nraces + 1) * sizeof *r->races);
  for (size_t i = 0; i < other->nraces; i++) {
    if (omen_report_race(r, other->races[i].id)) continue;
    struct omen_race *race = &r->races[r->nraces++];
    *race = other->races[i];
    race->sample = NULL; /* of another recording */
    race->samples = 0;
    race->home = other;
    race->nmodels = 0;
    for (size_t k = 0; k < nth; k++) add(race, of_verdict(all->model[k], NULL));
    add(race, of_verdict(all->model[nth], &race->verdict));
  }
}

/* ---- what goes wrong ---- */

static bool told_already(const struct omen_report *r, const struct omen_report_incident *i) {
  for (size_t k = 0; k < r->nincidents; k++)
    if (!strcmp(r->incidents[k].id, i->id) || omen_incident_same(&r->incidents[k], i)) return true;
  return false;
}

static void add_incidents(struct omen_report *r, const struct omen_report *other, const char *model) {
  for (size_t i = 0; i < other->nincidents; i++) {
    struct omen_report_incident one = other->incidents[i];
    if (told_already(r, &one)) continue;
    one.home = other;
    one.failed = one.recorded ? other : NULL;
    one.model = model;
    omen_report_add_incident(r, &one);
  }
}

static bool found_already(const struct omen_report *r, const struct omen_finding *f) {
  for (size_t k = 0; k < r->nfindings; k++)
    if (r->findings[k].consequence == f->consequence && !strcmp(r->findings[k].what, f->what)) return true;
  return false;
}

/* Shallow: what they point to stays the other report's. */
static void add_findings(struct omen_report *r, const struct omen_report *other) {
  r->findings = omen_xrealloc(r->findings, (r->nfindings + other->nfindings + 1) * sizeof *r->findings);
  for (size_t i = 0; i < other->nfindings; i++)
    if (!found_already(r, &other->findings[i])) r->findings[r->nfindings++] = other->findings[i];
}

void omen_models_join(struct omen_report *r, const struct omen_models *m, size_t nth) {
  const struct omen_report *other = &m->report[m->n - 1];
  compare(r, other, m->model[nth]);
  add_races(r, other, m, nth);
  add_incidents(r, other, omen_memory_word(m->model[nth]));
  add_findings(r, other);
}

/* ---- kept ---- */

int omen_models_keep(const struct omen_models *m, const char *dir, struct omen_err *err) {
  json_t *list = json_array();
  for (size_t i = 0; i < m->nmodels; i++)
    json_array_append_new(list, json_string(omen_memory_word(m->model[i])));
  char *path = omen_format("%s/models.json", dir), *text = json_dumps(list, 0);
  int result = omen_file_write(path, text, strlen(text), err);
  json_decref(list);
  free(text);
  free(path);
  return result;
}

/* Any bytes: words that are no models are passed over. */
static void read_list(struct omen_models *m, const char *dir) {
  char *path = omen_format("%s/models.json", dir);
  json_t *list = json_load_file(path, 0, NULL);
  for (size_t i = 0; i < json_array_size(list); i++) {
    const char *word = json_string_value(json_array_get(list, i));
    if (word) omen_models_add(m, omen_memory_parse(word));
  }
  json_decref(list);
  free(path);
}

void omen_models_load(struct omen_models *m, struct omen_report *r, const char *dir) {
  read_list(m, dir);
  if (m->nmodels) omen_models_begin(r, m);
  for (size_t i = 1; i < m->nmodels; i++) {
    struct omen_err err = {0};
    if (omen_models_open(m, dir, m->model[i], &err)) {
      omen_warn("what is known under %s is left out: %s", omen_memory_word(m->model[i]), err.msg);
      continue;
    }
    struct omen_report *other = &m->report[m->n - 1];
    omen_evidence_load(other, m->recording[m->n - 1].dir);
    m->predicted[m->n - 1] = omen_predicted_races_load(other, m->recording[m->n - 1].dir);
    omen_models_join(r, m, i);
  }
}

void omen_models_release(struct omen_models *m) {
  for (size_t i = 0; i < m->n; i++) {
    omen_report_release(&m->report[i]);
    omen_predicted_races_release(m->predicted[i]);
    omen_recording_release(&m->recording[i]);
  }
  m->n = m->nmodels = 0;
}
