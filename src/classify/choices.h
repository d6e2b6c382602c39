/* Choices that a run told (runtime/sched/choice.h) as decisions of a plan. */
#ifndef OMEN_CLASSIFY_CHOICES_H
#define OMEN_CLASSIFY_CHOICES_H
#include "record/outcome.h"
#include "record/plan.h"

static inline struct omen_plan_decision omen_choice_decision(const struct omen_out_choice *c) {
  return (struct omen_plan_decision){
      .kind = OMEN_DECISION_STORE, .thread = (uint32_t)c->thread, .point = c->point, .to = c->taken};
}
#endif
