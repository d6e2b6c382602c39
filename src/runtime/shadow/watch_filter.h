/* The watch log without what tells nobody anything: see watch_filter.c. */
#ifndef OMRT_SHADOW_WATCH_FILTER_H
#define OMRT_SHADOW_WATCH_FILTER_H
#include "record/rawev.h"
#include "runtime/shadow/clock.h"

extern uint64_t omrt_filter_count; /* events that were left out */
extern uint64_t omrt_filter_from;  /* so many are written before the stricter rule holds */
typedef void omrt_filter_writer(const struct omen_rawev *);
/* An event of that thread; `watched`: an access to watched memory. It is written, now or later, or need not
 * be.
 */
void omrt_filter(struct omrt_hb *hb, const struct omen_rawev *e, bool watched, omrt_filter_writer *write);
/* The thread makes no more accesses; and, for one that nobody joins, no more events. */
void omrt_filter_end(struct omrt_hb *hb, omrt_filter_writer *write);
void omrt_filter_gone(struct omrt_hb *hb, omrt_filter_writer *write);
/* The clock is never used again under this name. */
void omrt_filter_forget(uint64_t obj);
#endif
