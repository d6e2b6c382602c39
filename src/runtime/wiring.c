/* Who serves the calls that go up: see upward.h. With start.c and modes.c, at the top of the runtime. */
#include "runtime/shadow/poison.h"
#include "runtime/upward.h"
#include "runtime/world/withhold.h"
#include "runtime/world/world.h"
#include "runtime/abi.h"
#include "runtime/checkpoint/checkpoint.h"
#include "runtime/defect.h"
#include "runtime/end.h"
#include "runtime/explore/explore.h"
#include "runtime/explore/feed_server.h"
#include "runtime/invariant/invariant.h"
#include "runtime/log.h"
#include "runtime/memory/heap.h"
#include "runtime/memory/hit_object.h"
#include "runtime/memory/left_stacks.h"
#include "runtime/memory/reach.h"
#include "runtime/outcome_write.h"
#include "runtime/sched/choice.h"
#include "runtime/sched/internal.h"
#include "runtime/shadow/hb.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/sync/children.h"
#include "runtime/sync/deadlock.h"
#include "runtime/sync/sync.h"
#include "runtime/sync/without.h"
#include "runtime/syscall/child_output.h"
#include "runtime/syscall/library.h"
#include "runtime/syscall/mapped.h"
#include "runtime/syscall/signals.h"
#include "runtime/syscall/syscall.h"
#include "runtime/weak/settle.h"
#include "runtime/weak/weak.h"

static bool thread_used(struct omrt_fiber *f) { return !omrt_sync_thread_gone(f); }

static void thread_gone(struct omrt_fiber *f) {
  omrt_stack_gone(f);
  omrt_hidden_gone(f);
  omrt_signal_gone(f);
  omrt_hb_gone(f);
}

/* The last lines of the outcome, in this order. */
static void report(void) {
  omrt_line_counter("events", omrt_events);
  omrt_line_counter("opaque_calls", __omen_hot.opaque & ~OMEN_OPAQUE_DUE);
  omrt_hidden_report();
  omrt_syscall_report();
  omrt_sched_report();
  omrt_choice_report();
  omrt_weak_report();
  omrt_explore_report();
  omrt_withhold_report();
  omrt_time_report();
  omrt_stored_report();
  omrt_invariant_report();
  omrt_defect_report();
  omrt_end_threads();
  omrt_sync_report();
  omrt_children_report();
  omrt_without_report();
  omrt_shadow_report();
  omrt_end_maps();
  omrt_library_report();
  omrt_sym_finish();
}

const struct omrt_up omrt_up = {
    .switched = omrt_hb_switch,
    .position = omrt_watch_position,
    .copies = omrt_mapped_copies,
    .is_mapped = omrt_mapped_holds,
    .put = omrt_mapped_put,
    .deadline = omrt_signal_deadline,
    .die = omrt_signal_die,
    .exits = omrt_sym_exits,
    .ended = omrt_invariant_end,
    .deadlocks = omrt_deadlock_report,
    .waits = omrt_end_waits,
    .loops = omrt_end_loops,
    .report = report,
    .fed = omrt_feed_ended,
    .signal_due = omrt_signal_deliverable,
    .interrupt = omrt_interrupt_point,
    .signal_collect = omrt_signal_collect,
    .signal_expected = omrt_signal_expected,
    .signal_in_order = omrt_signal_in_order,
    .signal_from_recording = omrt_signal_from_recording,
    .signal_in_recording = omrt_signal_in_recording,
    .signal_note = omrt_signal_note,
    .poll = omrt_poll_outside,
    .poll_hopeless = omrt_poll_hopeless,
    .deadlock_look = omrt_deadlock_look,
    .children_look = omrt_children_look_now,
    .holder = omrt_sync_holder,
    .checkpoint = omrt_checkpoint_event,
    .tick = omrt_checkpoint_tick,
    .thread_used = thread_used,
    .thread_gone = thread_gone,
    .restore = omrt_weak_settle,
    .settle = omrt_invariant_settle_now,
    .guarded = omrt_invariant_access,
    .bad_access = omrt_bad_access,
    .spoil_again = omrt_heap_spoil_again,
    .without = omrt_without_asked,
    .bad_use = omrt_bad_use,
    .signal_restart = omrt_signal_restart,
    .object = omrt_hit_object,
    .gap = omrt_poisoned,
    .never = omrt_checkpoint_never,
    .shown = omrt_checkpoint_shown,
    .child_wrote = omrt_child_output_wrote,
    .connection_waits = omrt_listening_waited,
};
