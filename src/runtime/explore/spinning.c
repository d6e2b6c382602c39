/* Loops that only look: see spinning.h. */
#include "runtime/explore/spinning.h"
#include "runtime/explore/state_key.h"
#include "runtime/fiber/fiber.h"

/* The runtime's frames are part of the stack: they are the same at the same place (sched.c, leave_no_count).
 */
static __attribute__((noinline)) uint64_t local_state(void) {
  __builtin_unwind_init(); /* the registers that callers keep are on the stack now */
  uint64_t sp;
  __asm__ volatile("mov %%rsp, %0" : "=r"(sp));
  uint64_t h = sp;
  if (sp >= omrt_cur->stack_hi || omrt_cur->stack_hi - sp > 1 << 20) return 0;
  for (const uint64_t *at = (const uint64_t *)(sp & ~7ull); at < (const uint64_t *)omrt_cur->stack_hi; at++)
    h = omrt_mix(h, *at);
  return h | 1;
}

void omrt_spinning_over(struct omrt_spinning *s) { *s = (struct omrt_spinning){0}; }

static void compare_from_here(struct omrt_spinning *s, uint64_t local) {
  s->local = local;
  s->since = omrt_key_writes();
  s->power = s->power ? s->power * 2 : 1;
  s->steps = s->nreads = 0;
}

void omrt_spinning_look(struct omrt_spinning *s) {
  uint64_t local = local_state();
  s->round = false;
  if (local && local == s->local) {
    s->round = true;
    if (omrt_spinning_waits(s)) return;
    s->round = false; /* what it read has changed: anew */
    s->power = 0;
    s->local = 0;
  }
  if (!s->local || s->steps++ >= s->power) compare_from_here(s, local);
}

void omrt_spinning_read(struct omrt_spinning *s, uint64_t cell) {
  for (uint32_t i = 0; i < s->nreads; i++)
    if (s->reads[i] == cell) return;
  if (s->nreads == OMRT_SPIN_READS)
    omrt_spinning_over(s);
  else
    s->reads[s->nreads++] = cell;
}

bool omrt_spinning_waits(const struct omrt_spinning *s) {
  if (!s->round) return false;
  for (uint32_t i = 0; i < s->nreads; i++)
    if (omrt_key_written(s->reads[i]) > s->since) return false;
  return true;
}
