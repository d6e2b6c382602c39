/* Addresses that are computed as numbers: put together of narrower ones, or as the distance from another
 * object. Looked for behind the solver, which runs again with what is found; programs that do no such thing
 * are not bothered. */
#include "static/program.h"
#include <stdlib.h>
#include <string.h>

LLVMValueRef omen_accessed(LLVMValueRef v) {
  switch (LLVMGetInstructionOpcode(v)) {
  case LLVMLoad:
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: return LLVMGetOperand(v, 0);
  case LLVMStore: return LLVMGetOperand(v, 1);
  default: return NULL;
  }
}

bool omen_narrow_number(LLVMValueRef v) {
  LLVMTypeRef t = LLVMTypeOf(v);
  return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) >= 8 &&
         LLVMGetIntTypeWidth(t) < 64;
}

typedef bool looking(struct omen_program *, LLVMValueRef);

static bool in_function(struct omen_program *p, uint32_t fn, looking *look) {
  bool any = false;
  LLVMBasicBlockRef b = p->fns[fn].body ? LLVMGetFirstBasicBlock(p->fns[fn].value) : NULL;
  for (; b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) any |= look(p, v);
  return any;
}

static bool each_instruction(struct omen_program *p, looking *look) {
  bool any = false;
  for (uint32_t i = 0; i < p->nfns; i++) any |= in_function(p, i, look);
  return any;
}

static void solve_again(struct omen_program *p) {
  p->pt.solved = false;
  omen_pt_solve(&p->pt);
}

static uint32_t node_of(struct omen_program *p, LLVMValueRef v) { return v ? omen_node_of(p, v) : 0; }

static bool has(struct omen_program *p, LLVMValueRef v, uint32_t loc) {
  uint32_t node = node_of(p, v);
  return node && omen_bitset_has(omen_pt_of(&p->pt, node), loc);
}

static bool mark(struct omen_program *p, LLVMValueRef v, uint32_t loc) {
  if (!node_of(p, v) || has(p, v, loc)) return false;
  omen_pt_points(&p->pt, omen_node_of(p, v), loc);
  return true;
}

/* ---- of pieces ---- */

static bool cast_number(struct omen_program *p, LLVMValueRef v) {
  return LLVMIsAIntToPtrInst(v) && has(p, LLVMGetOperand(v, 0), p->number_loc) && mark(p, v, p->cast_loc);
}

/* What is accessed there has an address that was put together of numbers, and nothing says of which; or a
 * cast made it of such numbers, whatever else it may be. */
static bool of_numbers(struct omen_program *p, LLVMValueRef ptr) {
  const struct omen_bitset *s = omen_pt_of(&p->pt, omen_node_of(p, ptr));
  return omen_bitset_has(s, p->cast_loc) || (omen_bitset_has(s, p->number_loc) && omen_bitset_count(s) == 1);
}

static bool lose_track(struct omen_program *p, LLVMValueRef v) {
  LLVMValueRef ptr = omen_accessed(v);
  if (!node_of(p, ptr) || has(p, ptr, p->outside_loc) || !of_numbers(p, ptr)) return false;
  omen_may_be_outside(p, omen_node_of(p, ptr));
  omen_may_be_outside(p, omen_node_of(p, omen_base_of(ptr)));
  return true;
}

/* Where pointers may be taken to pieces, or become text. */
static bool let_out(struct omen_program *p, LLVMValueRef v) {
  LLVMValueRef callee = omen_is_call(v) ? omen_callee(v) : NULL;
  for (unsigned i = 0; callee && strstr(omen_value_name(callee), "printf") && i < LLVMGetNumArgOperands(v);
       i++)
    if (omen_node_of(p, LLVMGetOperand(v, i)))
      omen_pt_step(&p->pt, omen_node_of(p, LLVMGetOperand(v, i)), p->outside, 0, 1);
  if (LLVMIsATruncInst(v) && omen_node_of(p, LLVMGetOperand(v, 0)) &&
      LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind)
    omen_pt_step(&p->pt, omen_node_of(p, LLVMGetOperand(v, 0)), p->outside, 0, 1);
  if (LLVMIsALoadInst(v) && omen_narrow_number(v) && omen_node_of(p, LLVMGetOperand(v, 0)))
    omen_pt_load(&p->pt, omen_node_of(p, LLVMGetOperand(v, 0)), p->outside);
  return false;
}

/* ---- of nowhere ---- */

static bool is_called_only(LLVMValueRef fn) {
  for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsAInstruction(user) || !omen_is_call(user) || LLVMGetCalledValue(user) != fn) return false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
      if (LLVMGetOperand(user, i) == fn) return false;
  }
  return strcmp(omen_value_name(fn), "main") != 0;
}

