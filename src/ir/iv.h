/* Induction variables and trip counts. A basic induction variable is a phi in a loop's header that starts
 * with one value and gains the same constant in every iteration. A loop is *counted* when some test that
 * every iteration passes compares one with a loop-invariant bound in a way that must end the loop. */
#ifndef OMEN_IR_IV_H
#define OMEN_IR_IV_H
#include "ir/cfg.h"
#include "ir/linear.h"

struct omen_iv {
  LLVMValueRef phi, start,
      next;       /* start: from outside the loop; next: the phi's value in the next iteration */
  int64_t step;   /* not zero; bytes for pointers */
  unsigned width; /* 64 for pointers */
  bool pointer, nsw, nuw;
};
/* Needs a loop with one latch and one way in. */
bool omen_iv_of(const struct omen_cfg *g, int loop, LLVMTargetDataRef td, LLVMValueRef phi,
                struct omen_iv *iv);

/* Does sign or zero extension of the induction variable follow it through all rounds? Wrapping would be
 * poison. */
bool omen_iv_follows(const struct omen_iv *iv, enum omen_ext ext);

/* "go on while  value PRED bound", value being the induction variable plus a constant. The k-th test (from 0)
 * compares start + offset + k * step. */
struct omen_test {
  struct omen_iv iv;
  LLVMValueRef bound;     /* loop-invariant; iv's width */
  LLVMIntPredicate go_on; /* normalised: the induction variable is the left operand */
  int64_t offset;
  int block; /* where the test stands */
};
LLVMIntPredicate omen_iv_inverse(LLVMIntPredicate p); /* what holds where p does not */
/* The test of one exiting block; false when it is no such test, or need not end the loop. */
bool omen_iv_test(const struct omen_cfg *g, int loop, LLVMTargetDataRef td, int block,
                  struct omen_test *test);
/* Is the loop certain to end after a number of rounds known at its start? */
bool omen_loop_counted(const struct omen_cfg *g, int loop, LLVMTargetDataRef td);
/* Does every round access memory, each a fixed distance further on? Such a loop ends too, at the latest where
 * there is no more memory: a search does not wait for anybody. */
bool omen_loop_walks(const struct omen_cfg *g, int loop, LLVMTargetDataRef td);
/* Builds, at the builder's position (outside the loop, where start and bound are available), the number of
 * tests that say "go on", as an i64: after so many rounds the loop is left by this test. */
LLVMValueRef omen_iv_build_rounds(LLVMBuilderRef b, const struct omen_test *test);
#endif
