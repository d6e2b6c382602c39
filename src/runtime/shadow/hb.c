/* The operations of hb.h: who comes after whom. In the watch pass they are logged and not computed. */
#include "runtime/shadow/poison.h"
#include "runtime/shadow/clock.h"
#include "runtime/shadow/hidden.h"
#include "runtime/weak/weak.h"
#include <string.h>

enum omrt_shadow_mode omrt_shadow_mode;
struct omrt_now omrt_now = {.pending = OMRT_PENDING_MODE};

#define HISTORY_WORDS (1u << 29)
static uint32_t clk_ids; /* names of clocks in the log; 0 is the clock that is always empty */

static bool off(void) { return omrt_shadow_mode == OMRT_SHADOW_OFF || !omrt_on; }
static bool watching(void) { return omrt_shadow_mode == OMRT_SHADOW_WATCH; }
static bool weak(void) { return OMRT_UNLIKELY(omrt_weak_on) && omrt_on; }
static uint32_t name(struct omrt_clk *c) { return c->id ? c->id : (c->id = ++clk_ids); }
static uint64_t twice(uint32_t id) { return id * 0x100000001ull; }

_Static_assert(OMEN_OWN_SEGMENTS == OMRT_SEG_BLOCK && OMEN_OWN_ANY == 2 * OMRT_SEG_BLOCK - 1, "one layout");

void omrt_now_load(void) {
  const struct omrt_hb *hb = omrt_self;
  omrt_now.pending = (omrt_now.pending & (OMRT_PENDING_COLLECT | OMRT_PENDING_MODE)) |
                     (hb->stale ? OMRT_PENDING_SEGMENT : 0) | (hb->assumed ? OMRT_PENDING_JOIN : 0);
  bool closed = hb->stale || hb->assumed, ignores = hb->ignored[0] || hb->ignored[1];
  if (ignores) omrt_now.pending |= OMRT_PENDING_IGNORE;
  omrt_now.alone = omrt_live_count == 1 && !hb->ended;
  omrt_now.seg = hb->seg;
  omrt_now.since = hb->same;
  omrt_now.past = hb->past;
  omrt_now.w = hb->seg << 1 | 1;
  omrt_now.gen = hb->gen;
  omrt_now.clock = hb->vc->v;
  omrt_now.n = hb->vc->n;
  __omen_hot.w2 = twice(closed ? OMRT_ID_NEVER : omrt_now.w);
  __omen_hot.r2 = twice(closed ? OMRT_ID_NEVER : hb->r);
  __omen_hot.own_read = closed || ignores ? 0 : twice((omrt_now.w - 1) | OMEN_OWN_READ);
  __omen_hot.now_read = twice(omrt_now.w - 1);
  __omen_hot.own_any = closed || ignores ? 0 : twice(omrt_now.w | OMEN_OWN_ANY);
}

/* The thread goes on without having joined. What every thread was thought to come after is forgotten. */
static void join_broken(struct omrt_hb *hb) {
  if (!hb->assumed) return;
  hb->assumed = 0;
  omrt_joins_broken++;
  if (hb == omrt_self) omrt_now_load();
}

void omrt_hb_handler(void) { omrt_joins_safe = false; }

bool omrt_shadow_prepare(void) {
  if (omrt_shadow_mode != OMRT_SHADOW_DETECT || !omrt_on) return false;
  if (omrt_now.pending & OMRT_PENDING_JOIN) join_broken(omrt_self);
  if (omrt_now.pending & OMRT_PENDING_COLLECT) omrt_shadow_collect();
  if (omrt_now.pending & OMRT_PENDING_SEGMENT) {
    omrt_segment_begin(omrt_self);
    omrt_now_load();
  }
  return true;
}

/* --- threads
 * -------------------------------------------------------------------------------------------------- */

static struct omrt_hb *new_thread(struct omrt_fiber *f) {
  struct omrt_hb *hb = omrt_alloc(sizeof *hb);
  hb->number = (uint32_t)f->id;
  hb->fiber = f;
  hb->next = omrt_live;
  hb->prevp = &omrt_live;
  if (omrt_live) omrt_live->prevp = &hb->next;
  omrt_live = hb;
  omrt_live_count++;
  return f->hb = hb;
}

