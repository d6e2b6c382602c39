/* Memory orders that the program does not have, and a plan assumes: see weak.h. */
#include "runtime/weak/graph.h"
#include "runtime/rt.h"
#include "runtime/weak/weak.h"

enum { MOST = 64 };
bool omrt_weak_assumes;
static struct {
  uint32_t site, order, fence;
} assumed[MOST];
static uint32_t count;

void omrt_weak_assume(uint32_t site, uint32_t order, uint32_t fence) {
  if (count == MOST) return;
  assumed[count].site = site;
  assumed[count].order = order;
  assumed[count++].fence = fence;
  omrt_weak_assumes = true;
}

/* What both say together. */
static uint32_t joined(uint32_t a, uint32_t b) {
  if (a == OMRT_SEQ_CST || b == OMRT_SEQ_CST) return OMRT_SEQ_CST;
  bool acquires = omrt_weak_acquires(a) || omrt_weak_acquires(b),
       releases = omrt_weak_releases(a) || omrt_weak_releases(b);
  return acquires && releases ? OMRT_ACQ_REL
         : acquires           ? OMRT_ACQUIRE
         : releases           ? OMRT_RELEASE
                              : OMRT_RELAXED;
}

uint32_t omrt_weak_assumed_order(uint32_t order, uint32_t site) {
  for (uint32_t i = 0; i < count; i++)
    if (assumed[i].site == site) order = joined(order, assumed[i].order);
  return order;
}

void omrt_weak_assumed_fence(uint32_t site) {
  for (uint32_t i = 0; i < count; i++)
    if (assumed[i].site == site && assumed[i].fence) omrt_weak_fence(assumed[i].fence);
}
