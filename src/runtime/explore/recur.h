/* Proofs by recurrence: does the program go round for ever? Looked for while an exploration makes nothing but
 * events that leave no trace outside the image (explore/snapshot.h): yields, sleeps, looks, locks.
 * docs/verdicts.md has the argument.
 *
 * A state that comes back, with every thread that could run having run meanwhile, is an execution that can be
 * repeated for ever. It is PROVED that nothing can come of it when no schedule does better: because one
 * thread alone could run, or because nobody changes anything that others see. Else it REPEATS: this schedule
 * comes back, another may not, and random ones are tried for a while before that is believed. */
#ifndef OMRT_EXPLORE_RECUR_H
#define OMRT_EXPLORE_RECUR_H
#include "record/events.h"
#include <stdbool.h>
#include <stdint.h>

/* The recorded run is watched as well, with more patience: one that never ends would be waited for in vain.
 */
extern bool omrt_recur_recording;
void omrt_recur_init(void);
void omrt_recur_recorded(bool quantum); /* a scheduling point of the recorded run */

/* An event of a live exploration, or of the recorded run. */
void omrt_recur_event(enum omen_ev ev, const void *obj);
/* At a scheduling point, after the event: `weight` of it (a quantum of work counts for many looks); `wrote`:
 * racing memory was written since the last. Sets omrt_recur_due. */
void omrt_recur_point(uint32_t weight, bool wrote);
extern bool omrt_recur_due;
void omrt_recur_look(void);    /* only then; tells omrt_explore_goes_round what it finds */
void omrt_recur_restart(void); /* something else begins: what was seen does not count */
bool omrt_recur_repeats(void); /* a state came back since the restart, though no proof came of it */
void omrt_recur_report(void);
#endif
