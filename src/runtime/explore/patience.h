/* explore/: how long an exploration may do nothing. A run that is live counts its events, and among them
 * those that lead nowhere: yields, sleeps, quanta of a loop. After enough of these in a row virtual time
 * jumps ahead, so that no deadline is far; after many the run is taken to go round and round.
 *
 * Plain counting; explore.c acts on it, and recur.h looks for proofs meanwhile. */
#ifndef OMRT_EXPLORE_PATIENCE_H
#define OMRT_EXPLORE_PATIENCE_H
#include <stdbool.h>
#include <stdint.h>

/* The event is the end of a quantum of work: in a loop, or of code that was stopped (sched/preempt.h). */
enum omrt_quantum { OMRT_NO_QUANTUM, OMRT_QUANTUM_LOOP, OMRT_QUANTUM_STOPPED };

struct omrt_patience {
  uint64_t events;    /* since the recording was left */
  uint64_t quiet;     /* weight of what led nowhere, since something last did */
  uint32_t turns;     /* opportunities to switch since the last event */
  bool looked, wrote; /* racing memory, since the last event */
};

/* Threads may be switched here, at an access to racing memory, though it is no event. True: so often since
 * the last event that it counts as a quantum. A thread that is switched at every access never uses one up. */
bool omrt_patience_turn(struct omrt_patience *p);
/* What the coming event weighs, if it leads nowhere. */
uint32_t omrt_patience_weight(const struct omrt_patience *p, enum omrt_quantum quantum);
/* The event: `progress` if it led somewhere. Returns how much virtual time is to pass, in ns; 0: none. */
int64_t omrt_patience_event(struct omrt_patience *p, bool progress, uint32_t weight);
/* So much led nowhere that the run is taken to go round. The caller begins anew (quiet = 0). */
bool omrt_patience_over(const struct omrt_patience *p);
/* One more event. True: there were too many; `max`: 0: the default. */
bool omrt_patience_count(struct omrt_patience *p, uint64_t max);
#endif
