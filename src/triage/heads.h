/* Where the search over other inputs heads for: accesses of static candidates (static/ways.h) that the
 * recorded run did not reach. */
#ifndef OMEN_TRIAGE_HEADS_H
#define OMEN_TRIAGE_HEADS_H
#include "triage/corpus.h"

struct omen_heads {
  struct omen_table ways; /* hash of a place and a way from it, to how near that comes */
  struct omen_coverage code;
};
/* `dir`, `first`: the recording's inputs in a run of the symbolic variant. -1: the message says why; the
 * search can do without. */
int omen_heads_find(struct omen_heads *h, const struct omen_recording *r, const char *dir,
                    const struct omen_outcome *first, struct omen_err *err);
uint8_t omen_heads_nearness(void *heads, uint32_t site, uint64_t constant, bool taken);
void omen_heads_release(struct omen_heads *h);
#endif
