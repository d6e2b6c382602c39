/* symbolic/trace.h: what the file `symbolic` gets besides expressions: decisions, outputs, tables, strings.
 */
#ifndef OMRT_SYMBOLIC_TRACE_H
#define OMRT_SYMBOLIC_TRACE_H
#include "record/symbolic.h"
#include <stdbool.h>

void omrt_trace_init(void);
/* A condition (one bit; 0 or a constant: nothing) decided the way. Known ones are not repeated. */
void omrt_trace_branch(uint32_t c, bool taken, uint32_t site);
/* The same of a choice among several ways by `on`: begin, a call for each way that it was not, then for the
 * one that it was, if any. `which` and `chosen` count from 1 (record/symbolic.h). */
struct omrt_choice {
  uint32_t on, site, chosen; /* chosen: 0: none of those that are listed */
  bool open;                 /* a step of it is there */
};
void omrt_trace_choice(struct omrt_choice *c, uint32_t condition, uint32_t which);
/* From here on e is what it is now. */
void omrt_trace_pin(uint32_t e, uint32_t site, const char *why);
void omrt_trace_assume(uint32_t c, uint32_t site, const char *why); /* a PIN of this condition, which holds */
void omrt_trace_fault(uint32_t c, uint32_t site, const char *why);
void omrt_trace_lost(uint32_t e, uint32_t site, const char *why);
/* Text of n bytes that begins with the input's byte e was compared with this text, and was not like it. */
void omrt_trace_compared(uint32_t e, uint64_t n, const char *with, uint32_t site);
void omrt_trace_unknown(uint32_t site,
                        const char *why); /* code that is not followed reads what depends on inputs */
void omrt_trace_output(uint32_t fd, uint64_t offset, uint32_t e); /* 8 bits; 0: nothing */
const struct omen_sym_step *omrt_trace_steps(uint32_t *n);        /* all so far */
const char *omrt_trace_text(uint32_t at);                         /* of a string */
/* What was just said about these n bytes was libc's own memory, and is no longer so. */
void omrt_trace_unsay(uint32_t fd, uint64_t offset, uint64_t n);
uint32_t omrt_trace_string(const char *s); /* its place in the strings; 0: no room */
/* A table of these elements, of `width` bits each: its number, or -1. */
int64_t omrt_trace_table(const void *data, uint32_t elements, uint32_t width);
const void *omrt_trace_table_data(uint32_t table);
#endif
