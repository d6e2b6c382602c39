/* invariant/: expressions over the program's memory that must hold, as the user asked (record/extras.h).
 *
 * Each is a small program for a stack machine (eval.c). What it reads is guarded (shadow/guard.h), so that
 * every access to it comes by here; the access itself follows the check, so an invariant is evaluated when
 * the thread comes to its next check of guarded memory or its next event, and at latest before anybody else
 * runs. The last access is the one to blame. Code that is not instrumented writes unseen: at events what
 * invariants read is compared with what it was.
 *
 * An invariant counts from main on, and from the first time that it is true. A violation is a defect, noted
 * when it becomes false. Nothing here changes what the program does. */
#ifndef OMRT_INVARIANT_INVARIANT_H
#define OMRT_INVARIANT_INVARIANT_H
#include "record/extras.h"
#include <stdbool.h>
#include <stdint.h>

extern const struct omen_extras *omen_extras; /* NULL: nothing was asked for */
extern bool omrt_invariants_on;               /* there are some, and main was reached */

void omrt_extras_init(void); /* at start-up */
/* Where the file of that number in the extras is loaded: what to add to its addresses. False: it is not. */
bool omrt_extras_base(uint32_t module, uint64_t *base);

/* The current thread makes an access to guarded memory right after this. `kind`: enum omrt_access. */
void omrt_invariant_access(uint64_t addr, uint64_t len, uint32_t kind, uint32_t site, const void *frame);
void omrt_invariant_settle_now(void);
/* The current thread did all that it announced; others may run next. */
static inline void omrt_invariant_settle(void) {
  if (__builtin_expect(omrt_invariants_on, 0)) omrt_invariant_settle_now();
}
void omrt_invariant_end(void);    /* the run ends in order: those that were never true */
void omrt_invariant_report(void); /* counters and notes */
#endif
