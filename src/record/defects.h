/* Defects: what a program does that no correct program does, seen while it runs. The runtime notes each where
 * it happens (runtime/defect.h), as lines of the outcome; the command names them. One list for both. The
 * lines are in outcome.def. */
#ifndef OMEN_RECORD_DEFECTS_H
#define OMEN_RECORD_DEFECTS_H
#include <stdint.h>

enum omen_defect_kind {
#define X(symbol, word, consequence, what) OMEN_DEFECT_##symbol,
#include "record/defects.def"
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
