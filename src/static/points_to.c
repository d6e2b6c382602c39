/* The solver: see points_to.h. */
#include "static/points_to.h"
#include "base/base.h"
#include <stdlib.h>

void omen_pt_init(struct omen_pt *p) {
  *p = (struct omen_pt){0};
  p->most_loose = OMEN_LOOSE_FIRST;
  omen_pt_node(p); /* 0 is no node, and has no loc */
}

void omen_pt_release(struct omen_pt *p) {
  for (uint32_t i = 0; i < p->nnodes; i++) {
    struct omen_pt_node *n = &p->nodes[i];
    omen_bitset_release(&n->pts);
    omen_bitset_release(&n->done);
    free(n->copies.v);
    free(n->loads.v);
    free(n->stores.v);
    free(n->watches.v);
    free(n->steps);
  }
  for (uint32_t i = 0; i < p->nobjects; i++) free(p->objects[i].cells);
  free(p->objects);
  free(p->locs);
  free(p->collapsing.v);
  free(p->nodes);
  omen_index_release(&p->loc_index);
  omen_table_release(&p->edges);
}

uint32_t omen_pt_node(struct omen_pt *p) {
  OMEN_GROW(p->nodes, p->nnodes, p->nodes_cap);
  p->nodes[p->nnodes] = (struct omen_pt_node){.rep = p->nnodes};
  return p->nnodes++;
}

uint32_t omen_pt_rep(const struct omen_pt *p, uint32_t n) {
  while (p->nodes[n].rep != n) {
    p->nodes[n].rep = p->nodes[p->nodes[n].rep].rep;
    n = p->nodes[n].rep;
  }
  return n;
}

static void push(struct omen_u32s *s, uint32_t x) {
  OMEN_GROW(s->v, s->n, s->cap);
  s->v[s->n++] = x;
}

void omen_pt_points(struct omen_pt *p, uint32_t node, uint32_t loc) {
  if (node) omen_bitset_add(&p->nodes[omen_pt_rep(p, node)].pts, loc);
}

/* What has gone through `from` already would not come again. */
void omen_pt_copy(struct omen_pt *p, uint32_t from, uint32_t to) {
  from = omen_pt_rep(p, from);
  to = omen_pt_rep(p, to);
  if (from == to || !from || !to || !omen_table_put(&p->edges, (uint64_t)from << 32 | to, 1)) return;
  push(&p->nodes[from].copies, to);
  omen_bitset_union(&p->nodes[to].pts, &p->nodes[from].done);
}

static void step_loc(struct omen_pt *p, const struct omen_step *s, uint32_t loc) {
  const struct omen_loc l = p->locs[loc];
  uint64_t a = l.stride, b = s->stride;
  while (b) {
    uint64_t r = a % b;
    a = b;
    b = r;
  }
  omen_pt_points(p, s->to, omen_pt_loc(p, l.obj, l.off + s->off, (uint32_t)a));
}

/* Constraints that are added while solving apply to what is done already, too. */
static void step_all(struct omen_pt *p, const struct omen_step *s, const struct omen_bitset *locs) {
  for (struct omen_bititer i = omen_bititer(locs); omen_bititer_next(&i);) step_loc(p, s, i.x);
}

void omen_pt_step(struct omen_pt *p, uint32_t from, uint32_t to, int64_t off, uint32_t stride) {
  if (!off && !stride) {
    omen_pt_copy(p, from, to);
    return;
  }
  if (!from || !to) return;
  struct omen_pt_node *n = &p->nodes[omen_pt_rep(p, from)];
  for (uint32_t i = 0; i < n->nsteps; i++) /* calls through pointers say the same again for each callee */
    if (n->steps[i].to == to && n->steps[i].off == off && n->steps[i].stride == stride) return;
  OMEN_GROW(n->steps, n->nsteps, n->steps_cap);
  n->steps[n->nsteps++] = (struct omen_step){.to = to, .stride = stride, .off = off};
  struct omen_step s = n->steps[n->nsteps - 1];
  struct omen_bitset done = {0};
  omen_bitset_union(&done, &n->done);
  step_all(p, &s, &done);
  omen_bitset_release(&done);
}

void omen_pt_load(struct omen_pt *p, uint32_t pointer, uint32_t to) {
  uint32_t n = omen_pt_rep(p, pointer);
  if (!n || !to) return;
  push(&p->nodes[n].loads, to);
  struct omen_bitset done = {0};
  omen_bitset_union(&done, &p->nodes[n].done);
  for (struct omen_bititer i = omen_bititer(&done); omen_bititer_next(&i);)
    omen_pt_copy(p, omen_pt_view(p, i.x), to);
  omen_bitset_release(&done);
}

