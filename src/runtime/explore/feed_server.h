/* The feeder's side of record/feeder_memory.h. */
#ifndef OMRT_EXPLORE_FEED_SERVER_H
#define OMRT_EXPLORE_FEED_SERVER_H
#include <stdint.h>

/* The end of start-up: returns in each fork, and in the feeder never. In other runs it does nothing. */
void omrt_feed_start(void);
_Noreturn void omrt_feed_ended(uint32_t end, int status);
#endif
