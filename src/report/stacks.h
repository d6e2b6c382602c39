/* Which frames of a stack a reader wants to see. */
#ifndef OMEN_REPORT_STACKS_H
#define OMEN_REPORT_STACKS_H
#include "report/symbols.h"
/* Removes, in place, the runtime's own frames and what comes before main or a thread's start routine. */
void omen_stacks_trim(struct omen_frame *frames, size_t *n);
bool omen_stacks_own(const struct omen_frame *f); /* the frame is the runtime's */
/* For a stack taken in a signal handler: how many of the innermost frames are the handler's. */
size_t omen_stacks_handler(const struct omen_frame *frames, size_t n);
#endif
