/* This folder's part of the outcome file. */
#include "runtime/shadow/clock.h"
#include "runtime/outcome_write.h"

void omrt_shadow_report(void) {
  omrt_modules_report();
  if (omrt_shadow_mode == OMRT_SHADOW_WATCH) omrt_watch_report();
  if (omrt_shadow_mode != OMRT_SHADOW_DETECT) return;
  omrt_race_report();
  omrt_line_counter("dropped", omrt_race_dropped() + omrt_table.dropped + omrt_joins_broken);
  if (!omrt_table.dropped) omrt_line_counter("alone_since", omrt_alone_since);
  omrt_line_counter("segments", omrt_seg_total);
  omrt_line_counter("histories_dropped", omrt_table.dropped);
  omrt_line_counter("history_collections", omrt_table.collected);
  omrt_line_counter("slots_forced", omrt_slots_forced);
  omrt_line_counter("joins_broken", omrt_joins_broken);
  omrt_line_counter("atomic_locations", omrt_atomic_count());
}
