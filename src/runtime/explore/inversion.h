/* explore/inversion.h: makes a potential deadlock happen (a plan whose constraints are LOCKS, record/plan.h).
 *
 * Each of the plan's threads stands where it is about to wait for its second lock while it holds its first,
 * until all of them stand there; then they go on, and wait for each other. When nobody else can go on before
 * that, those that stand go on too, and stand again when they come back. */
#ifndef OMRT_EXPLORE_INVERSION_H
#define OMRT_EXPLORE_INVERSION_H
#include <stdbool.h>
struct omrt_fiber;

bool omrt_inversion_wanted(void);
/* The current thread is about to take the lock at addr, and waits for it if need be. */
void omrt_inversion_lock(const void *addr);
bool omrt_inversion_stuck(void); /* nobody can run: true if some stood, and go on now */
/* While some stand, others of the plan go first: that one, or NULL. */
struct omrt_fiber *omrt_inversion_turn(struct omrt_fiber *runnable);
void omrt_inversion_report(void);
#endif
