/* sched/ended_threads.h: threads that have ended, and that nobody can ask for any more. A program may make a
 * thread for every connection, for hours: nothing grows with their number. What reports may want to say of
 * such a thread is where it was made; that is kept of those that are named in what was found, and of the last
 * ones.
 */
#ifndef OMRT_SCHED_ENDED_THREADS_H
#define OMRT_SCHED_ENDED_THREADS_H
#include "runtime/sched/sched.h"

/* Where threads are made: each stack is kept once. */
struct omrt_created {
  struct omrt_created *next;
  int npcs;
  uint64_t pcs[];
};
const struct omrt_created *omrt_created_keep(const uint64_t *pcs, int n);

struct omrt_thread_known {
  int id, parent;
  const struct omrt_created *created;
  uintptr_t stack_lo, stack_hi;
};
void omrt_thread_line(const struct omrt_thread_known *t, const char *state); /* of the outcome file */

/* It is done, its pthread_t is another's. Everything of it is given back but `f` itself; false: it is still
 * in use. */
bool omrt_ended(struct omrt_fiber *f);
/* The thread of this number is named in what is written: if it is gone, now is the time for its own line. */
void omrt_ended_named(int id);
void omrt_ended_report(void);
#endif
