/* Who runs in an exploration, and what happens at its scheduling points: see turns.h. */
#include "runtime/explore/turns.h"
#include "runtime/explore/explore.h"
#include "runtime/explore/recur.h"
#include "runtime/explore/steps.h"
#include "runtime/sched/sched.h"
#include "runtime/syscall/card.h"

struct omrt_fiber *omrt_turns_preempt(struct omrt_fiber *runnable, bool yields) {
  struct omrt_fiber *next = omrt_explore_turn(runnable);
  bool forced = next != NULL;
  if (!next) next = omrt_steps_preempt(runnable, yields);
  if (next) omrt_steps_switch(next, yields, forced);
  return next;
}

struct omrt_fiber *omrt_turns_next(struct omrt_fiber *runnable, bool own) {
  struct omrt_fiber *next = own ? omrt_cur : omrt_explore_turn(runnable);
  bool forced = !own && next;
  if (!next) next = omrt_steps_next(runnable);
  omrt_steps_switch(next, false, forced);
  return next;
}

/* Calls that only let time pass. */
static bool just_waits(enum omen_ev ev, const void *obj) {
  return ev == OMEN_EV_SYSCALL && omrt_card((int)(uintptr_t)obj)->loop == OMRT_LOOP_RESTS;
}

static enum omrt_quantum of_quantum(enum omen_ev ev) {
  return ev == OMEN_EV_TICK      ? OMRT_QUANTUM_LOOP
         : ev == OMEN_EV_PREEMPT ? OMRT_QUANTUM_STOPPED
                                 : OMRT_NO_QUANTUM;
}

void omrt_turns_planned(enum omen_ev ev, const void *obj, bool yields) {
  omrt_explore_point(!yields && !just_waits(ev, obj), ev == OMEN_EV_SYSCALL, of_quantum(ev));
  if (omrt_recur_due) omrt_recur_look();
}

void omrt_turns_recorded(enum omen_ev ev, const void *obj, bool yields) {
  omrt_recur_recorded(of_quantum(ev));
  if (omrt_recur_due) omrt_recur_look();
}
