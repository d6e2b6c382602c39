/* A potential deadlock is made to happen: see inversion.h. */
#include "runtime/explore/inversion.h"
#include "runtime/explore/current_plan.h"
#include "runtime/explore/explore.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/sync/sync.h"
#include "runtime/outcome_write.h"

/* Times that those who stand are let go in vain. A thread that comes by its place again and again, in a loop,
 * gets a chance each time; after 64 the others do not come. */
enum { ROUNDS = 64 };
static struct {
  struct omrt_waitq queue; /* those who stand */
  uint32_t standing;       /* a bit for each constraint whose thread does */
  int rounds;
  bool closed; /* all stood at once, and went on */
} inversion;

/* A plan of a deadlock has no other constraints. */
static uint64_t nedges(void) {
  bool locks = omrt_plan.nconstraints && omrt_plan.constraints[0].how == OMEN_HOW_LOCKS;
  return locks ? omrt_plan.nconstraints : 0;
}

bool omrt_inversion_wanted(void) { return nedges(); }

/* The edge that the current thread is about to close; -1: none. */
static int edge_here(const void *addr) {
  for (uint64_t i = 0; i < nedges(); i++) {
    const struct omen_plan_constraint *e = &omrt_plan.constraints[i];
    if (e->thread == (uint32_t)omrt_cur->id && e->wants == (uint64_t)addr &&
        omrt_sync_holds(omrt_cur->id, (const void *)e->took))
      return (int)i;
  }
  return -1;
}

static void let_go(void) {
  inversion.standing = 0;
  omrt_wake_all(&inversion.queue);
}

void omrt_inversion_lock(const void *addr) {
  int i = edge_here(addr);
  if (i < 0 || inversion.closed || !omrt_mode.live) return;
  inversion.standing |= 1u << i;
  if (inversion.standing == (1ull << nedges()) - 1) {
    inversion.closed = true;
    let_go();
  } else if (inversion.rounds < ROUNDS) {
    omrt_wait(&inversion.queue, OMRT_WAIT_HELD, addr, OMRT_NEVER, false);
  }
}

bool omrt_inversion_stuck(void) {
  if (!inversion.queue.head) return false;
  inversion.rounds++;
  let_go();
  return true;
}

struct omrt_fiber *omrt_inversion_turn(struct omrt_fiber *runnable) {
  if (!inversion.queue.head) return NULL;
  for (struct omrt_fiber *f = runnable; f; f = f->rnext)
    for (uint64_t i = 0; i < nedges(); i++)
      if (omrt_plan.constraints[i].thread == (uint32_t)f->id) return f;
  return NULL;
}

void omrt_inversion_report(void) {
  omrt_line_plan(omen_plan_end_word(omrt_mode.live ? OMEN_PLAN_MET : OMEN_PLAN_MISSED),
                 omen_plan_end_word(inversion.closed ? OMEN_PLAN_MET : OMEN_PLAN_MISSED),
                 omen_plan_known_word(OMEN_KNOWN_LIMIT));
}
