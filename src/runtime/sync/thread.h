/* sync/thread.h: joining and detaching by their parts, for pthread_* and thrd_*. */
#ifndef OMEN_SYNC_THREAD_H
#define OMEN_SYNC_THREAD_H
#include "runtime/sync/timed.h"
#include <pthread.h>
int omen_thread_join(pthread_t t, void **result, const struct omen_limit *limit, const void *frame);
int omen_thread_detach(pthread_t t, const void *frame);
#endif
