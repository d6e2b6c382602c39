/* The trace of a recorded run as prediction takes it: all synchronisation, and the accesses to memory that
 * several threads touch and somebody writes. What the others do decides nothing. */
#ifndef OMEN_TRIAGE_PREDICTED_TRACE_H
#define OMEN_TRIAGE_PREDICTED_TRACE_H
#include "base/base.h"
#include "base/table.h"
#include "record/rawev.h"
#include "record/recording.h"

enum { OMEN_PREDICTED_LOCKS = 16 };
struct omen_predicted_lockset {
  uint64_t lock[OMEN_PREDICTED_LOCKS]; /* addresses, ascending; the lowest bit: for reading */
  uint32_t n;
};
struct omen_predicted_trace {
  char *folder;          /* scratch, with the two files below; NULL: there is none */
  char *shared, *made;   /* the trace; the same without all synchronisation but making and joining threads */
  struct omen_rawev *ev; /* of `shared`; `stack` of an access is the number of the set of locks there */
  size_t n, cap;
  struct omen_predicted_lockset *sets;
  size_t nsets, csets;
  struct omen_table places; /* (site, set) to number + 1 */
  uint32_t *next;           /* by record: the next one of its thread; UINT32_MAX: none */
  uint64_t records;         /* that the run had */
  size_t accesses;          /* of `ev` */
  bool cut;                 /* the run had more than were looked at */
};

/* Runs the recorded run once more, unless it has the trace. -1: the message says why not. */
int omen_predicted_trace_need(struct omen_predicted_trace *t, const struct omen_recording *r,
                              struct omen_err *err);
void omen_predicted_trace_release(struct omen_predicted_trace *t);
/* Two accesses under one lock, not both for reading, never meet. */
bool omen_predicted_excluded(const struct omen_predicted_trace *t, const struct omen_rawev *a,
                             const struct omen_rawev *b);
/* Program locations are told apart by the locks held there: for omen_rawlog_locate. */
uint32_t omen_predicted_place(void *trace, const struct omen_rawev *e);
#endif
