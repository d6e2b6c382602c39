/* See thread_roots.h. */
#include "static/thread_roots.h"
#include <stdlib.h>
#include <string.h>

static void push(struct omen_u32s *s, uint32_t x) {
  for (uint32_t i = 0; i < s->n; i++)
    if (s->v[i] == x) return;
  OMEN_GROW(s->v, s->n, s->cap);
  s->v[s->n++] = x;
}

static enum omen_root_kind kind_of(const struct omen_call_site *c) {
  enum omen_call_kind k = c->known ? c->known->kind : OMEN_CALL_CREATE;
  return k == OMEN_CALL_FORK_JOIN                             ? OMEN_RUN_TEAM
         : k == OMEN_CALL_HANDLER || k == OMEN_CALL_SIGACTION ? OMEN_RUN_HANDLER
                                                              : OMEN_RUN_THREAD;
}

static void add_root(struct omen_threads *t, uint32_t call, uint32_t fn, enum omen_root_kind kind) {
  uint32_t r = t->n - 1;
  bool same = t->roots[r].calls.n == 1 && t->roots[r].calls.v[0] == call;
  if (!same && t->n < OMEN_ROOTS) r = t->n++;
  t->roots[r].kind = same || !t->roots[r].calls.n ? kind : OMEN_RUN_TEAM;
  push(&t->roots[r].fns, fn);
  push(&t->roots[r].calls, call);
}

/* What the program begins with: main, and what comes before and behind it. */
static void find_list(struct omen_threads *t, struct omen_program *p, const char *name) {
  LLVMValueRef g = LLVMGetNamedGlobal(p->m, name), init = g ? LLVMGetInitializer(g) : NULL;
  for (int i = 0; init && i < LLVMGetNumOperands(init); i++) {
    LLVMValueRef f = LLVMGetOperand(LLVMGetOperand(init, (unsigned)i), 1);
    if (LLVMIsAFunction(f) && omen_fn_number(p, f) != UINT32_MAX)
      push(&t->roots[OMEN_ROOT_MAIN].fns, omen_fn_number(p, f));
  }
}

static void find_address(struct omen_threads *t, struct omen_program *p, LLVMValueRef v) {
  if (LLVMIsAFunction(v)) {
    if (omen_fn_number(p, v) != UINT32_MAX) push(&t->roots[OMEN_ROOT_MAIN].fns, omen_fn_number(p, v));
  } else if (LLVMIsAConstant(v) && !LLVMIsAGlobalValue(v))
    for (int i = 0; i < LLVMGetNumOperands(v); i++) find_address(t, p, LLVMGetOperand(v, (unsigned)i));
}

/* Addresses of functions in a section of that name, which the linker's startup code runs. */
static void find_section(struct omen_threads *t, struct omen_program *p, const char *name) {
  for (LLVMValueRef g = LLVMGetFirstGlobal(p->m); g; g = LLVMGetNextGlobal(g)) {
    const char *s = LLVMGetSection(g);
    if (s && !strncmp(s, name, strlen(name)) && LLVMGetInitializer(g))
      find_address(t, p, LLVMGetInitializer(g));
  }
}

static void find_main(struct omen_threads *t, struct omen_program *p) {
  LLVMValueRef m = LLVMGetNamedFunction(p->m, "main");
  for (LLVMValueRef v = LLVMGetFirstGlobalIFunc(p->m); v; v = LLVMGetNextGlobalIFunc(v))
    find_address(t, p, omen_resolver(v));
  find_section(t, p, ".preinit_array");
  find_section(t, p, ".init_array");
  find_section(t, p, ".ctors");
  find_list(t, p, "llvm.global_ctors");
  if (m) push(&t->roots[OMEN_ROOT_MAIN].fns, omen_fn_number(p, m));
  find_list(t, p, "llvm.global_dtors");
  find_section(t, p, ".fini_array");
  find_section(t, p, ".dtors");
  for (uint32_t i = 0; i < p->at_end.n; i++) push(&t->roots[OMEN_ROOT_MAIN].fns, p->at_end.v[i]);
}

