/* explore/: when does it prove anything that a thread waits?
 *
 * One thread (the held one) stands before its access, and the other (the awaited one) does not come to its
 * own. That proves the order of the two only if nothing but the held thread can change it. Here is the
 * invariant on which `single-ordering (proved)` rests; whoever adds a kind of wait must say which it is.
 *
 *   locked      The awaited thread waits, without a time limit, for what one certain thread has to give (a
 *               lock that it holds, its end), and that one is the held thread, or waits so itself, and so on
 *               up to the held thread. Nobody else can end it, whatever else goes on: not the outside, not
 *               time, not a handler, which may give no lock of the thread that it interrupts.
 *   open        It waits for what anybody could give (a condition, a semaphore, a pipe), or looks again and
 *               again. Then *every* thread counts: one that is set going by the outside may help it. It is a
 *               proof only if nobody but the held thread can go on, or all who can go round and change
 * nothing (recur.h), and nothing stands against it: no signal handler, no thread that waits for the outside,
 * nothing waited for that other processes see, no answer of the world in memory that the outside never gave
 * (an end of input that was not recorded).
 *
 * A proof is about this run up to the race: another past may lead elsewhere. classify/ tries some, and the
 * verdict says what it assumes. */
#ifndef OMRT_EXPLORE_PROOF_H
#define OMRT_EXPLORE_PROOF_H
#include <stdbool.h>

/* `awaited` is locked, by `held` (numbers of threads). */
bool omrt_proof_locked(int awaited, int held);
/* What stands against a proof of an open wait, for people; NULL: nothing. `looks`: somebody goes round, and
 * looks at memory; else all wait. `awaited`, `held`: -1: nobody. */
const char *omrt_proof_against(int awaited, int held, bool looks);
/* A proof was given, or was not because of what omrt_proof_against said; told at the end of the run. The last
 * one counts. */
void omrt_proof_told(bool locked, bool spun);
void omrt_proof_refused(const char *why);
void omrt_proof_report(void);
#endif