/* Functions that may run at all: those whose address goes somewhere, and whom they call. */
static bool *alive(struct omen_program *p) {
  bool *live = omen_xcalloc(p->nfns + 1, 1);
  struct omen_u32s todo = {0};
  for (uint32_t i = 0; i < p->nfns; i++)
    if (p->fns[i].body && !is_called_only(p->fns[i].value)) {
      OMEN_GROW(todo.v, todo.n, todo.cap);
      todo.v[todo.n++] = i;
    }
  while (todo.n) {
    uint32_t f = todo.v[--todo.n];
    if (live[f]) continue;
    live[f] = true;
    for (uint32_t i = 0; i < p->fns[f].calls.n; i++) {
      const struct omen_u32s *to = &p->calls[p->fns[f].calls.v[i]].callees;
      for (uint32_t k = 0; k < to->n; k++) {
        if (live[to->v[k]]) continue;
        OMEN_GROW(todo.v, todo.n, todo.cap);
        todo.v[todo.n++] = to->v[k];
      }
    }
  }
  free(todo.v);
  return live;
}

/* A pointer that leads nowhere, and is used, comes from where nobody saw. */
static bool from_nowhere(struct omen_program *p, LLVMValueRef v) {
  LLVMValueRef ptr = omen_accessed(v);
  uint32_t node = node_of(p, ptr);
  return node && !omen_pt_of(&p->pt, node)->n && mark(p, ptr, p->outside_loc);
}

static void follow_nowhere(struct omen_program *p) {
  bool *live = alive(p), any = false;
  for (uint32_t i = 0; i < p->nfns; i++)
    if (live[i]) any |= in_function(p, i, from_nowhere);
  free(live);
  if (any) solve_again(p);
}

/* ---- of pieces, all of it ---- */

/* Pointers that are made of pieces may point to all whose addresses were taken to pieces. */
static void follow_pieces(struct omen_program *p) {
  if (each_instruction(p, cast_number)) solve_again(p);
  for (int round = 0; round < 4 && each_instruction(p, lose_track); round++) {
    each_instruction(p, let_out);
    solve_again(p);
    if (each_instruction(p, cast_number)) solve_again(p);
  }
}

/* ---- distances ---- */

static bool is_mark(const struct omen_program *p, uint32_t loc) {
  return p->pt.objects[p->pt.locs[loc].obj].kind == OMEN_OBJ_UNKNOWN && loc != p->outside_loc;
}

/* Is there an object that the first may point to and the second may not? Within one object, a distance is a
 * length or an index. */
static bool leaves(const struct omen_program *p, const struct omen_bitset *to,
                   const struct omen_bitset *from) {
  struct omen_table objects = {0};
  bool any = false;
  for (struct omen_bititer i = omen_bititer(from); omen_bititer_next(&i);)
    omen_table_put(&objects, p->pt.locs[i.x].obj, 1);
  for (struct omen_bititer i = omen_bititer(to); !any && omen_bititer_next(&i);)
    any = !is_mark(p, i.x) && !omen_table_has(&objects, p->pt.locs[i.x].obj);
  omen_table_release(&objects);
  return any;
}

static bool distance(struct omen_program *p, LLVMValueRef v) {
  if (!LLVMIsABinaryOperator(v) || LLVMGetInstructionOpcode(v) != LLVMSub) return false;
  uint32_t a = node_of(p, LLVMGetOperand(v, 0)), b = node_of(p, LLVMGetOperand(v, 1));
  if (!a || !b) return false;
  const struct omen_bitset *to = omen_pt_of(&p->pt, a), *from = omen_pt_of(&p->pt, b);
  return to->n && from->n && leaves(p, to, from) && mark(p, v, p->distance_loc);
}

/* An index that is a distance leads to where that began. */
static bool far_index(struct omen_program *p, LLVMValueRef v) {
  if (!LLVMIsAGetElementPtrInst(v)) return false;
  bool any = false;
  for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(v); i++) {
    LLVMValueRef index = LLVMGetOperand(v, i);
    if (!has(p, index, p->distance_loc) || has(p, v, p->distance_loc)) continue;
    omen_pt_step(&p->pt, omen_node_of(p, index), omen_node_of(p, v), 0, 1);
    omen_pt_points(&p->pt, omen_node_of(p, v), p->distance_loc);
    any = true;
  }
  return any;
}

static void follow_distances(struct omen_program *p) {
  for (int round = 0; round < 8; round++) {
    bool any = each_instruction(p, distance), far;
    if (any) solve_again(p);
    far = each_instruction(p, far_index);
    if (far) solve_again(p);
    if (!any && !far) break;
  }
}

void omen_follow_numbers(struct omen_program *p) {
  follow_distances(p);
  follow_pieces(p);
  follow_nowhere(p);
}
