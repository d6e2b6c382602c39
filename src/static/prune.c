/* See prune.h. An access of the bitcode has several copies here, where its function was inlined. It is pruned
 * if some of them were looked at, and none is in a candidate.
 *
 * Passes may also put a new access in the place of one, without its number. If that is in a candidate, all
 * accesses of the same place in the source are kept. */
#include "static/prune.h"
#include "build/pruned.h"
#include "ir/access_numbers.h"
#include "ir/debug_names.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#define METADATA "omen.access"
enum { MODULE_SHIFT = 40 };
enum { UNSEEN, QUIET, RACY };

struct numbering {
  LLVMContextRef c;
  unsigned kind;
  uint64_t module;
};

static unsigned kind_in(LLVMContextRef c) {
  return LLVMGetMDKindIDInContext(c, METADATA, (unsigned)strlen(METADATA));
}

static void give_number(void *with, uint64_t number, LLVMValueRef inst) {
  struct numbering *n = with;
  LLVMValueRef value = LLVMConstInt(LLVMInt64TypeInContext(n->c), n->module << MODULE_SHIFT | number, 0);
  LLVMMetadataRef m = LLVMValueAsMetadata(value);
  LLVMSetMetadata(inst, n->kind, LLVMMetadataAsValue(n->c, LLVMMDNodeInContext2(n->c, &m, 1)));
}

uint64_t omen_prune_number(LLVMContextRef c, LLVMModuleRef m, uint64_t module) {
  struct numbering n = {c, kind_in(c), module};
  return omen_ir_number_accesses(m, give_number, &n);
}

/* Code that comes later may use any symbol of the program. */
const char *omen_prune_never(const struct omen_program *p) {
  static const char *const openers[] = {"dlopen", "dlmopen"};
  for (size_t i = 0; i < sizeof openers / sizeof *openers; i++) {
    LLVMValueRef f = LLVMGetNamedFunction(p->m, openers[i]);
    if (f && LLVMGetFirstUse(f)) return "it opens libraries while it runs";
  }
  return NULL;
}

struct pruning {
  struct omen_scan_state *a;
  unsigned kind;
  struct omen_pruned *modules; /* is: UNSEEN, QUIET or RACY while this goes on */
  struct omen_table places;    /* of accesses in candidates that have no number */
  bool lost;                   /* one of them has no place */
};

static uint8_t *state_of(struct pruning *p, LLVMValueRef inst) {
  LLVMValueRef node = LLVMGetMetadata(inst, p->kind), value;
  if (!node) return NULL;
  LLVMGetMDNodeOperands(node, &value);
  uint64_t n = LLVMConstIntGetZExtValue(value);
  return &p->modules[n >> MODULE_SHIFT].is[n & ((UINT64_C(1) << MODULE_SHIFT) - 1)];
}

/* Of the source: file and line, however the code came to be where it is. 0: not known. */
static uint64_t place_of(struct pruning *p, LLVMValueRef inst) {
  LLVMMetadataRef at = omen_ir_location(inst);
  struct omen_source_place s;
  if (!at) return 0;
  omen_source_place_of(p->a->p.c, at, &s);
  uint64_t h = UINT64_C(0xcbf29ce484222325);
  for (const char *c = s.file; *c; c++) h = (h ^ (unsigned char)*c) * UINT64_C(0x100000001b3);
  h = (h ^ s.line) * UINT64_C(0x9e3779b97f4a7c15) | 1;
  omen_source_place_release(&s);
  return h;
}

static bool is_plain(LLVMValueRef v) { return LLVMIsALoadInst(v) || LLVMIsAStoreInst(v); }

/* Of a pointer that points nowhere the analysis has lost track. */
static bool lost_track(struct pruning *p, const struct omen_sacc *x) {
  return !omen_pt_of(&p->a->p.pt, x->node)->n && !x->held->unreached;
}

static void note(struct pruning *p, const struct omen_sacc *x, bool racy) {
  uint8_t *state = is_plain(x->inst) ? state_of(p, x->inst) : NULL;
  if (state) {
    if (*state != RACY) *state = racy ? RACY : QUIET;
    return;
  }
  if (!racy || !is_plain(x->inst)) return;
  uint64_t place = place_of(p, x->inst);
  if (place)
    omen_table_put(&p->places, place, 1);
  else
    p->lost = true;
}

static void keep_places(struct pruning *p) {
  if (!p->places.n && !p->lost) return;
  for (uint32_t i = 0; i < p->a->nacc; i++) {
    LLVMValueRef inst = p->a->acc[i].inst;
    uint8_t *state = is_plain(inst) ? state_of(p, inst) : NULL;
    if (!state || *state != QUIET) continue;
    uint64_t place = place_of(p, inst);
    if (p->lost || !place || omen_table_has(&p->places, place)) *state = RACY;
  }
}

static int write_all(struct pruning *p, const char *folder, struct omen_err *err) {
  int bad = 0;
  for (uint32_t i = 0; i < p->a->p.nmodules && !bad; i++) {
    struct omen_pruned *m = &p->modules[i];
    char *path = omen_format("%s/%u", folder, i);
    for (uint64_t k = 0; k < m->total; k++) m->is[k] = m->is[k] == QUIET;
    bad = omen_pruned_write(m, path, err);
    free(path);
  }
  return bad;
}

int omen_prune_write(struct omen_scan_state *a, const bool *racy, const char *folder, struct omen_err *err) {
  struct pruning p = {.a = a, .kind = kind_in(a->p.c)};
  p.modules = omen_xcalloc(a->p.nmodules + 1, sizeof *p.modules);
  for (uint32_t i = 0; i < a->p.nmodules; i++)
    p.modules[i] = (struct omen_pruned){a->p.numbered[i], omen_xcalloc(a->p.numbered[i] + 1, 1)};
  for (uint32_t i = 0; i < a->nacc; i++) note(&p, &a->acc[i], racy[i] || lost_track(&p, &a->acc[i]));
  keep_places(&p);
  int bad = write_all(&p, folder, err);
  for (uint32_t i = 0; i < a->p.nmodules; i++) omen_pruned_release(&p.modules[i]);
  free(p.modules);
  omen_table_release(&p.places);
  return bad;
}
