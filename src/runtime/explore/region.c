/* Where the two sequencing regions end: see region.h. */
#include "runtime/explore/region.h"
#include "runtime/end.h"
#include "runtime/explore/current_plan.h"
#include "runtime/explore/snapshot.h"
#include "runtime/explore/checkpoint_server.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/outcome_write.h"

enum { QUANTA = 200 }; /* a thread that works so long without synchronising has no end of its region */
static struct omrt_waitq parked;
static bool at_end[2]; /* the first, the second */
static int quanta;

bool omrt_region_wanted(void) { return omrt_plan.region && omrt_plan_two; }

static int which(const struct omrt_fiber *f) {
  uint32_t id = (uint32_t)f->id;
  return id == omen_constraint_held(omrt_plan_two)->thread      ? 0
         : id == omen_constraint_awaited(omrt_plan_two)->thread ? 1
                                                                : -1;
}

void omrt_region_end(void) {
  uint64_t digest = 0;
  /* Two processes started one by one differ anyhow: in what the loader and libc made of random bytes. */
  if (omrt_forked && at_end[0] && at_end[1] && omrt_snapshot_digest(&digest))
    omrt_line_counter("state", digest ? digest : 1);
  omrt_end_region();
}

void omrt_region_point(bool quantum) {
  int side = which(omrt_cur);
  if (side < 0) return;
  if (quantum) {
    if (++quanta > QUANTA) omrt_region_end();
    return;
  }
  at_end[side] = true;
  if (at_end[!side]) omrt_region_end();
  omrt_wait(&parked, OMRT_WAIT_HELD, (void *)omrt_plan_two->where.addr, OMRT_NEVER, false);
}

struct omrt_fiber *omrt_region_turn(struct omrt_fiber *runnable) {
  struct omrt_fiber *turn = NULL;
  for (struct omrt_fiber *f = runnable; f; f = f->rnext) {
    int side = which(f);
    if (side >= 0 && !at_end[side] && (!turn || side == 0)) turn = f;
  }
  return turn;
}
