/* What the engines will know: see watch_filter_known.h.
 *
 * A thread that makes watched accesses has a component in all vectors. It counts the stretches between two
 * moments at which it told somebody. A dead thread's component is used again by one that comes after all that
 * it did. */
#include "runtime/shadow/watch_filter_known.h"
#include "runtime/sched/internal.h"

enum { COMPONENTS = 1024, DEAD_TRIES = 64, SETTLE_EVERY = 256, KEPT = 4096 };
bool omrt_known_given_up;
uint32_t omrt_known_due = SETTLE_EVERY;
static uint32_t components, ndead;
static uint32_t *final, *dead; /* what a dead thread's own count came to; components that can be had */
static struct omrt_knows low;  /* what every live thread knows */
static uint32_t swept;

struct omrt_told *omrt_told_of(struct omrt_hb *hb) {
  if (!hb->told) hb->told = omrt_alloc(sizeof *hb->told);
  return hb->told;
}

void omrt_knows_learn(struct omrt_knows *to, const struct omrt_knows *from) {
  omrt_filter_vector_join(&to->hb, from->hb);
  omrt_filter_vector_join(&to->shb, from->shb);
}

void omrt_knows_become(struct omrt_knows *to, const struct omrt_knows *from) {
  omrt_filter_vector_set(&to->hb, from ? from->hb : NULL);
  omrt_filter_vector_set(&to->shb, from ? from->shb : NULL);
}

/* ---- what all know ---- */

static const struct omrt_hb *joining(const struct omrt_hb *hb) {
  const struct omrt_fiber *f = hb->fiber, *t;
  if (!omrt_joins_safe || !f || hb == omrt_self || f->why != OMRT_WAIT_JOIN || f->deadline != OMRT_NEVER)
    return NULL;
  t = omrt_fiber_by_pthread((void *)f->why_obj);
  return t && !t->done && t->hb && !t->hb->ended ? t->hb : NULL;
}

static void meet(struct omrt_knows *all, const struct omrt_knows *k, bool first) {
  if (first) {
    omrt_filter_vector_set(&all->hb, k->hb);
    omrt_filter_vector_set(&all->shb, k->shb);
  } else {
    omrt_filter_vector_meet(&all->hb, k->hb);
    omrt_filter_vector_meet(&all->shb, k->shb);
  }
}

/* A thread that waits in pthread_join will know all that the other one does before it does anything (but for
 * what break_join is for). */
void omrt_known_settle(void) {
  bool first = true;
  for (struct omrt_hb *hb = omrt_live; hb; hb = hb->next, first = false) {
    const struct omrt_hb *other = joining(hb);
    struct omrt_knows mine = {0};
    omrt_filter_vector_set(&mine.hb, omrt_told_of(hb)->knows.hb);
    omrt_filter_vector_set(&mine.shb, omrt_told_of(hb)->knows.shb);
    if (other && other->told) {
      omrt_filter_vector_join(&mine.hb, other->told->knows.hb);
      omrt_filter_vector_join(&mine.shb, other->told->knows.shb);
      hb->assumed = other->number + 1;
    }
    meet(&low, &mine, first);
    omrt_filter_vector_set(&mine.hb, NULL);
    omrt_filter_vector_set(&mine.shb, NULL);
  }
  omrt_known_due = SETTLE_EVERY + omrt_live_count * 8;
  if (omrt_tables_entries() < 2 * swept + KEPT) return;
  omrt_tables_sweep(&low);
  swept = omrt_tables_entries();
}

static bool hb_news(const struct omrt_filter_vector *from, const struct omrt_filter_vector *to) {
  return !omrt_filter_vector_within(from, to) && !omrt_filter_vector_within(from, low.hb);
}
static bool shb_news(const struct omrt_filter_vector *from, const struct omrt_filter_vector *to) {
  return !omrt_filter_vector_within(from, to) && !omrt_filter_vector_within(from, low.shb);
}
bool omrt_knows_news(const struct omrt_knows *from, const struct omrt_knows *to) {
  return hb_news(from->hb, to->hb) || shb_news(from->shb, to->shb);
}
bool omrt_knows_differ(const struct omrt_knows *a, const struct omrt_knows *b) {
  return omrt_knows_news(a, b) || omrt_knows_news(b, a);
}
/* `low` is no excuse here: who waits to join another has yet to be told. */
bool omrt_knows_teach(const struct omrt_knows *from, const struct omrt_told *t) {
  return !omrt_filter_vector_within(from->hb, t->knows.hb) ||
         !omrt_filter_vector_within(from->shb, t->knows.shb);
}

/* ---- accesses ---- */

