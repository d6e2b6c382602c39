/* Do the two orders of a race print the same, whatever the inputs? Given the traces of both (same inputs,
 * same source numbers), with what each wrote: DIFFER   inputs on the paths of both, for which a byte of the
 * output differs LEAVES   inputs on the primary's path, for which the alternate takes another path SAME
 * neither exists: for all inputs of the primary's path both print the same, on the assumptions UNDECIDED the
 * solver has no answer in time Values that were made concrete (PIN), that were not followed (LOST), and
 * limits that were reached are assumptions: each is listed once. */
#ifndef OMEN_SYMBOLIC_COMPARE_H
#define OMEN_SYMBOLIC_COMPARE_H
#include "symbolic/realise.h"
#include "symbolic/solve.h"

struct omen_sym_written { /* all that was written to a descriptor */
  uint32_t fd;
  const uint8_t *bytes;
  uint64_t len;
};
struct omen_sym_side {
  const struct omen_sym_trace *trace;
  const struct omen_sym_written *written; /* a descriptor at most once; those without output may be missing */
  size_t n_written;
};
/* X(symbol, word) */
#define OMEN_COMPARISONS(X)                                                                                  \
  X(SAME, "same")                                                                                            \
  X(DIFFER, "differ")                                                                                        \
  X(LEAVES, "leaves")                                                                                        \
  X(UNDECIDED, "undecided")
enum omen_comparison_result {
#define X(symbol, word) OMEN_COMPARED_##symbol,
  OMEN_COMPARISONS(X)
#undef X
};
const char *omen_comparison_word(enum omen_comparison_result r);

struct omen_sym_assumption {
  bool alternate; /* of the alternate alone; else of the primary (or of both) */
  uint8_t kind;   /* PIN, LOST; LIVE: of the whole trace (site not known) */
  uint32_t site, times;
  char *why;
};
struct omen_comparison {
  enum omen_comparison_result result;
  struct omen_inputs inputs; /* DIFFER, LEAVES: those that show it */
  bool own;                  /* they are the run's own: the outputs differ as they are */
  bool certain; /* the evaluator agrees; no formatted text is involved whose bytes are not known */
  uint32_t fd;
  uint64_t offset;     /* DIFFER: which byte; where the shorter ends */
  uint32_t step, site; /* LEAVES: of the alternate's trace */
  uint8_t kind;
  uint32_t compared, questions; /* bytes with expressions; what the solver was asked */
  struct omen_sym_assumption *assumptions;
  uint32_t n_assumptions, assumptions_cap;
};
void omen_compare(struct omen_solver *solver, const struct omen_sym_side *primary,
                  const struct omen_sym_side *alternate, const struct omen_inputs *in, double until,
                  struct omen_comparison *out);
/* What of this trace was not followed or taken for granted, each once. */
void omen_comparison_assume(struct omen_comparison *c, const struct omen_sym_trace *t, bool alternate);
void omen_comparison_release(struct omen_comparison *c);
#endif
