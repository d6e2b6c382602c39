/* This folder's part of the outcome file, and the site numbers of shared libraries. */
#include "runtime/shadow/clock.h"
#include <string.h>

/* Libraries register from their constructors, when nothing of the runtime may be ready yet: no allocation
 * here. */
#define MODULES 256
static struct {
  uint32_t base, count;
  char name[240];
} module[MODULES];
static uint32_t modules, next_base;

OMEN_API uint32_t __omen_module_register(const char *soname, uint32_t sites) {
  if (!modules && !next_base) next_base = __omen_exe_sites;
  uint32_t base = next_base;
  next_base += sites;
  if (modules < MODULES) {
    module[modules].base = base;
    module[modules].count = sites;
    strncpy(module[modules].name, soname ? soname : "?", sizeof module[0].name - 1);
    modules++;
  }
  return base;
}

static void counter(const char *name, uint64_t value) {
  omen_out_printf(&omen_outcome, "counter %s %lu\n", name, (unsigned long)value);
}

void omen_shadow_report(void) {
  for (uint32_t i = 0; i < modules; i++)
    omen_out_printf(&omen_outcome, "module %u %u %s\n", module[i].base, module[i].count, module[i].name);
  if (omen_shadow_mode == OMEN_SHADOW_WATCH) omen_watch_report();
  if (omen_shadow_mode != OMEN_SHADOW_DETECT) return;
  omen_race_report();
  counter("dropped", omen_race_dropped() + omen_table.dropped + omen_joins_broken);
  counter("segments", omen_seg_total);
  counter("histories_dropped", omen_table.dropped);
  counter("history_collections", omen_table.collected);
  counter("slots_forced", omen_slots_forced);
  counter("joins_broken", omen_joins_broken);
  counter("atomic_locations", omen_atomic_count());
}