void omen_pt_store(struct omen_pt *p, uint32_t from, uint32_t pointer) {
  uint32_t n = omen_pt_rep(p, pointer);
  if (!n || !from) return;
  push(&p->nodes[n].stores, from);
  struct omen_bitset done = {0};
  omen_bitset_union(&done, &p->nodes[n].done);
  for (struct omen_bititer i = omen_bititer(&done); omen_bititer_next(&i);)
    omen_pt_copy(p, from, omen_pt_content(p, i.x));
  omen_bitset_release(&done);
}

void omen_pt_watch(struct omen_pt *p, uint32_t node, uint32_t number) {
  uint32_t n = omen_pt_rep(p, node);
  push(&p->nodes[n].watches, number);
  struct omen_bitset done = {0};
  omen_bitset_union(&done, &p->nodes[n].done);
  for (struct omen_bititer i = omen_bititer(&done); omen_bititer_next(&i);) p->watch(p->with, number, i.x);
  omen_bitset_release(&done);
}

const struct omen_bitset *omen_pt_of(const struct omen_pt *p, uint32_t node) {
  return &p->nodes[omen_pt_rep(p, node)].pts;
}

/* ---- cycles: Tarjan, without recursion ---- */

struct scc {
  struct omen_pt *p;
  uint32_t *index, *low, next, *stack, nstack, *order, norder;
  bool *on;
  struct {
    uint32_t node, edge;
  } *call;
  uint32_t ncall;
};

static void append(struct omen_u32s *to, struct omen_u32s *from) {
  for (uint32_t i = 0; i < from->n; i++) push(to, from->v[i]);
  free(from->v);
  *from = (struct omen_u32s){0};
}

/* `b` becomes one with `a`. What only one of them had is new to the constraints of the other, so what is done
 * is what both have done. */
void omen_pt_unite(struct omen_pt *p, uint32_t a, uint32_t b) {
  struct omen_pt_node *x = &p->nodes[a], *y = &p->nodes[b];
  y->rep = a;
  struct omen_bitset extra = {0}, both = {0};
  omen_bitset_minus(&x->done, &y->done, &extra);
  omen_bitset_minus(&x->done, &extra, &both);
  omen_bitset_release(&x->done);
  omen_bitset_release(&extra);
  x->done = both;
  omen_bitset_union(&x->pts, &y->pts);
  omen_bitset_release(&y->pts);
  omen_bitset_release(&y->done);
  append(&x->copies, &y->copies);
  append(&x->loads, &y->loads);
  append(&x->stores, &y->stores);
  append(&x->watches, &y->watches);
  for (uint32_t i = 0; i < y->nsteps; i++) {
    OMEN_GROW(x->steps, x->nsteps, x->steps_cap);
    x->steps[x->nsteps++] = y->steps[i];
  }
  free(y->steps);
  y->steps = NULL;
  y->nsteps = y->steps_cap = 0;
}

static void enter(struct scc *s, uint32_t n) {
  s->index[n] = s->low[n] = ++s->next;
  s->stack[s->nstack++] = n;
  s->on[n] = true;
  s->call[s->ncall].node = n;
  s->call[s->ncall++].edge = 0;
}

static void leave(struct scc *s, uint32_t n) {
  if (s->low[n] == s->index[n]) {
    uint32_t m;
    do {
      m = s->stack[--s->nstack];
      s->on[m] = false;
      if (m != n) omen_pt_unite(s->p, n, m);
    } while (m != n);
    s->order[s->norder++] = n;
  }
  if (--s->ncall) {
    uint32_t up = s->call[s->ncall - 1].node;
    if (s->low[n] < s->low[up]) s->low[up] = s->low[n];
  }
}

static void visit(struct scc *s, uint32_t start) {
  enter(s, start);
  while (s->ncall) {
    uint32_t n = s->call[s->ncall - 1].node;
    const struct omen_u32s *c = &s->p->nodes[n].copies;
    if (s->call[s->ncall - 1].edge == c->n) {
      leave(s, n);
      continue;
    }
    uint32_t m = omen_pt_rep(s->p, c->v[s->call[s->ncall - 1].edge++]);
    if (!s->index[m])
      enter(s, m);
    else if (s->on[m] && s->index[m] < s->low[n])
      s->low[n] = s->index[m];
  }
}

