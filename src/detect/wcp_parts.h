/* Inside detect/: the tables of the wcp engine. wcp.c has the rules and the meaning of the clocks. */
#ifndef OMEN_DETECT_WCP_PARTS_H
#define OMEN_DETECT_WCP_PARTS_H
#include "detect/engine.h"
#include "detect/hb_order.h"
#include "detect/past.h"

struct omen_wcp_section { /* a finished critical section */
  uint32_t thread;
  uint32_t acquire, release; /* the thread's times of its ends */
};
struct omen_wcp_lock {
  struct omen_wcp_section *section;
  uint32_t *rows; /* by section: H at its release */
  uint32_t sections, cap;
  uint32_t *next; /* by thread: the first section that rule (b) has not taken in */
  uint32_t *p;    /* P at the last release */
};
struct omen_wcp_clock { /* of a clock object: rows h, p, k in one block, NULL: nothing */
  uint32_t *rows;
};
struct omen_wcp_turns { /* sections of a lock that touched a variable by one class of access */
  uint32_t last;        /* the last one, + 1 */
  uint32_t other;       /* the last one of a thread other than that of `last`, + 1 */
};
struct omen_wcp_touch {               /* what was done to a variable under a lock: a cell of a hash table */
  uint32_t lock, var;                 /* lock + 1; 0: empty */
  uint32_t generation : 28, open : 4; /* open: classes touched in the section that is going on */
  uint32_t atomics;                   /* place of the turns of atomic accesses, 0: none */
  struct omen_wcp_turns plain[2];
};
_Static_assert(sizeof(struct omen_wcp_touch) == 32, "two a cache line");
struct omen_wcp_hold { /* a lock that a thread holds */
  uint32_t lock, since;
  uint32_t *var; /* what it touched meanwhile */
  uint32_t n, cap;
};
struct omen_wcp_thread {
  struct omen_wcp_hold *hold;
  uint32_t holds, cap; /* entries up to `cap` keep their memory */
};
struct omen_wcp_var {
  struct omen_past past;
  struct omen_live_sites sites;
} __attribute__((aligned(16)));
struct omen_wcp {
  struct omen_engine base;
  uint32_t threads, stride;
  uint32_t *h, *p, *k; /* matrices: see wcp.c */
  struct omen_wcp_thread *thread;
  struct omen_wcp_lock *lock;   /* by object */
  struct omen_wcp_clock *clock; /* by object */
  uint32_t objs;
  struct omen_wcp_var *var;
  uint32_t *generation; /* by variable: ALLOC begins a new one */
  uint32_t vars;
  struct omen_wcp_touch *touch; /* by lock and variable */
  uint32_t touches, mask;
  struct omen_wcp_turns (*atomic)[2];
  uint32_t atomics, atomics_cap;
  struct omen_pasts pasts;
};

void omen_wcp_room(struct omen_wcp *g, const struct omen_batch *b);
void omen_wcp_clear(struct omen_wcp *g); /* as new, its memory given back */
static inline uint32_t *omen_wcp_h(struct omen_wcp *g, uint32_t t) { return g->h + (size_t)t * g->stride; }
static inline void omen_wcp_tick(struct omen_wcp *g, uint32_t t, uint32_t *h) {
  g->k[(size_t)t * g->stride + t] = ++h[t];
}
struct omen_wcp_lock *omen_wcp_lock_of(struct omen_wcp *g, uint32_t obj);
void omen_wcp_add_section(struct omen_wcp *g, struct omen_wcp_lock *l, uint32_t t, uint32_t since);
void omen_wcp_hold(struct omen_wcp *g, uint32_t t, uint32_t lock, uint32_t since);
struct omen_wcp_hold *omen_wcp_holds(struct omen_wcp *g, uint32_t t, uint32_t lock); /* NULL: it does not */
void omen_wcp_unhold(struct omen_wcp *g, uint32_t t, struct omen_wcp_hold *h);
/* Valid until the next call. */
struct omen_wcp_touch *omen_wcp_touch_of(struct omen_wcp *g, uint32_t lock, uint32_t var);
struct omen_wcp_turns *omen_wcp_turns_of(struct omen_wcp *g, struct omen_wcp_touch *y,
                                         enum omen_access_class cls);
void omen_wcp_note(struct omen_wcp_hold *h, uint32_t var);
/* A table of its own, in huge pages (big_memory.h): it is the largest of the engine and read at random, and
 * an entry is all in one place, to be fetched ahead. */
static inline uint32_t omen_wcp_place(const struct omen_wcp *g, uint32_t lock, uint32_t var) {
  uint64_t h = ((uint64_t)lock << 32 | var) * 0x9e3779b97f4a7c15u;
  return (uint32_t)(h >> 32) & g->mask;
}
static inline void omen_wcp_expect(const struct omen_wcp *g, uint32_t lock, uint32_t var) {
  if (g->mask) __builtin_prefetch(&g->touch[omen_wcp_place(g, lock, var)]);
}
void omen_wcp_fresh(struct omen_wcp *g, uint32_t var);
void omen_wcp_hard(struct omen_wcp *g, const struct omen_event *e); /* forks, joins, clock objects */
#endif
