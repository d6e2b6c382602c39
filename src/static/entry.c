/* Locks that are held at a function's entry by every caller, for each root. */
#include "static/accesses.h"
#include <stdlib.h>

struct down {
  struct omen_scan_state *a;
  uint32_t root;
  struct omen_u32s todo;
};

static void enter(struct down *d, uint32_t fn, const struct omen_lockset *with) {
  if (!omen_lockset_meet(&d->a->p, &d->a->entry[d->root][fn], with)) return;
  OMEN_GROW(d->todo.v, d->todo.n, d->todo.cap);
  d->todo.v[d->todo.n++] = fn;
}

static void go_down(struct down *d, uint32_t fn) {
  struct omen_scan_state *a = d->a;
  const struct omen_cfg *g = &a->p.fns[fn].cfg;
  struct omen_lockset at = {0}, inner = {0};
  for (int i = 0; i < g->n; i++) {
    omen_lockset_copy(&at, &a->l.blocks[fn][i]);
    for (LLVMValueRef v = LLVMGetFirstInstruction(g->blocks[i].bb); v; v = LLVMGetNextInstruction(v)) {
      uint64_t n;
      bool call = !at.unreached && omen_is_call(v) && omen_map_get(&a->p.call_of, v, &n);
      for (uint32_t k = 0; call && k < a->p.calls[n].callees.n; k++) {
        uint32_t callee = a->p.calls[n].callees.v[k];
        omen_lockset_enter(&a->p, (uint32_t)n, a->p.fns[callee].value, &at, &a->entry[d->root][fn], &inner);
        enter(d, callee, &inner);
      }
      omen_locks_pass(&a->l, &a->p, &at, v);
    }
  }
  omen_lockset_release(&at);
  omen_lockset_release(&inner);
}

void omen_entry_locks(struct omen_scan_state *a) {
  for (uint32_t r = 0; r < a->t.n; r++) {
    struct down d = {.a = a, .root = r};
    a->entry[r] = omen_xcalloc(a->p.nfns, sizeof *a->entry[r]);
    for (uint32_t f = 0; f < a->p.nfns; f++) a->entry[r][f].unreached = true;
    for (uint32_t i = 0; i < a->t.roots[r].fns.n; i++)
      enter(&d, a->t.roots[r].fns.v[i], &(struct omen_lockset){0});
    while (d.todo.n) go_down(&d, d.todo.v[--d.todo.n]);
    free(d.todo.v);
  }
}
