/* sync/rwlock.h: what others need to know of a rwlock's words. */
#ifndef OMEN_SYNC_RWLOCK_H
#define OMEN_SYNC_RWLOCK_H
#include <stdbool.h>
struct omen_object;
bool omen_rwlock_is_held(const void *l, const struct omen_object *o); /* by whom the object says */
/* Readers wait though nobody writes: for writers that wait. */
bool omen_rwlock_held_off(const void *l);
#endif
