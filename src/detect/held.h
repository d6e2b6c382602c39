/* The locks that each thread holds, as a number of detect/lockset.h. */
#ifndef OMEN_DETECT_HELD_H
#define OMEN_DETECT_HELD_H
#include "detect/lockset.h"
#include "trace/event.h"

struct omen_held {
  struct omen_locksets sets;
  uint32_t *set; /* by thread */
  uint32_t threads;
};
static inline void omen_held_init(struct omen_held *h) {
  *h = (struct omen_held){0};
  omen_locksets_init(&h->sets);
}
void omen_held_release(struct omen_held *h);
void omen_held_grow(struct omen_held *h, uint32_t threads);
void omen_held_reset(struct omen_held *h);
/* An acquire or a release; others have no effect. */
static inline void omen_held_sync(struct omen_held *h, const struct omen_event *e) {
  uint32_t *set = &h->set[e->thread];
  if (e->kind == OMEN_KIND_ACQ)
    *set = omen_locksets_with(&h->sets, *set, e->obj);
  else if (e->kind == OMEN_KIND_REL)
    *set = omen_locksets_without(&h->sets, *set, e->obj);
}
#endif
