/* The accesses of a window that may race at all: of variables that several threads access and one writes, not
 * all by atomic accesses, and not all under one lock. Sorted by variable, in the trace's order. */
#ifndef OMEN_PREDICT_CANDIDATES_H
#define OMEN_PREDICT_CANDIDATES_H
#include "predict/window.h"

struct omen_race_access {
  uint32_t event, step, loc;
  uint32_t thread : 24, kind : 8;
  uint32_t row; /* what must come before its step, its own thread aside */
};
struct omen_candidates {
  uint32_t vars;
  uint32_t *var;   /* of the window */
  uint32_t *first; /* its accesses in `access`; one more than vars */
  struct omen_race_access *access;
};
void omen_candidates_find(const struct omen_window *w, struct omen_candidates *c);
void omen_candidates_release(struct omen_candidates *c);
#endif
