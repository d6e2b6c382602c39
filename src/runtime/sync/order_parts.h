/* What order.c and circles.c share; nobody else includes this. */
#ifndef OMEN_SYNC_ORDER_PARTS_H
#define OMEN_SYNC_ORDER_PARTS_H
#include "runtime/sync/object.h"

enum { OMEN_EDGE_GATES = 8, OMEN_EDGE_BUCKETS = 16384 };

struct omen_past {
  uint32_t refs, n;
  uint32_t v[]; /* by thread: the last of its epochs that is known */
};
static inline bool omen_past_knows(const struct omen_past *p, int thread, uint32_t epoch) {
  return p && (uint32_t)thread < p->n && p->v[thread] >= epoch;
}

struct omen_gate {
  uint64_t serial;
  bool read;
};
struct omen_edge_lock {
  uint64_t serial, point; /* point: the thread's own event that took it */
  const void *addr;
  enum omen_why kind;
  bool read;
  int npcs;
  uint64_t pcs[OMEN_HOLD_PCS];
};
struct omen_edge {
  struct omen_edge *next, *next_from, **prev_from; /* prev_from: what points to it */
  uint64_t key, event;                             /* event: of the whole run, when the second was taken */
  struct omen_past *past;
  int thread;
  uint32_t epoch, ngates;
  struct omen_edge_lock lock[2]; /* held, and taken then */
  struct omen_gate gate[OMEN_EDGE_GATES];
};

extern struct omen_edge **omen_edges_from; /* buckets, by the serial of lock[0]; chained by next_from */
static inline uint32_t omen_edge_bucket(uint64_t key) {
  return (uint32_t)(key * 0x9e3779b97f4a7c15ull >> 40) % OMEN_EDGE_BUCKETS;
}
extern uint64_t omen_order_dropped;                /* edges that were not kept */
void omen_circles_look(const struct omen_edge *e); /* e is new, or happened anew */
#endif
