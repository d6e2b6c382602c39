/* Sets of small numbers, sparse: words of 64 bits in order of their number. What points-to sets are made of.
 * A zeroed struct is empty; the owner releases it. */
#ifndef OMEN_STATIC_BITSET_H
#define OMEN_STATIC_BITSET_H
#include <stdbool.h>
#include <stdint.h>

struct omen_bitword {
  uint32_t at; /* numbers 64 * at and the 63 behind it */
  uint64_t bits;
};
struct omen_bitset {
  struct omen_bitword *w;
  uint32_t n, cap;
};
void omen_bitset_release(struct omen_bitset *s);
bool omen_bitset_add(struct omen_bitset *s, uint32_t x); /* true: it is new */
bool omen_bitset_has(const struct omen_bitset *s, uint32_t x);
bool omen_bitset_union(struct omen_bitset *to, const struct omen_bitset *from); /* true: `to` grew */
bool omen_bitset_meets(const struct omen_bitset *a, const struct omen_bitset *b);
/* Into `out`, which is overwritten: what is in `a` and not in `b`. */
void omen_bitset_minus(const struct omen_bitset *a, const struct omen_bitset *b, struct omen_bitset *out);
uint64_t omen_bitset_count(const struct omen_bitset *s);

/* for (struct omen_bititer i = omen_bititer(&s); omen_bititer_next(&i);) use i.x */
struct omen_bititer {
  const struct omen_bitset *s;
  uint32_t word;
  uint64_t left;
  uint32_t x;
};
static inline struct omen_bititer omen_bititer(const struct omen_bitset *s) {
  return (struct omen_bititer){.s = s, .left = s->n ? s->w[0].bits : 0};
}
static inline bool omen_bititer_next(struct omen_bititer *i) {
  while (!i->left) {
    if (i->word + 1 >= i->s->n) return false;
    i->left = i->s->w[++i->word].bits;
  }
  i->x = i->s->w[i->word].at * 64 + (uint32_t)__builtin_ctzll(i->left);
  i->left &= i->left - 1;
  return true;
}
#endif
