/* The kinds of events in the total order; one list for the runtime, the recording and the messages. */
#ifndef OMEN_RECORD_EVENTS_H
#define OMEN_RECORD_EVENTS_H
enum omen_ev {
#define X(symbol, name) OMEN_EV_##symbol,
#include "record/events.def"
#undef X
  OMEN_EV_COUNT
};
#endif
