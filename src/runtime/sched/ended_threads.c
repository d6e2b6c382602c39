/* Threads that are forgotten: see ended_threads.h. */
#include "runtime/sched/ended_threads.h"
#include "runtime/rt.h"
#include "runtime/sched/internal.h"
#include "runtime/outcome_write.h"
#include "runtime/upward.h"
#include <string.h>

/* ---- where they were made ---- */

enum { STACKS = 1024, MOST_STACKS = 65536 };
static struct omrt_created *stacks[STACKS];
static int nstacks;

const struct omrt_created *omrt_created_keep(const uint64_t *pcs, int n) {
  uint64_t h = (uint64_t)n;
  for (int i = 0; i < n; i++) h = (h ^ pcs[i]) * 0x9e3779b97f4a7c15ull;
  struct omrt_created **at = &stacks[h >> 32 & (STACKS - 1)], *c = *at;
  while (c && (c->npcs != n || memcmp(c->pcs, pcs, (size_t)n * sizeof *pcs))) c = c->next;
  if (c || nstacks == MOST_STACKS) return c;
  nstacks++;
  c = omrt_alloc(sizeof *c + (size_t)n * sizeof *pcs);
  c->npcs = n;
  memcpy(c->pcs, pcs, (size_t)n * sizeof *pcs);
  c->next = *at;
  return *at = c;
}

void omrt_thread_line(const struct omrt_thread_known *t, const char *state) {
  omrt_line_thread(t->id, t->parent, state, t->created ? t->created->pcs : NULL,
                   t->created ? t->created->npcs : 0);
  if (t->stack_hi) omrt_line_stack(t->id, t->stack_lo, t->stack_hi);
}

/* ---- the last ones ---- */

/* As many as the engines take (trace/event.h) are written at once, if they are named; the last ones may yet
 * be, by what they leave behind: memory that they allocated, locks that they took in some order. */
enum { NAMED = 16384, LAST = 4096 };
static struct omrt_thread_known *last;
static uint64_t named, unnamed;

static bool write_named(const struct omrt_thread_known *t) {
  if (named == NAMED) return false;
  named++;
  omrt_thread_line(t, "done");
  return true;
}

static void remember(const struct omrt_fiber *f) {
  struct omrt_thread_known t = {f->id, f->parent, f->created, f->stack_lo, f->stack_hi};
  if (f->named && write_named(&t)) return;
  if (!last) last = omrt_reserve(LAST * sizeof *last);
  last[unnamed++ % LAST] = t;
}

static uint64_t first_kept(void) { return unnamed > LAST ? unnamed - LAST : 0; }

void omrt_ended_named(int id) {
  struct omrt_fiber *f = omrt_fiber_by_id(id);
  if (f) f->named = true;
  for (uint64_t i = f ? unnamed : first_kept(); i < unnamed; i++) {
    struct omrt_thread_known *t = &last[i % LAST];
    if (t->id == id && write_named(t)) t->id = -1;
  }
}

bool omrt_ended(struct omrt_fiber *f) {
  if (omrt_up.thread_used(f)) return false;
  remember(f);
  omrt_up.thread_gone(f);
  return true;
}

void omrt_ended_report(void) {
  for (uint64_t i = first_kept(); i < unnamed; i++)
    if (last[i % LAST].id >= 0) omrt_thread_line(&last[i % LAST], "done");
  if (unnamed > LAST) omrt_line_counter("threads_unnamed", unnamed - LAST);
}
