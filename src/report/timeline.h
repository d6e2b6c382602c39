/* The shape of a recorded run, from its watch log: who ran when, who held which lock, where the accesses of
 * each race were, and what was held there. For pictures: what is too much to be drawn is drawn together. */
#ifndef OMEN_REPORT_TIMELINE_H
#define OMEN_REPORT_TIMELINE_H
#include "report/resolve.h"

struct omen_timeline_turn { /* [from, to) of the log's events; thread: who ran, or who held it */
  uint64_t from, to;
  int thread;
};
struct omen_timeline_lock { /* held for reading and for writing: two of them */
  uint64_t addr;
  bool read;
  struct omen_timeline_turn *held;
  size_t n, cap;
};
struct omen_timeline_mark { /* an access of a race in the report */
  size_t race;
  int access; /* 0 or 1 */
  uint64_t event;
  uint64_t locks[8]; /* held then, by address */
  bool read[8];      /* for reading */
  size_t nlocks;
};
struct omen_timeline {
  uint64_t events;
  bool merged; /* turns were drawn together */
  struct omen_timeline_turn *turns;
  size_t nturns, cturns;
  struct omen_timeline_lock *locks;
  size_t nlocks, clocks;
  struct omen_timeline_mark *marks;
  size_t nmarks, cmarks;
};
/* From the recording in `dir`. False: it has no log, or the log is damaged; then the shape is empty. */
bool omen_timeline_read(struct omen_timeline *out, const struct omen_report *r, const char *dir);
/* The marks alone, which end the reading when all are found. */
bool omen_timeline_marks(struct omen_timeline *out, const struct omen_report *r, const char *dir);
void omen_timeline_release(struct omen_timeline *s);
#endif
