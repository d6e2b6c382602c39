/* Race engines over events, behind one interface. An engine is fed batches of events in trace order.
 *
 * The first pass finds the warnings: accesses that are in a race with some earlier access, and the variables
 * that had any. What a race is, is the engine's own matter: see docs/detection.md. It also finds what pairs
 * of program locations it can on the way (detect/live.h). The second pass goes over the same events again,
 * only when there are racy variables whose pairs are not all known by then: it completes the set of pairs of
 * which some two accesses race. All other variables are passed over.
 *
 * omen_analyze (detect/analyze.h) does both for any number of engines; tests and other users may drive
 * engines themselves. Who makes an engine owns it. Nothing here can fail but for want of memory. */
#ifndef OMEN_DETECT_ENGINE_H
#define OMEN_DETECT_ENGINE_H
#include "detect/live.h"
#include "detect/pairtab.h"
#include "trace/event.h"

struct omen_batch {
  const struct omen_event *ev;
  size_t n;
  uint32_t threads, syncs, vars; /* how many there are so far: every number in the batch is below */
  const uint8_t *drop; /* by event: an access that a filter removed. It still counts for the order of an
                          engine for which accesses order (shb, fhb, wcp). NULL: none */
  uint8_t *warned;     /* set to 1 for every event with a warning; NULL when nobody asks */
  bool grouped;        /* events with the same aux in a row are one access (watch logs) */
};

/* Which events order threads, for the filter: see detect/tree.h. */
enum omen_orders {
  OMEN_ORDERS_NONE,  /* nothing does */
  OMEN_ORDERS_FORKS, /* forks, joins and clock objects */
  OMEN_ORDERS_LOCKS, /* these and locks */
  OMEN_ORDERS_WEAK,  /* as before, but a thread may come to respect an order that it knew of already (wcp) */
  OMEN_ORDERS_ACCESSES, /* and reads, after the write that they read from */
  OMEN_ORDERS_RACES,    /* and races: nothing can be left out (fhb) */
};

struct omen_engine;
struct omen_engine_ops {
  const char *name, *help;
  enum omen_orders orders;
  bool locks; /* whether two accesses race depends on the locks held */
  struct omen_engine *(*make)(const struct omen_engine_ops *ops);
  void (*run)(struct omen_engine *e, const struct omen_batch *b);
  void (*again)(struct omen_engine *e); /* to the start of the second pass */
  void (*free)(struct omen_engine *e);
  struct omen_live_sites *(*sites)(struct omen_engine *e,
                                   uint32_t var); /* NULL: pairs in the second pass only */
};
enum omen_racy { OMEN_RACY_NOT, OMEN_RACY, OMEN_RACY_DONE }; /* DONE: all its pairs are known */
struct omen_engine {                                         /* engines embed this as their first member */
  const struct omen_engine_ops *ops;
  uint64_t warnings;
  uint8_t *racy; /* by variable: an omen_racy */
  uint32_t racy_n, vars;
  struct omen_live live; /* of the first pass */
  uint32_t last_aux;
  bool any_last;
  struct omen_pairtab *pairs; /* NULL in the first pass */
};

const struct omen_engine_ops *omen_engine_find(const char *name, size_t len);
const struct omen_engine_ops *omen_engine_list(size_t i); /* NULL past the end */
struct omen_engine *omen_engine_new(const struct omen_engine_ops *ops);
void omen_engine_run(struct omen_engine *e, const struct omen_batch *b);
/* After the first pass: are all pairs known? Then there is no need of a second one. */
bool omen_engine_complete(struct omen_engine *e);
void omen_engine_again(struct omen_engine *e);
void omen_engine_free(struct omen_engine *e);
/* The pairs, after the last pass. */
const struct omen_pairset *omen_engine_pairs(const struct omen_engine *e);

/* For engines. */
void omen_engine_room(struct omen_engine *e, uint32_t vars);
static inline void omen_engine_warn(struct omen_engine *e, const struct omen_batch *b, size_t i) {
  const struct omen_event *ev = &b->ev[i];
  if (b->warned) b->warned[i] = 1;
  if (!e->racy[ev->obj]) {
    e->racy[ev->obj] = OMEN_RACY;
    e->racy_n++;
  }
  if (b->grouped) { /* one access, several variables: one warning */
    if (e->any_last && e->last_aux == ev->aux) return;
    e->last_aux = ev->aux;
    e->any_last = true;
  }
  e->warnings++;
}
static inline enum omen_access_class omen_class_of(unsigned kind) {
  return kind <= OMEN_KIND_WRITE   ? (enum omen_access_class)kind
         : kind == OMEN_KIND_AREAD ? OMEN_ACCESS_AR
                                   : OMEN_ACCESS_AW;
}
extern const struct omen_engine_ops omen_engine_hb, omen_engine_hb_epoch, omen_engine_shb,
    omen_engine_shb_epoch, omen_engine_fhb, omen_engine_wcp, omen_engine_lockset, omen_engine_hybrid;
#endif
