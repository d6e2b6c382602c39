/* Several engines over one trace: the first pass for all of them together, then the second for those that
 * warned. */
#ifndef OMEN_DETECT_ANALYZE_H
#define OMEN_DETECT_ANALYZE_H
#include "detect/engine.h"
#include "trace/source.h"

enum { OMEN_ANALYZE_MAX = 16 };
struct omen_analysis {
  /* in */
  const struct omen_engine_ops *ops[OMEN_ANALYZE_MAX];
  size_t n;
  bool tree, span; /* the TREE filter; its span redundancy too */
  bool no_pairs;   /* warnings are enough */
  bool quiet;      /* no progress */
  /* out */
  struct omen_engine *engine[OMEN_ANALYZE_MAX];
  double seconds[OMEN_ANALYZE_MAX];   /* spent in the engine, both passes */
  uint64_t removed[OMEN_ANALYZE_MAX]; /* accesses that the filter kept from the engine */
  double read_seconds, total_seconds;
  uint64_t events, by_kind[OMEN_KIND_COUNT];
};
/* The source is read from its beginning. */
int omen_analyze(struct omen_source *src, struct omen_analysis *a, struct omen_err *err);
void omen_analysis_release(struct omen_analysis *a);
#endif
