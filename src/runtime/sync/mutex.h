/* sync/mutex.h: mutexes by their parts, for the functions that are made of them (conditions, C11). `frame` is
 * that of the served function. All return 0 or an error number, and make no scheduling point of their own. */
#ifndef OMEN_SYNC_MUTEX_H
#define OMEN_SYNC_MUTEX_H
#include "runtime/sync/timed.h"
#include <pthread.h>

enum omen_lock_way { OMEN_LOCK, OMEN_LOCK_TRY, OMEN_LOCK_COND }; /* COND: again, after a condition wait */
int omen_mutex_lock(pthread_mutex_t *m, enum omen_lock_way way, const struct omen_limit *limit,
                    const void *frame);
int omen_mutex_unlock(pthread_mutex_t *m, bool for_cond, const void *frame);
int omen_mutex_init(pthread_mutex_t *m, int attr_bits, const void *frame);
int omen_mutex_destroy(pthread_mutex_t *m, const void *frame);
void omen_mutex_owner_died(pthread_mutex_t *m); /* omen_cur, its owner, ends */
struct omen_object;
bool omen_mutex_is_held(const void *m, const struct omen_object *o); /* by whom the object says */
bool omen_mutex_is_robust(const pthread_mutex_t *m);
extern int omen_robust_held; /* robust mutexes held by anybody */
#endif
