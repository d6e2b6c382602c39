/* shadow/clock.h: vector clocks, slots and segments. Inside shadow/ only.
 *
 * A vector clock is closed: if it knows segment s of slot p (v[p] >= s), it also has all that p knew when it
 * ended s. That gives the shortcut by `slot` and `seg`: a clock that is exactly what slot knew at the end of
 * seg adds nothing to whoever already knows that segment. */
#ifndef OMEN_SHADOW_CLOCK_H
#define OMEN_SHADOW_CLOCK_H
#include "runtime/shadow/shadow.h"

#define OMEN_SLOTS 65535u
#define OMEN_NO_SLOT 65535u

struct omen_vc {
  struct omen_vc *next, **prevp; /* all clocks, for starting over when segment numbers run out */
  uint32_t n, cap;
  uint32_t slot, seg; /* exactly slot's knowledge at the end of seg; or OMEN_NO_SLOT */
  uint32_t v[];
};

struct omen_hb { /* a thread's part */
  struct omen_vc *vc;
  uint32_t slot, seg, gen;
  uint32_t r; /* value of __omen_hot.r2 while the thread does not run */
  bool stale; /* released since its segment began: the next access or change of clock begins a new one */
  bool ended;
  bool unjoinable; /* ended, and detached: its clock is of no use to anybody */
  const struct omen_fiber *fiber;
  const struct omen_clk *home;   /* the only clock that has this segment; omen_many: several may */
  uint32_t same;                 /* nobody can tell the segments from this one on from the current one */
  uint32_t past;                 /* nor the segments from this one to the one before, from each other */
  uint32_t before_same;          /* the same of the segment before, and its home: */
  const struct omen_clk *before; /* while only that has it, the two may yet become one (hb.c, resume) */
  uint32_t assumed;              /* + 1: omen_now.low counts on its joining this thread before it goes on */
  uint32_t number;               /* of the thread, for the log */
  uint32_t syncs;                /* watch: logged synchronisation operations */
  uint32_t since_syncs;          /* watch with the TREE filter: see watch.c */
  uint64_t since, since_others, writes;
  struct omen_told *told;        /* watch: see quiet.c */
  struct omen_hb *next, **prevp; /* live threads */
  struct omen_clk acquired;      /* what relaxed loads saw: an acquire fence takes it */
  struct omen_clk released;      /* the clock at the last release fence: relaxed stores publish it */
};
extern struct omen_hb *omen_self; /* the current thread's */
extern struct omen_hb *omen_live; /* list of threads that have not ended */
extern uint32_t omen_live_count, omen_seg_next, omen_seg_limit;
extern uint64_t omen_seg_total, omen_slots_forced, omen_joins_broken;
extern uint64_t omen_alone_since; /* see omen_alone_find */
extern bool omen_joins_safe;      /* no signal handler can run in a thread that waits */

/* Clocks. *p is made or grown as needed; NULL is the empty clock. */
void omen_vc_free(struct omen_vc **p);
bool omen_vc_join(struct omen_vc **p, const struct omen_vc *from); /* true: something was new */
void omen_vc_copy(struct omen_vc **p, const struct omen_vc *from);
void omen_vc_set(struct omen_vc **p, uint32_t slot, uint32_t seg);
static inline uint32_t omen_vc_get(const struct omen_vc *vc, uint32_t slot) {
  return vc && slot < vc->n ? vc->v[slot] : 0;
}
/* All of `c` is known to `who` already (may say no when it is). */
static inline bool omen_vc_known(const struct omen_vc *c, const struct omen_vc *who) {
  return !c || (c->slot != OMEN_NO_SLOT && omen_vc_get(who, c->slot) >= c->seg);
}

/* Slots and segments. */
void omen_slots_init(void);
uint32_t omen_slot_take(struct omen_vc **creator); /* a slot that a child of `creator` may use */
void omen_slot_end(uint32_t slot);
void omen_segment_begin(struct omen_hb *hb); /* if it has none or released since; omen_now_load() is due */
void omen_low_find(void);                    /* omen_now.low */
void omen_low_tick(uint32_t weight);         /* clocks changed: now and then, the same */
#define OMEN_LOW_SWITCH 16u
#define OMEN_LOW_THREAD 256u
extern uint32_t omen_low_every;
/* A thread ended or was joined. From the event omen_alone_since on there is one thread only, and it comes
 * after all that others ever did, so that nothing can race any more; 0: it is not so. A fork sets it back. */
void omen_alone_find(void);
void omen_generation(struct omen_hb *hb);
void omen_now_load(void); /* omen_now and __omen_hot from omen_self */

/* Operations of the current thread on clocks of the runtime's own: like hb.h, with the log. */
void omen_clk_merge(struct omen_clk *to, struct omen_clk *from); /* to |= from */
void omen_watch_sync_of(struct omen_hb *hb, enum omen_kind kind, uint64_t obj, uint64_t obj2);
/* For the log: the thread ends; nobody will join it, and it is gone; the clock's name is not used again. */
void omen_watch_end(struct omen_hb *hb);
void omen_watch_gone(struct omen_hb *hb);
void omen_watch_forget(uint32_t clock);
void omen_clk_assign(struct omen_clk *to, struct omen_clk *from); /* to := from; NULL: empty */
#endif