static void find_roots(struct omen_threads *t, struct omen_program *p) {
  t->n = 2;
  find_main(t, p);
  t->roots[OMEN_ROOT_OUTSIDE].kind = OMEN_RUN_OUTSIDE;
  t->roots[OMEN_ROOT_OUTSIDE].several = true;
  for (uint32_t i = 0; i < p->callbacks.n; i++) push(&t->roots[OMEN_ROOT_OUTSIDE].fns, p->callbacks.v[i]);
  for (uint32_t i = 0; i < p->leaving.n; i++) push(&t->roots[OMEN_ROOT_OUTSIDE].fns, p->leaving.v[i]);
  for (uint32_t i = 0; i < p->ncalls; i++)
    for (uint32_t k = 0; k < p->calls[i].starts.n; k++)
      add_root(t, i, p->calls[i].starts.v[k], kind_of(&p->calls[i]));
}

/* Marks the functions that the root reaches. */
static void reach(struct omen_threads *t, struct omen_program *p, uint32_t root) {
  struct omen_u32s todo = {0};
  uint64_t bit = UINT64_C(1) << root;
  for (uint32_t i = 0; i < t->roots[root].fns.n; i++) push(&todo, t->roots[root].fns.v[i]);
  while (todo.n) {
    uint32_t f = todo.v[--todo.n];
    if (t->runs[f] & bit) continue;
    t->runs[f] |= bit;
    for (uint32_t i = 0; i < p->fns[f].calls.n; i++) {
      const struct omen_call_site *c = &p->calls[p->fns[f].calls.v[i]];
      for (uint32_t k = 0; k < c->callees.n; k++)
        if (!(t->runs[c->callees.v[k]] & bit)) {
          OMEN_GROW(todo.v, todo.n, todo.cap);
          todo.v[todo.n++] = c->callees.v[k];
        }
    }
  }
  free(todo.v);
}

/* A thread may call exit while main runs: what comes in the end may run beside everything. */
static bool others_exit(const struct omen_threads *t, const struct omen_program *p) {
  for (uint32_t i = 0; i < p->ncalls; i++)
    if (p->calls[i].exits && t->runs[p->calls[i].fn] & ~UINT64_C(1)) return true;
  return false;
}

static void find_ends(struct omen_threads *t, struct omen_program *p) {
  if (!p->at_end.n || !others_exit(t, p)) return;
  for (uint32_t i = 0; i < p->at_end.n; i++) push(&t->roots[OMEN_ROOT_OUTSIDE].fns, p->at_end.v[i]);
  reach(t, p, OMEN_ROOT_OUTSIDE);
}

uint64_t omen_threads_started(const struct omen_threads *t, const struct omen_program *p, uint32_t call) {
  uint64_t set = 0;
  for (uint32_t r = 2; r < t->n && p->calls[call].starts.n; r++)
    for (uint32_t i = 0; i < t->roots[r].calls.n; i++)
      if (t->roots[r].calls.v[i] == call) set |= UINT64_C(1) << r;
  return set;
}

static uint64_t with_makes(const struct omen_threads *t, uint64_t set) {
  uint64_t all = set;
  for (uint32_t r = 0; r < t->n; r++)
    if (set >> r & 1) all |= t->roots[r].makes;
  return all;
}

static void find_makes(struct omen_threads *t, struct omen_program *p) {
  for (uint32_t i = 0; i < p->ncalls; i++) {
    uint64_t set = omen_threads_started(t, p, i);
    for (uint32_t r = 0; set && r < t->n; r++)
      if (t->runs[p->calls[i].fn] >> r & 1) t->roots[r].makes |= set;
    t->started |= set;
  }
  for (bool more = true; more;) {
    more = false;
    for (uint32_t r = 0; r < t->n; r++) {
      uint64_t all = with_makes(t, t->roots[r].makes);
      more |= all != t->roots[r].makes;
      t->roots[r].makes = all;
    }
  }
}

static bool is_team(const struct omen_program *p, uint32_t call) {
  return p->calls[call].known && p->calls[call].known->kind == OMEN_CALL_FORK_JOIN;
}

