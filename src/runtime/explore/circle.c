/* A potential deadlock is made to happen: see circle.h. */
#include "runtime/explore/circle.h"
#include "runtime/explore/explore.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/sync/sync.h"

enum { ROUNDS = 64 }; /* times that those who stand are let go in vain */
bool omrt_circle_on;
static struct omrt_waitq queue;
static uint32_t standing; /* a bit an edge */
static int rounds;
static bool left, closed;

static const struct omen_plan *plan(void) { return &omrt_config->plan; }
static uint32_t nedges(void) { return plan()->nedges < OMEN_PLAN_EDGES ? plan()->nedges : OMEN_PLAN_EDGES; }

bool omrt_circle_wanted(void) { return plan()->kind == OMEN_PLAN_CIRCLE; }

bool omrt_circle_leaves(void) {
  if (!omrt_circle_wanted() || left) return false;
  const struct omen_plan_access *at = &plan()->first;
  return left = (uint32_t)omrt_cur->id == at->thread && omrt_cur->points == at->point;
}

/* The edge that the current thread is about to close; -1: none. */
static int edge_here(const void *addr) {
  for (uint32_t i = 0; i < nedges(); i++) {
    const struct omen_plan_edge *e = &plan()->edges[i];
    if (e->thread == (uint32_t)omrt_cur->id && e->wants == (uint64_t)addr &&
        omrt_sync_holds(omrt_cur->id, (const void *)e->took))
      return (int)i;
  }
  return -1;
}

static void let_go(void) {
  standing = 0;
  omrt_wake_all(&queue);
}

void omrt_circle_lock_now(const void *addr) {
  int i = edge_here(addr);
  if (i < 0 || closed || !omrt_exploring) return;
  standing |= 1u << i;
  if (standing == (1u << nedges()) - 1) {
    closed = true;
    let_go();
  } else if (rounds < ROUNDS) {
    omrt_wait(&queue, OMRT_WAIT_HELD, addr, OMRT_NEVER, false);
  }
}

bool omrt_circle_stuck(void) {
  if (!queue.head) return false;
  rounds++;
  let_go();
  return true;
}

struct omrt_fiber *omrt_circle_turn(struct omrt_fiber *runnable) {
  if (!queue.head) return NULL;
  for (struct omrt_fiber *f = runnable; f; f = f->rnext)
    for (uint32_t i = 0; i < nedges(); i++)
      if (plan()->edges[i].thread == (uint32_t)f->id) return f;
  return NULL;
}

void omrt_circle_report(void) {
  omrt_out_printf(&omrt_outcome, "plan %s %s limit\n", omrt_exploring ? "met" : "missed",
                  closed ? "met" : "missed");
}
