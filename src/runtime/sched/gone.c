/* Threads that are forgotten: see gone.h. */
#include "runtime/sched/gone.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/shadow/hb.h"
#include "runtime/sync/sync.h"
#include "runtime/syscall/memory.h"
#include "runtime/syscall/syscall.h"
#include <string.h>

/* ---- where they were made ---- */

enum { STACKS = 1024, MOST_STACKS = 65536 };
static struct omen_created *stacks[STACKS];
static int nstacks;

const struct omen_created *omen_created_keep(const uint64_t *pcs, int n) {
  uint64_t h = (uint64_t)n;
  for (int i = 0; i < n; i++) h = (h ^ pcs[i]) * 0x9e3779b97f4a7c15ull;
  struct omen_created **at = &stacks[h >> 32 & (STACKS - 1)], *c = *at;
  while (c && (c->npcs != n || memcmp(c->pcs, pcs, (size_t)n * sizeof *pcs))) c = c->next;
  if (c || nstacks == MOST_STACKS) return c;
  nstacks++;
  c = omen_alloc(sizeof *c + (size_t)n * sizeof *pcs);
  c->npcs = n;
  memcpy(c->pcs, pcs, (size_t)n * sizeof *pcs);
  c->next = *at;
  return *at = c;
}

void omen_thread_line(const struct omen_thread_known *t, const char *state) {
  omen_out_printf(&omen_outcome, "thread %d %d %s", t->id, t->parent, state);
  omen_out_pcs(&omen_outcome, t->created ? t->created->pcs : NULL, t->created ? t->created->npcs : 0);
  if (t->stack_hi) omen_out_printf(&omen_outcome, "stack %d 0x%lx 0x%lx\n", t->id, t->stack_lo, t->stack_hi);
}

/* ---- the last ones ---- */

/* As many as the engines take (trace/event.h) are written at once, if they are named; the last ones may yet
 * be, by what they leave behind: memory that they allocated, locks that they took in some order. */
enum { NAMED = 16384, LAST = 4096 };
static struct omen_thread_known *last;
static uint64_t named, unnamed;

static bool write_named(const struct omen_thread_known *t) {
  if (named == NAMED) return false;
  named++;
  omen_thread_line(t, "done");
  return true;
}

static void remember(const struct omen_fiber *f) {
  struct omen_thread_known t = {f->id, f->parent, f->created, f->stack_lo, f->stack_hi};
  if (f->named && write_named(&t)) return;
  if (!last) last = omen_reserve(LAST * sizeof *last);
  last[unnamed++ % LAST] = t;
}

static uint64_t first_kept(void) { return unnamed > LAST ? unnamed - LAST : 0; }

void omen_gone_named(int id) {
  struct omen_fiber *f = omen_fiber_by_id(id);
  if (f) f->named = true;
  for (uint64_t i = f ? unnamed : first_kept(); i < unnamed; i++) {
    struct omen_thread_known *t = &last[i % LAST];
    if (t->id == id && write_named(t)) t->id = -1;
  }
}

bool omen_gone(struct omen_fiber *f) {
  if (!omen_sync_thread_gone(f)) return false;
  remember(f);
  omen_stack_gone(f);
  omen_signal_gone(f);
  omen_hb_gone(f);
  return true;
}

void omen_gone_report(void) {
  for (uint64_t i = first_kept(); i < unnamed; i++)
    if (last[i % LAST].id >= 0) omen_thread_line(&last[i % LAST], "done");
  if (unnamed > LAST)
    omen_out_printf(&omen_outcome, "counter threads_unnamed %lu\n", (unsigned long)(unnamed - LAST));
}
