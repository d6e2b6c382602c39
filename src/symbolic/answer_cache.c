/* See answer_cache.h. Models are in a list of their own, never removed: a model is some dozen bytes. */
#include "symbolic/answer_cache.h"
#include "base/table.h"
#include <stdlib.h>

#define NO_MODEL UINT32_MAX
struct answer {
  uint32_t model, answer;
};
struct omen_answers {
  struct omen_table by_question; /* to index + 1 */
  struct answer *answers;
  uint32_t n, cap;
  struct omen_sym_model *models;
  uint32_t n_models, models_cap;
};

struct omen_answers *omen_answers_new(void) { return omen_xcalloc(1, sizeof(struct omen_answers)); }
void omen_answers_free(struct omen_answers *a) {
  if (!a) return;
  for (uint32_t i = 0; i < a->n_models; i++) omen_sym_model_release(&a->models[i]);
  free(a->models), free(a->answers);
  omen_table_release(&a->by_question);
  free(a);
}
bool omen_answers_find(const struct omen_answers *a, uint64_t question, enum omen_solver_answer *answer,
                       const struct omen_sym_model **model) {
  uint64_t number = omen_table_get(&a->by_question, question);
  if (!number) return false;
  const struct answer *e = &a->answers[number - 1];
  *answer = (enum omen_solver_answer)e->answer;
  *model = e->model == NO_MODEL ? NULL : &a->models[e->model];
  return true;
}
void omen_answers_add(struct omen_answers *a, uint64_t question, enum omen_solver_answer answer,
                      const struct omen_sym_model *model) {
  uint64_t *number = omen_table_at(&a->by_question, question);
  if (!*number) {
    OMEN_GROW(a->answers, a->n, a->cap);
    *number = ++a->n;
  }
  struct answer *e = &a->answers[*number - 1];
  *e = (struct answer){.answer = answer, .model = NO_MODEL};
  if (answer != OMEN_SAT) return;
  OMEN_GROW(a->models, a->n_models, a->models_cap);
  e->model = a->n_models;
  omen_sym_model_copy(&a->models[a->n_models++], model);
}
const struct omen_sym_model *omen_answers_recent(const struct omen_answers *a, uint32_t i) {
  return i < a->n_models ? &a->models[a->n_models - 1 - i] : NULL;
}
