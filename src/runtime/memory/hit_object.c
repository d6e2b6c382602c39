/* What a bad access hit, and saying so: see object.h and shadow.h (omrt_bad_access). */
#include "runtime/memory/hit_object.h"
#include "runtime/shadow/poison.h"
#include "runtime/memory/stack.h"
#include "runtime/shadow/shadow.h"

bool omrt_hit_find(uint64_t addr, struct omrt_hit *out) {
  *out = (struct omrt_hit){0};
  return omrt_heap_object(addr, out) || omrt_stack_object(addr, out) || omrt_global_object(addr, out) ||
         omrt_heap_behind(addr, out);
}

static enum omen_defect_kind kind_of(const struct omrt_hit *o) {
  if (!o->over) return OMEN_DEFECT_OUT_OF_BOUNDS;
  if (o->scope) return OMEN_DEFECT_USE_AFTER_SCOPE;
  return o->place && o->place[0] == 's' ? OMEN_DEFECT_USE_AFTER_RETURN : OMEN_DEFECT_USE_AFTER_FREE;
}

/* Cells of freed memory keep no histories, so a race with the free is known by who freed it. */
static void race_with_free(const struct omrt_hit *o, uint64_t bad, uint64_t end, enum omrt_access k,
                           uint32_t site) {
  uint64_t stop = o->base + o->size < end ? o->base + o->size : end;
  if (omrt_shadow_mode != OMRT_SHADOW_DETECT || !o->over_seg || bad < o->base || bad >= stop) return;
  if (!omrt_now_after(o->over_seg)) omrt_race_note(bad, stop - bad, OMRT_W, k, site);
}

static enum omrt_stack_verdict judge(uint64_t bad, const void *frame, struct omrt_hit *o) {
  return omrt_heap_owns(bad) ? OMRT_STACK_NONE : omrt_stack_judge(bad, frame, o);
}

static void note(const struct omrt_hit *o, uint64_t addr, uint64_t len, enum omrt_access k, uint32_t site,
                 const void *frame) {
  omrt_defect(&(struct omrt_defect){.kind = kind_of(o),
                                    .op = k == OMRT_W || k == OMRT_AW ? 'w' : 'r',
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

void omrt_bad_access(uint64_t bad, uint64_t addr, uint64_t len, uint32_t k, uint32_t site,
                     const void *frame) {
  struct omrt_hit o;
  enum omrt_stack_verdict verdict;
  while ((verdict = judge(bad, frame, &o)) == OMRT_STACK_FINE)
    if (!(bad = omrt_poisoned(addr, len))) return;
  if (verdict == OMRT_STACK_NONE) omrt_hit_find(bad, &o);
  race_with_free(&o, bad, addr + len, k, site);
  note(&o, addr, len, k, omen_site_number(site), frame);
}

/* No race is noted: the second pass does not see such uses as accesses. */
void omrt_bad_use(const void *addr, uint64_t len, const void *frame) {
  struct omrt_hit o;
  uint64_t bad = omrt_poisoned((uint64_t)addr, len);
  if (!bad) return;
  enum omrt_stack_verdict verdict = judge(bad, frame, &o);
  if (verdict == OMRT_STACK_FINE) return;
  if (verdict == OMRT_STACK_NONE) omrt_hit_find(bad, &o);
  note(&o, (uint64_t)addr, len, OMRT_AW, OMEN_SITE_HEAP, frame);
}

bool omrt_hit_object(uint64_t addr, uint64_t *base, uint64_t *size) {
  struct omrt_hit hit;
  if (!omrt_hit_find(addr, &hit) || hit.over) return false;
  *base = hit.base;
  *size = hit.size;
  return true;
}
