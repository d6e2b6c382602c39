/* See cache.h. Open addressing; models in a list of their own, never removed: a model is some dozen bytes. */
#include "symbolic/cache.h"
#include <stdlib.h>

#define NO_MODEL UINT32_MAX
struct entry {
  uint64_t question; /* 0: free */
  uint32_t model, answer;
};
struct omen_answers {
  struct entry *entries;
  uint32_t n, cap;
  struct omen_sym_model *models;
  uint32_t n_models, models_cap;
};

struct omen_answers *omen_answers_new(void) {
  struct omen_answers *a = omen_xcalloc(1, sizeof *a);
  a->cap = 256;
  a->entries = omen_xcalloc(a->cap, sizeof *a->entries);
  return a;
}
void omen_answers_free(struct omen_answers *a) {
  if (!a) return;
  for (uint32_t i = 0; i < a->n_models; i++) omen_sym_model_release(&a->models[i]);
  free(a->models), free(a->entries);
  free(a);
}
static struct entry *entry_of(struct entry *entries, uint32_t cap, uint64_t question) {
  uint32_t i = (uint32_t)question & (cap - 1);
  while (entries[i].question && entries[i].question != question) i = (i + 1) & (cap - 1);
  return &entries[i];
}
bool omen_answers_find(const struct omen_answers *a, uint64_t question, enum omen_solver_answer *answer,
                       const struct omen_sym_model **model) {
  const struct entry *e = entry_of(a->entries, a->cap, question ? question : 1);
  if (!e->question) return false;
  *answer = (enum omen_solver_answer)e->answer;
  *model = e->model == NO_MODEL ? NULL : &a->models[e->model];
  return true;
}
void omen_answers_add(struct omen_answers *a, uint64_t question, enum omen_solver_answer answer,
                      const struct omen_sym_model *model) {
  if (!question) question = 1;
  if ((a->n + 1) * 2 > a->cap) {
    struct entry *larger = omen_xcalloc(a->cap * 2, sizeof *larger);
    for (uint32_t i = 0; i < a->cap; i++)
      if (a->entries[i].question) *entry_of(larger, a->cap * 2, a->entries[i].question) = a->entries[i];
    free(a->entries);
    a->entries = larger, a->cap *= 2;
  }
  struct entry *e = entry_of(a->entries, a->cap, question);
  if (!e->question) a->n++;
  *e = (struct entry){.question = question, .answer = answer, .model = NO_MODEL};
  if (answer != OMEN_SAT) return;
  OMEN_GROW(a->models, a->n_models, a->models_cap);
  e->model = a->n_models;
  omen_sym_model_copy(&a->models[a->n_models++], model);
}
const struct omen_sym_model *omen_answers_recent(const struct omen_answers *a, uint32_t i) {
  return i < a->n_models ? &a->models[a->n_models - 1 - i] : NULL;
}
