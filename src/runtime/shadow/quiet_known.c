/* What the engines will know: see quiet_known.h.
 *
 * A thread that makes watched accesses has a component in all vectors. It counts the stretches between two
 * moments at which it told somebody. A dead thread's component is used again by one that comes after all that
 * it did. */
#include "runtime/shadow/quiet_known.h"
#include "runtime/sched/internal.h"

enum { COMPONENTS = 1024, DEAD_TRIES = 64, SETTLE_EVERY = 256, KEPT = 4096 };
bool omen_known_given_up;
uint32_t omen_known_due = SETTLE_EVERY;
static uint32_t components, ndead;
static uint32_t *final, *dead; /* what a dead thread's own count came to; components that can be had */
static struct omen_knows low;  /* what every live thread knows */
static uint32_t swept;

struct omen_told *omen_told_of(struct omen_hb *hb) {
  if (!hb->told) hb->told = omen_alloc(sizeof *hb->told);
  return hb->told;
}

void omen_knows_learn(struct omen_knows *to, const struct omen_knows *from) {
  omen_lore_join(&to->hb, from->hb);
  omen_lore_join(&to->shb, from->shb);
}

void omen_knows_become(struct omen_knows *to, const struct omen_knows *from) {
  omen_lore_set(&to->hb, from ? from->hb : NULL);
  omen_lore_set(&to->shb, from ? from->shb : NULL);
}

/* ---- what all know ---- */

static const struct omen_hb *joining(const struct omen_hb *hb) {
  const struct omen_fiber *f = hb->fiber, *t;
  if (!omen_joins_safe || !f || hb == omen_self || f->why != OMEN_WAIT_JOIN || f->deadline != OMEN_NEVER)
    return NULL;
  t = omen_fiber_by_pthread((void *)f->why_obj);
  return t && !t->done && t->hb && !t->hb->ended ? t->hb : NULL;
}

static void meet(struct omen_knows *all, const struct omen_knows *k, bool first) {
  if (first) {
    omen_lore_set(&all->hb, k->hb);
    omen_lore_set(&all->shb, k->shb);
  } else {
    omen_lore_meet(&all->hb, k->hb);
    omen_lore_meet(&all->shb, k->shb);
  }
}

/* A thread that waits in pthread_join will know all that the other one does before it does anything (but for
 * what break_join is for). */
void omen_known_settle(void) {
  bool first = true;
  for (struct omen_hb *hb = omen_live; hb; hb = hb->next, first = false) {
    const struct omen_hb *other = joining(hb);
    struct omen_knows mine = {0};
    omen_lore_set(&mine.hb, omen_told_of(hb)->knows.hb);
    omen_lore_set(&mine.shb, omen_told_of(hb)->knows.shb);
    if (other && other->told) {
      omen_lore_join(&mine.hb, other->told->knows.hb);
      omen_lore_join(&mine.shb, other->told->knows.shb);
      hb->assumed = other->number + 1;
    }
    meet(&low, &mine, first);
    omen_lore_set(&mine.hb, NULL);
    omen_lore_set(&mine.shb, NULL);
  }
  omen_known_due = SETTLE_EVERY + omen_live_count * 8;
  if (omen_tables_entries() < 2 * swept + KEPT) return;
  omen_tables_sweep(&low);
  swept = omen_tables_entries();
}

static bool hb_news(const struct omen_lore *from, const struct omen_lore *to) {
  return !omen_lore_within(from, to) && !omen_lore_within(from, low.hb);
}
static bool shb_news(const struct omen_lore *from, const struct omen_lore *to) {
  return !omen_lore_within(from, to) && !omen_lore_within(from, low.shb);
}
bool omen_knows_news(const struct omen_knows *from, const struct omen_knows *to) {
  return hb_news(from->hb, to->hb) || shb_news(from->shb, to->shb);
}
bool omen_knows_differ(const struct omen_knows *a, const struct omen_knows *b) {
  return omen_knows_news(a, b) || omen_knows_news(b, a);
}
/* `low` is no excuse here: who waits to join another has yet to be told. */
bool omen_knows_teach(const struct omen_knows *from, const struct omen_told *t) {
  return !omen_lore_within(from->hb, t->knows.hb) || !omen_lore_within(from->shb, t->knows.shb);
}

/* ---- accesses ---- */

