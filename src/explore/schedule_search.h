/* explore/schedule_search.h: all schedules of a small program (runtime/explore/search.h), as the ends that
 * differ. The recording is left at its start; nothing that the runs do is seen outside. Begins again with
 * more memory watched for as long as runs race on memory that was not. */
#ifndef OMEN_EXPLORE_SCHEDULE_SEARCH_H
#define OMEN_EXPLORE_SCHEDULE_SEARCH_H
#include "explore/explore.h"
#include "record/search_file.h"

struct omen_search_how {
  bool whole;    /* states that were met are searched again: to check that leaving them out loses nothing */
  unsigned jobs; /* processes at a time; 0: one a processor */
  bool once;     /* no more memory is watched than there is; races on other memory are left */
  const struct omen_plan *assumed; /* its constraints hold in all runs; may be NULL */
  uint64_t runs;                   /* no more than about so many; 0: no limit */
  double seconds;                  /* of the processor, about, of all rounds together; 0: no limit */
  double deadline;                 /* omen_now(); 0: none */
  void (*tick)(void *context, const struct omen_search_head *so_far); /* now and then; may be NULL */
  void *context;
};

struct omen_search_end {
  struct omen_plan plan; /* leads there */
  struct omen_result result;
  uint64_t runs;
};

struct omen_searched {
  struct omen_search_head head; /* counters; of the last round */
  struct omen_search_end *ends;
  size_t n, capacity;
  unsigned rounds;
  uint64_t all_runs; /* of all rounds */
  double seconds;    /* of the processor, of all rounds */
  bool
      unwatched; /* the last round raced on memory that it did not watch, and there was no time for another */
};

/* The memory that is watched is the explorer's, and grows. -1: it could not be begun. */
int omen_search_all(struct omen_explorer *x, const struct omen_search_how *how, struct omen_searched *out,
                    struct omen_err *err);
void omen_searched_release(struct omen_searched *s);
/* Why the ends are not all; NULL: they are. */
const char *omen_searched_missing(const struct omen_searched *s);
/* The plan of a run from the very start, with stops where a search has them. */
struct omen_plan omen_search_plan(void);
#endif
