/* sync/without.h: operations that the user asked to leave out (`--without`, record/extras.h): the scheduler
 * still has its point there, but nothing is taken, given, awaited or ordered. Operations are known by the
 * line of the program that calls them, also through functions that only wrap them.
 *
 * Locks come in pairs: what was not taken is not given back by the same thread. Where only the unlock was
 * named, the places that its lock was taken at are left out from then on. */
#ifndef OMRT_SYNC_WITHOUT_H
#define OMRT_SYNC_WITHOUT_H
#include "runtime/sync/object.h"
#include "runtime/upward.h"
#include <stdbool.h>

bool omrt_without_asked(const void *frame);
bool omrt_without_taking(const void *obj, const void *frame);
bool omrt_without_giving(const void *obj, const struct omrt_hold *hold, const void *frame);
bool omrt_without_having(const void *obj);

/* Is the operation that the program called, with this frame, to be left out? Counted, if so. */
static inline bool omrt_without(const void *frame) {
  return __builtin_expect(omrt_without_some, 0) && omrt_without_asked(frame);
}
/* The same for taking and giving back. `hold`: who has it and since where, or NULL. */
static inline bool omrt_without_take(const void *obj, const void *frame) {
  return __builtin_expect(omrt_without_some, 0) && omrt_without_taking(obj, frame);
}
static inline bool omrt_without_give(const void *obj, const struct omrt_hold *hold, const void *frame) {
  return __builtin_expect(omrt_without_some, 0) && omrt_without_giving(obj, hold, frame);
}
/* Did the current thread leave out taking it, and not give it back yet? */
static inline bool omrt_without_held(const void *obj) {
  return __builtin_expect(omrt_without_some, 0) && omrt_without_having(obj);
}
void omrt_without_init(void);
void omrt_without_report(void);
#endif
