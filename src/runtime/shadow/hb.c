/* The operations of hb.h: who comes after whom. In the watch pass they are logged and not computed. */
#include "runtime/memory/poison.h"
#include "runtime/shadow/clock.h"
#include <string.h>

enum omen_shadow_mode omen_shadow_mode;
struct omen_now omen_now = {.pending = OMEN_PENDING_MODE};
OMEN_API struct omen_hot __omen_hot;

#define HISTORY_WORDS (1u << 29)
static uint32_t clk_ids; /* names of clocks in the log; 0 is the clock that is always empty */

static bool off(void) { return omen_shadow_mode == OMEN_SHADOW_OFF || !omen_on; }
static bool watching(void) { return omen_shadow_mode == OMEN_SHADOW_WATCH; }
static uint32_t name(struct omen_clk *c) { return c->id ? c->id : (c->id = ++clk_ids); }
static uint64_t twice(uint32_t id) { return id * 0x100000001ull; }

_Static_assert(OMEN_OWN_SEGMENTS == OMEN_SEG_BLOCK && OMEN_OWN_ANY == 2 * OMEN_SEG_BLOCK - 1, "one layout");

void omen_now_load(void) {
  const struct omen_hb *hb = omen_self;
  omen_now.pending = (omen_now.pending & (OMEN_PENDING_COLLECT | OMEN_PENDING_MODE)) |
                     (hb->stale ? OMEN_PENDING_SEGMENT : 0) | (hb->assumed ? OMEN_PENDING_JOIN : 0);
  bool closed = hb->stale || hb->assumed;
  omen_now.alone = omen_live_count == 1 && !hb->ended;
  omen_now.seg = hb->seg;
  omen_now.since = hb->same;
  omen_now.past = hb->past;
  omen_now.w = hb->seg << 1 | 1;
  omen_now.gen = hb->gen;
  omen_now.clock = hb->vc->v;
  omen_now.n = hb->vc->n;
  __omen_hot.w2 = twice(closed ? OMEN_ID_NEVER : omen_now.w);
  __omen_hot.r2 = twice(closed ? OMEN_ID_NEVER : hb->r);
  __omen_hot.own_read = closed ? 0 : twice((omen_now.w - 1) | OMEN_OWN_READ);
  __omen_hot.now_read = twice(omen_now.w - 1);
  __omen_hot.own_any = closed ? 0 : twice(omen_now.w | OMEN_OWN_ANY);
}

/* The thread goes on without having joined. What every thread was thought to come after is forgotten. */
static void join_broken(struct omen_hb *hb) {
  if (!hb->assumed) return;
  hb->assumed = 0;
  omen_joins_broken++;
  if (hb == omen_self) omen_now_load();
}

void omen_hb_handler(void) { omen_joins_safe = false; }

bool omen_shadow_prepare(void) {
  if (omen_shadow_mode != OMEN_SHADOW_DETECT || !omen_on) return false;
  if (omen_now.pending & OMEN_PENDING_JOIN) join_broken(omen_self);
  if (omen_now.pending & OMEN_PENDING_COLLECT) omen_shadow_collect();
  if (omen_now.pending & OMEN_PENDING_SEGMENT) {
    omen_segment_begin(omen_self);
    omen_now_load();
  }
  return true;
}

/* --- threads
 * -------------------------------------------------------------------------------------------------- */

static struct omen_hb *new_thread(struct omen_fiber *f) {
  struct omen_hb *hb = omen_alloc(sizeof *hb);
  hb->number = (uint32_t)f->id;
  hb->fiber = f;
  hb->next = omen_live;
  hb->prevp = &omen_live;
  if (omen_live) omen_live->prevp = &hb->next;
  omen_live = hb;
  omen_live_count++;
  return f->hb = hb;
}

void omen_hb_main(struct omen_fiber *f) {
  omen_self = new_thread(f);
  __omen_hot.line = OMEN_LINE;
  if (omen_config->flags & OMEN_FLAG_NO_DETECT) return;
  if (omen_config->flags & OMEN_FLAG_WATCH) {
    omen_shadow_mode = OMEN_SHADOW_WATCH;
    __omen_hot.line = 0; /* each access is told, or asked about, before it is made */
    omen_watch_init();
    return;
  }
  omen_history_init(HISTORY_WORDS);
  omen_slots_init();
  omen_self->slot = omen_slot_take(&omen_self->vc);
  omen_segment_begin(omen_self);
  omen_shadow_mode = OMEN_SHADOW_DETECT;
  __omen_hot.gaps = omen_checks_memory();
  omen_now.pending = 0;
  omen_now_load();
}

