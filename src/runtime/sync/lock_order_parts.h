/* What lock_order.c and lock_inversions.c share; nobody else includes this. */
#ifndef OMRT_SYNC_LOCK_ORDER_PARTS_H
#define OMRT_SYNC_LOCK_ORDER_PARTS_H
#include "runtime/sync/object.h"

enum { OMRT_EDGE_GATES = 8, OMRT_EDGE_BUCKETS = 16384 };

struct omrt_past {
  uint32_t refs, n;
  uint32_t v[]; /* by thread: the last of its epochs that is known */
};
static inline bool omrt_past_knows(const struct omrt_past *p, int thread, uint32_t epoch) {
  return p && (uint32_t)thread < p->n && p->v[thread] >= epoch;
}

struct omrt_gate {
  uint64_t serial;
  bool read;
};
struct omrt_edge_lock {
  uint64_t serial, point; /* point: the thread's own event that took it */
  const void *addr;
  enum omrt_why kind;
  bool read;
  int npcs;
  uint64_t pcs[OMRT_HOLD_PCS];
};
struct omrt_edge {
  struct omrt_edge *next, *next_from, **prev_from; /* prev_from: what points to it */
  uint64_t key, event;                             /* event: of the whole run, when the second was taken */
  struct omrt_past *past;
  int thread;
  uint32_t epoch, ngates;
  struct omrt_edge_lock lock[2]; /* held, and taken then */
  struct omrt_gate gate[OMRT_EDGE_GATES];
};

extern struct omrt_edge **omrt_edges_from; /* buckets, by the serial of lock[0]; chained by next_from */
static inline uint32_t omrt_edge_bucket(uint64_t key) {
  return (uint32_t)(key * 0x9e3779b97f4a7c15ull >> 40) % OMRT_EDGE_BUCKETS;
}
extern uint64_t omrt_order_dropped;                   /* edges that were not kept */
void omrt_inversions_look(const struct omrt_edge *e); /* e is new, or happened anew */
#endif
