/* Pairs found in the first pass: see live.h. */
#include "detect/live.h"
#include "detect/history.h"
#include <stdlib.h>

/* With more threads than this comparing whole rows costs more than a second pass; and with more memory than
 * this for them, too. */
enum { THREADS = 64, MEMORY = 64 << 20 };

static size_t block_words(const struct omen_live *l) { return (size_t)OMEN_LIVE_SITES * l->stride; }
static uint32_t *rows(const struct omen_live *l, uint32_t at) { return l->times + at * block_words(l); }

void omen_live_release(struct omen_live *l) {
  omen_pairset_release(&l->pairs);
  free(l->times);
  *l = (struct omen_live){0};
}

void omen_live_stride(struct omen_live *l, uint32_t stride) {
  if (stride == l->stride) return;
  size_t from = l->stride, n = (size_t)l->n * OMEN_LIVE_SITES;
  uint32_t *now = l->cap ? omen_xcalloc((size_t)l->cap * OMEN_LIVE_SITES * stride, sizeof *now) : NULL;
  for (size_t i = 0; i < n; i++) memcpy(now + i * stride, l->times + i * from, from * sizeof *now);
  free(l->times);
  l->times = now;
  l->stride = stride;
}

/* A block of rows, all zero; 0: there is no room. */
static uint32_t take(struct omen_live *l) {
  uint32_t at = l->free;
  if (at) {
    l->free = *rows(l, at);
    memset(rows(l, at), 0, block_words(l) * sizeof *l->times);
    return at;
  }
  if (l->stride > THREADS || l->n * block_words(l) * sizeof *l->times > MEMORY) return 0;
  if (!l->n) l->n = 1;
  if (l->n >= l->cap) {
    size_t from = l->cap, to = from ? from * 2 : 16, words = block_words(l);
    l->times = omen_xrealloc(l->times, to * words * sizeof *l->times);
    memset(l->times + from * words, 0, (to - from) * words * sizeof *l->times);
    l->cap = (uint32_t)to;
  }
  return l->n++;
}

static void end(struct omen_live *l, struct omen_live_sites *s, enum omen_live_state state) {
  if (s->state == OMEN_LIVE_OPEN) {
    *rows(l, s->at) = l->free;
    l->free = s->at;
  }
  s->state = (uint8_t)state;
}

static bool known(const struct omen_live *l, uint32_t site1, uint32_t site2) {
  uint32_t a = site1 - 1, b = site2 - 1;
  return !(omen_conflicts[a & 3] >> (b & 3) & 1) || omen_pairset_has(&l->pairs, a >> 2, b >> 2);
}

static uint16_t bits(int i, int k) { return (uint16_t)(1u << (4 * i + k) | 1u << (4 * k + i)); }

/* The pairs of site i with itself and those before it. */
static void open_pairs(const struct omen_live *l, struct omen_live_sites *s, int i) {
  for (int k = 0; k <= i; k++)
    if (!known(l, s->site[i], s->site[k])) s->open |= bits(i, k);
}

void omen_live_open(struct omen_live *l, struct omen_live_sites *s) {
  if (l->off) return;
  for (int i = 0; i < OMEN_LIVE_SITES && s->site[i]; i++) open_pairs(l, s, i);
  s->at = s->open ? take(l) : 0;
  s->state = s->at ? OMEN_LIVE_OPEN : s->open ? OMEN_LIVE_LOST : OMEN_LIVE_CLOSED;
}

void omen_live_new_site(struct omen_live *l, struct omen_live_sites *s, uint32_t site) {
  int i = 0;
  while (i < OMEN_LIVE_SITES && s->site[i]) i++;
  if (i == OMEN_LIVE_SITES) {
    end(l, s, OMEN_LIVE_LOST);
    return;
  }
  s->site[i] = site;
  if (s->state == OMEN_LIVE_CLEAN) return;
  if (s->state == OMEN_LIVE_CLOSED)
    omen_live_open(l, s);
  else
    open_pairs(l, s, i);
}

static int index_of(const struct omen_live_sites *s, uint32_t site) {
  int i = 0;
  while (s->site[i] != site) i++;
  return i;
}

static bool unordered(const uint32_t *times, const uint32_t *clock, uint32_t stride) {
  uint32_t any = 0;
  for (uint32_t i = 0; i < stride; i += 8)
    for (uint32_t k = 0; k < 8; k++) any |= times[i + k] > clock[i + k];
  return any;
}

void omen_live_look(struct omen_live *l, struct omen_live_sites *s, uint32_t site, const uint32_t *clock,
                    unsigned classes) {
  int i = index_of(s, site);
  bool prune = ++s->looks % 32 == 0; /* pairs that other variables made known */
  for (int k = 0; k < OMEN_LIVE_SITES; k++) {
    if (!(s->open >> (4 * i + k) & 1)) continue;
    bool race = (classes >> ((s->site[k] - 1) & 3) & 1) &&
                unordered(rows(l, s->at) + (size_t)k * l->stride, clock, l->stride);
    if (race) omen_pairset_add(&l->pairs, (site - 1) >> 2, (s->site[k] - 1) >> 2);
    if (race || (prune && known(l, site, s->site[k]))) s->open &= (uint16_t)~bits(i, k);
  }
  if (!s->open) end(l, s, OMEN_LIVE_CLOSED);
}

void omen_live_record(struct omen_live *l, const struct omen_live_sites *s, uint32_t site, uint32_t thread,
                      uint32_t time) {
  if (s->state != OMEN_LIVE_OPEN) return; /* the look closed it */
  rows(l, s->at)[(size_t)index_of(s, site) * l->stride + thread] = time;
}

void omen_live_forget(struct omen_live *l, const struct omen_live_sites *s) {
  if (s->state == OMEN_LIVE_OPEN) memset(rows(l, s->at), 0, block_words(l) * sizeof *l->times);
}

bool omen_live_complete(const struct omen_live *l, const struct omen_live_sites *s) {
  if (s->state == OMEN_LIVE_CLOSED) return true;
  if (s->state != OMEN_LIVE_OPEN) return false;
  for (int i = 0; i < OMEN_LIVE_SITES; i++)
    for (int k = 0; k <= i; k++)
      if ((s->open >> (4 * i + k) & 1) && !known(l, s->site[i], s->site[k])) return false;
  return true;
}