/* Unites cycles; the nodes that are left, successors first, in s->order. */
static void find_cycles(struct scc *s, struct omen_pt *p) {
  uint32_t n = p->nnodes;
  *s = (struct scc){.p = p,
                    .index = omen_xcalloc(n, sizeof *s->index),
                    .low = omen_xcalloc(n, sizeof *s->low),
                    .stack = omen_xcalloc(n, sizeof *s->stack),
                    .order = omen_xcalloc(n, sizeof *s->order),
                    .on = omen_xcalloc(n, 1),
                    .call = omen_xcalloc(n, sizeof *s->call)};
  for (uint32_t i = 1; i < n; i++)
    if (p->nodes[i].rep == i && !s->index[i]) visit(s, i);
}

static void scc_release(struct scc *s) {
  free(s->index);
  free(s->low);
  free(s->stack);
  free(s->order);
  free(s->on);
  free(s->call);
}

/* ---- waves ---- */

enum { MANY_COPIES = 32 };

/* Everything that node n has to do about locs that it has not seen yet. */
static void tell(struct omen_pt *p, uint32_t n, const struct omen_bitset *fresh) {
  for (uint32_t k = 0; k < p->nodes[n].nsteps; k++) {
    struct omen_step s = p->nodes[n].steps[k];
    step_all(p, &s, fresh);
  }
  if (!p->nodes[n].loads.n && !p->nodes[n].stores.n && !p->nodes[n].watches.n) return;
  for (struct omen_bititer i = omen_bititer(fresh); omen_bititer_next(&i);) {
    uint32_t view = p->nodes[n].loads.n ? omen_pt_view(p, i.x) : 0,
             content = p->nodes[n].stores.n ? omen_pt_content(p, i.x) : 0;
    for (uint32_t k = 0; k < p->nodes[n].loads.n; k++) omen_pt_copy(p, view, p->nodes[n].loads.v[k]);
    for (uint32_t k = 0; k < p->nodes[n].stores.n; k++) omen_pt_copy(p, p->nodes[n].stores.v[k], content);
    for (uint32_t k = 0; k < p->nodes[n].watches.n; k++) p->watch(p->with, p->nodes[n].watches.v[k], i.x);
  }
}

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

/* Nodes that became one leave the same copy many times. */
static void thin_copies(struct omen_pt *p, uint32_t node) {
  struct omen_u32s *c = &p->nodes[node].copies;
  uint32_t n = 0;
  if (c->n < MANY_COPIES) return;
  for (uint32_t i = 0; i < c->n; i++) c->v[i] = omen_pt_rep(p, c->v[i]);
  qsort(c->v, c->n, sizeof *c->v, by_number);
  for (uint32_t i = 0; i < c->n; i++)
    if (c->v[i] != node && (!n || c->v[n - 1] != c->v[i])) c->v[n++] = c->v[i];
  c->n = n;
}

struct news {
  uint32_t node;
  struct omen_bitset fresh;
};

static void mix_crowds(struct omen_pt *p, const struct news *news, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const struct omen_pt_node *node = &p->nodes[news[i].node];
    if ((node->loads.n || node->stores.n) && news[i].fresh.n > 4 &&
        omen_bitset_count(&node->pts) > OMEN_CROWD)
      omen_pt_mix(p, news[i].node);
  }
}

void omen_pt_solve(struct omen_pt *p) {
  for (bool more = true; more; p->waves++) {
    struct scc s;
    struct news *news = NULL;
    size_t n = 0, cap = 0;
    omen_pt_collapse(p);
    find_cycles(&s, p);
    for (uint32_t i = s.norder; i-- > 0;) {
      struct omen_pt_node *node = &p->nodes[s.order[i]];
      struct news one = {.node = s.order[i]};
      omen_bitset_minus(&node->pts, &node->done, &one.fresh);
      if (!one.fresh.n) {
        omen_bitset_release(&one.fresh);
        continue;
      }
      omen_bitset_union(&node->done, &one.fresh);
      thin_copies(p, one.node);
      for (uint32_t k = 0; k < node->copies.n; k++) {
        uint32_t to = omen_pt_rep(p, node->copies.v[k]);
        if (to != s.order[i]) omen_bitset_union(&p->nodes[to].pts, &one.fresh);
      }
      OMEN_GROW(news, n, cap);
      news[n++] = one;
    }
    scc_release(&s);
    mix_crowds(p, news, n);
    for (size_t i = 0; i < n; i++) {
      tell(p, news[i].node, &news[i].fresh);
      omen_bitset_release(&news[i].fresh);
    }
    free(news);
    more = n > 0;
  }
  p->solved = true;
}
