/* The watch log without what tells nobody anything: see quiet.c. */
#ifndef OMEN_SHADOW_QUIET_H
#define OMEN_SHADOW_QUIET_H
#include "runtime/shadow/clock.h"

extern uint64_t omen_quiet_count; /* events that were left out */
extern uint64_t omen_quiet_from;  /* so many are written before the stricter rule holds */
typedef void omen_quiet_writer(const struct omen_rawev *);
/* An event of that thread; `watched`: an access to watched memory. It is written, now or later, or need not
 * be.
 */
void omen_quiet(struct omen_hb *hb, const struct omen_rawev *e, bool watched, omen_quiet_writer *write);
/* The thread makes no more accesses; and, for one that nobody joins, no more events. */
void omen_quiet_end(struct omen_hb *hb, omen_quiet_writer *write);
void omen_quiet_gone(struct omen_hb *hb, omen_quiet_writer *write);
/* The clock is never used again under this name. */
void omen_quiet_forget(uint64_t obj);
#endif
