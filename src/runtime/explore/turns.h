/* explore/turns.h: what explore/ does for scheduling, as the mode (mode.h) asks for it. A live exploration:
 * the order of the race comes first (explore.h), then the plan's steps and the strategy (steps.h). */
#ifndef OMRT_EXPLORE_TURNS_H
#define OMRT_EXPLORE_TURNS_H
#include "record/events.h"
#include <stdbool.h>
#include <stdint.h>
struct omrt_fiber;

struct omrt_fiber *omrt_turns_preempt(struct omrt_fiber *runnable, bool yields);
struct omrt_fiber *omrt_turns_next(struct omrt_fiber *runnable, bool own);
void omrt_turns_event(enum omen_ev ev, const void *obj); /* of a live exploration */
/* A scheduling point of a run with a plan, and of a recorded run: the latter is watched for going round for
 * ever (recur.h). */
void omrt_turns_planned(enum omen_ev ev, const void *obj, bool yields);
void omrt_turns_recorded(enum omen_ev ev, const void *obj, bool yields);
/* The operation of the event is made: told in a run that is traced. */
void omrt_turns_made(enum omen_ev ev, const void *obj, uint64_t val);
#endif
