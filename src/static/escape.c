/* Which objects more than one thread may reach, and of which objects there is only one. */
#include "static/accesses.h"
#include <stdlib.h>
#include <string.h>

/* ---- only one ---- */

static bool in_loop(const struct omen_scan_fn *f, LLVMValueRef inst) {
  int b = omen_cfg_block_of(&f->cfg, inst);
  return b < 0 || f->again || f->cfg.irreducible || f->cfg.blocks[b].loop >= 0;
}

/* Functions that run once at most: main, and those that are called at one place of such a function. */
static bool address_goes(LLVMValueRef fn) {
  for (LLVMUseRef u = LLVMGetFirstUse(fn); u; u = LLVMGetNextUse(u))
    if (!LLVMIsAInstruction(LLVMGetUser(u)) || !omen_is_call(LLVMGetUser(u)) ||
        LLVMGetCalledValue(LLVMGetUser(u)) != fn)
      return true;
  return false;
}

static bool *runs_once(struct omen_program *p) {
  bool *once = omen_xcalloc(p->nfns, 1), *taken = omen_xcalloc(p->nfns, 1);
  for (uint32_t i = 0; i < p->nfns; i++) taken[i] = address_goes(p->fns[i].value);
  const struct omen_u32s *lists[] = {&p->callbacks, &p->leaving, &p->at_end};
  for (int k = 0; k < 3; k++)
    for (uint32_t i = 0; i < lists[k]->n; i++) taken[lists[k]->v[i]] = true;
  for (uint32_t i = 0; i < p->ncalls; i++)
    for (uint32_t k = 0; k < p->calls[i].starts.n; k++) taken[p->calls[i].starts.v[k]] = true;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t f = 0; f < p->nfns; f++) {
      if (once[f] || taken[f] || !p->fns[f].body) continue;
      const struct omen_u32s *c = &p->fns[f].callers;
      bool first = !c->n && !strcmp(omen_value_name(p->fns[f].value), "main");
      if (!first && (c->n != 1 || !once[p->calls[c->v[0]].fn] ||
                     in_loop(&p->fns[p->calls[c->v[0]].fn], p->calls[c->v[0]].inst)))
        continue;
      if (!first && p->calls[c->v[0]].known) continue; /* qsort calls it often */
      once[f] = more = true;
    }
  }
  free(taken);
  return once;
}

void omen_once_find(struct omen_program *p) {
  bool *once = runs_once(p);
  for (uint32_t i = 0; i < p->pt.nobjects; i++) {
    struct omen_object *o = &p->pt.objects[i];
    if ((o->kind != OMEN_OBJ_STACK && o->kind != OMEN_OBJ_HEAP) || !o->value) continue;
    uint32_t fn = omen_fn_number(p, LLVMGetBasicBlockParent(LLVMGetInstructionParent(o->value)));
    if (p->fns[fn].allocates) continue;
    o->once = fn != UINT32_MAX && once[fn] && !in_loop(&p->fns[fn], o->value);
  }
  free(once);
}

/* ---- shared ---- */

struct closing {
  struct omen_program *p;
  struct omen_u32s todo;
};

static void reach(struct closing *c, const struct omen_bitset *locs) {
  for (struct omen_bititer i = omen_bititer(locs); omen_bititer_next(&i);) {
    uint32_t obj = c->p->pt.locs[i.x].obj;
    if (c->p->pt.objects[obj].shared) continue;
    c->p->pt.objects[obj].shared = true;
    OMEN_GROW(c->todo.v, c->todo.n, c->todo.cap);
    c->todo.v[c->todo.n++] = obj;
  }
}

void omen_shared_find(struct omen_program *p) {
  struct closing c = {.p = p};
  reach(&c, omen_pt_of(&p->pt, p->outside));
  reach(&c, omen_pt_of(&p->pt, p->results));
  reach(&c, omen_pt_of(&p->pt, p->sent));
  for (uint32_t i = 0; i < p->shared.n; i++) reach(&c, omen_pt_of(&p->pt, p->shared.v[i]));
  for (uint32_t i = 0; i < p->pt.nobjects; i++) {
    struct omen_object *o = &p->pt.objects[i];
    if (o->kind != OMEN_OBJ_GLOBAL || o->thread_local_ || o->shared) continue;
    o->shared = true;
    OMEN_GROW(c.todo.v, c.todo.n, c.todo.cap);
    c.todo.v[c.todo.n++] = i;
  }
  while (c.todo.n) {
    const struct omen_object *o = &p->pt.objects[c.todo.v[--c.todo.n]];
    for (uint32_t k = 0; k < o->ncells; k++) {
      uint32_t content = p->pt.locs[o->cells[k]].content;
      if (content) reach(&c, omen_pt_of(&p->pt, content));
    }
  }
  free(c.todo.v);
}

/* ---- blocks that only this thread has yet ---- */

enum { MOST_USES = 200 };
struct uses {
  LLVMValueRef derived[MOST_USES], given[MOST_USES]; /* given: calls that hand it to a new thread */
  int n, ngiven;
  bool lost;
  bool given_out; /* in a wrapper of malloc: what it returns is not lost */
};

