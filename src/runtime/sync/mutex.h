/* sync/mutex.h: mutexes by their parts, for the functions that are made of them (conditions, C11). `frame` is
 * that of the served function. All return 0 or an error number, and make no scheduling point of their own. */
#ifndef OMRT_SYNC_MUTEX_H
#define OMRT_SYNC_MUTEX_H
#include "runtime/sync/timed.h"
#include <pthread.h>

enum omrt_lock_way { OMRT_LOCK, OMRT_LOCK_TRY, OMRT_LOCK_COND }; /* COND: again, after a condition wait */
int omrt_mutex_lock(pthread_mutex_t *m, enum omrt_lock_way way, const struct omrt_limit *limit,
                    const void *frame);
int omrt_mutex_unlock(pthread_mutex_t *m, bool for_cond, const void *frame);
int omrt_mutex_init(pthread_mutex_t *m, int attr_bits, const void *frame);
int omrt_mutex_destroy(pthread_mutex_t *m, const void *frame);
void omrt_mutex_owner_died(pthread_mutex_t *m); /* omrt_cur, its owner, ends */
struct omrt_object;
bool omrt_mutex_is_held(const void *m, const struct omrt_object *o); /* by whom the object says */
bool omrt_mutex_is_robust(const pthread_mutex_t *m);
extern int omrt_robust_held; /* robust mutexes held by anybody */
#endif
