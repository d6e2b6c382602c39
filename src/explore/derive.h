/* Derived recordings: the program of a recording run again with other inputs, or the same, contained
 * (docs/verdicts.md): it takes everything from the recording and its inputs, and nothing of what it does is
 * seen outside. What comes of it is a recording like any other: it can be replayed, its races classified, its
 * evidence played. */
#ifndef OMEN_EXPLORE_DERIVE_H
#define OMEN_EXPLORE_DERIVE_H
#include "build/variant.h"
#include "record/inputs.h"
#include "record/memory.h"
#include "record/outcome.h"
#include "record/recording.h"

struct omen_derivation {
  const struct omen_recording *base;
  const struct omen_inputs *inputs;
  const struct omen_variant *variant; /* NULL: the very program of the recording */
  const struct omen_buf
      *extras;         /* what was asked of the run, for this variant (record/extras.h); NULL: nothing */
  bool other_schedule; /* by these, and not as `base` was run: */
  uint32_t strategy;
  uint64_t seed, pct_steps; /* pct_steps 0: as `base` */
  bool other_model;         /* under this one: */
  enum omen_memory model;
  unsigned seconds;    /* of processor time; 0: 20 */
  uint64_t memory;     /* bytes; 0: half of the machine's */
  uint64_t max_events; /* 0: two million, or four times as many as `base` had */
  bool no_watch;       /* no second pass: the races are not made out */
  bool (*deserves)(void *context, const struct omen_outcome *outcome); /* a second pass? NULL: any run does */
  void *context;
};

/* Makes the recording in the folder `dir`, which is new, empty, or a recording to be replaced. It is whole
 * then, and sealed; *out is open. -1: it could not be made (limits of memory included), and nothing is left
 * of it. */
int omen_derive_by(const struct omen_derivation *d, const char *dir, struct omen_recording *out,
                   struct omen_err *err);
/* The folder alone, in which nothing has run. */
int omen_derive_begin(const struct omen_derivation *d, const char *dir, struct omen_recording *out,
                      struct omen_err *err);
#endif
