/* Plans of free exploration (free_explore.h): other schedules of the whole run, for no race in particular.
 *
 * Where no two accesses race, what a program does depends on the order of its synchronisation alone. So it is
 * enough to switch there: before a lock is taken, an atomic access, a signal, a wait, the start of a thread.
 * Most mistakes need one switch or two (Musuvathi, Qadeer, PLDI 2007): threads run until they block, and one
 * of them is stopped before one of its events while another runs; then two of them. Sampled schedules come by
 * turns with these, for what needs more. */
#ifndef OMEN_CLASSIFY_FREE_PLANS_H
#define OMEN_CLASSIFY_FREE_PLANS_H
#include "classify/run_trace.h"

/* `thread` may be stopped before its event number `point`, for `to`. */
struct omen_free_switch {
  uint32_t thread, to;
  uint64_t point;
};
struct omen_free_switches {
  struct omen_free_switch *list; /* in the order of the run; empty: only sampled schedules can be had */
  size_t n, capacity;
};

/* All of a run, from its trace. */
void omen_free_switches_find(struct omen_free_switches *s, const struct omen_run_trace *t);
void omen_free_switches_release(struct omen_free_switches *s);
/* The i-th plan, from 0. The recording is left after `leave` events, and sampled schedules have this seed and
 * those behind it. */
struct omen_plan omen_free_plan(const struct omen_free_switches *s, uint64_t leave, uint64_t seed, int i);
/* Threads that run until they block. */
struct omen_plan omen_free_base(uint64_t leave);
#endif
