/* Vector clocks, and the numbers in them: slots (reused when that is safe) and segments (never reused, until
 * they run out and everything starts over). */
#include "runtime/shadow/clock.h"
#include "runtime/log.h"
#include <string.h>

struct omrt_hb *omrt_self, *omrt_live;
uint32_t omrt_live_count, omrt_seg_next = OMRT_SEG_BLOCK, omrt_seg_limit = OMRT_SEG_LIMIT;
uint64_t omrt_seg_total, omrt_slots_forced, omrt_joins_broken, omrt_alone_since;
bool omrt_joins_safe = true;

static struct omrt_vc *every;
static uint16_t *slot_of;  /* of a block of segments */
static uint32_t *last_seg; /* of a slot: the last segment that it was given */
static uint16_t *dead_slots;
static uint32_t *low; /* of a slot: see omrt_low_find */
static uint32_t dead_count, slots, generation, low_due;
uint32_t omrt_low_every = 16;

static size_t vc_size(uint32_t cap) { return sizeof(struct omrt_vc) + (size_t)cap * 4; }

static void link_vc(struct omrt_vc *vc) {
  vc->next = every;
  vc->prevp = &every;
  if (every) every->prevp = &vc->next;
  every = vc;
}

static void unlink_vc(struct omrt_vc *vc) {
  *vc->prevp = vc->next;
  if (vc->next) vc->next->prevp = vc->prevp;
}

void omrt_vc_free(struct omrt_vc **p) {
  if (!*p) return;
  unlink_vc(*p);
  omrt_free(*p, vc_size((*p)->cap));
  *p = NULL;
}

/* At least n elements, the new ones 0. */
static struct omrt_vc *grow(struct omrt_vc **p, uint32_t n) {
  struct omrt_vc *old = *p;
  if (old && n <= old->cap) {
    if (n > old->n) {
      memset(old->v + old->n, 0, (size_t)(n - old->n) * 4);
      old->n = n;
    }
    return old;
  }
  uint32_t cap = 8;
  while (cap < n) cap *= 2;
  struct omrt_vc *vc = omrt_alloc(vc_size(cap));
  vc->cap = cap;
  vc->slot = OMRT_NO_SLOT;
  if (old) {
    vc->slot = old->slot;
    vc->seg = old->seg;
    memcpy(vc->v, old->v, (size_t)old->n * 4);
    omrt_vc_free(p);
  }
  vc->n = n;
  link_vc(vc);
  return *p = vc;
}

bool omrt_vc_join(struct omrt_vc **p, const struct omrt_vc *from) {
  if (!from) return false;
  struct omrt_vc *to = grow(p, from->n);
  uint32_t changed = 0;
  for (uint32_t i = 0; i < from->n; i++) {
    uint32_t was = to->v[i], more = from->v[i] > was ? from->v[i] : was;
    changed |= more ^ was;
    to->v[i] = more;
  }
  if (changed) to->slot = OMRT_NO_SLOT;
  return changed;
}

void omrt_vc_copy(struct omrt_vc **p, const struct omrt_vc *from) {
  if (!from) {
    omrt_vc_free(p);
    return;
  }
  struct omrt_vc *to = grow(p, from->n);
  memcpy(to->v, from->v, (size_t)from->n * 4);
  to->n = from->n;
  to->slot = from->slot;
  to->seg = from->seg;
}

void omrt_vc_set(struct omrt_vc **p, uint32_t slot, uint32_t seg) { grow(p, slot + 1)->v[slot] = seg; }

/* --- slots
 * ---------------------------------------------------------------------------------------------------- */

