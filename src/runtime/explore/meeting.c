/* Two accesses meet: see meeting.h. */
#include "runtime/explore/meeting.h"

/* How long a thread is held, in events of the run. Before the two met: the other thread may have far to go to
 * its access. With fewer events, orders that exist are taken for impossible; with more, each order that does
 * not exist takes longer to give up. Afterwards nothing is waited for: the held thread stays only to show
 * what the others do without it, and a few thousand events do that. */
enum { HELD_BEFORE = 200000, HELD_AFTER = 5000 };

void omrt_meeting_init(struct omrt_meeting *m, const struct omen_plan_constraint *race,
                       enum omen_plan_then then, const struct omrt_meeting_acts *acts) {
  *m = (struct omrt_meeting){
      .acts = acts, .race = race, .then = then, .thread = -1, .standing = -1, .next_turn = -1};
}

void omrt_meeting_search(struct omrt_meeting *m) { m->state = OMRT_MEETING_SEARCHING; }
void omrt_meeting_nothing(struct omrt_meeting *m) { m->state = OMRT_MEETING_FREE; }

void omrt_meeting_already(struct omrt_meeting *m) {
  m->held = m->awaited = OMEN_PLAN_MET;
  m->state = OMRT_MEETING_FREE;
}

/* ---- holding and letting go ---- */

static void hold(struct omrt_meeting *m, int current) {
  m->state = m->state == OMRT_MEETING_LEAVING ? OMRT_MEETING_STAYING : OMRT_MEETING_HELD;
  m->thread = current;
  m->acts->stop_early(false);
  m->acts->hold();
}

/* The held thread is free. It goes on at once, before the other one does anything more, or when the strategy
 * says so. `why`: what became of the awaited access, if the two did not meet. */
static void let_go(struct omrt_meeting *m, enum omen_plan_end why, bool at_once) {
  int thread = m->thread;
  if (!omrt_meeting_met(m)) {
    m->awaited = why;
    m->acts->given_up();
  }
  m->state = OMRT_MEETING_FREE;
  m->thread = -1;
  if (at_once) {
    m->next_turn = thread;
    m->acts->stop_early(true);
  }
  m->acts->wake(thread);
}

void omrt_meeting_came(struct omrt_meeting *m) {
  m->awaited = OMEN_PLAN_MET;
  let_go(m, OMEN_PLAN_MET, true);
}

void omrt_meeting_stop(struct omrt_meeting *m, int current) {
  if (omrt_meeting_stops(m, current) && !m->acts->making()) hold(m, current);
}

void omrt_meeting_first(struct omrt_meeting *m, int current, bool writes) {
  m->held = OMEN_PLAN_MET;
  m->writes = writes;
  m->acts->tell(1);
  if (omen_constraint_stops_before(m->race)) {
    hold(m, current);
    m->acts->tell(3);
    return;
  }
  m->state = OMRT_MEETING_PASSING;
  m->thread = current;
  m->acts->stop_early(true);
}

/* ---- meeting ---- */

/* The other one makes its access now. A thread that is held behind its access has made it: for such a plan
 * `behind` is the same as `stay`. */
static void meet(struct omrt_meeting *m) {
  bool behind = m->then == OMEN_THEN_BEHIND, made = m->race->how == OMEN_HOW_HOLD_BEHIND;
  int thread = m->thread;
  m->awaited = OMEN_PLAN_MET;
  m->acts->tell(2);
  if (m->then == OMEN_THEN_STAY || (behind && made)) {
    m->state = OMRT_MEETING_STAYING;
    return;
  }
  let_go(m, OMEN_PLAN_MET, m->then != OMEN_THEN_STRATEGY);
  if (!behind) return;
  m->state = OMRT_MEETING_LEAVING;
  m->thread = thread;
}

/* The other one waits before its access, as the held one does, for all the rest. */
static void stand(struct omrt_meeting *m, int current) {
  m->state = OMRT_MEETING_STANDING;
  m->standing = current;
  m->acts->hold();
  /* It may be woken first, although it is the held one's turn. */
  if (m->next_turn >= 0) m->acts->turn();
}

/* Nobody else does anything more. In the recorded order the held thread makes its access and is held behind
 * it; then the other one is free to make its own. */
static void end_standing(struct omrt_meeting *m) {
  int other = m->standing;
  m->standing = -1;
  m->stood = true;
  m->events = 0;
  m->state = OMRT_MEETING_HELD;
  m->acts->wake(other);
  if (m->race->how != OMEN_HOW_HOLD_BEHIND) return;
  m->state = OMRT_MEETING_PASSING;
  m->next_turn = m->thread;
  m->acts->stop_early(true);
  m->acts->wake(m->thread);
}

void omrt_meeting_second(struct omrt_meeting *m, int current, bool only_stand) {
  if (!omrt_meeting_awaits(m, current)) return;
  if (m->race->brink && !m->stood) stand(m, current);
  if (m->state == OMRT_MEETING_HELD && !only_stand) meet(m);
}

/* ---- turns and ends ---- */

int omrt_meeting_turn(struct omrt_meeting *m) {
  int turn = m->next_turn;
  if (turn < 0) return -1;
  m->next_turn = -1;
  m->acts->stop_early(m->state == OMRT_MEETING_PASSING || m->state == OMRT_MEETING_LEAVING);
  return turn;
}

bool omrt_meeting_event(struct omrt_meeting *m) {
  return omrt_meeting_holds(m) && ++m->events > (omrt_meeting_met(m) ? HELD_AFTER : HELD_BEFORE);
}

/* What somebody outside could end proves nothing. */
bool omrt_meeting_stuck(struct omrt_meeting *m, bool outside) {
  if (!omrt_meeting_holds(m)) return false;
  if (outside && m->state == OMRT_MEETING_HELD) m->spun_by = OMEN_KNOWN_OUTSIDE;
  if (m->state == OMRT_MEETING_STANDING)
    end_standing(m);
  else
    let_go(m, outside ? OMEN_PLAN_SPUN : OMEN_PLAN_BLOCKED, true);
  return true;
}

bool omrt_meeting_round(struct omrt_meeting *m, enum omen_plan_known how) {
  if (!omrt_meeting_holds(m)) return false;
  if (m->state == OMRT_MEETING_STANDING) {
    end_standing(m);
    return true;
  }
  if (m->state == OMRT_MEETING_HELD) m->spun_by = how;
  let_go(m, OMEN_PLAN_SPUN, true);
  return true;
}
