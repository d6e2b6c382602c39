/* Where threads stand, as lines of the outcome: see internal.h. */
#include "runtime/outcome_write.h"
#include "runtime/rt.h"
#include "runtime/sched/ended_threads.h"
#include "runtime/sched/internal.h"
#include "runtime/upward.h"

static int walk(const struct omrt_fiber *f, uintptr_t from, uint64_t *pcs, int max) {
  uintptr_t lo = from;
  const uintptr_t *fp = (const uintptr_t *)from;
  int n = 0;
  while (n < max && omrt_frame_fits((uintptr_t)fp, lo, f->stack_hi) && fp[1] > 4096) {
    pcs[n++] = fp[1];
    if (n < max && (pcs[n] = omrt_hidden_caller(fp, fp[1], f->stack_hi))) n++;
    lo = (uintptr_t)fp + 16;
    fp = (const uintptr_t *)fp[0];
  }
  return n;
}

/* Where a fiber stands that is not running: its saved registers lie at sp, rbp the last of them. */
static int stack_of(const struct omrt_fiber *f, uint64_t *pcs, int max) {
  if (f == omrt_cur) return walk(f, (uintptr_t)__builtin_frame_address(0), pcs, max);
  uintptr_t fp = ((const uintptr_t *)f->sp)[6];
  return fp >= (uintptr_t)f->sp ? walk(f, fp, pcs, max) : 0;
}

int omrt_end_stack(const struct omrt_fiber *f, uint64_t *pcs, int max) {
  uintptr_t fp = (uintptr_t)f->served;
  return f != omrt_cur && fp > (uintptr_t)f->sp ? walk(f, fp, pcs, max) : stack_of(f, pcs, max);
}

void omrt_end_threads(void) {
  omrt_ended_report();
  for (struct omrt_fiber *f = omrt_all; f; f = f->all_next)
    omrt_thread_line(&(struct omrt_thread_known){f->id, f->parent, f->created, f->stack_lo, f->stack_hi},
                     omrt_wait_words[f->why]);
}

void omrt_end_waits(bool running) {
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next) {
    if (f->done || (f->why == OMRT_WAIT_NOTHING && !running)) continue;
    uint64_t pcs[24];
    omrt_line_wait(f->id, omrt_wait_words[f->why], (uint64_t)f->why_obj, omrt_up.holder(f->why, f->why_obj),
                   pcs, stack_of(f, pcs, 24));
  }
}

void omrt_end_loops(void) {
  for (struct omrt_fiber *f = omrt_alive; f; f = f->alive_next) {
    if (f->done || (f != omrt_cur && f->why != OMRT_WAIT_NOTHING && f->deadline == OMRT_NEVER)) continue;
    uint64_t pcs[24];
    omrt_line_loop(f->id, pcs, stack_of(f, pcs, 24));
  }
}
