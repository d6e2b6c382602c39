/* The checkpoint server: a replay that stops where it is told and forks on command: record/serve.h. */
#ifndef OMEN_SERVER_H
#define OMEN_SERVER_H
#include <stdbool.h>
struct omen_fiber;

extern bool omen_serving; /* this process is a checkpoint, or on its way to be one */
extern bool omen_forked;  /* this process came from a checkpoint: its like have the same memory up to there */
/* The end of start-up: the first checkpoint, if this process was started for that. */
void omen_server_start(void);
void omen_server_restored(void); /* the same, in a process that began as an image (segment/) */
/* The current fiber's event count has changed; a fiber was made. They may be the place. */
void omen_server_event(void);
void omen_server_fiber(const struct omen_fiber *f);
/* The access that the plan is about comes now. Returns in a process with another plan: one to run
 * (omen_serving is false), or one to follow the recording to. */
void omen_server_access(void);
#endif
