/* The complete set of pairs of program locations of which some two accesses race.
 *
 * Second step of an engine, over the variables that had a warning. For each such variable, and each way that
 * a thread accesses it (location, class, locks held), the time of the latest such access is kept: it races
 * with what comes whenever an earlier one of the same way does.
 *
 *   A variable with few sites (location, class) has a row of times a site, and knows which pairs of its sites
 * are still open: an access only looks at these. One with many has a list of ways a thread, latest first: an
 * access looks at those alone that it races with, and of these only at those that were used since it last
 * looked.
 *
 * A location that is in a pair with every other one that there is, is not even recorded any more. */
#ifndef OMEN_DETECT_PAIRTAB_H
#define OMEN_DETECT_PAIRTAB_H
#include "detect/history.h"
#include "detect/lockset.h"
#include "detect/pairset.h"

#define OMEN_NO_WAY 0xffffffffu
struct omen_pairtab;
/* `threads`: how many there are at most. `sets`: the locksets that accesses name, NULL when they name none;
 * borrowed. Clocks that are handed in have at least `threads` words, rounded up to a multiple of eight. */
struct omen_pairtab *omen_pairtab_new(uint32_t threads, struct omen_locksets *sets);
void omen_pairtab_free(struct omen_pairtab *p);
const struct omen_pairset *omen_pairtab_pairs(const struct omen_pairtab *p);
/* Pairs that are known already, before the first access; they are taken over. */
void omen_pairtab_know(struct omen_pairtab *p, struct omen_pairset *known);
/* By location, the classes of access that occur there: lets the table see when a location is done with. */
void omen_pairtab_locations(struct omen_pairtab *p, const uint8_t *classes, uint32_t n);

/* The way number of this kind of access to this variable by this thread; OMEN_NO_WAY: it cannot add anything,
 * and need not be checked or recorded. */
uint32_t omen_pairtab_way(struct omen_pairtab *p, uint32_t var, uint32_t loc, enum omen_access_class cls,
                          uint32_t lockset, uint32_t thread);
/* Fetches the place of such an access into the cache, some time before it is asked for. */
void omen_pairtab_expect(const struct omen_pairtab *p, uint32_t var, uint32_t loc, enum omen_access_class cls,
                         uint32_t lockset, uint32_t thread);
/* Adds the pairs of the way with all ways of other threads, of a class in `classes` (a set of bits), that
 * conflict with it and have an access that is not known to the clock. A thread's clock never shrinks. */
void omen_pairtab_check(struct omen_pairtab *p, uint32_t way, const uint32_t *clock, unsigned classes);
/* The access itself, after its checks, if it had any. */
void omen_pairtab_record(struct omen_pairtab *p, uint32_t way, uint32_t thread, uint32_t clk);
/* The variable is fresh: accesses before do not count any more. */
void omen_pairtab_forget(struct omen_pairtab *p, uint32_t var);
#endif
