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
#include "runtime/extras.h"
#include "runtime/upward.h"
#include <stdbool.h>
#include <stdint.h>

/* The current thread makes an access to guarded memory right after this. `kind`: enum omrt_access. */
void omrt_invariant_access(uint64_t addr, uint64_t len, uint32_t kind, uint32_t site, const void *frame);
/* The current thread did all that it announced; others may run next. omrt_settle asks first. */
void omrt_invariant_settle_now(void);
void omrt_invariant_end(void);    /* the run ends in order: those that were never true */
void omrt_invariant_report(void); /* counters and notes */
#endif
