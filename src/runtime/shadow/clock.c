/* Vector clocks, and the numbers in them: slots (reused when that is safe) and segments (never reused, until
 * they run out and everything starts over). */
#include "runtime/shadow/clock.h"
#include "runtime/log.h"
#include <string.h>

struct omen_hb *omen_self, *omen_live;
uint32_t omen_live_count, omen_seg_next = OMEN_SEG_BLOCK, omen_seg_limit = OMEN_SEG_LIMIT;
uint64_t omen_seg_total, omen_slots_forced, omen_joins_broken, omen_alone_since;
bool omen_joins_safe = true;

static struct omen_vc *every;
static uint16_t *slot_of;  /* of a block of segments */
static uint32_t *last_seg; /* of a slot: the last segment that it was given */
static uint16_t *dead_slots;
static uint32_t *low; /* of a slot: see omen_low_find */
static uint32_t dead_count, slots, generation, low_due;
uint32_t omen_low_every = 16;

static size_t vc_size(uint32_t cap) { return sizeof(struct omen_vc) + (size_t)cap * 4; }

static void link_vc(struct omen_vc *vc) {
  vc->next = every;
  vc->prevp = &every;
  if (every) every->prevp = &vc->next;
  every = vc;
}

static void unlink_vc(struct omen_vc *vc) {
  *vc->prevp = vc->next;
  if (vc->next) vc->next->prevp = vc->prevp;
}

void omen_vc_free(struct omen_vc **p) {
  if (!*p) return;
  unlink_vc(*p);
  omen_free(*p, vc_size((*p)->cap));
  *p = NULL;
}

/* At least n elements, the new ones 0. */
static struct omen_vc *grow(struct omen_vc **p, uint32_t n) {
  struct omen_vc *old = *p;
  if (old && n <= old->cap) {
    if (n > old->n) {
      memset(old->v + old->n, 0, (size_t)(n - old->n) * 4);
      old->n = n;
    }
    return old;
  }
  uint32_t cap = 8;
  while (cap < n) cap *= 2;
  struct omen_vc *vc = omen_alloc(vc_size(cap));
  vc->cap = cap;
  vc->slot = OMEN_NO_SLOT;
  if (old) {
    vc->slot = old->slot;
    vc->seg = old->seg;
    memcpy(vc->v, old->v, (size_t)old->n * 4);
    omen_vc_free(p);
  }
  vc->n = n;
  link_vc(vc);
  return *p = vc;
}

bool omen_vc_join(struct omen_vc **p, const struct omen_vc *from) {
  if (!from) return false;
  struct omen_vc *to = grow(p, from->n);
  uint32_t changed = 0;
  for (uint32_t i = 0; i < from->n; i++) {
    uint32_t was = to->v[i], more = from->v[i] > was ? from->v[i] : was;
    changed |= more ^ was;
    to->v[i] = more;
  }
  if (changed) to->slot = OMEN_NO_SLOT;
  return changed;
}

void omen_vc_copy(struct omen_vc **p, const struct omen_vc *from) {
  if (!from) {
    omen_vc_free(p);
    return;
  }
  struct omen_vc *to = grow(p, from->n);
  memcpy(to->v, from->v, (size_t)from->n * 4);
  to->n = from->n;
  to->slot = from->slot;
  to->seg = from->seg;
}

void omen_vc_set(struct omen_vc **p, uint32_t slot, uint32_t seg) { grow(p, slot + 1)->v[slot] = seg; }

/* --- slots
 * ---------------------------------------------------------------------------------------------------- */

void omen_slots_init(void) {
  slot_of = omen_reserve((size_t)(OMEN_SEG_LIMIT / OMEN_SEG_BLOCK) * 2);
  last_seg = omen_reserve((size_t)OMEN_SLOTS * 4);
  dead_slots = omen_reserve((size_t)OMEN_SLOTS * 2);
  low = omen_reserve((size_t)OMEN_SLOTS * 4);
  omen_now.slot_of = slot_of;
  omen_now.low = low;
}

static uint32_t take_dead(uint32_t i) {
  uint32_t slot = dead_slots[i];
  memmove(dead_slots + i, dead_slots + i + 1, (dead_count - i - 1) * sizeof *dead_slots);
  dead_count--;
  return slot;
}

/* A dead thread's slot can serve a new one only if the creator comes after all the dead one did: then "knows
 * segment s of the slot" still means all that it says. When slots run out altogether, the creator is told
 * that it comes after the longest dead: that hides races with it, makes none up, and is counted. */
uint32_t omen_slot_take(struct omen_vc **creator) {
  for (uint32_t i = 0; i < dead_count && i < 4096; i++)
    if (omen_vc_get(*creator, dead_slots[i]) >= last_seg[dead_slots[i]]) return take_dead(i);
  if (slots < OMEN_SLOTS) return slots++;
  if (!dead_count) omen_fatal("more than %u threads at once", OMEN_SLOTS);
  uint32_t slot = take_dead(0);
  omen_vc_set(creator, slot, last_seg[slot]);
  omen_slots_forced++;
  return slot;
}

