/* Runs by the thousand: each with other inputs, contained, in a fork of one process that stands before the
 * program's first instruction (record/feeder_memory.h). A run tells how it ended and which blocks it reached;
 * who wants to know more derives a recording with the same inputs (derive.h). */
#ifndef OMEN_EXPLORE_FEEDER_H
#define OMEN_EXPLORE_FEEDER_H
#include "explore/derive.h"
#include "record/feeder_memory.h"

struct omen_fed {
  enum omen_fed_end end;
  int status;             /* EXIT, SIGNAL */
  uint32_t defects;       /* noted in it */
  uint32_t blocks;        /* of the program */
  const uint8_t *covered; /* bits by block; until the next run */
};
struct omen_feeder;
/* `d` as for a derivation, with a folder that is the feeder's while it lives. NULL: it cannot be had. */
struct omen_feeder *omen_feeder_open(const struct omen_derivation *d, const char *dir, struct omen_err *err);
void omen_feeder_close(struct omen_feeder *f); /* NULL is fine */
/* Can it run them: the same sources, and strings that fit into their room? */
bool omen_feeder_takes(const struct omen_feeder *f, const struct omen_inputs *in);
/* -1: the feeder is gone, and takes nothing any more. */
int omen_feeder_run(struct omen_feeder *f, const struct omen_inputs *in, struct omen_fed *out);
static inline bool omen_fed_bad(const struct omen_fed *f) { return f->end != OMEN_FED_EXIT || f->defects; }
#endif