void omrt_hb_main(struct omrt_fiber *f) {
  omrt_self = new_thread(f);
  __omen_hot.line = OMEN_LINE;
  if (omrt_config->flags & OMEN_FLAG_NO_DETECT) return;
  if (omrt_config->flags & OMEN_FLAG_WATCH) {
    omrt_shadow_mode = OMRT_SHADOW_WATCH;
    __omen_hot.line = 0; /* each access is told, or asked about, before it is made */
    omrt_watch_init();
    return;
  }
  omrt_history_init(HISTORY_WORDS);
  omrt_slots_init();
  omrt_self->slot = omrt_slot_take(&omrt_self->vc);
  omrt_segment_begin(omrt_self);
  omrt_shadow_mode = OMRT_SHADOW_DETECT;
  __omen_hot.gaps = omrt_checks_memory();
  omrt_now.pending = 0;
  omrt_now_load();
}

/* What the current thread did so far is published: what it does next belongs to another segment. While it is
 * the only one alive nobody can tell the difference: any thread to come begins after all of it. */
static const struct omrt_clk many;
static void released(struct omrt_hb *hb, struct omrt_clk *to) {
  if (omrt_live_count == 1) return;
  hb->stale = true;
  hb->home = to && (!hb->home || hb->home == to) ? to : &many;
  if (to) to->last = hb->number + 1;
  if (hb == omrt_self) omrt_now_load();
}

/* Takes `from` into the thread's clock. A thread that released and did nothing since must not publish two
 * different clocks under one segment number (clocks would not be closed any more), so growth begins a new
 * segment then. */
static void take(struct omrt_hb *hb, const struct omrt_vc *from) {
  if (omrt_vc_known(from, hb->vc)) return;
  if (omrt_vc_join(&hb->vc, from)) {
    if (hb->stale)
      omrt_segment_begin(hb);
    else
      omrt_generation(hb);
  }
  omrt_now_load();
}

void omrt_hb_fork(struct omrt_fiber *parent, struct omrt_fiber *child) {
  struct omrt_hb *from = parent->hb, *hb = new_thread(child);
  if (weak()) omrt_weak_fork(parent, child);
  if (off()) return;
  if (watching()) {
    omrt_watch_sync_of(from, OMEN_KIND_FORK, (uint64_t)child->id, 0);
    return;
  }
  join_broken(from);
  omrt_alone_since = 0;
  hb->slot = omrt_slot_take(&from->vc);
  omrt_vc_copy(&hb->vc, from->vc);
  released(from, NULL);
  omrt_segment_begin(hb);
  omrt_low_tick(OMRT_LOW_THREAD); /* what the parent prepared is settled mostly */
  omrt_now_load();
}

void omrt_hb_end(struct omrt_fiber *f) {
  struct omrt_hb *hb = f->hb;
  if (!hb || hb->ended) return;
  if (weak()) omrt_weak_end(f);
  hb->ended = true;
  *hb->prevp = hb->next;
  if (hb->next) hb->next->prevp = hb->prevp;
  omrt_live_count--;
  if (off()) return;
  hb->unjoinable = f->detached;
  if (watching()) {
    omrt_watch_end(hb);
    return;
  }
  omrt_slot_end(hb->slot);
  omrt_clk_reset(&hb->acquired);
  omrt_clk_reset(&hb->released);
  omrt_alone_find();
}

void omrt_hb_gone(struct omrt_fiber *f) {
  struct omrt_hb *hb = f->hb;
  if (!hb || !hb->ended) return;
  omrt_weak_gone(f);
  omrt_vc_free(&hb->vc);
  omrt_clk_reset(&hb->acquired);
  omrt_clk_reset(&hb->released);
  if (watching() && hb->told) omrt_watch_gone(hb);
  omrt_free(hb, sizeof *hb);
}

void omrt_hb_join(struct omrt_fiber *self, struct omrt_fiber *dead) {
  if (weak()) omrt_weak_joined(self, dead);
  if (off() || !dead->hb) return;
  if (watching()) {
    omrt_watch_sync_of(self->hb, OMEN_KIND_JOIN, (uint64_t)dead->id, 0);
    return;
  }
  take(self->hb, dead->hb->vc);
  if (self->hb->assumed == dead->hb->number + 1) {
    self->hb->assumed = 0;
    omrt_now_load();
  }
  omrt_low_tick(OMRT_LOW_THREAD);
  if (dead->hb->ended && dead->hb != omrt_self) omrt_vc_free(&dead->hb->vc);
  omrt_alone_find();
}