void omrt_slots_init(void) {
  slot_of = omrt_reserve((size_t)(OMRT_SEG_LIMIT / OMRT_SEG_BLOCK) * 2);
  last_seg = omrt_reserve((size_t)OMRT_SLOTS * 4);
  dead_slots = omrt_reserve((size_t)OMRT_SLOTS * 2);
  low = omrt_reserve((size_t)OMRT_SLOTS * 4);
  omrt_now.slot_of = slot_of;
  omrt_now.low = low;
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
uint32_t omrt_slot_take(struct omrt_vc **creator) {
  for (uint32_t i = 0; i < dead_count && i < 4096; i++)
    if (omrt_vc_get(*creator, dead_slots[i]) >= last_seg[dead_slots[i]]) return take_dead(i);
  if (slots < OMRT_SLOTS) return slots++;
  if (!dead_count) omrt_fatal("more than %u threads at once", OMRT_SLOTS);
  uint32_t slot = take_dead(0);
  omrt_vc_set(creator, slot, last_seg[slot]);
  omrt_slots_forced++;
  return slot;
}

void omrt_slot_end(uint32_t slot) { dead_slots[dead_count++] = (uint16_t)slot; }

/* --- segments
 * ------------------------------------------------------------------------------------------------- */

/* What the memo knew about the thread's transitions is void. */
void omrt_generation(struct omrt_hb *hb) {
  if (++generation == 0) {
    memset(omrt_memo, 0, sizeof omrt_memo);
    generation = 1;
  }
  hb->gen = generation;
}

/* The thread that this one waits to join, if nothing else can make it go on. */
static const struct omrt_hb *joining(const struct omrt_hb *hb) {
  const struct omrt_fiber *f = hb->fiber, *t;
  if (!omrt_joins_safe || hb == omrt_self || f->why != OMRT_WAIT_JOIN || f->deadline != OMRT_NEVER)
    return NULL;
  t = omrt_fiber_by_pthread((void *)f->why_obj);
  return t && !t->done && t->hb && !t->hb->ended ? t->hb : NULL;
}

/* What every live thread will know when it next runs: the minimum of their clocks. It never becomes wrong:
 * clocks grow, and threads to come start from one of them. Who waits in pthread_join will know all that the
 * other one does; without that, a main thread that waits for its workers would keep all they ever did alive.
 * Should it make an access before it has joined all the same (cancelled; a handler that was installed later),
 * it is counted: see omrt_shadow_prepare. */
void omrt_low_find(void) {
  memset(low, 0xff, (size_t)slots * 4);
  for (struct omrt_hb *hb = omrt_live; hb; hb = hb->next) {
    const struct omrt_hb *other = joining(hb);
    if (other) hb->assumed = other->number + 1;
    for (uint32_t i = 0; i < slots; i++) {
      uint32_t known = omrt_vc_get(hb->vc, i), more = other ? omrt_vc_get(other->vc, i) : 0;
      if (more > known) known = more;
      if (known < low[i]) low[i] = known;
    }
  }
  uint64_t work = (uint64_t)slots * omrt_live_count / 4;
  low_due = work > omrt_low_every ? (uint32_t)work : omrt_low_every;
}

void omrt_low_tick(uint32_t weight) {
  low_due -= weight < low_due ? weight : low_due;
  if (OMRT_UNLIKELY(!low_due)) omrt_low_find();
}

/* The slot that was not known the last time is looked at first: as a rule it still is not. */
void omrt_alone_find(void) {
  static uint32_t stranger;
  const struct omrt_hb *hb = omrt_live;
  if (omrt_live_count != 1 || omrt_alone_since) return;
  if (stranger < slots && omrt_vc_get(hb->vc, stranger) < last_seg[stranger]) return;
  for (uint32_t i = 0; i < slots; i++)
    if (omrt_vc_get(hb->vc, i) < last_seg[i]) {
      stranger = i;
      return;
    }
  omrt_alone_since = omrt_events;
}

/* The slot's next number: of its block, or of a new one. A thread that has a dead one's slot goes on in its
 * block. */
static void number(struct omrt_hb *hb) {
  uint32_t seg = last_seg[hb->slot] + 1, was = hb->same;
  if (seg == 1 || seg % OMRT_SEG_BLOCK == 0) {
    seg = omrt_seg_next;
    omrt_seg_next += OMRT_SEG_BLOCK;
    slot_of[seg / OMRT_SEG_BLOCK] = (uint16_t)hb->slot;
  }
  hb->seg = last_seg[hb->slot] = seg;
  omrt_seg_total++;
  omrt_vc_set(&hb->vc, hb->slot, hb->seg);
  omrt_generation(hb);
  hb->r = hb->seg << 1;
  hb->stale = false;
  /* of one block, because only there all numbers in between are this slot's */
  hb->before = was / OMRT_SEG_BLOCK == seg / OMRT_SEG_BLOCK ? hb->home : NULL;
  hb->past = was / OMRT_SEG_BLOCK == seg / OMRT_SEG_BLOCK ? was : seg;
  hb->before_same = was;
  hb->same = seg;
  hb->home = NULL;
}

/* Segment numbers ran out. All histories are forgotten, and with them every reason to remember who came after
 * whom: all clocks become empty and numbering starts again. Races across this moment are lost, and counted.
 */
static void start_over(void) {
  omrt_table.dropped++;
  omrt_shadow_drop_all();
  omrt_history_clear();
  for (struct omrt_vc *vc = every; vc; vc = vc->next) {
    memset(vc->v, 0, (size_t)vc->n * 4);
    vc->slot = OMRT_NO_SLOT;
  }
  memset(last_seg, 0, (size_t)slots * 4);
  memset(low, 0, (size_t)slots * 4);
  omrt_seg_next = OMRT_SEG_BLOCK;
  for (struct omrt_hb *hb = omrt_live; hb; hb = hb->next) {
    number(hb);
    hb->before = NULL;
    hb->past = hb->seg;
  }
}

void omrt_segment_begin(struct omrt_hb *hb) {
  if (OMRT_UNLIKELY(omrt_seg_next >= omrt_seg_limit)) start_over();
  if (hb->stale || !hb->seg) number(hb);
  omrt_low_tick(1);
}
