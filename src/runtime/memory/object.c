/* What a bad access hit, and saying so: see object.h and shadow.h (omen_bad_access). */
#include "runtime/memory/object.h"
#include "runtime/memory/poison.h"
#include "runtime/memory/stack.h"
#include "runtime/shadow/shadow.h"

bool omen_hit_find(uint64_t addr, struct omen_hit *out) {
  *out = (struct omen_hit){0};
  return omen_heap_object(addr, out) || omen_stack_object(addr, out) || omen_global_object(addr, out) ||
         omen_heap_behind(addr, out);
}

static enum omen_defect_kind kind_of(const struct omen_hit *o) {
  if (!o->over) return OMEN_DEFECT_OUT_OF_BOUNDS;
  if (o->scope) return OMEN_DEFECT_USE_AFTER_SCOPE;
  return o->place && o->place[0] == 's' ? OMEN_DEFECT_USE_AFTER_RETURN : OMEN_DEFECT_USE_AFTER_FREE;
}

/* Cells of freed memory keep no histories, so a race with the free is known by who freed it. */
static void race_with_free(const struct omen_hit *o, uint64_t bad, uint64_t end, enum omen_access k,
                           uint32_t site) {
  uint64_t stop = o->base + o->size < end ? o->base + o->size : end;
  if (omen_shadow_mode != OMEN_SHADOW_DETECT || !o->over_seg || bad < o->base || bad >= stop) return;
  if (!omen_now_after(o->over_seg)) omen_race_note(bad, stop - bad, OMEN_W, k, site);
}

static enum omen_stack_verdict judge(uint64_t bad, const void *frame, struct omen_hit *o) {
  return omen_heap_owns(bad) ? OMEN_STACK_NONE : omen_stack_judge(bad, frame, o);
}

static void note(const struct omen_hit *o, uint64_t addr, uint64_t len, enum omen_access k, uint32_t site,
                 const void *frame) {
  omen_defect(&(struct omen_defect){.kind = kind_of(o),
                                    .op = k == OMEN_W || k == OMEN_AW ? 'w' : 'r',
                                    .site = site,
                                    .addr = addr,
                                    .len = len,
                                    .frame = frame,
                                    .place = o->place,
                                    .base = o->base,
                                    .size = o->size,
                                    .made = o->made,
                                    .gone = o->gone,
                                    .says = o->says});
}

void omen_bad_access(uint64_t bad, uint64_t addr, uint64_t len, enum omen_access k, uint32_t site,
                     const void *frame) {
  struct omen_hit o;
  enum omen_stack_verdict verdict;
  while ((verdict = judge(bad, frame, &o)) == OMEN_STACK_FINE)
    if (!(bad = omen_poisoned(addr, len))) return;
  if (verdict == OMEN_STACK_NONE) omen_hit_find(bad, &o);
  race_with_free(&o, bad, addr + len, k, site);
  note(&o, addr, len, k, omen_site_number(site), frame);
}

/* No race is noted: the second pass does not see such uses as accesses. */
void omen_bad_use(const void *addr, uint64_t len, const void *frame) {
  struct omen_hit o;
  uint64_t bad = omen_poisoned((uint64_t)addr, len);
  if (!bad) return;
  enum omen_stack_verdict verdict = judge(bad, frame, &o);
  if (verdict == OMEN_STACK_FINE) return;
  if (verdict == OMEN_STACK_NONE) omen_hit_find(bad, &o);
  note(&o, (uint64_t)addr, len, OMEN_AW, OMEN_SITE_HEAP, frame);
}
