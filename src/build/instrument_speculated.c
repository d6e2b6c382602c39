/* Loads that the compiler made earlier or unconditional than the source has them. Where an address is certain
 * to be good, the optimiser turns  if (ready) use(data);  into a load of data whatever ready says, and throws
 * the value away if it was not to be read. Such a read is not the program's: checked where it stands, it
 * would race where the program does not. So its check goes to where the value is wanted: to the select or the
 * branch that lets it through, or into the block that uses it.
 *
 * Speculation drops what is known about an instruction's types (!tbaa), so only loads without are suspected.
 * A load whose value is certainly used is taken for the program's own. */
#include "build/instrument_parts.h"
#include <string.h>

enum { MAX_DEMANDS = 8, MAX_VALUES = 16, MAX_BLOCKS = 32 };

struct demand {
  LLVMValueRef at, cond; /* cond NULL: whenever control comes there */
  bool when;
};
struct demands {
  struct omen_fn *f;
  int home; /* the load's block */
  struct demand d[MAX_DEMANDS];
  int n;
  LLVMValueRef values[MAX_VALUES]; /* the load, and what was computed from it beside it */
  int nvalues;
};

static bool add(struct demands *s, LLVMValueRef at, LLVMValueRef cond, bool when) {
  if (s->n == MAX_DEMANDS) return false;
  s->d[s->n++] = (struct demand){at, cond, when};
  return true;
}

static bool is_i1(LLVMValueRef v) {
  LLVMTypeRef t = LLVMTypeOf(v);
  return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 1;
}

/* Is the block certain to be passed once control is in the load's: is it the part of a loop right behind it
 * that every round begins with? */
static bool certain(const struct demands *s, int block) {
  const struct omen_cfg *g = &s->f->cfg;
  if (block == s->home) return true;
  const struct omen_block *home = &g->blocks[s->home];
  if (home->nsucc != 1) return false;
  int next = home->succ[0], loop = g->blocks[next].loop;
  if (block == next) return true;
  return loop >= 0 && g->loops[loop].header == next && g->loops[loop].exiting >= 0 &&
         g->blocks[block].loop == loop && omen_cfg_dominates(g, block, g->loops[loop].exiting);
}

static bool want_phi(struct demands *s, LLVMValueRef phi, LLVMValueRef v) {
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
    if (LLVMGetIncomingValue(phi, i) != v) continue;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, i));
    int from = omen_cfg_block_of(&s->f->cfg, end);
    if (from < 0) continue;
    LLVMBasicBlockRef to = LLVMGetInstructionParent(phi);
    bool fork = LLVMIsABranchInst(end) && LLVMIsConditional(end) &&
                LLVMGetSuccessor(end, 0) != LLVMGetSuccessor(end, 1);
    if (fork) {
      if (!add(s, end, LLVMGetCondition(end), LLVMGetSuccessor(end, 0) == to)) return false;
    } else if (from == s->home || !add(s, end, NULL, true))
      return false;
  }
  return true;
}

/* Computations without effect beside the load were speculated with it. */
static bool goes_along(LLVMValueRef user) {
  if (LLVMIsACallInst(user) || LLVMIsATerminatorInst(user) || LLVMIsALoadInst(user) || LLVMIsAStoreInst(user))
    return false;
  LLVMOpcode op = LLVMGetInstructionOpcode(user);
  return op != LLVMAtomicRMW && op != LLVMAtomicCmpXchg && op != LLVMICmp && op != LLVMFCmp &&
         op != LLVMFence;
}

/* False: the value is certainly wanted, or it is too much to follow. */
static bool want(struct demands *s, LLVMValueRef v, LLVMValueRef user) {
  int block = omen_cfg_block_of(&s->f->cfg, user);
  if (block < 0) return true;
  if (LLVMIsAPHINode(user)) return want_phi(s, user, v);
  if (LLVMIsASelectInst(user) && is_i1(LLVMGetOperand(user, 0)) && LLVMGetOperand(user, 0) != v) {
    bool first = LLVMGetOperand(user, 1) == v, second = LLVMGetOperand(user, 2) == v;
    if (first != second) return add(s, user, LLVMGetOperand(user, 0), first);
  }
  if (block == s->home && goes_along(user)) {
    if (s->nvalues == MAX_VALUES) return false;
    s->values[s->nvalues++] = user;
    return true;
  }
  return !certain(s, block) && add(s, user, NULL, true);
}

