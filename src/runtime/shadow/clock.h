/* shadow/clock.h: vector clocks, slots and segments. Inside shadow/ only.
 *
 * A vector clock is closed: if it knows segment s of slot p (v[p] >= s), it also has all that p knew when it
 * ended s. That gives the shortcut by `slot` and `seg`: a clock that is exactly what slot knew at the end of
 * seg adds nothing to whoever already knows that segment. */
#ifndef OMRT_SHADOW_CLOCK_H
#define OMRT_SHADOW_CLOCK_H
#include "runtime/shadow/shadow.h"

#define OMRT_SLOTS 65535u
#define OMRT_NO_SLOT 65535u

struct omrt_vc {
  struct omrt_vc *next, **prevp; /* all clocks, for starting over when segment numbers run out */
  uint32_t n, cap;
  uint32_t slot, seg; /* exactly slot's knowledge at the end of seg; or OMRT_NO_SLOT */
  uint32_t v[];
};

struct omrt_hb { /* a thread's part */
  struct omrt_vc *vc;
  uint32_t slot, seg, gen;
  uint32_t r; /* value of __omen_hot.r2 while the thread does not run */
  bool stale; /* released since its segment began: the next access or change of clock begins a new one */
  bool ended;
  bool unjoinable; /* ended, and detached: its clock is of no use to anybody */
  const struct omrt_fiber *fiber;
  const struct omrt_clk *home;   /* the only clock that has this segment; omrt_many: several may */
  uint32_t same;                 /* nobody can tell the segments from this one on from the current one */
  uint32_t past;                 /* nor the segments from this one to the one before, from each other */
  uint32_t before_same;          /* the same of the segment before, and its home: */
  const struct omrt_clk *before; /* while only that has it, the two may yet become one (hb.c, resume) */
  uint32_t assumed;              /* + 1: omrt_now.low counts on its joining this thread before it goes on */
  uint32_t ignored[2];           /* its reads, its writes are not to be looked at: so deep (annotate.c) */
  uint32_t number;               /* of the thread, for the log */
  uint32_t syncs;                /* watch: logged synchronisation operations */
  uint32_t since_syncs;          /* watch with the TREE filter: see watch.c */
  uint64_t since, since_others, writes;
  struct omrt_told *told;        /* watch: see watch_filter.c */
  struct omrt_hb *next, **prevp; /* live threads */
  struct omrt_clk acquired;      /* what relaxed loads saw: an acquire fence takes it */
  struct omrt_clk released;      /* the clock at the last release fence: relaxed stores publish it */
};
extern struct omrt_hb *omrt_self; /* the current thread's */
extern struct omrt_hb *omrt_live; /* list of threads that have not ended */
extern uint32_t omrt_live_count, omrt_seg_next, omrt_seg_limit;
extern uint64_t omrt_seg_total, omrt_slots_forced, omrt_joins_broken;
extern uint64_t omrt_alone_since; /* see omrt_alone_find */
extern bool omrt_joins_safe;      /* no signal handler can run in a thread that waits */

/* Clocks. *p is made or grown as needed; NULL is the empty clock. */
void omrt_vc_free(struct omrt_vc **p);
bool omrt_vc_join(struct omrt_vc **p, const struct omrt_vc *from); /* true: something was new */
void omrt_vc_copy(struct omrt_vc **p, const struct omrt_vc *from);
void omrt_vc_set(struct omrt_vc **p, uint32_t slot, uint32_t seg);
static inline uint32_t omrt_vc_get(const struct omrt_vc *vc, uint32_t slot) {
  return vc && slot < vc->n ? vc->v[slot] : 0;
}
/* All of `c` is known to `who` already (may say no when it is). */
static inline bool omrt_vc_known(const struct omrt_vc *c, const struct omrt_vc *who) {
  return !c || (c->slot != OMRT_NO_SLOT && omrt_vc_get(who, c->slot) >= c->seg);
}

/* Slots and segments. */
void omrt_slots_init(void);
uint32_t omrt_slot_take(struct omrt_vc **creator); /* a slot that a child of `creator` may use */
void omrt_slot_end(uint32_t slot);
void omrt_segment_begin(struct omrt_hb *hb); /* if it has none or released since; omrt_now_load() is due */
void omrt_low_find(void);                    /* omrt_now.low */
void omrt_low_tick(uint32_t weight);         /* clocks changed: now and then, the same */
#define OMRT_LOW_SWITCH 16u
#define OMRT_LOW_THREAD 256u
extern uint32_t omrt_low_every;
/* A thread ended or was joined. From the event omrt_alone_since on there is one thread only, and it comes
 * after all that others ever did, so that nothing can race any more; 0: it is not so. A fork sets it back. */
void omrt_alone_find(void);
void omrt_generation(struct omrt_hb *hb);
void omrt_now_load(void); /* omrt_now and __omen_hot from omrt_self */

/* Operations of the current thread on clocks of the runtime's own: like hb.h, with the log. */
/* As omrt_hb_acquire and its kin, for atomics and their fences: what those order under a memory model follows
 * from the values that were read (weak/), and not from these clocks. */
void omrt_clk_acquire(struct omrt_clk *c);
void omrt_clk_release(struct omrt_clk *c);
void omrt_clk_release_store(struct omrt_clk *c);
void omrt_clk_merge(struct omrt_clk *to, struct omrt_clk *from); /* to |= from */
void omrt_watch_sync_of(struct omrt_hb *hb, enum omen_kind kind, uint64_t obj, uint64_t obj2);
/* For the log: the thread ends; nobody will join it, and it is gone; the clock's name is not used again. */
void omrt_watch_end(struct omrt_hb *hb);
void omrt_watch_gone(struct omrt_hb *hb);
void omrt_watch_forget(uint32_t clock);
void omrt_clk_assign(struct omrt_clk *to, struct omrt_clk *from); /* to := from; NULL: empty */
#endif
