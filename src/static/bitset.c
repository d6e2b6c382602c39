/* See bitset.h. */
#include "static/bitset.h"
#include "base/base.h"
#include <stdlib.h>
#include <string.h>

void omen_bitset_release(struct omen_bitset *s) {
  free(s->w);
  *s = (struct omen_bitset){0};
}

/* The first word whose number is not below `at`. */
static uint32_t lower(const struct omen_bitset *s, uint32_t at) {
  uint32_t lo = 0, hi = s->n;
  while (lo < hi) {
    uint32_t mid = (lo + hi) / 2;
    if (s->w[mid].at < at)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

static void reserve(struct omen_bitset *s, uint32_t n) {
  if (n <= s->cap) return;
  s->cap = n < 4 ? 4 : n + n / 2;
  s->w = omen_xrealloc(s->w, s->cap * sizeof *s->w);
}

bool omen_bitset_add(struct omen_bitset *s, uint32_t x) {
  uint32_t at = x / 64, i = lower(s, at);
  uint64_t bit = UINT64_C(1) << (x % 64);
  if (i < s->n && s->w[i].at == at) {
    bool fresh = !(s->w[i].bits & bit);
    s->w[i].bits |= bit;
    return fresh;
  }
  reserve(s, s->n + 1);
  memmove(&s->w[i + 1], &s->w[i], (s->n - i) * sizeof *s->w);
  s->w[i] = (struct omen_bitword){at, bit};
  s->n++;
  return true;
}

bool omen_bitset_has(const struct omen_bitset *s, uint32_t x) {
  uint32_t i = lower(s, x / 64);
  return i < s->n && s->w[i].at == x / 64 && (s->w[i].bits >> (x % 64) & 1);
}

/* How many words of `from` `to` has not, and whether any bit is new. */
static uint32_t missing(const struct omen_bitset *to, const struct omen_bitset *from, bool *grows) {
  uint32_t i = 0, extra = 0;
  *grows = false;
  for (uint32_t k = 0; k < from->n; k++) {
    while (i < to->n && to->w[i].at < from->w[k].at) i++;
    if (i == to->n || to->w[i].at != from->w[k].at)
      extra++;
    else if (from->w[k].bits & ~to->w[i].bits)
      *grows = true;
  }
  *grows |= extra > 0;
  return extra;
}

bool omen_bitset_union(struct omen_bitset *to, const struct omen_bitset *from) {
  bool grows;
  uint32_t extra = missing(to, from, &grows);
  if (!grows) return false;
  reserve(to, to->n + extra);
  int64_t i = (int64_t)to->n - 1, k = (int64_t)from->n - 1, out = (int64_t)to->n + extra - 1;
  while (k >= 0) {
    if (i >= 0 && to->w[i].at > from->w[k].at)
      to->w[out--] = to->w[i--];
    else if (i >= 0 && to->w[i].at == from->w[k].at) {
      to->w[out] = to->w[i--];
      to->w[out--].bits |= from->w[k--].bits;
    } else
      to->w[out--] = from->w[k--];
  }
  to->n += extra;
  return true;
}

bool omen_bitset_meets(const struct omen_bitset *a, const struct omen_bitset *b) {
  for (uint32_t i = 0, k = 0; i < a->n && k < b->n;) {
    if (a->w[i].at < b->w[k].at)
      i++;
    else if (a->w[i].at > b->w[k].at)
      k++;
    else if (a->w[i++].bits & b->w[k++].bits)
      return true;
  }
  return false;
}

void omen_bitset_minus(const struct omen_bitset *a, const struct omen_bitset *b, struct omen_bitset *out) {
  out->n = 0;
  reserve(out, a->n);
  for (uint32_t i = 0, k = 0; i < a->n; i++) {
    while (k < b->n && b->w[k].at < a->w[i].at) k++;
    uint64_t bits = a->w[i].bits;
    if (k < b->n && b->w[k].at == a->w[i].at) bits &= ~b->w[k].bits;
    if (bits) out->w[out->n++] = (struct omen_bitword){a->w[i].at, bits};
  }
}

uint64_t omen_bitset_count(const struct omen_bitset *s) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < s->n; i++) n += (uint64_t)__builtin_popcountll(s->w[i].bits);
  return n;
}
