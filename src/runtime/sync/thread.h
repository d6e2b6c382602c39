/* sync/thread.h: joining and detaching by their parts, for pthread_* and thrd_*. */
#ifndef OMRT_SYNC_THREAD_H
#define OMRT_SYNC_THREAD_H
#include "runtime/sync/timed.h"
#include <pthread.h>
int omrt_thread_join(pthread_t t, void **result, const struct omrt_limit *limit, const void *frame);
int omrt_thread_detach(pthread_t t, const void *frame);
#endif
