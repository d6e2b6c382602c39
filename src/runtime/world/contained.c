/* Starting and ending a contained run: see contained.h. */
#include "runtime/world/contained.h"
#include "runtime/end.h"
#include "runtime/explore/explore.h"
#include "runtime/log.h"
#include "runtime/rt.h"

uint64_t omrt_contained_limit;

void omrt_contained_init(void) {
  if (!omrt_contained) return;
  omrt_inputs_load();
  if (omrt_config->mode != OMEN_MODE_RECORD) return; /* a replay has as long as the recorded run had */
  omrt_contained_limit = omrt_config->max_events;
  omrt_explore_limits();
}

void omrt_contained_begin(int64_t *pid) {
  if (!omrt_contained) return;
  const uint8_t *at = omrt_log_left();
  if (!omrt_log_step_value(&at, pid)) omrt_fatal("%s/base.log is damaged", omrt_config->dir);
  omrt_explore_begin_time(at);
}

void omrt_contained_strings(int argc, char **argv, char **envp) {
  if (omrt_contained) omrt_inputs_place(argc, argv, envp);
}

void omrt_contained_over(void) {
  omrt_log_mark('L', OMRT_ENDLESS_LIMIT);
  omrt_end_endless(OMEN_KNOWN_LIMIT);
}