/* What the current thread did so far is published: what it does next belongs to another segment. While it is
 * the only one alive nobody can tell the difference: any thread to come begins after all of it. */
static const struct omen_clk many;
static void released(struct omen_hb *hb, struct omen_clk *to) {
  if (omen_live_count == 1) return;
  hb->stale = true;
  hb->home = to && (!hb->home || hb->home == to) ? to : &many;
  if (to) to->last = hb->number + 1;
  if (hb == omen_self) omen_now_load();
}

/* Takes `from` into the thread's clock. A thread that released and did nothing since must not publish two
 * different clocks under one segment number (clocks would not be closed any more), so growth begins a new
 * segment then. */
static void take(struct omen_hb *hb, const struct omen_vc *from) {
  if (omen_vc_known(from, hb->vc)) return;
  if (omen_vc_join(&hb->vc, from)) {
    if (hb->stale)
      omen_segment_begin(hb);
    else
      omen_generation(hb);
  }
  omen_now_load();
}

void omen_hb_fork(struct omen_fiber *parent, struct omen_fiber *child) {
  struct omen_hb *from = parent->hb, *hb = new_thread(child);
  if (off()) return;
  if (watching()) {
    omen_watch_sync_of(from, OMEN_KIND_FORK, (uint64_t)child->id, 0);
    return;
  }
  join_broken(from);
  omen_alone_since = 0;
  hb->slot = omen_slot_take(&from->vc);
  omen_vc_copy(&hb->vc, from->vc);
  released(from, NULL);
  omen_segment_begin(hb);
  omen_low_tick(OMEN_LOW_THREAD); /* what the parent prepared is settled mostly */
  omen_now_load();
}

void omen_hb_end(struct omen_fiber *f) {
  struct omen_hb *hb = f->hb;
  if (!hb || hb->ended) return;
  hb->ended = true;
  *hb->prevp = hb->next;
  if (hb->next) hb->next->prevp = hb->prevp;
  omen_live_count--;
  if (off()) return;
  hb->unjoinable = f->detached;
  if (watching()) {
    omen_watch_end(hb);
    return;
  }
  omen_slot_end(hb->slot);
  omen_clk_reset(&hb->acquired);
  omen_clk_reset(&hb->released);
  omen_alone_find();
}

void omen_hb_gone(struct omen_fiber *f) {
  struct omen_hb *hb = f->hb;
  if (!hb || !hb->ended) return;
  omen_vc_free(&hb->vc);
  omen_clk_reset(&hb->acquired);
  omen_clk_reset(&hb->released);
  if (watching() && hb->told) omen_watch_gone(hb);
  omen_free(hb, sizeof *hb);
}

void omen_hb_join(struct omen_fiber *self, struct omen_fiber *dead) {
  if (off() || !dead->hb) return;
  if (watching()) {
    omen_watch_sync_of(self->hb, OMEN_KIND_JOIN, (uint64_t)dead->id, 0);
    return;
  }
  take(self->hb, dead->hb->vc);
  if (self->hb->assumed == dead->hb->number + 1) {
    self->hb->assumed = 0;
    omen_now_load();
  }
  omen_low_tick(OMEN_LOW_THREAD);
  if (dead->hb->ended && dead->hb != omen_self) omen_vc_free(&dead->hb->vc);
  omen_alone_find();
}

void omen_hb_switch(struct omen_fiber *to) {
  if (omen_shadow_mode == OMEN_SHADOW_DETECT && omen_on) {
    if (!omen_self->stale) omen_self->r = (uint32_t)__omen_hot.r2; /* it may come back in this segment */
    if (omen_self->unjoinable) omen_vc_free(&omen_self->vc); /* its last release is behind it */
    omen_self = to->hb;
    omen_low_tick(OMEN_LOW_SWITCH);
    omen_now_load();
  } else {
    if (watching() && omen_self->unjoinable) omen_watch_gone(omen_self);
    omen_self = to->hb;
  }
}

/* --- clock objects
 * -------------------------------------------------------------------------------------------- */

/* The current thread takes the clock. */
static void take_clk(struct omen_clk *c) {
  if (c->last != omen_self->number + 1) c->last = 0;
  take(omen_self, c->vc);
}

/* The thread holds the lock again that it released to last, and nobody took that clock in between: only `c`
 * has the segment that ended then, and nobody can take `c` now before it is released to again, with all that
 * comes until then. So nobody can ever tell that segment from what came after. If nothing did, it goes on.
 * Else the two count as one (omen_now_same): who knows one of them knows the other. */
