/* Inside predict/: the lock graph of a window. A node is all acquires of one lock by one thread that holds
 * the same other locks; only those that hold any. A cycle of nodes, each lock held at the next, with threads,
 * locks and held sets all different, is a pattern of a deadlock. */
#ifndef OMEN_PREDICT_LOCK_CYCLES_H
#define OMEN_PREDICT_LOCK_CYCLES_H
#include "predict/window.h"

enum { OMEN_CYCLE_MOST = 8 }; /* threads in a cycle */
struct omen_lock_node {
  uint32_t thread, lock, held; /* held: a set of the window's */
  uint32_t *section;           /* in order */
  uint32_t n, cap;
};
struct omen_lock_graph {
  const struct omen_window *w;
  struct omen_lock_node *node;
  uint32_t n, cap;
};
void omen_lock_graph_make(struct omen_lock_graph *g, const struct omen_window *w);
void omen_lock_graph_release(struct omen_lock_graph *g);
/* Calls `see` for every pattern: k numbers of nodes. False: there are too many, some were left out. */
bool omen_lock_graph_cycles(const struct omen_lock_graph *g,
                            void (*see)(void *arg, const uint32_t *node, uint32_t k), void *arg);
#endif
