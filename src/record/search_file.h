/* The file `search`: what the processes of one exhaustive search share (runtime/explore/search.h). The
 * command makes it, empty but for the head's first part, and the runtime maps it. One file:
 *
 *   struct omen_search_head;  `slots` keys of states that were met;  leaves, one behind the other
 *
 * A leaf is kept for each end that differs (how it ended, defects, standard output):
 *   struct omen_search_leaf;  its decisions;  the outcome's text;  the outputs (rawout.h); filled up to eight
 *   bytes
 *
 * Processes add to it with atomic operations, and leaves under `lock`. The reader survives any bytes. */
#ifndef OMEN_RECORD_SEARCH_FILE_H
#define OMEN_RECORD_SEARCH_FILE_H
#include "record/plan.h"
#include <stdint.h>

#define OMEN_SEARCH_MAGIC 0x48524353u /* "SCRH" */
#define OMEN_SEARCH_VERSION 2u
/* Memory in which a race was seen that nobody watched; more are counted. */
#define OMEN_SEARCH_RACY 512u
/* Threads that a search follows; a program that makes more is not searched to its end. */
#define OMEN_SEARCH_THREADS 64u

/* Counters that tell of a search, and why it was not exhaustive.
 * X(field, word in JSON, what was not done; NULL: nothing is missing) */
#define OMEN_SEARCH_COUNTERS(X)                                                                              \
  X(states, "states", NULL)                                                                                  \
  X(branches, "branches", NULL)                                                                              \
  X(runs, "runs", NULL)                                                                                      \
  X(cut, "cut", NULL)                                                                                        \
  X(loops, "loops_that_wait", NULL)                                                                          \
  X(choices, "choices", NULL)                                                                                \
  X(stopped, "stopped", "the search was stopped")                                                            \
  X(lost, "lost", "runs were killed, or ended without a word")                                               \
  X(deep, "too_deep", "schedules have more decisions than a search follows")                                 \
  X(crowded, "too_many_threads", "the program has more threads than a search follows")                       \
  X(unkept, "ends_not_kept", "more different ends than are kept")                                            \
  X(endless, "endless_by_limit", "a run was ended by the limit of events")                                   \
  X(histories, "histories_cut", "there were more stores, loads or seq_cst events than are kept")             \
  X(outside, "waits_for_outside", "a run waits for somebody outside")

struct omen_search_head {
  uint32_t magic, version;
  uint64_t size, slots; /* of the file; of keys */
  uint32_t jobs;        /* processes that may run at a time */
  uint32_t whole;       /* nothing is left out: states that were met before are searched again */
  uint32_t deepest;     /* decisions of a schedule that were branched at: each is a process that waits */
  uint32_t zero;
  /* From here on it changes. */
  uint32_t stop; /* by the command: no new branches */
  uint32_t lock, running, nracy;
  uint64_t leaves;  /* bytes */
  uint64_t dropped; /* states for which there was no slot */
  uint64_t spent;   /* nanoseconds of processor time */
#define X(field, word, missing) uint64_t field;
  OMEN_SEARCH_COUNTERS(X)
#undef X
  struct omen_watch racy[OMEN_SEARCH_RACY];
};

struct omen_search_leaf {
  uint64_t key, count;
  uint32_t ndecisions, said, outputs; /* how many; bytes */
  uint32_t size;                      /* of all, this structure included */
};

static inline uint64_t *omen_search_slots(struct omen_search_head *h) { return (uint64_t *)(h + 1); }
static inline char *omen_search_leaves(struct omen_search_head *h) {
  return (char *)(omen_search_slots(h) + h->slots);
}
static inline uint64_t omen_search_room(const struct omen_search_head *h) {
  return h->size - sizeof *h - h->slots * 8;
}
#endif
