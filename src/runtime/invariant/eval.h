/* The stack machine of invariants. Inside invariant/ only. */
#ifndef OMEN_INVARIANT_EVAL_H
#define OMEN_INVARIANT_EVAL_H
#include "runtime/invariant/invariant.h"

#define OMEN_DEPS 64
enum omen_truth { OMEN_FALSE, OMEN_TRUE, OMEN_UNKNOWN };

struct omen_dep { /* memory that the result depends on, and what it held */
  uint64_t addr;
  uint32_t len;
  bool fixed; /* a variable: it is there for sure */
  uint8_t bytes[16];
};
struct omen_seen { /* the value of a term */
  bool there;
  uint8_t flags;
  uint64_t value;
};
struct omen_evaluation {
  enum omen_truth truth;
  const char *why; /* UNKNOWN: the reason */
  uint32_t ndeps;
  struct omen_dep dep[OMEN_DEPS];
  struct omen_seen seen[OMEN_INVARIANT_TERMS];
};

/* Never faults; memory that cannot be read makes the result UNKNOWN. */
void omen_evaluate(const struct omen_extras *x, const struct omen_invariant *v, struct omen_evaluation *out);
/* Copies memory that may not be there; false: it is not. */
bool omen_read_safely(uint64_t addr, void *to, uint32_t len);

/* "EXPR <what>: a = 1, b = 2" */
void omen_invariant_say(const struct omen_extras *x, const struct omen_invariant *v,
                        const struct omen_evaluation *e, const char *what, char *out, uint64_t cap);
#endif
