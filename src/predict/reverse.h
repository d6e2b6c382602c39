/* Inside predict/: an order of the events of an ideal in which critical sections may be turned round
 * (optimistic synchronisation reversal: Shi, Mathur, Pavlogiannis, ICSE 2024). Conflicting accesses keep
 * their order, and so do sections that the ideal ends; a section that it leaves open comes after all others
 * of its lock. */
#ifndef OMEN_PREDICT_REVERSE_H
#define OMEN_PREDICT_REVERSE_H
#include "predict/window.h"

/* `loose`: conflicting accesses may come in any order. The order, for the caller to free; NULL: those rules
 * contradict each other. The ideal leaves at most one section of each lock open
 * (omen_ideal_close_optimistic). */
uint32_t *omen_reverse_order(const struct omen_window *w, const uint32_t *ideal, bool loose, uint32_t *n);
#endif
