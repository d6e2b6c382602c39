/* A potential deadlock is made to happen: see circle.h. */
#include "runtime/explore/circle.h"
#include "runtime/explore/explore.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/sync/sync.h"

enum { ROUNDS = 64 }; /* times that those who stand are let go in vain */
bool omen_circle_on;
static struct omen_waitq queue;
static uint32_t standing; /* a bit an edge */
static int rounds;
static bool left, closed;

static const struct omen_plan *plan(void) { return &omen_config->plan; }
static uint32_t nedges(void) { return plan()->nedges < OMEN_PLAN_EDGES ? plan()->nedges : OMEN_PLAN_EDGES; }

bool omen_circle_wanted(void) { return plan()->kind == OMEN_PLAN_CIRCLE; }

bool omen_circle_leaves(void) {
  if (!omen_circle_wanted() || left) return false;
  const struct omen_plan_access *at = &plan()->first;
  return left = (uint32_t)omen_cur->id == at->thread && omen_cur->points == at->point;
}

/* The edge that the current thread is about to close; -1: none. */
static int edge_here(const void *addr) {
  for (uint32_t i = 0; i < nedges(); i++) {
    const struct omen_plan_edge *e = &plan()->edges[i];
    if (e->thread == (uint32_t)omen_cur->id && e->wants == (uint64_t)addr &&
        omen_sync_holds(omen_cur->id, (const void *)e->took))
      return (int)i;
  }
  return -1;
}

static void let_go(void) {
  standing = 0;
  omen_wake_all(&queue);
}

void omen_circle_lock_now(const void *addr) {
  int i = edge_here(addr);
  if (i < 0 || closed || !omen_exploring) return;
  standing |= 1u << i;
  if (standing == (1u << nedges()) - 1) {
    closed = true;
    let_go();
  } else if (rounds < ROUNDS) {
    omen_wait(&queue, OMEN_WAIT_HELD, addr, OMEN_NEVER, false);
  }
}

bool omen_circle_stuck(void) {
  if (!queue.head) return false;
  rounds++;
  let_go();
  return true;
}

struct omen_fiber *omen_circle_turn(struct omen_fiber *runnable) {
  if (!queue.head) return NULL;
  for (struct omen_fiber *f = runnable; f; f = f->rnext)
    for (uint32_t i = 0; i < nedges(); i++)
      if (plan()->edges[i].thread == (uint32_t)f->id) return f;
  return NULL;
}

void omen_circle_report(void) {
  omen_out_printf(&omen_outcome, "plan %s %s limit\n", omen_exploring ? "met" : "missed",
                  closed ? "met" : "missed");
}
