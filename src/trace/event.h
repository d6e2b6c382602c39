/* One event of a trace, as every reader gives it and every engine takes it. Names of threads, synchronisation
 * objects, variables and program locations are dense numbers, given in order of first appearance;
 * trace/intern.h has the text. */
#ifndef OMEN_TRACE_EVENT_H
#define OMEN_TRACE_EVENT_H
#include "trace/kinds.h"
#include <stdbool.h>
#include <stdint.h>

/* Clocks are a row a thread, so the square of this many words is the most that an engine keeps for them. */
#define OMEN_MAX_THREADS 16384u

struct omen_event {
  uint32_t obj; /* accesses, ALLOC: the variable; locks and clock objects share one numbering; FORK, JOIN:
                   thread */
  uint32_t loc; /* program location */
  uint32_t aux; /* COPY, MERGE: the source clock object; else, from a watch log: the number of its record */
  uint32_t thread : 24, kind : 8;
};
_Static_assert(sizeof(struct omen_event) == 16, "four events a cache line");

enum omen_space { OMEN_SPACE_THREAD, OMEN_SPACE_SYNC, OMEN_SPACE_VAR, OMEN_SPACE_LOC, OMEN_SPACES };

static inline bool omen_kind_is_access(unsigned k) {
  return k <= OMEN_KIND_WRITE || k == OMEN_KIND_AREAD || k == OMEN_KIND_AWRITE;
}
static inline bool omen_kind_writes(unsigned k) { return k == OMEN_KIND_WRITE || k == OMEN_KIND_AWRITE; }
static inline bool omen_kind_is_noop(unsigned k) {
  return (k >= OMEN_KIND_BEGIN && k <= OMEN_KIND_EXIT) || k == OMEN_KIND_SHOW;
}
static inline bool omen_kind_has_source(unsigned k) { return k == OMEN_KIND_COPY || k == OMEN_KIND_MERGE; }
/* What an event's obj names; OMEN_SPACES: nothing. */
static inline enum omen_space omen_kind_space(unsigned k) {
  if (omen_kind_is_access(k) || k == OMEN_KIND_ALLOC) return OMEN_SPACE_VAR;
  if (k == OMEN_KIND_FORK || k == OMEN_KIND_JOIN) return OMEN_SPACE_THREAD;
  return omen_kind_is_noop(k) ? OMEN_SPACES : OMEN_SPACE_SYNC;
}
#endif