/* A dead thread's component is for whoever knows all that it did. */
static uint32_t component_for(const struct omrt_filter_vector *knows) {
  if (!final) {
    final = omrt_reserve(COMPONENTS * sizeof *final);
    dead = omrt_reserve(COMPONENTS * sizeof *dead);
  }
  for (uint32_t i = 0; i < ndead && i < DEAD_TRIES; i++) {
    uint32_t at = ndead - 1 - i, c = dead[at];
    if (omrt_filter_vector_get(knows, c) < final[c]) continue;
    dead[at] = dead[--ndead];
    return c + 1;
  }
  if (components == COMPONENTS) omrt_known_given_up = true;
  return omrt_known_given_up ? 0 : ++components;
}

static void count_own(struct omrt_told *t) {
  if (t->open || omrt_known_given_up) return;
  if (!t->component) t->component = component_for(t->knows.hb);
  if (!t->component) return;
  uint32_t c = t->component - 1;
  uint32_t by_hb = omrt_filter_vector_get(t->knows.hb, c), by_shb = omrt_filter_vector_get(t->knows.shb, c);
  uint32_t next = (by_hb > by_shb ? by_hb : by_shb) + 1;
  omrt_filter_vector_raise(&t->knows.hb, c, next);
  omrt_filter_vector_raise(&t->knows.shb, c, next);
  t->open = true;
}

/* The bytes of the access that are in the octet of address a: from *lo to *hi. */
static struct omrt_octet *part(const struct omen_rawev *e, uint64_t a, bool make, uint32_t *lo,
                               uint32_t *hi) {
  uint64_t left = e->obj + e->size - a;
  *lo = (uint32_t)(a % 8);
  *hi = left < 8 - *lo ? *lo + (uint32_t)left : 8;
  return omrt_octet_at(a, make);
}

static bool writes(const struct omen_rawev *e) {
  return e->kind == OMEN_KIND_WRITE || e->kind == OMEN_KIND_AWRITE;
}

bool omrt_known_access_tells(const struct omrt_told *t, const struct omen_rawev *e) {
  bool write = writes(e);
  for (uint64_t a = e->obj; a < e->obj + e->size; a = (a | 7) + 1) {
    uint32_t lo, hi;
    const struct omrt_octet *o = part(e, a, false, &lo, &hi);
    if (!o && write && shb_news(t->knows.shb, NULL)) return true;
    for (uint32_t i = lo; o && i < hi; i++) {
      if (i > lo && o->last[i] == o->last[i - 1]) continue;
      if (write ? shb_news(o->last[i], t->knows.shb) || shb_news(t->knows.shb, o->last[i])
                : !omrt_filter_vector_within(o->last[i], t->knows.shb))
        return true;
    }
  }
  return false;
}

static void memory_read(struct omrt_told *t, const struct omen_rawev *e) {
  for (uint64_t a = e->obj; a < e->obj + e->size; a = (a | 7) + 1) {
    uint32_t lo, hi;
    struct omrt_octet *o = part(e, a, false, &lo, &hi);
    for (uint32_t i = lo; o && i < hi; i++)
      if (i == lo || o->last[i] != o->last[i - 1]) omrt_filter_vector_join(&t->knows.shb, o->last[i]);
  }
}

static void memory_set(const struct omen_rawev *e, struct omrt_filter_vector *to) {
  for (uint64_t a = e->obj; a < e->obj + e->size; a = (a | 7) + 1) {
    uint32_t lo, hi;
    struct omrt_octet *o = part(e, a, to, &lo, &hi);
    for (uint32_t i = lo; o && i < hi; i++) omrt_filter_vector_set(&o->last[i], to);
  }
}

/* The engines take a write to several variables as several writes, and who reads one of them knows those up
 * to it. Variables are words here, but for accesses to parts of words. */
static void memory_written(struct omrt_told *t, const struct omen_rawev *e) {
  uint32_t c = t->component - 1, step = (e->obj | e->size) % 4 ? 1 : 4;
  struct omen_rawev one = *e;
  for (one.size = (uint8_t)step; one.obj < e->obj + e->size; one.obj += step) {
    if (one.obj > e->obj)
      omrt_filter_vector_raise(&t->knows.shb, c, omrt_filter_vector_get(t->knows.shb, c) + 1);
    memory_set(&one, t->knows.shb);
  }
}

void omrt_known_accessed(struct omrt_told *t, const struct omen_rawev *e, bool watched) {
  if (watched) count_own(t);
  if (omrt_known_given_up) return;
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

void omrt_known_fresh(const struct omen_rawev *e) { memory_set(e, NULL); }

void omrt_known_ended(struct omrt_told *t) {
  if (!t->component) return;
  final[t->component - 1] = omrt_filter_vector_get(t->knows.hb, t->component - 1);
  dead[ndead++] = t->component - 1;
  t->component = 0;
}
