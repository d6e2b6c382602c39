/* All races of a trace, as pairs of program locations: what the report of a recording is made from.
 *
 * Two accesses conflict when they touch a common byte, one of them writes, they are of different threads and
 * not both are atomic. They race when they are unordered by happens-before (hb), and the race is schedulable
 * when some correct reordering of the trace has them side by side: schedulable happens-before, SHB paper,
 * theorem 3.3.
 *
 * omen_detect_pairs gives EVERY unordered pair of locations of which some two accesses race: the set is
 * complete, and no pair is given twice. From a watch log the locations are site numbers (loc1, loc2: the
 * numbers in the log; see trace/rawlog.h) and events are named by their record number in events.raw, from 0.
 * From other traces a location is the source's dense number (omen_names_get(&src->names[OMEN_SPACE_LOC],
 * ...)) and events are counted from 0. */
#ifndef OMEN_DETECT_PAIRS_H
#define OMEN_DETECT_PAIRS_H
#include "base/base.h"
#include "detect/samples.h"
#include "trace/source.h"

struct omen_pair {
  uint32_t loc1, loc2; /* locations of first[0] and first[1]; as a set they are the pair's key */
  bool schedulable;    /* some instance is an HB-schedulable race (SHB) */
  uint64_t
      instances; /* how many times an access at one location was in a race with an earlier one at the other */
  uint64_t first[2]; /* the first race of the pair in trace order, and of the earlier accesses that this one
                        races with at that location by that thread, the latest; first[0] < first[1] */
  uint64_t sched[2]; /* when schedulable: the same for the first schedulable race */
  struct omen_samples *samples; /* instances that stand for all */
};
struct omen_pair_list {
  struct omen_pair *v; /* ordered by first[1], then first[0] */
  size_t n, cap;
  uint64_t events;   /* events (records) read */
  uint64_t warnings; /* accesses that race with some earlier access (hb) */
};
/* Reads the source once, from its beginning to its end. The list is the caller's, and is emptied first; on
 * error (negative) it is empty. */
int omen_detect_pairs(struct omen_source *src, struct omen_pair_list *out, struct omen_err *err);
void omen_pair_list_release(struct omen_pair_list *l);
#endif
