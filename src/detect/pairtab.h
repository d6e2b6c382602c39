/* The complete set of pairs of program locations of which some two accesses race.
 *
 * Second step of an engine, over the variables that had a warning. For each such variable and each way it is
 * accessed (location, class, locks held) the latest time a thread did so is kept: a thread's latest access of
 * a way races whenever an earlier one of the same way does. A way also keeps the list of those other ways
 * whose pair with it is still open; an access only looks at these, so once the pairs are known an access
 * costs a table lookup. */
#ifndef OMEN_DETECT_PAIRTAB_H
#define OMEN_DETECT_PAIRTAB_H
#include "detect/history.h"
#include "detect/lockset.h"

struct omen_pairset { /* unordered pairs of locations */
  uint64_t *slot;     /* (smaller + 1) << 32 | larger */
  uint32_t mask, n;
  uint32_t *degree; /* by location: number of pairs that it is in */
  uint32_t locs;
};
bool omen_pairset_add(struct omen_pairset *s, uint32_t l1, uint32_t l2); /* true: it was new */
bool omen_pairset_has(const struct omen_pairset *s, uint32_t l1, uint32_t l2);
void omen_pairset_release(struct omen_pairset *s);

struct omen_pairtab;
/* `threads`: how many there are at most. `sets`: the locksets that accesses name, NULL when they name none;
 * borrowed. Clocks that are handed in have at least as many words, rounded up to a multiple of eight. */
struct omen_pairtab *omen_pairtab_new(uint32_t threads, struct omen_locksets *sets);
void omen_pairtab_free(struct omen_pairtab *p);
const struct omen_pairset *omen_pairtab_pairs(const struct omen_pairtab *p);

/* The way number of this kind of access to this variable. */
uint32_t omen_pairtab_way(struct omen_pairtab *p, uint32_t var, uint32_t loc, enum omen_class cls,
                          uint32_t lockset);
/* Fetches the place of such an access into the cache, some time before it is asked for. */
void omen_pairtab_expect(const struct omen_pairtab *p, uint32_t var, uint32_t loc, enum omen_class cls,
                         uint32_t lockset);
/* Adds the pairs of the way with all ways of a class in `classes` (a set of bits) that conflict with it and
 * have an access that is not known to the clock. The clock must know all of the accessing thread's own. */
void omen_pairtab_check(struct omen_pairtab *p, uint32_t way, const uint32_t *clock, unsigned classes);
/* The access itself, after the check. */
void omen_pairtab_record(struct omen_pairtab *p, uint32_t way, uint32_t thread, uint32_t clk);
/* The variable is fresh: accesses before do not count any more. */
void omen_pairtab_forget(struct omen_pairtab *p, uint32_t var);
#endif
