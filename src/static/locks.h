/* Which locks are certainly held at a place, as summaries relative to the function (RELAY). Private to
 * static/.
 *
 * A lock is known in two ways, and either is enough for two accesses to exclude each other:
 *  - by what it is: a variable, or a block of which there is only one (`loc`);
 *  - by where it lies: so many bytes from a value of the function (`base`, `off`). If both accesses go
 * through such a base, and the lock has the same place in the object that both access, it is the same lock.
 *
 * Inside of a function the set holds what was taken since its entry. What callers hold comes on top of it,
 * less what may have been given back since (`given`: locs of locks). */
#ifndef OMEN_STATIC_LOCKS_H
#define OMEN_STATIC_LOCKS_H
#include "static/program.h"

struct omen_lock_held {
  LLVMValueRef ptr; /* the pointer to it, in the function that took it; NULL: another did, or a loop went
                       round since */
  LLVMValueRef base;
  int64_t off;
  uint32_t node; /* the pointer to the lock */
  uint32_t loc;  /* the one lock that it is, plus 1; 0: not known */
  bool shared;   /* a read lock; or what was done once is over */
};
enum { OMEN_HELD_MOST = 12 };
struct omen_lockset {
  struct omen_lock_held v[OMEN_HELD_MOST];
  uint32_t n;
  bool unreached; /* nothing is known yet: as good as all locks */
  struct omen_bitset given;
};
struct omen_locks {
  struct omen_lockset **blocks;     /* of each function and block: at its beginning */
  struct omen_lockset *whole;       /* of each function: at its return, as its callers see it */
  struct omen_bitset given_outside; /* given back by functions that unknown code calls */
};
void omen_locks_find(struct omen_locks *l, struct omen_program *p);
void omen_locks_release(struct omen_locks *l, struct omen_program *p);
/* Takes `s` from before the instruction to behind it. False: it is the same. */
bool omen_locks_pass(const struct omen_locks *l, struct omen_program *p, struct omen_lockset *s,
                     LLVMValueRef inst);
void omen_lockset_copy(struct omen_lockset *to, const struct omen_lockset *from);
void omen_lockset_release(struct omen_lockset *s);
/* What of it is left where both come together; true: `to` changed. */
bool omen_lockset_meet(struct omen_program *p, struct omen_lockset *to, const struct omen_lockset *from);
/* The set of a call's place, in the callee's words. `entry`: what the caller's callers hold; may be NULL. */
void omen_lockset_enter(struct omen_program *p, uint32_t call, LLVMValueRef callee,
                        const struct omen_lockset *at, const struct omen_lockset *entry,
                        struct omen_lockset *out);
/* Is this lock of the callers still held where `given` may have been given back? */
bool omen_held_still(struct omen_program *p, const struct omen_lock_held *h, const struct omen_bitset *given);
#endif
