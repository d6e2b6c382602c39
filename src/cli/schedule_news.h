/* What a recorded run has that those before it have not: for the other schedules of `omen triage`
 * (more_schedules.h). The first question is cheap, and asked before a run is looked at a second time: did it
 * race at an access, or on memory, that no run before raced at? Its answer may be yes for nothing, because
 * heap blocks move. The second question needs the names of the races, and is exact. */
#ifndef OMEN_CLI_SCHEDULE_NEWS_H
#define OMEN_CLI_SCHEDULE_NEWS_H
#include "base/table.h"
#include "record/watch.h"
#include "report/model.h"

struct omen_schedule_news { /* what is known; all zero: nothing */
  struct omen_table sites;  /* accesses that raced, both of each race */
  struct omen_table names;  /* races */
  struct omen_watch *memory;
  size_t n, cap; /* ranges of it */
};
bool omen_schedule_news_likely(const struct omen_schedule_news *k, const struct omen_outcome *o);
/* The races of the report are known from here on. How many were not, those left out that are suppressed. */
size_t omen_schedule_news_learn(struct omen_schedule_news *k, const struct omen_report *report);
void omen_schedule_news_release(struct omen_schedule_news *k);
#endif