void omen_slot_end(uint32_t slot) { dead_slots[dead_count++] = (uint16_t)slot; }

/* --- segments
 * ------------------------------------------------------------------------------------------------- */

/* What the memo knew about the thread's transitions is void. */
void omen_generation(struct omen_hb *hb) {
  if (++generation == 0) {
    memset(omen_memo, 0, sizeof omen_memo);
    generation = 1;
  }
  hb->gen = generation;
}

/* The thread that this one waits to join, if nothing else can make it go on. */
static const struct omen_hb *joining(const struct omen_hb *hb) {
  const struct omen_fiber *f = hb->fiber, *t;
  if (!omen_joins_safe || hb == omen_self || f->why != OMEN_WAIT_JOIN || f->deadline != OMEN_NEVER)
    return NULL;
  t = omen_fiber_by_pthread((void *)f->why_obj);
  return t && !t->done && t->hb && !t->hb->ended ? t->hb : NULL;
}

/* What every live thread will know when it next runs: the minimum of their clocks. It never becomes wrong:
 * clocks grow, and threads to come start from one of them. Who waits in pthread_join will know all that the
 * other one does; without that, a main thread that waits for its workers would keep all they ever did alive.
 * Should it make an access before it has joined all the same (cancelled; a handler that was installed later),
 * it is counted: see omen_shadow_prepare. */
void omen_low_find(void) {
  memset(low, 0xff, (size_t)slots * 4);
  for (struct omen_hb *hb = omen_live; hb; hb = hb->next) {
    const struct omen_hb *other = joining(hb);
    if (other) hb->assumed = other->number + 1;
    for (uint32_t i = 0; i < slots; i++) {
      uint32_t known = omen_vc_get(hb->vc, i), more = other ? omen_vc_get(other->vc, i) : 0;
      if (more > known) known = more;
      if (known < low[i]) low[i] = known;
    }
  }
  uint64_t work = (uint64_t)slots * omen_live_count / 4;
  low_due = work > omen_low_every ? (uint32_t)work : omen_low_every;
}

void omen_low_tick(uint32_t weight) {
  low_due -= weight < low_due ? weight : low_due;
  if (OMEN_UNLIKELY(!low_due)) omen_low_find();
}

/* The slot that was not known the last time is looked at first: as a rule it still is not. */
void omen_alone_find(void) {
  static uint32_t stranger;
  const struct omen_hb *hb = omen_live;
  if (omen_live_count != 1 || omen_alone_since) return;
  if (stranger < slots && omen_vc_get(hb->vc, stranger) < last_seg[stranger]) return;
  for (uint32_t i = 0; i < slots; i++)
    if (omen_vc_get(hb->vc, i) < last_seg[i]) {
      stranger = i;
      return;
    }
  omen_alone_since = omen_events;
}

/* The slot's next number: of its block, or of a new one. A thread that has a dead one's slot goes on in its
 * block. */
static void number(struct omen_hb *hb) {
  uint32_t seg = last_seg[hb->slot] + 1, was = hb->same;
  if (seg == 1 || seg % OMEN_SEG_BLOCK == 0) {
    seg = omen_seg_next;
    omen_seg_next += OMEN_SEG_BLOCK;
    slot_of[seg / OMEN_SEG_BLOCK] = (uint16_t)hb->slot;
  }
  hb->seg = last_seg[hb->slot] = seg;
  omen_seg_total++;
  omen_vc_set(&hb->vc, hb->slot, hb->seg);
  omen_generation(hb);
  hb->r = hb->seg << 1;
  hb->stale = false;
  /* of one block, because only there all numbers in between are this slot's */
  hb->before = was / OMEN_SEG_BLOCK == seg / OMEN_SEG_BLOCK ? hb->home : NULL;
  hb->past = was / OMEN_SEG_BLOCK == seg / OMEN_SEG_BLOCK ? was : seg;
  hb->before_same = was;
  hb->same = seg;
  hb->home = NULL;
}

/* Segment numbers ran out. All histories are forgotten, and with them every reason to remember who came after
 * whom: all clocks become empty and numbering starts again. Races across this moment are lost, and counted.
 */
static void start_over(void) {
  omen_table.dropped++;
  omen_shadow_drop_all();
  omen_history_clear();
  for (struct omen_vc *vc = every; vc; vc = vc->next) {
    memset(vc->v, 0, (size_t)vc->n * 4);
    vc->slot = OMEN_NO_SLOT;
  }
  memset(last_seg, 0, (size_t)slots * 4);
  memset(low, 0, (size_t)slots * 4);
  omen_seg_next = OMEN_SEG_BLOCK;
  for (struct omen_hb *hb = omen_live; hb; hb = hb->next) {
    number(hb);
    hb->before = NULL;
    hb->past = hb->seg;
  }
}

void omen_segment_begin(struct omen_hb *hb) {
  if (OMEN_UNLIKELY(omen_seg_next >= omen_seg_limit)) start_over();
  if (hb->stale || !hb->seg) number(hb);
  omen_low_tick(1);
}
