/* sched/gone.h: threads that have ended, and that nobody can ask for any more. A program may make a thread
 * for every connection, for hours: nothing grows with their number. What reports may want to say of such a
 * thread is where it was made; that is kept of those that are named in what was found, and of the last ones.
 */
#ifndef OMEN_SCHED_GONE_H
#define OMEN_SCHED_GONE_H
#include "runtime/sched/sched.h"

/* Where threads are made: each stack is kept once. */
struct omen_created {
  struct omen_created *next;
  int npcs;
  uint64_t pcs[];
};
const struct omen_created *omen_created_keep(const uint64_t *pcs, int n);

struct omen_thread_known {
  int id, parent;
  const struct omen_created *created;
  uintptr_t stack_lo, stack_hi;
};
void omen_thread_line(const struct omen_thread_known *t, const char *state); /* of the outcome file */

/* It is done, its pthread_t is another's. Everything of it is given back but `f` itself; false: it is still
 * in use. */
bool omen_gone(struct omen_fiber *f);
/* The thread of this number is named in what is written: if it is gone, now is the time for its own line. */
void omen_gone_named(int id);
void omen_gone_report(void);
#endif
