/* Pairs of accesses that may race. Private to static/. */
#ifndef OMEN_STATIC_RACING_PAIRS_H
#define OMEN_STATIC_RACING_PAIRS_H
#include "static/accesses.h"

/* Of two spots the first two accesses that may race. */
struct omen_racing {
  uint32_t a, b;                /* accesses */
  uint32_t loc;                 /* where both may meet: of a */
  uint8_t root_a, root_b, rank; /* rank: of 100, how likely; candidate_list.c gives it */
};
struct omen_pairs {
  struct omen_racing *v;
  uint32_t n, cap;
  uint64_t left_out; /* pairs beyond OMEN_PAIRS_MOST, at most so many */
  bool *racy;        /* of each access: it is in a pair */
};
/* 20 bytes each, and as much to know them again: memory for no more than these. Programs with more have one
 * object that is all memory; a longer list of it would tell nothing. */
enum { OMEN_PAIRS_MOST = 2000000 };
void omen_pairs_find(struct omen_scan_state *a, struct omen_pairs *out);
void omen_pairs_release(struct omen_pairs *p);
/* All locks held at an access in that root, into `out` (at most OMEN_HELD_MOST * 2); gives their number. */
uint32_t omen_pairs_held(struct omen_scan_state *a, const struct omen_sacc *x, uint32_t root,
                         struct omen_lock_held *out);
#endif
