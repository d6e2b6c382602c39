/* Which lines of memory something may be kept of: a bit for each, by a few bits of its number. Every malloc
 * and free asks whether atomics or locks are in a block, and mostly there are none; the tables that know lie
 * in many lines of memory, and this lies in few. Bits stay when what set them is gone; whoever finds that too
 * many do begins anew. */
#ifndef OMRT_SIEVE_H
#define OMRT_SIEVE_H
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { OMRT_SIEVE_BITS = 1 << 15, OMRT_SIEVE_PATIENCE = 4096 };
struct omrt_sieve {
  uint64_t word[OMRT_SIEVE_BITS / 64];
  uint32_t in_vain; /* so often a bit was set and nothing was there */
};

static inline void omrt_sieve_add(struct omrt_sieve *s, uint64_t line) {
  s->word[line % OMRT_SIEVE_BITS / 64] |= 1ull << line % 64;
}
static inline bool omrt_sieve_has(const struct omrt_sieve *s, uint64_t line) {
  return s->word[line % OMRT_SIEVE_BITS / 64] >> line % 64 & 1;
}
/* The bit was set for nothing. True: all `count` things are to be added again. */
static inline bool omrt_sieve_vain(struct omrt_sieve *s, uint64_t count) {
  if (++s->in_vain < OMRT_SIEVE_PATIENCE + 4 * count) return false;
  memset(s, 0, sizeof *s);
  return true;
}
#endif
