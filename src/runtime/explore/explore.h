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

extern bool omrt_exploring; /* the run is live */
/* The program's calls are answered by the world (world.h) and nothing is performed: in an exploration, from
 * the race on; in a contained run (contained.h), from its start. */
extern bool omrt_contained;
bool omrt_of_contained(void); /* ... or in an exploration of one */
/* Somebody's turn: the fiber that must run now, or NULL. Asked at every point while exploring. */
struct omrt_fiber *omrt_explore_turn(struct omrt_fiber *runnable);
void omrt_explore_init(void);
/* An access to the watched memory is about to happen on the current fiber. */
/* how: OMEN_SITE_INSIDE or _AHEAD, if it is yet to be made; frame: of the function that was told. */
void omrt_explore_access(uint64_t addr, uint64_t len, bool write, uint32_t site, uint32_t how,
                         const void *frame);
/* A call of the library begins whose accesses are told when it is over (shadow.h). */
void omrt_explore_library(uint32_t site);
extern bool omrt_explore_due; /* somebody is to be stopped: omrt_explore_pass before any access */
void omrt_explore_pass(void); /* may give the turn away */
void omrt_explore_pass_access(uint64_t addr, bool write, uint32_t site);
/* At every event of a planned run. `progress`: it did something, other than look again or let time pass.
 * `call`: it is a system call. */
void omrt_explore_point(bool progress, bool call, enum omrt_quantum quantum);
/* The program goes round and round (recur.h). */
void omrt_explore_goes_round(bool proved);
/* Nobody can run (`outside`: unless somebody outside does something): true if that was the hold's doing, and
 * it is ended. */
bool omrt_explore_stuck(bool outside);
bool omrt_explore_holds(void); /* a thread, until the other comes to its access */
/* The program's calls, after the race: answered by a world in memory (world.h), nothing is performed. */
int64_t omrt_explore_call(int nr, const uint64_t a[6], const char *pieces);
int64_t omrt_explore_poll(const uint64_t a[6], int64_t deadline); /* 0: only look */
int64_t omrt_explore_select(const uint64_t a[6], int64_t deadline);
int64_t omrt_explore_epoll(const uint64_t a[6], int64_t deadline);
int64_t omrt_explore_map(const uint64_t a[6]); /* mmap of a file */
/* A descriptor that stands for a signalfd: its counter, and how it was opened. */
void omrt_explore_signalfd(int fd);
void omrt_explore_event(int fd, bool up);
int64_t omrt_explore_flags(int fd);
int64_t omrt_explore_fork(int nr, const uint64_t a[6]);
int64_t omrt_explore_wait(int nr, const uint64_t a[6]);
void omrt_explore_effect(int nr, const uint64_t a[6]); /* an output that is no call here: exec */
/* Before the race: the recorded run made this call, and this was its result. */
void omrt_explore_saw(int nr, const uint64_t a[6], int64_t ret);
void omrt_explore_look_again(void); /* at the race */
/* While recording: what this call may change is kept, as it is before it. */
void omrt_before_call(int nr, const uint64_t a[6]);
/* Virtual time: goes on from what the recording saw. */
void omrt_explore_saw_time(int clock, int64_t value);
void omrt_explore_begin_time(
    const uint8_t *at); /* in the log: its clocks that were not read yet begin as told from there on */
int64_t omrt_explore_time(int clock); /* what it is now */
int64_t omrt_explore_look(int clock); /* the program looks */
void omrt_explore_skip(int64_t ns);
void omrt_explore_abandon(void); /* this thread does not come back from the calls that it is in */
void omrt_explore_flush(void);   /* the outputs */
void omrt_explore_move(int fd);  /* they go there from now on: omrt_out_move */
struct omrt_out *omrt_explore_out(void);
void omrt_explore_report(void);
void omrt_explore_limits(void); /* of what a plan may use from now on */
#endif
