/* Strategies of the scheduler, by number: strategies.def has their words. The numbers stand in manifests, so
 * that a row may be added at the end, but none moved. */
#ifndef OMEN_RECORD_STRATEGY_H
#define OMEN_RECORD_STRATEGY_H
enum omen_strategy {
#define X(symbol, word, help) OMEN_STRATEGY_##symbol,
#include "record/strategies.def"
  OMEN_STRATEGY_COUNT
};
#endif
