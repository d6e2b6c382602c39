/* Counting what leads nowhere: see patience.h. */
#include "runtime/explore/patience.h"

enum {
  /* A run that still makes progress after two million events is taken for endless, "by limit", which proves
   * nothing. With more, a run that is cut off only takes longer to say nothing; with fewer, long programs
   * lose their verdicts. */
  MAX_EVENTS = 2000000,
  /* Weight of yields and sleeps in a row, one each, after which the run is taken to go round. A loop that
   * waits a bounded time is over long before: virtual time has passed by days (MOST). */
  QUIET = 20000,
  /* What a quantum weighs. Its end stands for 50,000 rounds of a loop, so a thousand quanta are enough, 50
   * million rounds. Where racing memory was looked at and not written, it waits for somebody: 200 quanta.
   * Code that nobody can look into was stopped after far more work: 40. */
  QUIET_QUANTUM = 20,
  QUIET_LOOKS = 100,
  QUIET_STOPPED = 500,
  /* Opportunities to switch, without any event, that count as a quantum: with QUIET_LOOKS four million looks.
   */
  TURNS = 20000,
  /* After this weight WAITED ms of virtual time pass at once, so that sleepers wake; PATIENCE times. Then
   * twice as much each time, up to MOST doublings, a day: so no deadline is far, and short ones come in
   * order. */
  WAITED = 100,
  PATIENCE = 5,
  MOST = 20,
};

bool omrt_patience_turn(struct omrt_patience *p) { return ++p->turns >= TURNS; }

uint32_t omrt_patience_weight(const struct omrt_patience *p, enum omrt_quantum quantum) {
  switch (quantum) {
  case OMRT_QUANTUM_STOPPED: return QUIET_STOPPED;
  case OMRT_QUANTUM_LOOP: return p->looked && !p->wrote ? QUIET_LOOKS : QUIET_QUANTUM;
  default: return 1;
  }
}

static int64_t time_to_pass(uint64_t quiet) {
  uint64_t times = quiet / WAITED, doublings = times < PATIENCE ? 0 : times - PATIENCE;
  return (WAITED * 1000000ll) << (doublings < MOST ? doublings : MOST);
}

int64_t omrt_patience_event(struct omrt_patience *p, bool progress, uint32_t weight) {
  uint64_t was = p->quiet;
  p->quiet = progress ? 0 : p->quiet + weight;
  p->looked = p->wrote = false;
  p->turns = 0;
  return p->quiet / WAITED > was / WAITED ? time_to_pass(p->quiet) : 0;
}

bool omrt_patience_over(const struct omrt_patience *p) { return p->quiet >= QUIET; }

bool omrt_patience_count(struct omrt_patience *p, uint64_t max) {
  return ++p->events > (max ? max : MAX_EVENTS);
}
