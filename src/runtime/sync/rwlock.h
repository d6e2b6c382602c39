/* sync/rwlock.h: what others need to know of a rwlock's words. */
#ifndef OMRT_SYNC_RWLOCK_H
#define OMRT_SYNC_RWLOCK_H
#include <stdbool.h>
struct omrt_object;
bool omrt_rwlock_is_held(const void *l, const struct omrt_object *o); /* by whom the object says */
/* Readers wait though nobody writes: for writers that wait. */
#endif
