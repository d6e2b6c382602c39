/* Collects accesses, as build/instrument_collect.c does for checks, with the threads and locks of their
 * places. */
#include "static/accesses.h"
#include <stdlib.h>
#include <string.h>

struct place {
  struct omen_scan_state *a;
  uint32_t fn;
  struct omen_flow flow;
  struct omen_lockset held;
  const struct omen_lockset *kept; /* a copy of it; NULL: it changed since */
};

static const struct omen_lockset *keep(struct place *at) {
  struct omen_scan_state *a = at->a;
  if (at->kept) return at->kept;
  OMEN_GROW(a->sets, a->nsets, a->sets_cap);
  struct omen_lockset *s = a->sets[a->nsets++] = omen_xcalloc(1, sizeof *s);
  omen_lockset_copy(s, &at->held);
  return at->kept = s;
}

static void add(struct place *at, LLVMValueRef inst, LLVMValueRef ptr, uint64_t size, bool write,
                bool atomic) {
  struct omen_scan_state *a = at->a;
  uint32_t node = omen_node_of(&a->p, ptr);
  if (!node) return;
  OMEN_GROW(a->acc, a->nacc, a->acc_cap);
  struct omen_sacc *x = &a->acc[a->nacc++];
  *x = (struct omen_sacc){.inst = inst,
                          .ptr = ptr,
                          .node = node,
                          .fn = at->fn,
                          .size = size,
                          .write = write,
                          .atomic = atomic,
                          .flow = at->flow};
  x->held = keep(at);
  x->fresh = omen_fresh(&a->p, at->fn, inst, ptr);
}

static bool has_metadata(struct omen_program *p, LLVMValueRef inst, const char *name) {
  return LLVMGetMetadata(inst, LLVMGetMDKindIDInContext(p->c, name, (unsigned)strlen(name)));
}

static void plain(struct place *at, LLVMValueRef v, bool write) {
  struct omen_program *p = &at->a->p;
  LLVMTypeRef type = LLVMTypeOf(write ? LLVMGetOperand(v, 0) : v);
  if (has_metadata(p, v, "annotation") || (!write && has_metadata(p, v, "invariant.load"))) return;
  bool atomic = LLVMGetOrdering(v) != LLVMAtomicOrderingNotAtomic;
  add(at, v, LLVMGetOperand(v, write), LLVMTypeIsSized(type) ? LLVMStoreSizeOfType(p->td, type) : 0, write,
      atomic);
}

static uint64_t length(LLVMValueRef call, unsigned i) {
  LLVMValueRef len = LLVMGetOperand(call, i);
  return LLVMIsAConstantInt(len) ? LLVMConstIntGetZExtValue(len) : 0;
}

static void intrinsic(struct place *at, LLVMValueRef v, const char *name) {
  if (has_metadata(&at->a->p, v, "annotation")) return;
  if (!strncmp(name, "llvm.memcpy", 11) || !strncmp(name, "llvm.memmove", 12)) {
    add(at, v, LLVMGetOperand(v, 1), length(v, 2), false, false);
    add(at, v, LLVMGetOperand(v, 0), length(v, 2), true, false);
  } else if (!strncmp(name, "llvm.memset", 11))
    add(at, v, LLVMGetOperand(v, 0), length(v, 2), true, false);
  else if (!strncmp(name, "llvm.masked.load", 16) || !strncmp(name, "llvm.masked.gather", 18))
    add(at, v, LLVMGetOperand(v, 0), 0, false, false);
  else if (!strncmp(name, "llvm.masked.store", 17) || !strncmp(name, "llvm.masked.scatter", 19))
    add(at, v, LLVMGetOperand(v, 1), 0, true, false);
}

static void add_node(struct place *at, LLVMValueRef inst, LLVMValueRef ptr, uint32_t node, bool write) {
  uint32_t before = at->a->nacc;
  add(at, inst, ptr, 0, write, false);
  if (at->a->nacc == before) return;
  at->a->acc[before].node = node;
  at->a->acc[before].fresh = false;
}

/* A node for what is stored where the node's locs are. */
static uint32_t stored_at(struct omen_program *p, uint32_t node) {
  uint32_t out = omen_pt_node(&p->pt);
  struct omen_bitset all = {0};
  for (struct omen_bititer i = omen_bititer(omen_pt_of(&p->pt, node)); omen_bititer_next(&i);) {
    const struct omen_object *o = &p->pt.objects[p->pt.locs[i.x].obj];
    for (uint32_t k = 0; k < o->ncells; k++)
      omen_bitset_union(&all, omen_pt_of(&p->pt, p->pt.locs[o->cells[k]].content));
  }
  for (struct omen_bititer i = omen_bititer(&all); omen_bititer_next(&i);)
    omen_pt_points(&p->pt, out, omen_pt_loc(&p->pt, p->pt.locs[i.x].obj, 0, 1));
  omen_bitset_release(&all);
  return out;
}

/* Lists of buffers, va_list, msghdr: what is accessed stands where the argument points to, or one step
 * further. */
