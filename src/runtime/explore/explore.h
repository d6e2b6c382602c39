/* explore/: a replay that leaves the recording, and does what a plan says from there on (record/plan.h).
 *
 * The recording is followed up to where the plan leaves it. Then the run is live: the plan's decisions and
 * its strategy say who runs, time is virtual, inputs come from what the recording still has, outputs are
 * captured. Both orders of two accesses are made the same way, so that they differ in nothing else: one
 * thread is held before its access or right behind it until the other made its own (meeting.h). While it is
 * held everybody else may run, the awaited thread before others. */
#ifndef OMRT_EXPLORE_EXPLORE_H
#define OMRT_EXPLORE_EXPLORE_H
#include "runtime/explore/patience.h"
#include <stdbool.h>
#include <stdint.h>
struct omrt_fiber;

/* Somebody's turn: the fiber that must run now, or NULL. Asked at every point while exploring. */
struct omrt_fiber *omrt_explore_turn(struct omrt_fiber *runnable);
/* An access to the watched memory is about to happen on the current fiber. */
/* how: OMEN_SITE_INSIDE, _AHEAD or _TOO, if it is yet to be made; frame: of the function that was told. */
void omrt_explore_access(uint64_t addr, uint64_t len, bool write, uint32_t site, uint32_t how,
                         const void *frame);
/* A call of the library begins whose accesses are told when it is over (shadow.h). */
void omrt_explore_library(uint32_t site);
void omrt_explore_pass(void); /* may give the turn away */
void omrt_explore_pass_access(uint64_t addr, bool write, uint32_t site, uint32_t how);
/* At every event of a planned run. `progress`: it did something, other than look again or let time pass.
 * `call`: it is a system call. */
void omrt_explore_point(bool progress, bool call, enum omrt_quantum quantum);
/* The program goes round and round (recur.h). */
void omrt_explore_goes_round(bool proved);
/* Nobody can run (`outside`: unless somebody outside does something): true if that was the hold's doing, and
 * it is ended. */
bool omrt_explore_stuck(bool outside);
bool omrt_explore_holds(void); /* a thread, until the other comes to its access */
void omrt_explore_report(void);
#endif
