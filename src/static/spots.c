/* Spots: accesses of one file and line that do the same are one to people, however often inlining copied
 * them. Candidates are pairs of spots. */
#include "static/accesses.h"
#include "ir/debug_names.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

static uint64_t mix(uint64_t h, const char *s) {
  for (; s && *s; s++) h = (h ^ (unsigned char)*s) * UINT64_C(0x100000001b3);
  return (h ^ 0xff) * UINT64_C(0x100000001b3);
}

/* Of a line; all accesses of one metadata node have the same. */
static uint64_t hash_of(struct omen_scan_state *a, struct omen_table *lines, const struct omen_sacc *x) {
  LLVMMetadataRef at = omen_ir_location(x->inst);
  struct omen_source_place p;
  if (!at) return (uint64_t)x->fn + 1;
  uint64_t *known = omen_table_at(lines, (uintptr_t)at);
  if (*known) return *known;
  omen_source_place_of(a->p.c, at, &p);
  uint64_t h = (mix(UINT64_C(0xcbf29ce484222325), p.file) ^ p.line) * UINT64_C(0x9e3779b97f4a7c15) | 1;
  omen_source_place_release(&p);
  return *known = h;
}

void omen_spots_find(struct omen_scan_state *a) {
  struct omen_table lines = {0}, spots = {0};
  for (uint32_t i = 0; i < a->nacc; i++) {
    struct omen_sacc *x = &a->acc[i];
    uint64_t key = (hash_of(a, &lines, x) * 4 + x->write * 2 + x->atomic) * UINT64_C(0x9e3779b97f4a7c15);
    uint64_t *spot = omen_table_at(&spots, key);
    if (!*spot) *spot = spots.n;
    x->spot = (uint32_t)*spot;
  }
  omen_table_release(&lines);
  omen_table_release(&spots);
}