void omrt_hb_switch(struct omrt_fiber *to) {
  if (omrt_shadow_mode == OMRT_SHADOW_DETECT && omrt_on) {
    if (!omrt_self->stale) omrt_self->r = (uint32_t)__omen_hot.r2; /* it may come back in this segment */
    if (omrt_self->unjoinable) omrt_vc_free(&omrt_self->vc);       /* its last release is behind it */
    omrt_self = to->hb;
    omrt_low_tick(OMRT_LOW_SWITCH);
    omrt_now_load();
  } else {
    if (watching() && omrt_self->unjoinable) omrt_watch_gone(omrt_self);
    omrt_self = to->hb;
  }
  if (OMRT_UNLIKELY(omrt_hidden_open != NULL)) omrt_hidden_switched(to);
}

/* --- clock objects
 * -------------------------------------------------------------------------------------------- */

/* The current thread takes the clock. */
static void take_clk(struct omrt_clk *c) {
  if (c->last != omrt_self->number + 1) c->last = 0;
  take(omrt_self, c->vc);
}

/* The thread holds the lock again that it released to last, and nobody took that clock in between: only `c`
 * has the segment that ended then, and nobody can take `c` now before it is released to again, with all that
 * comes until then. So nobody can ever tell that segment from what came after. If nothing did, it goes on.
 * Else the two count as one (omrt_now_same): who knows one of them knows the other. */
static void resume(const struct omrt_clk *c) {
  struct omrt_hb *hb = omrt_self;
  if (c->last != hb->number + 1) return;
  if (hb->stale && hb->home == c)
    hb->stale = false;
  else if (!hb->stale && !hb->home && hb->before == c) {
    hb->same = hb->before_same;
    hb->before = NULL;
  } else
    return;
  omrt_now_load();
}

void omrt_hb_lock(struct omrt_clk *c, const void *addr) {
  if (weak()) omrt_weak_acquire(&c->weak);
  if (off()) return;
  if (watching())
    omrt_watch_sync(OMEN_KIND_ACQ, name(c), (uint64_t)addr);
  else {
    take_clk(c);
    resume(c);
  }
}

void omrt_hb_rdlock(struct omrt_clk *c, struct omrt_clk *r, const void *addr) {
  if (weak()) omrt_weak_acquire(&c->weak);
  if (off()) return;
  if (watching()) {
    omrt_watch_hold(OMEN_KIND_OBSERVE, name(c), addr, OMEN_RAW_HOLD_READ);
    return;
  }
  take_clk(c);
  resume(r);
}

void omrt_hb_wrlock(struct omrt_clk *c, struct omrt_clk *r, const void *addr) {
  if (!off() && watching()) {
    if (weak()) omrt_weak_acquire(&c->weak);
    omrt_watch_hold(OMEN_KIND_OBSERVE, name(c), addr, OMEN_RAW_HOLD_WRITE);
  } else
    omrt_hb_acquire(c);
  omrt_hb_acquire(r);
}

/* c := c | C_t; the copy when that is the same. */
static void publish(struct omrt_clk *c) {
  struct omrt_hb *hb = omrt_self;
  if (omrt_vc_known(c->vc, hb->vc)) {
    omrt_vc_copy(&c->vc, hb->vc);
    c->vc->slot = hb->slot;
    c->vc->seg = hb->seg;
  } else
    omrt_vc_join(&c->vc, hb->vc);
  released(hb, c);
}

void omrt_hb_unlock(struct omrt_clk *c, const void *addr) {
  if (weak()) omrt_weak_release(&c->weak, false);
  if (off()) return;
  if (watching())
    omrt_watch_sync(OMEN_KIND_REL, name(c), (uint64_t)addr);
  else
    publish(c);
}

void omrt_hb_acquire(struct omrt_clk *c) {
  if (weak()) omrt_weak_acquire(&c->weak);
  omrt_clk_acquire(c);
}

void omrt_clk_acquire(struct omrt_clk *c) {
  if (off()) return;
  if (watching())
    omrt_watch_sync(OMEN_KIND_OBSERVE, name(c), 0);
  else
    take_clk(c);
}

/* A signal handler could run in it first: not where there are any. In the log it takes the clock when it
 * runs. */