static void derive(struct uses *u, LLVMValueRef v) {
  for (int i = 0; i < u->n; i++)
    if (u->derived[i] == v) return;
  if (u->n == MOST_USES)
    u->lost = true;
  else
    u->derived[u->n++] = v;
}

static void use_in_call(struct omen_program *p, struct uses *u, LLVMValueRef call, LLVMValueRef v) {
  uint64_t n;
  LLVMValueRef callee = omen_callee(call);
  const char *name = callee ? omen_value_name(callee) : "";
  if (!strncmp(name, "llvm.", 5)) {
    if (strncmp(name, "llvm.lifetime", 13) && strncmp(name, "llvm.mem", 8) && strncmp(name, "llvm.dbg", 8))
      u->lost = true;
    return;
  }
  const struct omen_known_call *k = omen_map_get(&p->call_of, call, &n) ? p->calls[n].known : NULL;
  if (k && k->kind == OMEN_CALL_CREATE && u->ngiven < MOST_USES)
    u->given[u->ngiven++] = call;
  else if (!k || (k->kind != OMEN_CALL_FREE && k->kind != OMEN_CALL_LOCK && k->kind != OMEN_CALL_UNLOCK))
    u->lost = true;
}

static void use(struct omen_program *p, struct uses *u, LLVMValueRef user, LLVMValueRef v) {
  if (!LLVMIsAInstruction(user)) {
    u->lost = true;
    return;
  }
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMLoad:
  case LLVMICmp: break;
  case LLVMStore: u->lost |= LLVMGetOperand(user, 0) == v; break;
  case LLVMGetElementPtr:
  case LLVMBitCast:
  case LLVMFreeze: derive(u, user); break;
  case LLVMCall:
  case LLVMInvoke: use_in_call(p, u, user, v); break;
  case LLVMPHI:
  case LLVMSelect:
    derive(u, user);
    u->lost |= !u->given_out;
    break;
  case LLVMRet: u->lost |= !u->given_out; break;
  default: u->lost = true;
  }
}

static void follow_uses(struct omen_program *p, struct uses *u, LLVMValueRef block) {
  u->n = u->ngiven = 0;
  u->lost = false;
  derive(u, block);
  for (int i = 0; i < u->n && !u->lost; i++)
    for (LLVMUseRef x = LLVMGetFirstUse(u->derived[i]); x && !u->lost; x = LLVMGetNextUse(x))
      use(p, u, LLVMGetUser(x), u->derived[i]);
}

/* Does the wrapper of malloc keep no address of what it gives out? */
static bool keeps_none(struct omen_program *p, LLVMValueRef call, int depth) {
  LLVMValueRef callee = omen_callee(call);
  uint32_t fn = callee ? omen_fn_number(p, callee) : UINT32_MAX;
  if (fn == UINT32_MAX || !p->fns[fn].body) return true;
  if (depth > 4) return false;
  for (uint32_t i = 0; i < p->fns[fn].calls.n; i++) {
    LLVMValueRef inner = p->calls[p->fns[fn].calls.v[i]].inst;
    struct uses u = {.given_out = true};
    if (!omen_allocates(p, inner)) continue;
    follow_uses(p, &u, inner);
    if (u.lost || u.ngiven || !keeps_none(p, inner, depth + 1)) return false;
  }
  return true;
}

/* Is there a way from behind `from` to `to` that does not pass `stop`? */
static bool leads_to(const struct omen_cfg *g, LLVMValueRef from, LLVMValueRef to, LLVMValueRef stop) {
  bool *seen = omen_xcalloc((size_t)g->n, 1), found = false;
  int *todo = omen_xcalloc((size_t)g->n + 1, sizeof *todo), n = 0;
  LLVMValueRef v = LLVMGetNextInstruction(from);
  int block = omen_cfg_block_of(g, from);
  while (!found && block >= 0) {
    for (; v && v != to && v != stop; v = LLVMGetNextInstruction(v)) continue;
    found = v && v == to;
    for (int k = 0; !v && k < g->blocks[block].nsucc; k++) {
      int s = g->blocks[block].succ[k];
      if (!seen[s]) todo[n++] = s;
      seen[s] = true;
    }
    block = n ? todo[--n] : -1;
    if (block >= 0) v = LLVMGetFirstInstruction(g->blocks[block].bb);
  }
  free(seen);
  free(todo);
  return found;
}

bool omen_fresh(struct omen_program *p, uint32_t fn, LLVMValueRef inst, LLVMValueRef ptr) {
  LLVMValueRef base = omen_base_of(ptr);
  if (p->fns[fn].again) return false;
  if (!LLVMIsAAllocaInst(base) && !(LLVMIsACallInst(base) && omen_allocates(p, base))) return false;
  if (LLVMIsACallInst(base) && !keeps_none(p, base, 0)) return false;
  struct uses u = {0};
  follow_uses(p, &u, base);
  if (u.lost) return false;
  for (int i = 0; i < u.ngiven; i++)
    if (leads_to(&p->fns[fn].cfg, u.given[i], inst, base)) return false;
  return true;
}