static bool collect(struct demands *s, LLVMValueRef load) {
  s->values[s->nvalues++] = load;
  for (int i = 0; i < s->nvalues; i++)
    for (LLVMUseRef u = LLVMGetFirstUse(s->values[i]); u; u = LLVMGetNextUse(u))
      if (!want(s, s->values[i], LLVMGetUser(u))) return false;
  return s->n > 0; /* nobody wants it: leave that to the usual way */
}

static bool is_point(struct omen_fn *f, LLVMValueRef v) {
  if (omen_ins_is_atomic(v)) return true;
  return (LLVMIsACallInst(v) || LLVMIsAInvokeInst(v) || LLVMIsACallBrInst(v)) &&
         omen_ins_call_is_point(f->x, v);
}

/* Is there a point from `v` on, before `end` (NULL: to the end of the block)? */
static bool point_in(struct omen_fn *f, LLVMValueRef v, LLVMValueRef end) {
  for (; v && v != end; v = LLVMGetNextInstruction(v))
    if (is_point(f, v)) return true;
  return false;
}

static bool ticks(const struct omen_fn *f, int block) {
  for (int i = 0; i < f->nticks; i++)
    if (f->ticks[i] == block) return true;
  return false;
}

/* May a point be passed between the load and `at`? Goes backwards over all blocks between the two. */
static bool point_between(struct demands *s, LLVMValueRef load, LLVMValueRef at) {
  const struct omen_cfg *g = &s->f->cfg;
  int to = omen_cfg_block_of(g, at), todo[MAX_BLOCKS], n = 0;
  if (to == s->home) return point_in(s->f, LLVMGetNextInstruction(load), at);
  if (point_in(s->f, LLVMGetNextInstruction(load), NULL) || ticks(s->f, s->home)) return true;
  if (point_in(s->f, LLVMGetFirstInstruction(g->blocks[to].bb), at)) return true;
  todo[n++] = to;
  for (int i = 0; i < n; i++)
    for (int p = 0; p < g->blocks[todo[i]].npred; p++) {
      int pred = g->blocks[todo[i]].pred[p], seen = pred == s->home;
      for (int k = 0; k < n; k++) seen |= todo[k] == pred;
      if (pred == to && (ticks(s->f, to) || point_in(s->f, at, NULL))) return true; /* round a loop */
      if (seen) continue;
      if (n == MAX_BLOCKS || ticks(s->f, pred)) return true;
      if (point_in(s->f, LLVMGetFirstInstruction(g->blocks[pred].bb), NULL)) return true;
      todo[n++] = pred;
    }
  return false;
}

static bool suspect(struct omen_fn *f, LLVMValueRef load) {
  if (LLVMGetVolatile(load) || omen_map_get(&f->x->unoptimised, f->fn, NULL)) return false;
  return LLVMGetMetadata(load, LLVMGetMDKindIDInContext(f->x->c, "tbaa", 4)) == NULL;
}

bool omen_fn_add_speculated(struct omen_fn *f, LLVMValueRef load, LLVMValueRef ptr, uint64_t size,
                            unsigned align) {
  struct demands s = {.f = f, .home = omen_cfg_block_of(&f->cfg, load)};
  if (!suspect(f, load) || !collect(&s, load)) return false;
  for (int i = 0; i < s.n; i++)
    if (point_between(&s, load, s.d[i].at)) return false;
  for (int i = 0; i < s.n; i++) {
    struct omen_access *a = omen_fn_add(f, load, ptr, size, align, false);
    a->at = s.d[i].at;
    a->cond = s.d[i].cond;
    a->when = s.d[i].when;
    a->moved = true;
  }
  return true;
}
