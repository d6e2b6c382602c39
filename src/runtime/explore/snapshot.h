/* An image of all that the program's future depends on, at one moment of an exploration: to tell, later,
 * whether everything is as it was. It covers the program's writable memory (globals, heap, thread-local
 * storage, stacks from each thread's stack pointer up: the registers of who does not run lie there), who
 * waits for what, and the state of synchronisation objects. It leaves out what only the scheduler and the
 * runtime look at: their own memory, clocks, counters, the order of the run queue, how long a sleep still
 * lasts.
 *
 * Compared byte by byte, so that "the same" is no matter of a hash's luck. One image at a time. */
#ifndef OMRT_EXPLORE_SNAPSHOT_H
#define OMRT_EXPLORE_SNAPSHOT_H
#include <stdbool.h>
#include <stdint.h>

/* Of now; the current fiber's registers were pushed at sp. False: it cannot be had (omrt_snapshot_why). */
uint64_t omrt_snapshot_size(const void *sp); /* bytes that an image would have, as far as can be told */
bool omrt_snapshot_take(const void *sp);     /* right behind omrt_snapshot_size */
/* The lowest part of the current fiber's stack, its registers among it: kept, and compared with. It costs
 * next to nothing, and where it differs, so does an image. */
void omrt_snapshot_keep_stack(const void *sp);
bool omrt_snapshot_same_stack(const void *sp);
bool omrt_snapshot_same(const void *sp); /* everything is as it was */
bool omrt_snapshot_shared_same(void);    /* memory that is on no live thread's stack is */
bool omrt_snapshot_locks_same(void);     /* the synchronisation objects are */
uint64_t omrt_snapshot_bytes(void);
/* A digest of the program's memory alone: for comparing it with that of another process which came from the
 * same checkpoint. Stacks count from each thread's last frame of the program up. */
bool omrt_snapshot_digest(uint64_t *digest);
const char *omrt_snapshot_why(void); /* why the last could not be taken, for people; NULL: it could */
#endif
