/* weak/graph.h: the execution so far, as far as the model weak needs it. Inside weak/ only.
 *
 * A node is an event: a load, a store (a read-modify-write is a load and then a store), a seq_cst fence, or
 * a stretch of synchronisation. A location has its stores in modification order, and the loads that took
 * their values from them. The last nodes of the run, whatever they are, stand in one window (psc.c).
 *
 * Bounds: a location keeps STORES stores and LOADS loads. When there are more, everybody counts as having
 * seen the first ones (omrt_weak_cut counts stores that somebody could still have read). What the window has
 * lost could close a cycle: then the newest value is shown (omrt_weak_unsure counts). Fewer values are shown
 * in both cases, never a forbidden one. */
#ifndef OMRT_WEAK_GRAPH_H
#define OMRT_WEAK_GRAPH_H
#include "runtime/weak/weak_clock.h"
struct omrt_fiber;
struct omrt_weak_entry;

enum { OMRT_WEAK_STORES = 16, OMRT_WEAK_LOADS = 48, OMRT_WEAK_WINDOW = 112, OMRT_WEAK_BUFFER = 32 };
enum { OMRT_RELAXED, OMRT_CONSUME, OMRT_ACQUIRE, OMRT_RELEASE, OMRT_ACQ_REL, OMRT_SEQ_CST };
static inline bool omrt_weak_acquires(uint32_t order) {
  return order != OMRT_RELAXED && order != OMRT_RELEASE;
}
static inline bool omrt_weak_releases(uint32_t order) { return order >= OMRT_RELEASE; }

enum omrt_weak_what { OMRT_NODE_LOAD, OMRT_NODE_STORE, OMRT_NODE_FENCE, OMRT_NODE_SYNC };
struct omrt_weak_node {
  enum omrt_weak_what what;
  bool sc;                  /* of order seq_cst */
  bool rmw, taken;          /* a store: of a read-modify-write; one of those took its value */
  bool in_window, in_place; /* freed when in neither */
  uint32_t thread, index;   /* index 0: the value that was there before the first event */
  /* A store: twice its place among all stores of the location. A load that its location keeps no more: that
   * of the store that it took. */
  int64_t pos;
  uint64_t value, seq; /* seq: the how manieth node of the run */
  uint64_t back; /* the first node that it comes before, although that was made earlier; UINT64_MAX: none */
  uint64_t location; /* number of the location, also when that keeps the node no more; 0: none */
  struct omrt_weak_place *place;
  struct omrt_weak_node *from;  /* a load: whose value it took */
  uint64_t from_seq;            /* that one's seq, also when it is gone */
  struct omrt_weak_clock known; /* what happens before it, itself included */
  struct omrt_weak_clock gives; /* a store: what an acquire load of its value comes after */
};

struct omrt_weak_head { /* the last release store of a thread to the location: heads of release sequences */
  struct omrt_weak_head *next;
  uint32_t thread;
  struct omrt_weak_clock clock;
};

struct omrt_weak_place {
  struct omrt_weak_place *next;
  uint64_t addr, location;
  int64_t gone; /* so many stores were before those that are kept */
  uint32_t size, nstores, nloads;
  struct omrt_weak_node *store[OMRT_WEAK_STORES], *load[OMRT_WEAK_LOADS];
  struct omrt_weak_head *heads;
};

struct omrt_weak_thread {
  uint32_t number, index;
  struct omrt_weak_clock now;
  struct omrt_weak_clock acquired, released; /* for fences: what relaxed loads saw; the last release fence */
  uint64_t fresh;                            /* stores up to this seq are seen */
  struct omrt_weak_node *last;               /* its last node, if that is a SYNC in the window */
  uint32_t fenced;                           /* index of its last seq_cst fence */
  uint64_t again, again_seq; /* it took the same stale store at this address, so often on end */
  uint32_t times;
  struct omrt_weak_entry *entry; /* tso: its buffer, oldest first */
  uint32_t entries;
  uint64_t history; /* tso: of the values that it read (tso_key.h) */
};

struct omrt_weak_thread *omrt_weak_thread(struct omrt_fiber *f); /* made if there is none */
struct omrt_weak_thread *omrt_weak_self(void);
bool omrt_weak_alone(void); /* there is no other thread */
void omrt_weak_tick(struct omrt_weak_thread *t);

/* The location of an access, its last store as memory has it; NULL: not followed. */
struct omrt_weak_place *omrt_weak_place(uint64_t addr, uint32_t size);
bool omrt_weak_known_place(uint64_t addr, uint32_t size); /* it is followed already */
/* The first store that the current thread may take. */
uint32_t omrt_weak_floor(const struct omrt_weak_place *p, const struct omrt_weak_thread *t);
static inline struct omrt_weak_node *omrt_weak_newest(const struct omrt_weak_place *p) {
  return p->store[p->nstores - 1];
}
static inline int64_t omrt_weak_pos(const struct omrt_weak_place *p, uint32_t at) {
  return 2 * (p->gone + at);
}
/* The first made of the location's stores from `at` on: what comes before them has it as `back`. */
uint64_t omrt_weak_first_from(const struct omrt_weak_place *p, uint32_t at);
/* Adds a copy of the node, whose clocks it takes over; a store at place `at` of its location. */
struct omrt_weak_node *omrt_weak_add(const struct omrt_weak_node *n, uint32_t at);
void omrt_weak_synced(struct omrt_weak_thread *t); /* a synchronisation of the thread */
struct omrt_weak_clock *omrt_weak_head(struct omrt_weak_place *p, uint32_t thread, bool make); /* or NULL */

/* Is the graph with these nodes added still consistent? Only where one of them is not the newest. */
bool omrt_weak_consistent(const struct omrt_weak_node *const extra[], int n);
struct omrt_weak_node *const *omrt_weak_window(uint32_t *n); /* the last nodes, oldest first */
extern uint64_t omrt_weak_lost;                              /* nodes up to this seq may be in it no more */
extern uint64_t omrt_weak_cut, omrt_weak_unsure;
extern uint64_t omrt_weak_last_sc; /* seq of the last node of order seq_cst; 0: there is none */
/* A node behind that one comes before it, or before what was made earlier (`back`). */
extern bool omrt_weak_reaches_sc;
#endif
