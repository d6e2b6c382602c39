/* Assumed critical sections: see assumed.h. */
#include "runtime/explore/assumed.h"
#include "runtime/explore/current_plan.h"
#include "runtime/mode.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/shadow/shadow.h"
#include "runtime/outcome_write.h"
#include "runtime/weak/weak.h"

static struct {
  struct omrt_waitq queue;
  const struct omen_plan_constraint *section; /* that its holder is in; NULL: nobody has it */
  int holder;
  bool last;         /* the holder is at the section's last access */
  const void *frame; /* where it began */
  uint64_t entered;
  bool wanted, broken;
} lock;

static bool is_section(const struct omen_plan_constraint *c) { return c->how == OMEN_HOW_TOGETHER; }

void omrt_assumed_watch(void) {
  for (uint64_t i = 0; i < omrt_plan.nconstraints; i++) {
    const struct omen_plan_constraint *c = &omrt_plan.constraints[i];
    if (c->how == OMEN_HOW_ORDERED) omrt_weak_assume(c->earlier.site, (uint32_t)c->took, (uint32_t)c->wants);
    if (!is_section(c)) continue;
    lock.wanted = true;
    omrt_watch_also(c->where);
  }
}

static bool touches(const struct omen_plan_constraint *c, uint64_t addr, uint64_t len) {
  return addr < c->where.addr + c->where.len && c->where.addr < addr + len;
}

static const struct omen_plan_constraint *begins(uint64_t addr, uint64_t len, uint32_t site) {
  for (uint64_t i = 0; i < omrt_plan.nconstraints; i++) {
    const struct omen_plan_constraint *c = &omrt_plan.constraints[i];
    if (is_section(c) && c->earlier.site == site && touches(c, addr, len)) return c;
  }
  return NULL;
}

static bool is_mine(void) { return lock.section && lock.holder == omrt_cur->id; }

static void give_back(void) {
  lock.section = NULL;
  omrt_wake_all(&lock.queue);
}

/* A thread that is over has nothing any more. */
static bool is_taken(void) {
  const struct omrt_fiber *f = lock.section ? omrt_fiber_by_id(lock.holder) : NULL;
  return f && !f->done && f != omrt_cur;
}

static void take(const struct omen_plan_constraint *c, uint32_t site, const void *frame) {
  while (is_taken() && !lock.broken)
    omrt_wait(&lock.queue, OMRT_WAIT_HELD, (void *)c->where.addr, OMRT_NEVER, false);
  lock.section = c;
  lock.holder = omrt_cur->id;
  lock.last = c->later.site == site;
  lock.frame = frame;
  lock.entered++;
}

void omrt_assumed_access(uint64_t addr, uint64_t len, uint32_t site, const void *frame) {
  if (!lock.wanted || lock.broken) return;
  if (is_mine() && (lock.last || frame > lock.frame)) give_back();
  if (is_mine() && lock.section->earlier.site == site) {
    give_back();
    omrt_turn_point();
  }
  const struct omen_plan_constraint *c = begins(addr, len, site);
  if (is_mine())
    lock.last = lock.section->later.site == site;
  else if (c)
    take(c, site, frame);
}

void omrt_assumed_event(void) {
  if (is_mine() && lock.last) give_back();
}

bool omrt_assumed_stuck(void) {
  if (!lock.queue.head) return false;
  lock.broken = true;
  omrt_wake_all(&lock.queue);
  return true;
}

void omrt_assumed_report(void) {
  if (!lock.wanted) return;
  omrt_line_counter("assumed", lock.entered);
  omrt_line_counter("assumed_broken", lock.broken);
}
