/* Defects: what a program does that no correct program does, seen while it runs. The runtime notes each where
 * it happens (runtime/defect.h), as lines of the outcome; the command names them. One list for both.
 *
 *   defect N KIND THREAD SITE ADDR LEN OP PLACE BASE SIZE pcs PC,...
 *          the N-th of the run. SITE: of the access, 0xffffffff: none. OP: r, w, or - for what is no access.
 *          PLACE: heap, stack, global, or -; BASE and SIZE are of the object that was hit
 *   made N THREAD pcs PC,...      where that object comes from
 *   gone N THREAD pcs PC,...      where it was given back
 *   waits N THREAD WHAT ADDR HOLDER pcs PC,...   a deadlock: who waits for what, held by whom (-1: nobody)
 *   holds N THREAD WHAT ADDR pcs PC,...          and who took what of it, where
 *   says N TEXT...                more for people */
#ifndef OMEN_RECORD_DEFECTS_H
#define OMEN_RECORD_DEFECTS_H
#include <stdint.h>

/* X(symbol, word in files and JSON, consequence of a race that causes it (verdicts.def), what it is) */
#define OMEN_DEFECTS(X)                                                                                      \
  X(OUT_OF_BOUNDS, "out-of-bounds", OVERFLOW, "access outside of an object")                                 \
  X(USE_AFTER_FREE, "use-after-free", USE_AFTER_FREE, "access to memory that was freed")                     \
  X(USE_AFTER_RETURN, "use-after-return", USE_AFTER_FREE,                                                    \
    "access to a local variable of a call that is over")                                                     \
  X(DOUBLE_FREE, "double-free", DOUBLE_FREE, "block freed twice")                                            \
  X(INVALID_FREE, "invalid-free", INVALID_FREE, "free of what is no block of the heap")                      \
  X(MISMATCHED_FREE, "mismatched-free", INVALID_FREE, "block freed by what does not belong to what made it") \
  X(UNLOCK_NOT_HELD, "unlock-not-held", MISUSE, "unlock of what the thread does not hold")                   \
  X(DESTROY_IN_USE, "destroy-in-use", MISUSE, "destruction of what is in use")                               \
  X(USE_AFTER_DESTROY, "use-after-destroy", MISUSE, "use of what was destroyed")                             \
  X(JOIN_TWICE, "join-twice", MISUSE, "thread joined or detached twice")                                     \
  X(THREAD_MISUSE, "thread-misuse", MISUSE, "thread function used against its rules")                        \
  X(DEADLOCK, "deadlock", DEADLOCK, "threads that wait for each other for ever")                             \
  X(ORPHANED_WAIT, "orphaned-wait", DEADLOCK, "wait for what nobody is left to give")                        \
  X(INVARIANT, "invariant", INVARIANT, "invariant violated")                                                 \
  X(CHECK, "check", ASSERTION, "check failed")                                                               \
  X(DIVISION, "division", UNDEFINED, "division that has no result")                                          \
  X(SHIFT, "shift", UNDEFINED, "shift by more than the width")                                               \
  X(USE_AFTER_SCOPE, "use-after-scope", USE_AFTER_FREE, "access to a local variable whose block was left")
enum omen_defect_kind {
#define X(symbol, word, consequence, what) OMEN_DEFECT_##symbol,
  OMEN_DEFECTS(X)
#undef X
      OMEN_DEFECT_KINDS
};

/* Two of the same name are the same defect, in all runs of one recording. */
#define OMEN_DEFECT_NAMED_BY 3 /* innermost frames */
/* One access may break several invariants: BASE is the number of the one. */
static inline uint64_t omen_defect_name(uint32_t kind, uint64_t base, const uint64_t *pcs, uint64_t n) {
  uint64_t h = kind + 1 + (kind == OMEN_DEFECT_INVARIANT ? base << 8 : 0);
  for (uint64_t i = 0; i < n && i < OMEN_DEFECT_NAMED_BY; i++) h = (h ^ pcs[i]) * 0x9e3779b97f4a7c15ull;
  return h ^ h >> 29;
}
#endif
