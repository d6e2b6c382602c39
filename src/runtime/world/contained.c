/* Starting and ending a contained run: see contained.h. */
#include "runtime/world/contained.h"
#include "runtime/end.h"
#include "runtime/world/answers.h"
#include "runtime/log.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"

void omrt_contained_init(void) {
  if (!omrt_mode.world) return;
  omrt_inputs_load();
  if (omrt_config->mode != OMEN_MODE_RECORD) return; /* a replay has as long as the recorded run had */
  omrt_event_limit = omrt_config->max_events;
  omrt_world_limits();
}

void omrt_contained_begin(int64_t *pid) {
  if (!omrt_mode.world) return;
  const uint8_t *at = omrt_log_left();
  if (!omrt_log_step_value(&at, pid)) omrt_fatal("%s/base.log is damaged", omrt_config->dir);
  omrt_world_begin_time(at);
}

void omrt_contained_strings(int argc, char **argv, char **envp) {
  if (omrt_mode.world) omrt_inputs_place(argc, argv, envp);
}
