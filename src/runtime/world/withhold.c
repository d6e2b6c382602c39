/* What the outside had seen: see withhold.h. */
#include "runtime/world/withhold.h"
#include "runtime/mode.h"
#include "runtime/outcome_write.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/syscall/card.h"
#include "runtime/syscall/signals.h"
#include "runtime/world/answers.h"
#include "runtime/world/sent.h"
#include "runtime/world/world.h"

static bool on;
static uint64_t refused, released, vain, moves;
static bool signal_refused; /* since the last move */

void omrt_withhold_leave(bool free) {
  on = !free && !omrt_of_contained();
  if (on) omrt_sent_leave();
}

/* Something came or went. */
static void moved(void) {
  vain = 0;
  moves++;
  signal_refused = false;
}

static bool outside(const struct omrt_desc *d) {
  return d->kind == OMRT_D_OUTSIDE || d->kind == OMRT_D_SOCKET;
}

static struct omrt_peer *peer_of(struct omrt_desc *d) {
  if (!d->peer) d->peer = omrt_peer_find(d->recorded, NULL);
  return d->peer;
}

void omrt_withhold_opened(struct omrt_desc *d) {
  if (!on) return;
  d->peer = omrt_peer_find(d->recorded, d->recorded_at);
  d->peer->one_way = d->one_way;
}

void omrt_withhold_sent(struct omrt_desc *d, uint64_t bytes) {
  if (!on || !outside(d)) return;
  peer_of(d)->sent += bytes;
  moved();
  omrt_world_changed();
}

void omrt_withhold_closed(struct omrt_desc *d) {
  if (!on || !outside(d)) return;
  peer_of(d)->asked = false;
  peer_of(d)->sent++; /* its end is seen, too */
}

void omrt_withhold_passed(struct omrt_desc *d, const struct omrt_logged *c) {
  if (on) peer_of(d)->need += omrt_sent_by(c);
}

static bool come(struct omrt_peer *p) {
  p->due = true;
  p->arrived++;
  moved();
  return true;
}

static bool withhold(struct omrt_peer *p, int waits) {
  p->asked = true;
  p->waits = waits;
  refused++;
  return false;
}

static struct omrt_peer *next_input(struct omrt_desc *d, const uint8_t *at) {
  struct omrt_peer *p = peer_of(d);
  if (p->at != at) p->asked = p->due = false;
  p->at = at;
  return p;
}

bool omrt_withhold_bytes_due(struct omrt_desc *d, const uint8_t *at) {
  if (!on || !at || d->unanswered) return true;
  struct omrt_peer *p = next_input(d, at);
  if (p->due) return true;
  bool seen = d->one_way ? omrt_sent_before(at, true) : p->sent >= p->need;
  return seen ? come(p) : withhold(p, d->one_way ? OMRT_OF_ONE_WAYS : OMRT_OF_PEER);
}

bool omrt_withhold_accept_due(struct omrt_desc *d, const uint8_t *at) {
  if (!on || !at) return true;
  struct omrt_peer *p = next_input(d, at);
  if (p->due) return true;
  return omrt_sent_before(at, false) ? come(p) : withhold(p, OMRT_OF_ALL);
}

bool omrt_withhold_signal_due(const uint8_t *at) {
  if (!on || omrt_sent_before(at, false)) return true;
  signal_refused = true;
  return false;
}

uint64_t omrt_withhold_since(void) {
  bool any = signal_refused;
  for (const struct omrt_peer *p = omrt_peers(); on && p; p = p->next) any |= p->asked && !p->due;
  return any ? moves + 1 : 0;
}

bool omrt_withholds(const struct omrt_desc *d) { return on && d->peer && d->peer->asked && !d->peer->due; }
uint64_t omrt_withhold_arrived(struct omrt_desc *d) { return on && outside(d) ? peer_of(d)->arrived : 0; }
uint64_t omrt_withhold_refused(void) { return refused; }

static void count_release(const char *what) {
  if (!released++)
    omrt_note("%s came here before all had gone out that preceded it in the recorded run: nobody could go on "
              "without it. This outside would not have sent it yet, unless it has a timeout",
              what);
}

/* What did not go out by now is taken for an answer that is shorter here: it withholds nothing else. */
static void assume_seen(struct omrt_peer *p) {
  if (p->waits != OMRT_OF_PEER)
    omrt_sent_assume(p->at, p->waits == OMRT_OF_ONE_WAYS);
  else if (p->sent < p->need)
    p->sent = p->need;
}

bool omrt_withhold_release(const uint8_t *signal) {
  struct omrt_peer *first = NULL;
  if (!on) return false;
  for (struct omrt_peer *p = omrt_peers(); p; p = p->next)
    if (p->asked && !p->due && (!first || p->at < first->at)) first = p;
  if (!first || (signal && signal < first->at)) return false;
  count_release("input from outside");
  assume_seen(first);
  come(first);
  omrt_world_changed();
  return true;
}

void omrt_withhold_released_signal(void) { count_release("a signal from outside"); }

static bool somebody_held(void) {
  for (const struct omrt_fiber *f = omrt_alive; f; f = f->alive_next)
    if (!f->done && f->why == OMRT_WAIT_HELD) return true;
  return false;
}

/* Others get their turns meanwhile: the strategy may let one thread run until it blocks, which this one does
 * not. A hold ends by itself. */
void omrt_withhold_in_vain(void) {
  enum { TURN = 64, ALONE = 2048, MANY = 20000 };
  if (!on) return;
  if (!(++vain % TURN)) omrt_quantum_over();
  if (vain < (omrt_sched_alone() ? ALONE : MANY) || somebody_held()) return;
  vain = 0;
  omrt_signal_from_recording();
}

void omrt_withhold_report(void) {
  if (released) omrt_line_counter("outside_released", released);
}
