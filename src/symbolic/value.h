/* Bit vectors of 1 to 512 bits, and what the operations of record/symbolic.h make of them: the meaning of
 * SMT-LIB's bit vectors, so that the evaluator and the solver say the same. Limbs are little-endian; bits
 * from the width on are zero. */
#ifndef OMEN_SYMBOLIC_VALUE_H
#define OMEN_SYMBOLIC_VALUE_H
#include "symbolic/trace.h"

#define OMEN_SYM_LIMBS (OMEN_SYM_MAX_WIDTH / 64)
struct omen_sym_value {
  uint64_t w[OMEN_SYM_LIMBS];
};
static inline uint32_t omen_sym_limbs(uint32_t width) { return (width + 63) / 64; }

/* The two-operand operations ADD to XOR and EQ to SLE, on operands of `width` bits. Only the limbs that a
 * width has are read or written. */
void omen_sym_binary(uint32_t op, uint32_t width, const uint64_t *a, const uint64_t *b, uint64_t *out);
/* CONST's value, NOT, ZEXT, SEXT, EXTRACT, CONCAT: `width` is the result's. */
void omen_sym_not(uint32_t width, const uint64_t *a, uint64_t *out);
void omen_sym_zext(uint32_t width, uint32_t from, const uint64_t *a, uint64_t *out);
void omen_sym_sext(uint32_t width, uint32_t from, const uint64_t *a, uint64_t *out);
void omen_sym_extract(uint32_t width, uint32_t from_width, uint64_t bit, const uint64_t *a, uint64_t *out);
void omen_sym_concat(uint32_t high_width, const uint64_t *high, uint32_t low_width, const uint64_t *low,
                     uint64_t *out);
#endif
