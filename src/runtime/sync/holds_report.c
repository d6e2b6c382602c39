/* What the outcome file says about synchronisation: who holds what. */
#include "runtime/rt.h"
#include "runtime/sync/misuse.h"
#include "runtime/sync/lock_order.h"
#include "runtime/sync/sync.h"
#include "runtime/outcome_write.h"

static void write_hold(const struct omrt_object *o, const struct omrt_hold *h) {
  omrt_line_hold(h->by, omrt_wait_words[o->kind], (uint64_t)o->addr, h->pcs, h->npcs);
}

static void visit(struct omrt_object *o, void *arg) {
  if (o->kind == OMRT_WAIT_JOIN || (o->hold.by < 0 && !o->readers)) return;
  if (o->hold.by >= 0) write_hold(o, &o->hold);
  for (const struct omrt_hold *h = o->readers; h; h = h->next) write_hold(o, h);
  omrt_line_object(omrt_wait_words[o->kind], (uint64_t)o->addr, o->initialised ? "initialised" : "seen",
                   o->born, o->nborn);
}

void omrt_sync_report(void) {
  omrt_object_each(visit, NULL);
  omrt_order_report();
  if (omrt_misuses()) omrt_line_counter("sync_misuses", omrt_misuses());
}

int omrt_sync_holder(enum omrt_why why, const void *obj) {
  if (why == OMRT_WAIT_JOIN) {
    struct omrt_fiber *f = omrt_fiber_by_pthread((void *)obj);
    return f ? f->id : -1;
  }
  const struct omrt_object *o = omrt_object_at(why, obj);
  if (!o) return -1;
  return o->hold.by < 0 && o->readers ? o->readers->by : o->hold.by;
}

bool omrt_sync_holds(int thread, const void *addr) {
  static const enum omrt_why kinds[] = {OMRT_WAIT_MUTEX, OMRT_WAIT_RWLOCK, OMRT_WAIT_SPIN};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    const struct omrt_object *o = omrt_object_at(kinds[i], addr);
    if (!o) continue;
    if (o->hold.by == thread) return true;
    for (const struct omrt_hold *h = o->readers; h; h = h->next)
      if (h->by == thread) return true;
  }
  return false;
}
