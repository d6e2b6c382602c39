/* sync/cond.h: a condition wait by its parts, for pthread_cond_* and cnd_*. */
#ifndef OMRT_SYNC_COND_H
#define OMRT_SYNC_COND_H
#include "runtime/sync/timed.h"
#include <pthread.h>
int omrt_cond_wait(pthread_cond_t *c, pthread_mutex_t *m, const struct omrt_limit *limit, const void *frame);
void omrt_cond_signal(pthread_cond_t *c, bool all);
/* Was it destroyed? That is a defect then; `what`: "signals a condition variable". */
void omrt_cond_check(const pthread_cond_t *c, const char *what, const void *frame);
void omrt_cond_destroy(pthread_cond_t *c, const void *frame);
clockid_t omrt_cond_clock(const pthread_cond_t *c);
#endif
