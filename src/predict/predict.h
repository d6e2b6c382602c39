/* Prediction: the races and deadlocks of runs that did not happen, from the trace of one that did. Every one
 * comes with a witness: an order of events of the trace after which all of its accesses (or acquires) are the
 * next ones of their threads. The order is a correct reordering: threads keep their own order, every read
 * reads from the write that it read from, locks exclude, and what forks, joins, clock objects and atomics
 * ordered stays ordered. docs/detection.md says what each predictor finds.
 *
 * A trace is taken in windows. What lies before a window is done, in the trace's order; the events of the
 * window are reordered. Memory is bounded by the window, not by the trace. */
#ifndef OMEN_PREDICT_H
#define OMEN_PREDICT_H
#include "detect/pairset.h"
#include "trace/source.h"

enum omen_predictor {
#define X(symbol, name, help) OMEN_PREDICT_##symbol,
#include "predict/predictors.def"
#undef X
  OMEN_PREDICTORS
};
/* OMEN_PREDICTORS: there is none of that name. */
enum omen_predictor omen_predictor_find(const char *name, size_t len);
const char *omen_predictor_name(enum omen_predictor p);
const char *omen_predictor_help(enum omen_predictor p);

/* One event of the trace. The atoms of one access of a watch log (the same aux in a row) are one step. */
struct omen_witness_event {
  uint64_t event;       /* its number in the source, from 0 */
  uint32_t thread, nth; /* the step of its thread, from 0 */
  uint32_t obj, loc, aux, kind;
};
struct omen_witness {
  enum omen_predictor predictor;
  uint32_t n; /* a race: 2, the earlier one of the trace first. A deadlock: 2 or more acquires; the lock of
                 each is held at the next one, that of the last at the first */
  const struct omen_witness_event *at; /* the n events: next of their threads, and not done */
  uint64_t base;                       /* all events before this number come first, in the trace's order */
  const void *inside;                  /* the predictor's own */
};
/* The events that come after those before `base`, in their order. All of a witness is valid only while
 * `found` runs; this array is the caller's to free. */
struct omen_witness_event *omen_witness_order(const struct omen_witness *w, size_t *n);

struct omen_prediction {
  /* in */
  enum omen_predictor predictor;
  uint64_t window; /* events; 0: the predictor's default */
  double seconds;  /* of processor time at most; 0: no limit */
  /* Reads may read anything, as if no decision depended on them: finds more, and what it finds is a guess.
   * For who runs the witness before telling of it. */
  bool loose;
  bool no_pairs; /* warnings are enough; nothing is told */
  bool quiet;    /* no progress */
  /* Called for the first race found of every pair of program locations (for the first deadlock of every
   * pattern of threads and locks). NULL: nobody asks. */
  void (*found)(void *arg, const struct omen_witness *w);
  void *arg;
  /* out */
  uint64_t warnings; /* accesses that race with some earlier one; deadlocks: patterns */
  uint32_t racy_variables;
  struct omen_pairset pairs; /* of program locations; deadlocks: of those of the acquires */
  uint64_t events, windows;
  uint64_t undecided; /* pairs of accesses that a limit left open */
  bool cut_short;     /* `seconds` were over before the end of the trace */
  double spent;       /* processor seconds */
};
/* The source is read from its beginning. */
int omen_predict(struct omen_source *src, struct omen_prediction *p, struct omen_err *err);
void omen_prediction_release(struct omen_prediction *p);
#endif
