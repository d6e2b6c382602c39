/* Ideals: sets of events of a window that can be run on their own, as a row: for each thread how many of its
 * steps. Whatever must come before a step of an ideal is in it. */
#ifndef OMEN_PREDICT_IDEAL_H
#define OMEN_PREDICT_IDEAL_H
#include "predict/window.h"

/* Adds the first steps of a thread up to this one, and what must come before; step 0: what must come before
 * the thread.
 */
void omen_ideal_add(const struct omen_window *w, uint32_t *ideal, uint32_t t, uint32_t step);
/* The same where the row of the step is known. */
void omen_ideal_join(const struct omen_window *w, uint32_t *ideal, uint32_t t, uint32_t step, uint32_t row);
/* Makes it sync-preserving: of two sections of a lock that it begins, it has all of the earlier one. Then its
 * events in the trace's order are a correct reordering, and it is the least such set. False: there is none,
 * because a lock would have to be given back that never was. */
bool omen_ideal_close(const struct omen_window *w, uint32_t *ideal);
/* Makes at most one section of each lock open: the one that began last in the trace. */
bool omen_ideal_close_optimistic(const struct omen_window *w, uint32_t *ideal);
/* Ends every section of a lock that several threads take in it, where it can be ended. If some correct
 * reordering has what the ideal had, then one that has nothing beyond the ideal. */
void omen_ideal_close_shared(const struct omen_window *w, uint32_t *ideal);
/* Two steps that an ideal must not have. */
struct omen_ideal_goal {
  uint32_t thread[2], step[2];
};
static inline bool omen_ideal_reached(const struct omen_ideal_goal *g, const uint32_t *ideal) {
  return ideal[g->thread[0]] >= g->step[0] || ideal[g->thread[1]] >= g->step[1];
}
/* Adds what every correct reordering must have that has the ideal and not the goal. False: there is none.
 * `scratch`: a row. */
bool omen_ideal_close_forced(const struct omen_window *w, uint32_t *ideal, const struct omen_ideal_goal *g,
                             uint32_t *scratch);
static inline bool omen_ideal_has(const struct omen_window *w, const uint32_t *ideal, uint32_t event) {
  return w->step[event] <= ideal[w->ev[event].thread];
}
#endif
