/* weak/weak_clock.h: vector clocks of the memory models. The clocks of shadow/ are kept only while races
 * are looked for; these are needed in every replay and exploration, too. shadow/hb.c tells both of the same
 * operations, so that there is one idea of what orders threads.
 *
 * An entry is the number of the last event of a thread that happens before: accesses to followed locations
 * and seq_cst fences are events, and so is each synchronisation behind one of them. */
#ifndef OMRT_WEAK_CLOCK_H
#define OMRT_WEAK_CLOCK_H
#include <stdbool.h>
#include <stdint.h>

struct omrt_weak_clock { /* zero is the empty clock */
  uint32_t *v;           /* by number of the thread */
  uint32_t n;
};

static inline uint32_t omrt_weak_get(const struct omrt_weak_clock *c, uint32_t thread) {
  return thread < c->n ? c->v[thread] : 0;
}
void omrt_weak_set(struct omrt_weak_clock *c, uint32_t thread, uint32_t index);
void omrt_weak_join(struct omrt_weak_clock *c, const struct omrt_weak_clock *from);
void omrt_weak_copy(struct omrt_weak_clock *c, const struct omrt_weak_clock *from);
void omrt_weak_clear(struct omrt_weak_clock *c); /* gives its memory back */
#endif
