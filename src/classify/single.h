/* A race whose order could not be flipped at any instance: is it so with another past, and what does saying
 * so assume? */
#ifndef OMEN_CLASSIFY_SINGLE_H
#define OMEN_CLASSIFY_SINGLE_H
#include "classify/family.h"

/* Other schedules before the race that are tried. Each is a run from the beginning, so that four of them make
 * such a verdict a third slower. Two are in lock-step (round-robin over all scheduling points, racing
 * accesses among them), in which updates are lost that come about together; of random ones one in ten loses
 * one. */
enum { OMEN_SINGLE_PASTS = 4 };

/* Leaves the recording at places spread over the time before the race and goes on in lock-step or at
 * random until the first thread comes to its access, where it is held. *n of the pasts, put into `out` (room
 * for OMEN_SINGLE_PASTS) as families that want their members, have the order flipped. -1: none could be run.
 */
int omen_single_pasts(struct omen_explorer *x, const struct omen_family *families, size_t instances,
                      struct omen_family *out, size_t *n, int *runs, struct omen_err *err);
/* `what` and, if it is proved, `assumes`: the flipped runs of these families say what stands against a proof,
 * or what it rests on. */
void omen_single_say(const struct omen_family *families, size_t n, struct omen_judgement *j);
#endif
