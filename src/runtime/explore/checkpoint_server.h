/* The checkpoint server: a replay that stops where it is told and forks on command:
 * record/checkpoint_requests.h. */
#ifndef OMRT_EXPLORE_CHECKPOINT_SERVER_H
#define OMRT_EXPLORE_CHECKPOINT_SERVER_H
#include <stdbool.h>
struct omrt_fiber;

extern bool omrt_serving; /* this process is a checkpoint, or on its way to be one */
extern bool omrt_forked;  /* this process came from a checkpoint: its like have the same memory up to there */
/* The end of start-up: the first checkpoint, if this process was started for that. */
void omrt_server_start(void);
void omrt_server_restored(void); /* the same, in a process that began as an image (segment/) */
/* The current fiber's event count has changed; a fiber was made. They may be the place. */
void omrt_server_event(void);
void omrt_server_fiber(const struct omrt_fiber *f);
/* The access that the plan is about comes now. Returns in a process with another plan: one to run
 * (omrt_serving is false), or one to follow the recording to. */
void omrt_server_access(void);
#endif