void omrt_hb_will_acquire(struct omrt_fiber *f, struct omrt_clk *c) {
  if (off() || watching() || !omrt_joins_safe) return;
  c->last = 0;
  take(f->hb, c->vc);
}

void omrt_hb_settle(void) {
  if (!off() && !watching()) omrt_low_tick(OMRT_LOW_THREAD);
}

void omrt_hb_release(struct omrt_clk *c) {
  if (weak()) omrt_weak_release(&c->weak, false);
  omrt_clk_release(c);
}

void omrt_clk_release(struct omrt_clk *c) {
  if (off()) return;
  if (watching())
    omrt_watch_sync(OMEN_KIND_PUBLISH, name(c), 0);
  else
    publish(c);
}

void omrt_hb_rdunlock(struct omrt_clk *r, const void *addr) {
  if (!off() && watching()) {
    if (weak()) omrt_weak_release(&r->weak, false);
    omrt_watch_hold(OMEN_KIND_PUBLISH, name(r), addr, OMEN_RAW_HOLD_READ);
  } else
    omrt_hb_release(r);
}

void omrt_hb_wrunlock(struct omrt_clk *c, const void *addr) {
  if (!off() && watching()) {
    if (weak()) omrt_weak_release(&c->weak, false);
    omrt_watch_hold(OMEN_KIND_PUBLISH, name(c), addr, OMEN_RAW_HOLD_WRITE);
  } else
    omrt_hb_release(c);
}

void omrt_hb_release_store(struct omrt_clk *c) {
  if (weak()) omrt_weak_release(&c->weak, true);
  omrt_clk_release_store(c);
}

void omrt_clk_release_store(struct omrt_clk *c) {
  if (off()) return;
  if (watching()) {
    omrt_watch_sync(OMEN_KIND_SIGNAL, name(c), 0);
    return;
  }
  struct omrt_hb *hb = omrt_self;
  omrt_vc_copy(&c->vc, hb->vc);
  c->vc->slot = hb->slot;
  c->vc->seg = hb->seg;
  released(hb, c);
}

/* The log has it as two signals through a clock that is used for nothing else. */
static void meet_in_log(struct omrt_hb *other) {
  static struct omrt_clk between;
  uint32_t clock = name(&between);
  omrt_watch_sync_of(other, OMEN_KIND_SIGNAL, clock, 0);
  omrt_watch_sync(OMEN_KIND_OBSERVE, clock, 0);
  omrt_watch_sync(OMEN_KIND_SIGNAL, clock, 0);
  omrt_watch_sync_of(other, OMEN_KIND_OBSERVE, clock, 0);
}

static void meet(struct omrt_hb *other) {
  if (other == omrt_self || other->ended) return;
  if (watching()) {
    meet_in_log(other);
    return;
  }
  take(omrt_self, other->vc);
  released(other, NULL);
  take(other, omrt_self->vc);
  released(omrt_self, NULL);
}

void omrt_hb_meet(struct omrt_fiber *f) {
  if (weak()) omrt_weak_meet(f);
  if (!off() && f->hb) meet(f->hb);
}

void omrt_hb_meet_all(void) {
  for (struct omrt_fiber *f = weak() ? omrt_alive : NULL; f; f = f->alive_next) omrt_weak_meet(f);
  if (off()) return;
  for (struct omrt_hb *hb = omrt_live; hb; hb = hb->next) meet(hb);
}

void omrt_clk_reset(struct omrt_clk *c) {
  omrt_weak_clear(&c->weak);
  omrt_vc_free(&c->vc);
  if (c->id) omrt_watch_forget(c->id);
  c->id = c->last = 0;
}

void omrt_clk_merge(struct omrt_clk *to, struct omrt_clk *from) {
  if (off()) return;
  from->last = to->last = 0;
  if (watching())
    omrt_watch_sync(OMEN_KIND_MERGE, name(to), name(from));
  else if (!to->vc)
    omrt_vc_copy(&to->vc, from->vc);
  else if (!omrt_vc_known(from->vc, to->vc))
    omrt_vc_join(&to->vc, from->vc);
}

void omrt_clk_assign(struct omrt_clk *to, struct omrt_clk *from) {
  if (off()) return;
  to->last = 0;
  if (from) from->last = 0;
  if (watching())
    omrt_watch_sync(OMEN_KIND_COPY, name(to), from ? name(from) : 0);
  else
    omrt_vc_copy(&to->vc, from ? from->vc : NULL);
}
