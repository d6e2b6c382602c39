/* Calls that go up. Rooms include downwards only (tests/tools/check-includes has the layers). Where a low
 * room has to ask or tell a higher one, and it is no matter of the mode (mode.h), the call stands in this
 * table; start-up's wiring.c fills it. So the table is the whole list of what knows nothing of layers. A new
 * entry needs a reason as good as those here: somebody below finds out first what somebody above has to do.
 *
 * Behind each group: who calls -> who serves. */
#ifndef OMRT_UPWARD_H
#define OMRT_UPWARD_H
#include "runtime/rt.h"
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
struct omrt_fiber;
struct omrt_copy;

struct omrt_up {
  /* fiber/ -> shadow/: `to` runs from here on; what instrumented code compares with becomes its own. */
  void (*switched)(struct omrt_fiber *to);

  /* log -> shadow/: so many events were followed, for whoever waits for the watch pass. */
  void (*position)(uint64_t events);
  /* log -> syscall/: what a recorded call also copied into mappings of files; is all of it in one; a memcpy
   * into the program's memory, which may be a mapping that is only to be read. */
  const struct omrt_copy *(*copies)(int *n);
  bool (*is_mapped)(uint64_t lo, uint64_t len);
  void (*put)(void *to, const void *from, uint64_t len);
  /* log -> syscall/: the run was killed, and its last event was this; really die of it. */
  void (*deadline)(void);
  void (*die)(int sig);
  /* log -> syscall/: a child of the recorded run wrote that, for people. */
  void (*child_wrote)(int fd, const void *data, uint64_t len);
  /* log -> syscall/: a connection waited there, in the recorded run. */
  void (*connection_waits)(int fd);

  /* end -> everybody: the program ends itself with this status; it ended in order; outcome lines: deadlocks,
   * who waits (`running`: or runs), where those stand that go round, and all the rest. */
  void (*exits)(int status);
  void (*ended)(void);
  void (*deadlocks)(void);
  void (*waits)(bool running);
  void (*loops)(void);
  void (*report)(void);
  /* end -> explore/: how a run ended that a feeder forked (record/feeder_memory.h). */
  void (*fed)(uint32_t end, int status); /* does not return */

  /* sched/ -> syscall/: signals. Could a handler run on f now; run those that can (and act on a
   * cancellation); take what arrived from outside (true: there was something); could the outside send one
   * still; the next that the recorded run was sent: send it if it may come (true: it did), send it or other
   * input since nothing else can happen, or only look whether there is one; what a timer's handler was told,
   * which was not the timer's. */
  bool (*signal_due)(struct omrt_fiber *f);
  void (*interrupt)(void);
  bool (*signal_collect)(bool idle);
  bool (*signal_expected)(void);
  bool (*signal_in_order)(void);
  bool (*signal_from_recording)(void);
  bool (*signal_in_recording)(void);
  void (*signal_note)(int sig, const siginfo_t *info);
  /* sched/ -> syscall/: waits until a descriptor of some waiting fiber is ready, at most until `deadline`
   * (virtual; 0: just looks), and kicks those fibers; all who wait for descriptors wait for pipes and their
   * kin that nobody outside has, and no signal can help. */
  void (*poll)(int64_t deadline, bool idle);
  bool (*poll_hopeless)(void);
  /* sched/ -> sync/: it is time to look for threads that wait for each other (omrt_deadlock_due); who has it.
   */
  void (*deadlock_look)(void);
  int (*holder)(uint32_t why, const void *obj);
  /* sched/ -> sync/: what children changed in memory that they share (omrt_children_share). */
  void (*children_look)(void);
  /* sched/ -> checkpoint/: an event was made, and an image is due (omrt_checkpoint_due); 10 ms have passed.
   */
  void (*checkpoint)(void);
  void (*tick)(void);
  /* sched/ -> sync/, memory/, syscall/, shadow/: f has ended. Is it still in use; everything of it is given
   * back. */
  bool (*thread_used)(struct omrt_fiber *f);
  void (*thread_gone)(struct omrt_fiber *f);

  /* sched/, end -> weak/: what the last instruction was shown is put right (omrt_weak_unsettled). */
  void (*restore)(void);
  /* sched/, end -> invariant/: the current thread did all that it announced (omrt_invariants_on). */
  void (*settle)(void);
  /* shadow/ -> invariant/: an access to guarded memory comes right after this. */
  void (*guarded)(uint64_t addr, uint64_t len, uint32_t kind, uint32_t site, const void *frame);
  /* shadow/ -> memory/: an access to memory that is not the program's to use; marks of bad memory were lost.
   */
  void (*bad_access)(uint64_t bad, uint64_t addr, uint64_t len, uint32_t kind, uint32_t site,
                     const void *frame);
  void (*spoil_again)(void);
  /* shadow/ -> sync/: is the operation called with this frame to be left out (omrt_without_some)? */
  bool (*without)(const void *frame);

  /* sync/ -> memory/: a lock is used there for the first time. */
  void (*bad_use)(const void *addr, uint64_t len, const void *frame);
  /* sync/ -> syscall/: runs handlers; true if a call goes on after them (SA_RESTART). */
  bool (*signal_restart)(void);
  /* symbolic/ -> memory/: the object of the program that lives at addr. */
  bool (*object)(uint64_t addr, uint64_t *base, uint64_t *size);
  /* symbolic/ -> shadow/: where the first gap between objects is in these bytes; 0: there is none. */
  uint64_t (*gap)(uint64_t addr, uint64_t len);

  /* syscall/ -> checkpoint/: the program did what a fork does not survive; it wrote that for people. */
  void (*never)(void);
  void (*shown)(int fd, const void *data, uint64_t len);
};
extern const struct omrt_up omrt_up;

/* Set by the room above, so that the one below pays a load and a branch. */
extern bool omrt_weak_unsettled, omrt_invariants_on, omrt_checkpoint_due, omrt_without_some,
    omrt_children_share;
extern uint64_t omrt_deadlock_due; /* an event's number; 0: never */

static inline void omrt_restore(void) {
  if (__builtin_expect(omrt_weak_unsettled, 0)) omrt_up.restore();
}
static inline void omrt_settle(void) {
  omrt_restore();
  if (__builtin_expect(omrt_invariants_on, 0)) omrt_up.settle();
}
#endif
