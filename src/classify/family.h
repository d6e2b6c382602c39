/* Families of explorations: for a primary (an instance of the race, with one schedule before it) pairs of
 * runs, the recorded order and the flipped one, that follow the same schedule otherwise. The i-th members of
 * both orders make the same choices as long as the order of the two accesses makes no difference to them:
 * where the race does nothing they end alike, whatever the schedule does. */
#ifndef OMEN_CLASSIFY_FAMILY_H
#define OMEN_CLASSIFY_FAMILY_H
#include "classify/classify.h"
#include "classify/units.h"

enum { OMEN_FAMILY_MAX = 48, OMEN_FAMILY_ALWAYS = 2 /* members of the single-path analysis */ };
enum { OMEN_RECORDED, OMEN_FLIPPED }; /* the two orders: indices */

/* What went wrong, and where. */
struct omen_wrong {
  enum omen_consequence what; /* NONE: nothing did */
  uint64_t place;
};

struct omen_family {
  const struct omen_suspect *s;
  int instance;
  uint64_t leave; /* the event at which the recording is left; 0: at the race */
  uint64_t leave_seed;
  bool
      as_recorded; /* members that draw nothing have the others go on as recorded, and not until they block */
  bool brink;      /* in every member both threads stand before their accesses first */
  struct omen_result run[2][OMEN_FAMILY_MAX];
  uint64_t loose[2][OMEN_FAMILY_MAX]; /* hash of what was written, whatever the order of the lines */
  struct omen_units units;            /* what was written, unit by unit */
  int n, want;                        /* pairs run; pairs to be run by the next omen_families_run */
  const struct omen_wrong
      *acquitted; /* what is known to have another cause than this race: it is not weighed */
  size_t nacquitted;
};

/* The plan of the i-th member in an order; the caller releases it. */
struct omen_plan omen_family_plan(const struct omen_family *p, bool flipped, int i);
/* Members in which the two accesses come one right after the other, in either order: these differ in nothing
 * else. In others the first thread stays where it is, and its access comes after more than the second's. */
bool omen_member_adjacent(int i);
/* Runs what is wanted and not there yet, all in one batch. Of what was written hashes and units are kept, and
 * nothing else. */
int omen_families_run(struct omen_explorer *x, struct omen_family *families, size_t n, int *runs,
                      struct omen_err *err);
void omen_family_release(struct omen_family *p);
/* Of a copy, one part is what the two race on. In some member other parts changed places with accesses of
 * others, too: what the runs of a pair write differently may be the doing of those. */
bool omen_family_dragged(const struct omen_family *p);
/* Begins anew, with both threads on the brink in all members: then nothing but the one pair changes places.
 */
void omen_family_to_brink(struct omen_family *p);
/* Did the second thread come to its access while the first was held? */
bool omen_result_met(const struct omen_result *r);

/* What a run did that no correct program does: the defects that it had, as they came (the recorded run may
 * have had them as well), and then how it ended. `place` tells apart where. */
struct omen_violation {
  enum omen_consequence what; /* NONE: it is no violation */
  uint64_t place;
  uint64_t defect; /* its name: record/defects.h; 0: it is none, but an end */
  bool ends;       /* the run ends with it; otherwise the recorded run has it as well */
};
size_t omen_result_violations(const struct omen_result *r); /* at most so many; the last may be none */
struct omen_violation omen_result_violation(const struct omen_result *r, size_t i);
/* Did it break off: by a violation, or by a limit? What it would have done next is not known then. */
bool omen_result_broke_off(const struct omen_result *r);
#endif