struct omen_flow omen_threads_call(const struct omen_threads *t, const struct omen_program *p,
                                   uint32_t call) {
  const struct omen_call_site *c = &p->calls[call];
  bool perhaps =
      c->unknown || (c->known && (c->known->kind == OMEN_CALL_CALLBACK || c->known->kind == OMEN_CALL_ONCE));
  struct omen_flow all = {c->callees.n && !perhaps ? 0 : UINT64_MAX, 0};
  for (uint32_t i = 0; i < c->callees.n; i++) {
    all.keep |= t->whole[c->callees.v[i]].keep;
    all.made |= t->whole[c->callees.v[i]].made;
  }
  uint64_t started = c->starts.n ? omen_threads_started(t, p, call) : 0;
  if (is_team(p, call)) {
    for (uint32_t r = 0; r < t->n; r++)
      if (started >> r & 1) all.made |= t->roots[r].makes;
  } else
    all.made |= with_makes(t, started);
  all.keep &= ~t->ends[call];
  if (omen_comes_again(c->inst)) /* and then whatever was started may run */
    all = (struct omen_flow){UINT64_MAX, t->started};
  return all;
}

static bool flow_into(struct omen_flow *to, struct omen_flow at) {
  struct omen_flow old = *to;
  to->keep |= at.keep;
  to->made |= at.made;
  return to->keep != old.keep || to->made != old.made;
}

/* Roots that a loop of joins has ended when it is left by this edge. */
static uint64_t joined_on(const struct omen_threads *t, uint32_t fn, int from, int to) {
  uint64_t over = 0;
  for (uint32_t i = 0; i < t->njoined; i++) {
    const struct omen_joined *j = &t->joined[i];
    if (j->loop && j->fn == fn && j->exiting == from && j->exit == to) over |= j->roots;
  }
  return over;
}

/* One round over a function's blocks; true: something changed. */
static bool flow_once(struct omen_threads *t, struct omen_program *p, uint32_t fn) {
  const struct omen_cfg *g = &p->fns[fn].cfg;
  bool changed = false;
  for (int i = 0; i < g->n; i++) {
    struct omen_flow at = t->blocks[fn][i];
    for (LLVMValueRef v = LLVMGetFirstInstruction(g->blocks[i].bb); v; v = LLVMGetNextInstruction(v)) {
      uint64_t call;
      if (omen_is_call(v) && omen_map_get(&p->call_of, v, &call))
        at = omen_flow_then(at, omen_threads_call(t, p, (uint32_t)call));
    }
    if (!g->blocks[i].nsucc) changed |= flow_into(&t->whole[fn], at);
    for (int k = 0; k < g->blocks[i].nsucc; k++) {
      int to = g->blocks[i].succ[k];
      uint64_t over = joined_on(t, fn, i, to);
      changed |= flow_into(&t->blocks[fn][to], (struct omen_flow){at.keep & ~over, at.made & ~over});
    }
  }
  return changed;
}

static void flow(struct omen_threads *t, struct omen_program *p) {
  for (uint32_t f = 0; f < p->nfns; f++) {
    t->whole[f] = (struct omen_flow){0, 0};
    for (int i = 0; p->fns[f].body && i < p->fns[f].cfg.n; i++)
      t->blocks[f][i] = (struct omen_flow){i ? 0 : UINT64_MAX, 0};
  }
  for (bool more = true; more;) {
    more = false;
    for (uint32_t f = 0; f < p->nfns; f++)
      while (p->fns[f].body && flow_once(t, p, f)) more = true;
  }
}

/* ---- top down: which threads run when a function begins ---- */

struct down {
  struct omen_threads *t;
  struct omen_program *p;
  uint32_t root;
  struct omen_u32s todo;
  uint64_t *seen;
};

static void enter(struct down *d, uint32_t fn, uint64_t live) {
  uint64_t *entry = &d->t->roots[d->root].entry[fn];
  if (d->seen[fn] && !(live & ~*entry)) return;
  d->seen[fn] = 1;
  *entry |= live;
  OMEN_GROW(d->todo.v, d->todo.n, d->todo.cap);
  d->todo.v[d->todo.n++] = fn;
}

