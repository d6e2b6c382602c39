/* What the outcome file says about synchronisation: who holds what. */
#include "runtime/rt.h"
#include "runtime/sync/misuse.h"
#include "runtime/sync/order.h"
#include "runtime/sync/sync.h"

static const char *const words[] = {
#define X(symbol, text) text,
    OMEN_WAITS(X)
#undef X
};

static void write_pcs(const uint64_t *pcs, int n) {
  omen_out_printf(&omen_outcome, " pcs ");
  for (int i = 0; i < n; i++) omen_out_printf(&omen_outcome, "%s0x%lx", i ? "," : "", pcs[i]);
  omen_out_printf(&omen_outcome, "\n");
}

static void write_hold(const struct omen_object *o, const struct omen_hold *h) {
  omen_out_printf(&omen_outcome, "hold %d %s 0x%lx", h->by, words[o->kind], (uint64_t)o->addr);
  write_pcs(h->pcs, h->npcs);
}

static void visit(struct omen_object *o, void *arg) {
  if (o->kind == OMEN_WAIT_JOIN || (o->hold.by < 0 && !o->readers)) return;
  if (o->hold.by >= 0) write_hold(o, &o->hold);
  for (const struct omen_hold *h = o->readers; h; h = h->next) write_hold(o, h);
  omen_out_printf(&omen_outcome, "object %s 0x%lx %s", words[o->kind], (uint64_t)o->addr,
                  o->initialised ? "initialised" : "seen");
  write_pcs(o->born, o->nborn);
}

void omen_sync_report(void) {
  omen_object_each(visit, NULL);
  omen_order_report();
  if (omen_misuses()) omen_out_printf(&omen_outcome, "counter sync_misuses %lu\n", omen_misuses());
}

int omen_sync_holder(enum omen_why why, const void *obj) {
  if (why == OMEN_WAIT_JOIN) {
    struct omen_fiber *f = omen_fiber_by_pthread((void *)obj);
    return f ? f->id : -1;
  }
  const struct omen_object *o = omen_object_at(why, obj);
  if (!o) return -1;
  return o->hold.by < 0 && o->readers ? o->readers->by : o->hold.by;
}

bool omen_sync_holds(int thread, const void *addr) {
  static const enum omen_why kinds[] = {OMEN_WAIT_MUTEX, OMEN_WAIT_RWLOCK, OMEN_WAIT_SPIN};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    const struct omen_object *o = omen_object_at(kinds[i], addr);
    if (!o) continue;
    if (o->hold.by == thread) return true;
    for (const struct omen_hold *h = o->readers; h; h = h->next)
      if (h->by == thread) return true;
  }
  return false;
}
