/* Where the two sequencing regions end: see region.h. */
#include "runtime/explore/region.h"
#include "runtime/end.h"
#include "runtime/explore/image.h"
#include "runtime/explore/server.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"

enum { QUANTA = 200 }; /* a thread that works so long without synchronising has no end of its region */
static struct omen_waitq parked;
static bool at_end[2]; /* the first, the second */
static int quanta;

static const struct omen_plan *plan(void) { return &omen_config->plan; }
bool omen_region_wanted(void) { return plan()->flags & OMEN_PLAN_REGION; }

static int which(const struct omen_fiber *f) {
  uint32_t id = (uint32_t)f->id;
  return id == plan()->first.thread ? 0 : id == plan()->second.thread ? 1 : -1;
}

void omen_region_end(void) {
  uint64_t digest = 0;
  /* Two processes started one by one differ anyhow: in what the loader and libc made of random bytes. */
  if (omen_forked && at_end[0] && at_end[1] && omen_image_digest(&digest))
    omen_out_printf(&omen_outcome, "counter state %lu\n", digest ? digest : 1);
  omen_end_region();
}

void omen_region_point(bool quantum) {
  int side = which(omen_cur);
  if (side < 0) return;
  if (quantum) {
    if (++quanta > QUANTA) omen_region_end();
    return;
  }
  at_end[side] = true;
  if (at_end[!side]) omen_region_end();
  omen_wait(&parked, OMEN_WAIT_HELD, (void *)plan()->where.addr, OMEN_NEVER, false);
}

struct omen_fiber *omen_region_turn(struct omen_fiber *runnable) {
  struct omen_fiber *turn = NULL;
  for (struct omen_fiber *f = runnable; f; f = f->rnext) {
    int side = which(f);
    if (side >= 0 && !at_end[side] && (!turn || side == 0)) turn = f;
  }
  return turn;
}