/* A dead thread's component is for whoever knows all that it did. */
static uint32_t component_for(const struct omen_lore *knows) {
  if (!final) {
    final = omen_reserve(COMPONENTS * sizeof *final);
    dead = omen_reserve(COMPONENTS * sizeof *dead);
  }
  for (uint32_t i = 0; i < ndead && i < DEAD_TRIES; i++) {
    uint32_t at = ndead - 1 - i, c = dead[at];
    if (omen_lore_get(knows, c) < final[c]) continue;
    dead[at] = dead[--ndead];
    return c + 1;
  }
  if (components == COMPONENTS) omen_known_given_up = true;
  return omen_known_given_up ? 0 : ++components;
}

static void count_own(struct omen_told *t) {
  if (t->open || omen_known_given_up) return;
  if (!t->component) t->component = component_for(t->knows.hb);
  if (!t->component) return;
  uint32_t c = t->component - 1;
  uint32_t by_hb = omen_lore_get(t->knows.hb, c), by_shb = omen_lore_get(t->knows.shb, c);
  uint32_t next = (by_hb > by_shb ? by_hb : by_shb) + 1;
  omen_lore_raise(&t->knows.hb, c, next);
  omen_lore_raise(&t->knows.shb, c, next);
  t->open = true;
}

/* The bytes of the access that are in the octet of address a: from *lo to *hi. */
static struct omen_octet *part(const struct omen_rawev *e, uint64_t a, bool make, uint32_t *lo,
                               uint32_t *hi) {
  uint64_t left = e->obj + e->size - a;
  *lo = (uint32_t)(a % 8);
  *hi = left < 8 - *lo ? *lo + (uint32_t)left : 8;
  return omen_octet_at(a, make);
}

static bool writes(const struct omen_rawev *e) {
  return e->kind == OMEN_KIND_WRITE || e->kind == OMEN_KIND_AWRITE;
}

bool omen_known_access_tells(const struct omen_told *t, const struct omen_rawev *e) {
  bool write = writes(e);
  for (uint64_t a = e->obj; a < e->obj + e->size; a = (a | 7) + 1) {
    uint32_t lo, hi;
    const struct omen_octet *o = part(e, a, false, &lo, &hi);
    if (!o && write && shb_news(t->knows.shb, NULL)) return true;
    for (uint32_t i = lo; o && i < hi; i++) {
      if (i > lo && o->last[i] == o->last[i - 1]) continue;
      if (write ? shb_news(o->last[i], t->knows.shb) || shb_news(t->knows.shb, o->last[i])
                : !omen_lore_within(o->last[i], t->knows.shb))
        return true;
    }
  }
  return false;
}

static void memory_read(struct omen_told *t, const struct omen_rawev *e) {
  for (uint64_t a = e->obj; a < e->obj + e->size; a = (a | 7) + 1) {
    uint32_t lo, hi;
    struct omen_octet *o = part(e, a, false, &lo, &hi);
    for (uint32_t i = lo; o && i < hi; i++)
      if (i == lo || o->last[i] != o->last[i - 1]) omen_lore_join(&t->knows.shb, o->last[i]);
  }
}

static void memory_set(const struct omen_rawev *e, struct omen_lore *to) {
  for (uint64_t a = e->obj; a < e->obj + e->size; a = (a | 7) + 1) {
    uint32_t lo, hi;
    struct omen_octet *o = part(e, a, to, &lo, &hi);
    for (uint32_t i = lo; o && i < hi; i++) omen_lore_set(&o->last[i], to);
  }
}

/* The engines take a write to several variables as several writes, and who reads one of them knows those up
 * to it. Variables are words here, but for accesses to parts of words. */
static void memory_written(struct omen_told *t, const struct omen_rawev *e) {
  uint32_t c = t->component - 1, step = (e->obj | e->size) % 4 ? 1 : 4;
  struct omen_rawev one = *e;
  for (one.size = (uint8_t)step; one.obj < e->obj + e->size; one.obj += step) {
    if (one.obj > e->obj) omen_lore_raise(&t->knows.shb, c, omen_lore_get(t->knows.shb, c) + 1);
    memory_set(&one, t->knows.shb);
  }
}

void omen_known_accessed(struct omen_told *t, const struct omen_rawev *e, bool watched) {
  if (watched) count_own(t);
  if (omen_known_given_up) return;
  if (!writes(e)) {
    memory_read(t, e);
    return;
  }
  if (watched)
    memory_written(t, e);
  else
    memory_set(e, t->knows.shb);
  t->open = false;
}

void omen_known_fresh(const struct omen_rawev *e) { memory_set(e, NULL); }

void omen_known_ended(struct omen_told *t) {
  if (!t->component) return;
  final[t->component - 1] = omen_lore_get(t->knows.hb, t->component - 1);
  dead[ndead++] = t->component - 1;
  t->component = 0;
}
