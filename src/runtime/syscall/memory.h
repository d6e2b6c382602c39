/* Memory calls: always really performed, and made to give the same addresses in a replay. */
#ifndef OMEN_SYSCALL_MEMORY_H
#define OMEN_SYSCALL_MEMORY_H
#include <stdint.h>
struct omen_fiber;
/* A new thread starts on the stack whose top is `sp`: whatever earlier threads did there does not matter. */
void omen_stack_fresh(struct omen_fiber *f, uintptr_t sp);
/* It ended there. */
void omen_stack_left(struct omen_fiber *f);
/* It is forgotten. */
void omen_stack_gone(const struct omen_fiber *f);
/* Threads that have ended, by laid_next, while their stacks are nobody's and still there: one a stack. */
extern struct omen_fiber *omen_laid;
#endif
