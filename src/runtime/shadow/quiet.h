/* The watch log without locks that were taken for nothing: see quiet.c. */
#ifndef OMEN_SHADOW_QUIET_H
#define OMEN_SHADOW_QUIET_H
#include "runtime/shadow/clock.h"

extern uint64_t omen_quiet_count; /* events that were left out */
/* An event of that thread. True: it is written already, or later, or need not be. What waited and must come
 * before it is written. */
bool omen_quiet(struct omen_hb *hb, const struct omen_rawev *e, void (*write)(const struct omen_rawev *));
#endif
