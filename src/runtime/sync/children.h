/* sync/children.h: forked children that have memory in common with the program, and the synchronisation
 * objects there.
 *
 * A child runs natively: libc's own functions use the same words. So while one lives, the objects in that
 * memory are used by libc's functions here, too: by those that do not wait, tried every millisecond, so that
 * other threads can run. What came of it, and what changed in the memory, goes to the log; a replay has no
 * children, and takes both from there. Nor has an exploration: who waits for such an object there waits for
 * the outside, and nothing that it does is a proof of anything (docs/limits.md). */
#ifndef OMRT_SYNC_CHILDREN_H
#define OMRT_SYNC_CHILDREN_H
#include "runtime/mode.h"
#include "runtime/sync/object.h"
#include "runtime/sync/shared_memory.h"
#include "runtime/sync/timed.h"
#include "runtime/upward.h"

extern bool omrt_children_native; /* libc does something for us: its calls are the kernel's */
void omrt_children_expect(void);  /* a fork is about to make one, which may begin to write at once */
/* A fork made it. omrt_children_share, until it was waited for: there is one that has memory in common with
 * us. */
void omrt_children_add(int64_t pid);
void omrt_children_gone(int64_t pid); /* it has ended, and was waited for */
/* An exploration ends here, as one that could not be made, if it would have to go on without such a child. */
void omrt_children_miss(void);
void omrt_children_report(void); /* counters */

/* Could a child use what is there? */
static inline bool omrt_children_have(const void *addr) {
  return __builtin_expect(omrt_children_share, 0) && omrt_shared_at((uint64_t)addr);
}
/* The same, and children are, or were, there. */
static inline bool omrt_children_use(const void *addr) {
  return omrt_children_have(addr) && !omrt_mode.world;
}

/* Does it by libc's function, or takes what that gave from the log; and looks. */
int64_t omrt_children_do(int64_t (*function)(void *), void *addr);
/* What children changed in the memory is in the log now, or comes from there: at every event. */
void omrt_children_look_now(void);
static inline void omrt_children_look(void) {
  if (__builtin_expect(omrt_children_share, 0)) omrt_children_look_now();
}

/* Before a wait for what is at addr, which children use (or used, when the recording was left): is it too
 * late already? The wait is kicked every millisecond while a child could end it; in an exploration it is one
 * for the outside. Call omrt_children_waited after it. */
bool omrt_children_late(const void *addr, int64_t deadline);
static inline void omrt_children_waited(void) { omrt_cur->poll = NULL; }

/* Tries `function` until it gives something else than `busy`: the result; ETIMEDOUT;
 * OMRT_CHILDREN_INTERRUPTED: a handler is due; OMRT_CHILDREN_LEFT: an exploration left the recording, and
 * goes on without children. */
enum { OMRT_CHILDREN_INTERRUPTED = -1, OMRT_CHILDREN_LEFT = -2 };
struct omrt_attempt {
  enum omrt_why kind;
  void *addr;
  int64_t (*function)(void *);
  int busy;
  bool once; /* it does not wait */
  int64_t deadline;
  const void *frame;
};
int omrt_children_try(const struct omrt_attempt *t);
#endif
