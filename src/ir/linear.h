/* Addresses as linear forms: c + sum of coef * leaf, in arithmetic modulo 2^64, which is what address
 * computation is. A leaf is a value that is not itself a sum: an argument, a phi, a load, a global. Two
 * addresses with the same terms are a known number of bytes apart; an address that is linear in a loop's
 * induction variable is a range. */
#ifndef OMEN_IR_LINEAR_H
#define OMEN_IR_LINEAR_H
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdint.h>

enum omen_ext { OMEN_EXT_NONE, OMEN_EXT_SIGN, OMEN_EXT_ZERO };
struct omen_term {
  LLVMValueRef v;    /* an integer of at most 64 bits, or a pointer of address space 0 */
  enum omen_ext ext; /* how a narrow one is widened; NONE for 64 bits */
  int64_t coef;
};
#define OMEN_LINEAR_TERMS 6
struct omen_linear {
  int64_t c;
  int n;
  struct omen_term t[OMEN_LINEAR_TERMS]; /* sorted by value and extension; no zero coefficients */
};
/* The form of a pointer (address space 0) or 64-bit integer. Always has an answer: in doubt the value is a
 * leaf. */
void omen_linear_of(LLVMTargetDataRef td, LLVMValueRef v, struct omen_linear *out);
/* Adds coef * v, widened so if it is narrower than 64 bits, taken apart like the rest. False, with `out`
 * unchanged, when there is no room. */
bool omen_linear_add(LLVMTargetDataRef td, struct omen_linear *out, LLVMValueRef v, enum omen_ext ext,
                     int64_t coef);
/* Builds the value, as a pointer, at the builder's position: all leaves must be available there. */
LLVMValueRef omen_linear_build(LLVMBuilderRef b, LLVMContextRef c, const struct omen_linear *l);
bool omen_linear_same_terms(const struct omen_linear *a, const struct omen_linear *b);
uint64_t omen_linear_hash_terms(const struct omen_linear *a);
#endif
