/* Globals with gaps behind them: the tables that instrumented modules hand over. They are copied, because a
 * library may be closed again; what comes in its place is fresh memory, and nobody asks here. */
#include "runtime/abi.h"
#include "runtime/memory/hit_object.h"
#include "runtime/shadow/poison.h"

struct table {
  struct table *next;
  uint64_t n;
  struct omen_global_gap gap[];
};
static struct table *tables;

OMEN_API void __omen_globals_register(const struct omen_global_gap *gaps, uint64_t n) {
  if (!omrt_on || !omrt_checks_memory()) return;
  struct table *t = omrt_alloc(sizeof *t + n * sizeof *gaps);
  t->n = n;
  t->next = tables;
  for (uint64_t i = 0; i < n; i++) {
    t->gap[i] = gaps[i];
    omrt_poison((uint64_t)gaps[i].base + gaps[i].size, gaps[i].gap);
  }
  tables = t;
}

/* The name may lie in a library that is gone. */
static const char *name_of(const struct omen_global_gap *g) {
  static char says[160];
  if (!omrt_page_readable((uintptr_t)g->name) || !*g->name) return NULL;
  omrt_fmt(says, sizeof says, "variable %s", g->name);
  return says;
}

/* The first one behind the address. */
static const struct omen_global_gap *next_of(uint64_t addr) {
  const struct omen_global_gap *best = NULL;
  for (const struct table *t = tables; t; t = t->next)
    for (uint64_t i = 0; i < t->n; i++) {
      const struct omen_global_gap *g = &t->gap[i];
      if ((uint64_t)g->base > addr && (!best || g->base < best->base)) best = g;
    }
  return best;
}

/* The one that it is behind; or, where only a guard is in front of it, the one that it is before. */
bool omrt_global_object(uint64_t addr, struct omrt_hit *out) {
  for (const struct table *t = tables; t; t = t->next)
    for (uint64_t i = 0; i < t->n; i++) {
      const struct omen_global_gap *g = &t->gap[i];
      uint64_t base = (uint64_t)g->base;
      if (addr < base || addr >= base + g->size + g->gap) continue;
      if (!g->name && next_of(addr)) g = next_of(addr);
      *out = (struct omrt_hit){
          .place = "global", .base = (uint64_t)g->base, .size = g->size, .says = name_of(g)};
      return true;
    }
  return false;
}
