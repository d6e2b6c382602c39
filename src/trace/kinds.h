/* The event model shared by the runtime's watch log, the trace formats and the engines. */
#ifndef OMEN_TRACE_KINDS_H
#define OMEN_TRACE_KINDS_H
enum omen_kind {
#define X(symbol, op, meaning) OMEN_KIND_##symbol,
#include "trace/kinds.def"
#undef X
  OMEN_KIND_COUNT,
  OMEN_KIND_STORED = OMEN_KIND_HIDE /* kinds from here on are in no file but a text */
};
#endif