static void indirect(struct place *at, LLVMValueRef v, LLVMValueRef ptr, bool write) {
  uint32_t node = omen_node_of(&at->a->p, ptr);
  for (int i = 0; node && i < 2; i++) {
    node = stored_at(&at->a->p, node);
    add_node(at, v, ptr, node, write);
    if (write) add_node(at, v, ptr, node, false);
  }
}

/* The words of build/library_effects.c: r or w, the argument, how much. F, f, s, a and A stand for formats,
 * which reach all further arguments; others for lists of buffers. */
static void effects(struct place *at, LLVMValueRef v, const char *text) {
  for (const char *w = text; w && *w; w += strcspn(w, " "), w += strspn(w, " ")) {
    unsigned i = (unsigned)(w[1] - '0'), n = LLVMGetNumArgOperands(v);
    if (!strchr("rwto", w[0]) || i >= n) continue;
    uint64_t size = w[2] == '#' ? strtoull(w + 3, NULL, 10) : 0;
    if (w[2] == '=' && !strchr(w, '*') && (unsigned)(w[3] - '0') < n)
      size = length(v, (unsigned)(w[3] - '0'));
    add(at, v, LLVMGetOperand(v, i), size, w[0] == 'w', false);
    if (w[2] && strchr("FaAvfm", w[2]))
      for (unsigned k = i + 1; k < n; k++) add(at, v, LLVMGetOperand(v, k), 0, w[0] == 'w', false);
    if (w[2] && strchr("fA", w[2])) indirect(at, v, LLVMGetOperand(v, n - 1), w[0] == 'w');
    if (w[2] && strchr("lvmOPo", w[2])) indirect(at, v, LLVMGetOperand(v, i), w[0] == 'w');
  }
}

static void byval(struct place *at, LLVMValueRef v) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(v); i++) {
    LLVMAttributeRef attr = LLVMGetCallSiteEnumAttribute(v, i + 1, kind);
    if (attr)
      add(at, v, LLVMGetOperand(v, i), LLVMABISizeOfType(at->a->p.td, LLVMGetTypeAttributeValue(attr)), false,
          false);
  }
}

static void library(struct place *at, LLVMValueRef v, const char *name) {
  effects(at, v, omen_known_effects(name, false));
  effects(at, v, omen_known_effects(name, true));
  const struct omen_known_call *k = omen_known_call(name);
  if (k && (k->kind == OMEN_CALL_FREE || k->kind == OMEN_CALL_REALLOC) && LLVMGetNumArgOperands(v))
    add(at, v, LLVMGetOperand(v, 0), 0, true, false);
}

static void call(struct place *at, LLVMValueRef v) {
  LLVMValueRef callee = omen_callee(v);
  const char *name = callee ? omen_value_name(callee) : "";
  byval(at, v);
  if (!strncmp(name, "llvm.", 5)) {
    intrinsic(at, v, name);
    return;
  }
  if (callee && LLVMIsDeclaration(callee)) library(at, v, name);
  if (callee) return;
  const struct omen_bitset *to = omen_pt_of(&at->a->p.pt, omen_node_of(&at->a->p, LLVMGetCalledValue(v)));
  for (struct omen_bititer i = omen_bititer(to); omen_bititer_next(&i);) {
    const struct omen_object *o = &at->a->p.pt.objects[at->a->p.pt.locs[i.x].obj];
    if (o->kind == OMEN_OBJ_FUNCTION && LLVMIsDeclaration(o->value))
      library(at, v, omen_value_name(o->value));
  }
}

static void instruction(struct place *at, LLVMValueRef v) {
  switch (LLVMGetInstructionOpcode(v)) {
  case LLVMLoad: plain(at, v, false); break;
  case LLVMStore: plain(at, v, true); break;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
    add(at, v, LLVMGetOperand(v, 0), LLVMStoreSizeOfType(at->a->p.td, LLVMTypeOf(LLVMGetOperand(v, 1))), true,
        true);
    break;
  case LLVMCall:
  case LLVMInvoke:
  case LLVMCallBr: call(at, v); break;
  default: break;
  }
}

static void function(struct omen_scan_state *a, uint32_t fn) {
  const struct omen_cfg *g = &a->p.fns[fn].cfg;
  struct place at = {.a = a, .fn = fn};
  for (int i = 0; i < g->n; i++) {
    at.flow = a->t.blocks[fn][i];
    omen_lockset_copy(&at.held, &a->l.blocks[fn][i]);
    at.kept = NULL;
    for (LLVMValueRef v = LLVMGetFirstInstruction(g->blocks[i].bb); v; v = LLVMGetNextInstruction(v)) {
      uint64_t n;
      if (!a->p.fns[fn].excluded) instruction(&at, v);
      if (omen_locks_pass(&a->l, &a->p, &at.held, v)) at.kept = NULL;
      if (!omen_is_call(v) || !omen_map_get(&a->p.call_of, v, &n)) continue;
      at.flow = omen_flow_then(at.flow, omen_threads_call(&a->t, &a->p, (uint32_t)n));
    }
  }
  omen_lockset_release(&at.held);
}

void omen_accesses_find(struct omen_scan_state *a) {
  for (uint32_t f = 0; f < a->p.nfns; f++)
    if (a->p.fns[f].body && a->t.runs[f]) function(a, f);
}