static void start(struct down *d, uint32_t call, uint64_t live) {
  struct omen_threads *t = d->t;
  uint64_t started = omen_threads_started(t, d->p, call), all = with_makes(t, started);
  for (uint32_t r = 0; r < t->n; r++) {
    if (all >> r & 1) t->roots[r].beside |= live;
    if (live >> r & 1) t->roots[r].beside |= all;
    if ((started >> r & 1) && (live >> r & 1)) t->roots[r].several = true;
    if ((started >> r & 1) && t->roots[d->root].several) t->roots[r].several = true;
  }
  for (uint32_t i = 0; i < t->njoined; i++)
    if (t->joined[i].create == call && !t->joined[i].loop)
      t->unjoinable |= omen_joins_lost(t, &t->joined[i], live);
}

/* A loop that creates is about to begin. */
static void begin_loops(struct down *d, uint32_t fn, int from, uint64_t live) {
  const struct omen_cfg *g = &d->p->fns[fn].cfg;
  for (uint32_t i = 0; i < d->t->njoined; i++) {
    const struct omen_joined *j = &d->t->joined[i];
    if (!j->loop || j->fn != fn || omen_cfg_loop_has(g, j->made_in, from)) continue;
    for (int k = 0; k < g->blocks[from].nsucc; k++)
      if (g->blocks[from].succ[k] == j->header) d->t->unjoinable |= omen_joins_lost(d->t, j, live);
  }
}

static void go_down(struct down *d, uint32_t fn) {
  const struct omen_cfg *g = &d->p->fns[fn].cfg;
  uint64_t entry = d->t->roots[d->root].entry[fn];
  for (int i = 0; i < g->n; i++) {
    struct omen_flow at = d->t->blocks[fn][i];
    for (LLVMValueRef v = LLVMGetFirstInstruction(g->blocks[i].bb); v; v = LLVMGetNextInstruction(v)) {
      uint64_t n;
      if (!omen_is_call(v) || !omen_map_get(&d->p->call_of, v, &n)) continue;
      const struct omen_call_site *c = &d->p->calls[n];
      uint64_t live = (entry & at.keep) | at.made;
      for (uint32_t k = 0; k < c->callees.n; k++) enter(d, c->callees.v[k], live);
      if (c->starts.n) start(d, (uint32_t)n, live);
      at = omen_flow_then(at, omen_threads_call(d->t, d->p, (uint32_t)n));
    }
    if (d->t->njoined) begin_loops(d, fn, i, (entry & at.keep) | at.made);
  }
}

static void down(struct omen_threads *t, struct omen_program *p, uint32_t root) {
  struct down d = {.t = t, .p = p, .root = root, .seen = omen_xcalloc(p->nfns, sizeof *d.seen)};
  memset(t->roots[root].entry, 0, p->nfns * sizeof *t->roots[root].entry);
  uint64_t outside = t->roots[OMEN_ROOT_OUTSIDE].fns.n
                         ? UINT64_C(1) << OMEN_ROOT_OUTSIDE | t->roots[OMEN_ROOT_OUTSIDE].makes
                         : 0,
           before = 0;
  bool past_main = false;
  for (uint32_t i = 0; root == OMEN_ROOT_MAIN && i < t->roots[root].fns.n; i++) {
    if (!strcmp(omen_value_name(p->fns[t->roots[root].fns.v[i]].value), "main")) break;
    before |= t->whole[t->roots[root].fns.v[i]].made; /* nobody knows in which order they come */
  }
  for (uint32_t i = 0; i < t->roots[root].fns.n; i++) {
    uint32_t fn = t->roots[root].fns.v[i];
    /* constructors come before main, which may start threads; when exit calls, whatever was started may still
     * run */
    enter(&d, fn, outside | (root == OMEN_ROOT_MAIN && past_main ? t->roots[root].makes : before));
    past_main |= !strcmp(omen_value_name(p->fns[fn].value), "main");
  }
  while (d.todo.n) go_down(&d, d.todo.v[--d.todo.n]);
  free(d.todo.v);
  free(d.seen);
}

