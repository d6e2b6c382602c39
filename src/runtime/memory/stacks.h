/* memory/stacks.h: stacks of the program by number, each kept once, so that a block remembers where it was
 * made and freed in 4 bytes each. */
#ifndef OMRT_MEMORY_STACKS_H
#define OMRT_MEMORY_STACKS_H
#include "runtime/defect.h"

/* The stack that begins with the caller of the function of `frame`; 0: unknown, or there is no more room. */
uint32_t omrt_stack_keep(const void *frame);
/* The stack of that number, made by `thread`. */
struct omrt_by omrt_stack_of(uint32_t number, uint32_t thread);
#endif
