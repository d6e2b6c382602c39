/* Answers by question. A question is known by the hash of the set of its conditions, whatever trace they are
 * of; models are kept as bytes of inputs. */
#ifndef OMEN_SYMBOLIC_ANSWER_CACHE_H
#define OMEN_SYMBOLIC_ANSWER_CACHE_H
#include "symbolic/z3.h"

struct omen_answers;
struct omen_answers *omen_answers_new(void);
void omen_answers_free(struct omen_answers *a);
bool omen_answers_find(const struct omen_answers *a, uint64_t question, enum omen_solver_answer *answer,
                       const struct omen_sym_model **model);
void omen_answers_add(struct omen_answers *a, uint64_t question, enum omen_solver_answer answer,
                      const struct omen_sym_model *model);
/* The i-th latest model; NULL: there are not so many. */
const struct omen_sym_model *omen_answers_recent(const struct omen_answers *a, uint32_t i);
#endif