/* Whoever runs beside a root runs beside those that it starts; unknown code and handlers beside all. */
static void close_beside(struct omen_threads *t) {
  uint64_t everywhere = UINT64_C(1) << OMEN_ROOT_OUTSIDE;
  for (uint32_t r = 2; r < t->n; r++)
    if (t->roots[r].kind == OMEN_RUN_HANDLER) everywhere |= UINT64_C(1) << r;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t r = 0; r < t->n; r++) {
      uint64_t b = t->roots[r].beside;
      if (everywhere >> r & 1) b |= UINT64_MAX;
      if (r) b |= everywhere & ~(UINT64_C(1) << OMEN_ROOT_MAIN);
      if (t->roots[r].several) b |= t->roots[r].makes;
      for (uint32_t s = 0; s < t->n; s++)
        if (b >> s & 1) b |= t->roots[s].makes;
      for (uint32_t s = 0; s < t->n; s++)
        if (t->roots[s].beside >> r & 1) b |= UINT64_C(1) << s;
      more |= b != t->roots[r].beside;
      t->roots[r].beside = b;
    }
  }
}

bool omen_threads_beside(const struct omen_threads *t, uint32_t a, uint64_t live_a, uint32_t b,
                         uint64_t live_b) {
  if (a == b) return t->roots[a].several;
  if (t->roots[a].beside >> b & 1 && a && b) return true;
  if ((a == OMEN_ROOT_MAIN && live_a >> b & 1) || (b == OMEN_ROOT_MAIN && live_b >> a & 1)) return true;
  if (a == OMEN_ROOT_MAIN || b == OMEN_ROOT_MAIN) return false;
  return (live_a >> b & 1) || (live_b >> a & 1);
}

static void settle(struct omen_threads *t, struct omen_program *p) {
  for (uint32_t r = 0; r < t->n; r++) {
    t->roots[r].beside = 0;
    t->roots[r].several = t->roots[r].kind != OMEN_RUN_MAIN && t->roots[r].kind != OMEN_RUN_THREAD;
  }
  for (uint32_t i = 0; i < p->ncalls; i++) { /* started by several: there may be several of them */
    uint64_t started = p->calls[i].starts.n ? omen_threads_started(t, p, i) : 0, by = t->runs[p->calls[i].fn];
    for (uint32_t r = 0; started && (by & (by - 1)) && r < t->n; r++) t->roots[r].several |= started >> r & 1;
  }
  flow(t, p);
  for (int round = 0; round < 2; round++) /* the second time with what is known to be several */
    for (uint32_t r = 0; r < t->n; r++) down(t, p, r);
  close_beside(t);
}

void omen_threads_find(struct omen_threads *t, struct omen_program *p) {
  *t = (struct omen_threads){0};
  t->runs = omen_xcalloc(p->nfns, sizeof *t->runs);
  t->whole = omen_xcalloc(p->nfns, sizeof *t->whole);
  t->blocks = omen_xcalloc(p->nfns, sizeof *t->blocks);
  t->ends = omen_xcalloc(p->ncalls + 1, sizeof *t->ends);
  for (uint32_t f = 0; f < p->nfns; f++)
    if (p->fns[f].body) t->blocks[f] = omen_xcalloc((size_t)p->fns[f].cfg.n, sizeof **t->blocks);
  find_roots(t, p);
  for (uint32_t r = 0; r < t->n; r++) {
    t->roots[r].entry = omen_xcalloc(p->nfns, sizeof *t->roots[r].entry);
    reach(t, p, r);
  }
  find_ends(t, p);
  find_makes(t, p);
  omen_joins_find(t, p);
  settle(t, p);
  while (t->unjoinable) { /* joins that were believed, wrongly: once more without them */
    for (uint32_t i = 0; i < p->ncalls; i++) t->ends[i] &= ~t->unjoinable;
    for (uint32_t i = 0; i < t->njoined; i++) t->joined[i].roots &= ~t->unjoinable;
    t->unjoinable = 0;
    settle(t, p);
  }
}

void omen_threads_release(struct omen_threads *t, struct omen_program *p) {
  for (uint32_t f = 0; f < p->nfns; f++) free(t->blocks[f]);
  for (uint32_t r = 0; r < OMEN_ROOTS; r++) {
    free(t->roots[r].fns.v);
    free(t->roots[r].calls.v);
    free(t->roots[r].entry);
  }
  free(t->runs);
  free(t->blocks);
  free(t->whole);
  free(t->ends);
  free(t->joined);
}
