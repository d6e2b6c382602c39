/* memory/stacks.h: stacks of the program by number, each kept once, so that a block remembers where it was
 * made and freed in 4 bytes each. */
#ifndef OMEN_MEMORY_STACKS_H
#define OMEN_MEMORY_STACKS_H
#include "runtime/defect.h"

/* The stack that begins with the caller of the function of `frame`; 0: unknown, or there is no more room. */
uint32_t omen_stack_keep(const void *frame);
/* The stack of that number, made by `thread`. */
struct omen_by omen_stack_of(uint32_t number, uint32_t thread);
#endif
