/* Hidden calls in a trace: `hide(x,y)` and `show` of a thread are the beginning and the end of a call whose
 * events are missing, and which may touch x and y. They are the BarrierPairs of RDIT (thesis, 4.2 to 4.4).
 * Before anybody sees the events, the order that such calls may make is put in as clock operations, so that
 * engines need not know of them:
 *
 *   - every event of a thread inside of such calls, their begin and end included, is ordered with every such
 *     event of other threads that reaches a variable in common;
 *   - every access to a variable that such a call reaches is ordered with those events, and not with other
 *     accesses.
 *
 * So each reached variable has two clocks: one of the events of calls, one of the other accesses. */
#ifndef OMEN_TRACE_HIDDEN_CALLS_H
#define OMEN_TRACE_HIDDEN_CALLS_H
#include "trace/source.h"

struct omen_hidden_calls;
/* Reads the source once to its end, for what is reached, and begins anew. NULL without a message: there are
 * no such calls; with one: it cannot be read. */
struct omen_hidden_calls *omen_hidden_calls_new(struct omen_source *s, struct omen_err *err);
void omen_hidden_calls_reset(struct omen_hidden_calls *h);
void omen_hidden_calls_free(struct omen_hidden_calls *h);
/* Takes an event in; what comes of it is given out by the second, in order, up to `cap`. */
void omen_hidden_calls_put(struct omen_hidden_calls *h, const struct omen_event *e);
size_t omen_hidden_calls_get(struct omen_hidden_calls *h, struct omen_event *ev, size_t cap);
#endif
