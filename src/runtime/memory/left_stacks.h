/* memory/left_stacks.h: stacks that threads left behind. Their memory is still there, for a while nobody's,
 * and an access to it is a defect that can be named. */
#ifndef OMRT_MEMORY_LEFT_STACKS_H
#define OMRT_MEMORY_LEFT_STACKS_H
#include <stddef.h>
#include <stdint.h>
struct omrt_fiber;

/* Threads that have ended, by laid_next, while their stacks are nobody's and still there: one a stack. */
extern struct omrt_fiber *omrt_laid;
void omrt_stack_left(struct omrt_fiber *f);       /* it ended there */
void omrt_stack_gone(const struct omrt_fiber *f); /* it is forgotten */
void omrt_stack_forget(uintptr_t lo, size_t len); /* what lies there now is no stack of theirs */
#endif
