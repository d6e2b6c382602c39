/* The stack machine of invariants. Inside invariant/ only. */
#ifndef OMRT_INVARIANT_EVAL_H
#define OMRT_INVARIANT_EVAL_H
#include "runtime/invariant/invariant.h"

#define OMRT_DEPS 64
enum omrt_truth { OMRT_FALSE, OMRT_TRUE, OMRT_UNKNOWN };

struct omrt_dep { /* memory that the result depends on, and what it held */
  uint64_t addr;
  uint32_t len;
  bool fixed; /* a variable: it is there for sure */
  uint8_t bytes[16];
};
struct omrt_seen { /* the value of a term */
  bool there;
  uint8_t flags;
  uint64_t value;
};
struct omrt_evaluation {
  enum omrt_truth truth;
  const char *why; /* UNKNOWN: the reason */
  uint32_t ndeps;
  struct omrt_dep dep[OMRT_DEPS];
  struct omrt_seen seen[OMEN_INVARIANT_TERMS];
};

/* Never faults; memory that cannot be read makes the result UNKNOWN. */
void omrt_evaluate(const struct omen_extras *x, const struct omen_invariant *v, struct omrt_evaluation *out);
/* Copies memory that may not be there; false: it is not. */
bool omrt_read_safely(uint64_t addr, void *to, uint32_t len);

/* "EXPR <what>: a = 1, b = 2" */
void omrt_invariant_say(const struct omen_extras *x, const struct omen_invariant *v,
                        const struct omrt_evaluation *e, const char *what, char *out, uint64_t cap);
#endif
