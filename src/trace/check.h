/* Is a trace well formed? For every lock the critical sections follow each other, a release is made by the
 * holder, and a thread does nothing after it was joined. Fed with every event in order; also turns the inner
 * acquires and releases of a re-entrant lock into events without effect. */
#ifndef OMEN_TRACE_CHECK_H
#define OMEN_TRACE_CHECK_H
#include "base/base.h"
#include "trace/event.h"
#include <stddef.h>

struct omen_check *omen_check_new(void);
void omen_check_reset(struct omen_check *c);
void omen_check_free(struct omen_check *c);
/* `threads`, `syncs`: how many there are so far. Gives the number of events that are fine: `n`, or the index
 * of the offending one, with what is wrong with it in `err`. */
size_t omen_check_run(struct omen_check *c, struct omen_event *ev, size_t n, uint32_t threads, uint32_t syncs,
                      struct omen_err *err);
#endif
