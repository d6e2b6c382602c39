/* The modes: see mode.h. With start.c, at the top of the runtime: here is known what each mode does. */
#include "runtime/explore/checkpoint_server.h"
#include "runtime/explore/current_plan.h"
#include "runtime/explore/inversion.h"
#include "runtime/explore/explore.h"
#include "runtime/explore/recur.h"
#include "runtime/explore/search.h"
#include "runtime/explore/steps.h"
#include "runtime/explore/turns.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sync/deadlock.h"

/* Behind the accesses that a plan is about: followed up to there, made to happen from there on. */
#define ACCESSES                                                                                             \
  .access = omrt_explore_access, .library = omrt_explore_library, .pass = omrt_explore_pass_access,          \
  .wrote = omrt_steps_wrote

static const struct omrt_mode record = {
    .name = "record", .performs = true, .event = omrt_recur_event, .point = omrt_turns_recorded};
static const struct omrt_mode replay = {.name = "replay", .by_log = true, .checked = true, ACCESSES};
static const struct omrt_mode contained = {.name = "contained",
                                           .world = &omrt_world,
                                           .event = omrt_recur_event,
                                           .point = omrt_turns_recorded,
                                           .wrote = omrt_steps_wrote};
static const struct omrt_mode again = {.name = "again", .checked = true, .world = &omrt_world, ACCESSES};
static const struct omrt_mode live = {.name = "live",
                                      .live = true,
                                      .world = &omrt_world,
                                      .preempt = omrt_turns_preempt,
                                      .next = omrt_turns_next,
                                      .choose = omrt_steps_choose,
                                      .stale = omrt_steps_stale,
                                      .event = omrt_turns_event,
                                      .point = omrt_turns_planned,
                                      .made = omrt_turns_made,
                                      .wait = omrt_deadlock_blocked,
                                      .stuck = omrt_explore_stuck,
                                      .holds = omrt_explore_holds,
                                      .stream = omrt_steps_stream,
                                      .put = omrt_steps_put,
                                      ACCESSES};

/* All schedules, by forking. */
static const struct omrt_mode searching = {.name = "search",
                                           .live = true,
                                           .asks_again = true,
                                           .world = &omrt_world,
                                           .preempt = omrt_search_preempt,
                                           .next = omrt_search_next,
                                           .choose = omrt_search_choose,
                                           .passes_time = true,
                                           .fine = true,
                                           .event = omrt_search_event,
                                           .point = omrt_search_point,
                                           .made = omrt_search_made,
                                           .fiber = omrt_search_fiber,
                                           .wait = omrt_search_wait,
                                           .resumed = omrt_search_resumed,
                                           .stuck = omrt_explore_stuck,
                                           .holds = omrt_explore_holds,
                                           .stream = omrt_search_stream,
                                           .put = omrt_steps_put,
                                           .ended = omrt_search_ended,
                                           ACCESSES};

/* A replay that is, or will be, a checkpoint which forks on command. */
static void served_event(enum omen_ev ev, const void *obj) { omrt_server_event(); }

struct omrt_mode omrt_mode;
bool omrt_stop_due;

void omrt_mode_choose(void) {
  bool records = omrt_config->mode == OMEN_MODE_RECORD;
  if (omrt_of_contained())
    omrt_mode = records ? contained : again;
  else
    omrt_mode = records ? record : replay;
  if (omrt_config->plan_size) omrt_mode.point = omrt_turns_planned;
  if (omrt_plan.tell == OMEN_TELL_ALL) omrt_mode.followed = omrt_steps_followed;
  if (!omrt_serving) return;
  omrt_mode.event = served_event;
  omrt_mode.fiber = omrt_server_fiber;
}

void omrt_mode_leave(void) {
  omrt_mode = live;
  omrt_mode.asks_again = omrt_plan.follow;
  omrt_mode.fine = omrt_plan.fine;
  omrt_mode.passes_time = omrt_plan.fine || omrt_plan.follow;
  if (omrt_inversion_wanted()) omrt_mode.lock = omrt_inversion_lock;
  if (omrt_plan.search) omrt_mode = searching;
}
