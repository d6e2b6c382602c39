/* `omen ship`: ties candidates to the instructions of a program as it is, and writes its sites file. */
#ifndef OMEN_FIELD_SHIP_H
#define OMEN_FIELD_SHIP_H
#include "field/field_candidates.h"

struct omen_ship_count {
  uint64_t code;                 /* of the program: what tasks for it name */
  size_t accesses, instructions; /* in the tables; that can be watched */
  size_t refused[8];             /* by enum omen_unwatched */
  size_t doubtful;               /* perhaps atomic, or ahead of its condition */
  size_t candidates, watched;    /* both of whose accesses have instructions */
  size_t lost, spins;            /* without: merged or folded away; a loop that only waits for it */
  size_t atomic;                 /* without: both accesses are atomic in this build: no race */
};
/* `modules`: the program first, then libraries. The file `sites` is written; what was found is counted.
 * Each candidate says whether it can be watched. */
int omen_ship_sites(const char *const *modules, size_t n, struct omen_field_candidates *c, const char *sites,
                    struct omen_ship_count *count, struct omen_err *err);
#endif
