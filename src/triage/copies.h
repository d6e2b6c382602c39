/* Which races are judged in which order, and which together: one of each group (report/groups.h) before the
 * others of any, so that a budget that ends early has judged every mistake once. Of a large group of one
 * copy, races that share one execution of the copy, and the thread that it races with, have a leader: the one
 * whose flip makes the copy come before or after the accesses of all of them (classify/together.h). */
#ifndef OMEN_TRIAGE_COPIES_H
#define OMEN_TRIAGE_COPIES_H
#include "report/model.h"

enum { OMEN_MANY_COPIED = 16 }; /* a copy of so many fields or more: its races are one mistake */

struct omen_copies {
  size_t *order; /* the races of the report, as they are judged */
  /* By race. leader: that race's number + 1, its own if it leads; 0: it is judged by itself. nearest, of a
   * leader: the race whose access is next to the copy. sample: of its instances, the one with that copy.
   * done: the races of this leader were run together. */
  size_t *leader, *nearest, *sample;
  bool *done;
  size_t n;
};
struct omen_copies omen_copies_make(const struct omen_report *r);
void omen_copies_release(struct omen_copies *c);
/* The race that leads this one; NULL: none, or itself. */
const struct omen_race *omen_copies_leader(const struct omen_copies *c, const struct omen_report *r,
                                           const struct omen_race *race);
#endif
