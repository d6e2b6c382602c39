/* Which frames of a stack a reader wants to see. */
#ifndef OMEN_REPORT_STACKS_H
#define OMEN_REPORT_STACKS_H
#include "report/symbols.h"
/* Removes, in place, the runtime's own frames and what comes before main or a thread's start routine. */
void omen_stacks_trim(struct omen_frame *frames, size_t *n);
bool omen_stacks_own(const struct omen_frame *f); /* the frame is the runtime's */
/* The frame is in a library, or in a header of one: not the code of whoever reads the report. */
bool omen_stacks_library(const struct omen_frame *f);
/* How many of the innermost frames lead to the user's own code, with the first frame that is; 0: none is. */
size_t omen_stacks_own_code(const struct omen_frame *frames, size_t n);
/* For a stack taken in a signal handler: how many of the innermost frames are the handler's. */
size_t omen_stacks_handler(const struct omen_frame *frames, size_t n);
#endif
