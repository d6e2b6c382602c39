/* What the outside had seen when it sent something. In an exploration an input from outside comes only after
 * what had gone out before it in the recorded run:
 *
 *   bytes of a connection, and its end     after what had gone out on the same connection
 *   bytes of a pipe or standard input      which carry nothing back: after what had gone out on pipes,
 * standard output and standard error new connections, signals               after all that had gone out; of
 * a connection that was seen to wait, by then
 *
 * What goes out is counted in bytes, connection by connection: an exploration may cut its writes otherwise.
 * The end of a connection counts as one more. Files are no messages, and do not count.
 *
 * INVARIANT: an input that only this rule withholds never becomes a deadlock, a hang or an endless loop.
 * Where nobody can go on (and nobody is held by the plan), or all go round, the first withheld input in the
 * order of the recording comes all the same. That is counted, and noted: this outside would not have sent it
 * yet, unless it has a timeout. What it waited for counts as gone out then, so that one answer that is
 * shorter than the recorded one withholds one input, and not every later one as well.
 *
 * Nothing of this applies where the plan says that the outside is free (plan.h), nor in contained runs and
 * their explorations: with other inputs the recorded amounts mean nothing. */
#ifndef OMRT_WORLD_WITHHOLD_H
#define OMRT_WORLD_WITHHOLD_H
#include "runtime/log.h"
#include <stdbool.h>
#include <stdint.h>
struct omrt_desc;

void omrt_withhold_leave(bool free); /* the recording is left here */
/* d, which leads to the outside, was opened here: in the recorded run where d->recorded_at is. */
void omrt_withhold_opened(struct omrt_desc *d);
void omrt_withhold_closed(struct omrt_desc *d);
void omrt_withhold_sent(struct omrt_desc *d, uint64_t bytes); /* they went out */
/* On the way to the next input of d, the log has this call. */
void omrt_withhold_passed(struct omrt_desc *d, const struct omrt_logged *c);
/* May the input come that ends at `at` in the log (NULL: the recording has none)? Of a connection; of a
 * listener, a connection; a signal. */
bool omrt_withhold_bytes_due(struct omrt_desc *d, const uint8_t *at);
bool omrt_withhold_accept_due(struct omrt_desc *d, const uint8_t *at);
bool omrt_withhold_signal_due(const uint8_t *at);
bool omrt_withholds(const struct omrt_desc *d);      /* its next input was asked for, and is not due yet */
uint64_t omrt_withhold_arrived(struct omrt_desc *d); /* how many inputs have become due */
/* Nobody can go on: the first input that was asked for and is withheld comes, if it is before `signal` (NULL:
 * there is none). False: there is no such. */
bool omrt_withhold_release(const uint8_t *signal);
void omrt_withhold_released_signal(void); /* instead, it was the signal */
/* Somebody looked, would not wait, and found nothing because it is withheld: after many such looks it comes.
 */
void omrt_withhold_in_vain(void);
uint64_t omrt_withhold_refused(void); /* how often an input was asked for and withheld */
/* How much came and went so far, plus one, while an input or a signal is withheld; 0: none is. */
uint64_t omrt_withhold_since(void);
void omrt_withhold_report(void);
#endif