static void resume(const struct omen_clk *c) {
  struct omen_hb *hb = omen_self;
  if (c->last != hb->number + 1) return;
  if (hb->stale && hb->home == c)
    hb->stale = false;
  else if (!hb->stale && !hb->home && hb->before == c) {
    hb->same = hb->before_same;
    hb->before = NULL;
  } else
    return;
  omen_now_load();
}

void omen_hb_lock(struct omen_clk *c, const void *addr) {
  if (off()) return;
  if (watching())
    omen_watch_sync(OMEN_KIND_ACQ, name(c), (uint64_t)addr);
  else {
    take_clk(c);
    resume(c);
  }
}

void omen_hb_rdlock(struct omen_clk *c, struct omen_clk *r, const void *addr) {
  if (off()) return;
  if (watching()) {
    omen_watch_hold(OMEN_KIND_OBSERVE, name(c), addr, OMEN_RAW_HOLD_READ);
    return;
  }
  take_clk(c);
  resume(r);
}

void omen_hb_wrlock(struct omen_clk *c, struct omen_clk *r, const void *addr) {
  if (!off() && watching())
    omen_watch_hold(OMEN_KIND_OBSERVE, name(c), addr, OMEN_RAW_HOLD_WRITE);
  else
    omen_hb_acquire(c);
  omen_hb_acquire(r);
}

/* c := c | C_t; the copy when that is the same. */
static void publish(struct omen_clk *c) {
  struct omen_hb *hb = omen_self;
  if (omen_vc_known(c->vc, hb->vc)) {
    omen_vc_copy(&c->vc, hb->vc);
    c->vc->slot = hb->slot;
    c->vc->seg = hb->seg;
  } else
    omen_vc_join(&c->vc, hb->vc);
  released(hb, c);
}

void omen_hb_unlock(struct omen_clk *c, const void *addr) {
  if (off()) return;
  if (watching())
    omen_watch_sync(OMEN_KIND_REL, name(c), (uint64_t)addr);
  else
    publish(c);
}

void omen_hb_acquire(struct omen_clk *c) {
  if (off()) return;
  if (watching())
    omen_watch_sync(OMEN_KIND_OBSERVE, name(c), 0);
  else
    take_clk(c);
}

/* A signal handler could run in it first: not where there are any. In the log it takes the clock when it
 * runs. */
void omen_hb_will_acquire(struct omen_fiber *f, struct omen_clk *c) {
  if (off() || watching() || !omen_joins_safe) return;
  c->last = 0;
  take(f->hb, c->vc);
}

void omen_hb_settle(void) {
  if (!off() && !watching()) omen_low_tick(OMEN_LOW_THREAD);
}

void omen_hb_release(struct omen_clk *c) {
  if (off()) return;
  if (watching())
    omen_watch_sync(OMEN_KIND_PUBLISH, name(c), 0);
  else
    publish(c);
}

void omen_hb_rdunlock(struct omen_clk *r, const void *addr) {
  if (!off() && watching())
    omen_watch_hold(OMEN_KIND_PUBLISH, name(r), addr, OMEN_RAW_HOLD_READ);
  else
    omen_hb_release(r);
}

void omen_hb_wrunlock(struct omen_clk *c, const void *addr) {
  if (!off() && watching())
    omen_watch_hold(OMEN_KIND_PUBLISH, name(c), addr, OMEN_RAW_HOLD_WRITE);
  else
    omen_hb_release(c);
}

void omen_hb_release_store(struct omen_clk *c) {
  if (off()) return;
  if (watching()) {
    omen_watch_sync(OMEN_KIND_SIGNAL, name(c), 0);
    return;
  }
  struct omen_hb *hb = omen_self;
  omen_vc_copy(&c->vc, hb->vc);
  c->vc->slot = hb->slot;
  c->vc->seg = hb->seg;
  released(hb, c);
}

void omen_clk_reset(struct omen_clk *c) {
  omen_vc_free(&c->vc);
  if (c->id) omen_watch_forget(c->id);
  c->id = c->last = 0;
}

void omen_clk_merge(struct omen_clk *to, struct omen_clk *from) {
  if (off()) return;
  from->last = to->last = 0;
  if (watching())
    omen_watch_sync(OMEN_KIND_MERGE, name(to), name(from));
  else if (!to->vc)
    omen_vc_copy(&to->vc, from->vc);
  else if (!omen_vc_known(from->vc, to->vc))
    omen_vc_join(&to->vc, from->vc);
}

void omen_clk_assign(struct omen_clk *to, struct omen_clk *from) {
  if (off()) return;
  to->last = 0;
  if (from) from->last = 0;
  if (watching())
    omen_watch_sync(OMEN_KIND_COPY, name(to), from ? name(from) : 0);
  else
    omen_vc_copy(&to->vc, from ? from->vc : NULL);
}
