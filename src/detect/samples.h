/* A few instances that stand for all instances of a racing pair: the first, the last, the first of every pair
 * of threads and direction, and some spread over the rest of the trace. Streamed: nothing is kept of the
 * others. Which are kept depends on the trace alone. */
#ifndef OMEN_DETECT_SAMPLES_H
#define OMEN_DETECT_SAMPLES_H
#include "base/base.h"

struct omen_sample {
  uint64_t event[2]; /* the earlier access, the later one */
  bool schedulable;
};

enum { OMEN_SAMPLE_KINDS = 6, OMEN_SAMPLE_SPREAD = 8 };
struct omen_samples {
  struct omen_sample kind[OMEN_SAMPLE_KINDS], spread[OMEN_SAMPLE_SPREAD], last;
  uint64_t kind_key[OMEN_SAMPLE_KINDS];
  uint64_t seen, stride; /* every stride-th is in `spread` */
  uint32_t kinds, spreads;
};

/* `key`: what tells kinds of instances apart. */
void omen_samples_add(struct omen_samples *s, struct omen_sample instance, uint64_t key);
/* What was kept, each once: the first, the last, then kinds and spread ones by turns, so that any number of
 * them from the front is a good choice. `out` has room for OMEN_SAMPLES_MAX. */
enum { OMEN_SAMPLES_MAX = OMEN_SAMPLE_KINDS + OMEN_SAMPLE_SPREAD + 1 };
uint32_t omen_samples_take(const struct omen_samples *s, struct omen_sample *out);
#endif
