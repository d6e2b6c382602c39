/* Starting and ending a contained run: see contained.h. */
#include "runtime/explore/contained.h"
#include "runtime/end.h"
#include "runtime/explore/explore.h"
#include "runtime/log.h"
#include "runtime/rt.h"

uint64_t omen_contained_limit;

void omen_contained_init(void) {
  if (!omen_contained) return;
  omen_inputs_load();
  if (omen_config->mode != OMEN_MODE_RECORD) return; /* a replay has as long as the recorded run had */
  omen_contained_limit = omen_config->max_events;
  omen_explore_limits();
}

void omen_contained_begin(int64_t *pid) {
  if (!omen_contained) return;
  const uint8_t *at = omen_log_left();
  if (!omen_log_step_value(&at, pid)) omen_fatal("%s/base.log is damaged", omen_config->dir);
  omen_explore_begin_time(at);
}

void omen_contained_strings(int argc, char **argv, char **envp) {
  if (omen_contained) omen_inputs_place(argc, argv, envp);
}

void omen_contained_over(void) {
  omen_log_mark('L', OMEN_ENDLESS_LIMIT);
  omen_end_endless("limit");
}
