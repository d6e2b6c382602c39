/* Objects whose places become one. Pointers that walk through blocks of unknown shape, and pointers of one
 * type that meet objects of another, make places by the hundred, each in thousands of sets; none of them
 * tells anything. An object with too many such loose places gets one place instead, "anywhere in it". How
 * many are too many depends on the program: the limit falls while all objects together have more than
 * MOST_LOOSE. Small programs never come near it. */
#include "base/base.h"
#include "static/points_to.h"
#include <stdlib.h>

/* By trial on pbzip2, memcached and SQLite: more makes sets larger than it makes answers better. */
enum { MOST_LOOSE = 3000, FEWEST = 2 };
/* A pointer to a crowd that has more places than this in one object of a program with more than LARGE locs.
 */
enum { MANY_PLACES = 6, LARGE = 4000 };

static bool loose(const struct omen_pt *p, const struct omen_loc *l) {
  return l->stride > 1 || (!l->stride && l->off && !p->objects[l->obj].size);
}

static void mark(struct omen_pt *p, uint32_t obj) {
  struct omen_object *o = &p->objects[obj];
  if (o->collapsed || p->solved) return;
  o->collapsed = true;
  p->nloose -= o->nloose;
  OMEN_GROW(p->collapsing.v, p->collapsing.n, p->collapsing.cap);
  p->collapsing.v[p->collapsing.n++] = obj;
}

void omen_pt_count_loose(struct omen_pt *p, uint32_t loc) {
  struct omen_object *o = &p->objects[p->locs[loc].obj];
  if (o->kind == OMEN_OBJ_FUNCTION || o->collapsed || !loose(p, &p->locs[loc])) return;
  o->nloose++;
  p->nloose++;
  if (o->nloose > p->most_loose) mark(p, p->locs[loc].obj);
}

static void lower_limit(struct omen_pt *p) {
  while (p->nloose > MOST_LOOSE && p->most_loose > FEWEST) {
    p->most_loose = p->most_loose * 2 / 3;
    for (uint32_t i = 0; i < p->nobjects; i++)
      if (p->objects[i].nloose > p->most_loose) mark(p, i);
  }
}

/* What is stored anywhere in the object is read anywhere in it. */
static void one_cell(struct omen_pt *p, uint32_t obj) {
  uint32_t any = omen_pt_loc(p, obj, 0, 1), cell = omen_pt_rep(p, omen_pt_content(p, any));
  struct omen_object *o = &p->objects[obj];
  for (uint32_t i = 0; i < o->ncells; i++) {
    const struct omen_loc *l = &p->locs[o->cells[i]];
    const uint32_t nodes[] = {l->content, l->view};
    for (int k = 0; k < 2; k++) {
      uint32_t other = omen_pt_rep(p, nodes[k]);
      if (other != cell) omen_pt_unite(p, cell, other);
    }
  }
  o->cells[0] = any;
  o->ncells = 1;
}

/* Places that are gone leave no gaps: sets of numbers that lie close together are small. `to`: of each loc,
 * its new number. Sets keep their order but for the places that others stand for now. */
static void renumber_set(struct omen_bitset *s, const uint32_t *to) {
  struct omen_bitset out = {0};
  for (struct omen_bititer i = omen_bititer(s); omen_bititer_next(&i);) omen_bitset_add(&out, to[i.x]);
  omen_bitset_release(s);
  *s = out;
}

/* Moves the locs that are left together; gives the new numbers. */
static uint32_t *renumber(struct omen_pt *p) {
  uint32_t *to = omen_xcalloc(p->nlocs, sizeof *to), n = 0;
  for (uint32_t i = 0; i < p->nlocs; i++)
    if (!p->objects[p->locs[i].obj].collapsed || p->locs[i].stride == 1) to[i] = n++;
  for (uint32_t i = 0; i < p->nlocs; i++) {
    const struct omen_loc *l = &p->locs[i];
    if (p->objects[l->obj].collapsed && l->stride != 1) to[i] = to[omen_pt_loc(p, l->obj, 0, 1)];
  }
  for (uint32_t i = 0; i < p->nobjects; i++)
    for (uint32_t k = 0; k < p->objects[i].ncells; k++) p->objects[i].cells[k] = to[p->objects[i].cells[k]];
  for (uint32_t i = 0; i < p->nlocs; i++)
    if (!p->objects[p->locs[i].obj].collapsed || p->locs[i].stride == 1) p->locs[to[i]] = p->locs[i];
  p->nlocs = n;
  omen_pt_index_locs(p);
  return to;
}

/* All sets are rewritten when places go, so a few of them wait for more. Until then they are only a place
 * beside "anywhere". */
static bool worth_it(const struct omen_pt *p) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < p->collapsing.n; i++) n += p->objects[p->collapsing.v[i]].nlocs;
  return n > p->nlocs / 8;
}

void omen_pt_collapse(struct omen_pt *p) {
  lower_limit(p);
  if (!worth_it(p)) return;
  for (uint32_t i = 0; i < p->collapsing.n; i++) one_cell(p, p->collapsing.v[i]);
  p->collapsing.n = 0;
  uint32_t *to = renumber(p);
  for (uint32_t i = 0; i < p->nnodes; i++) {
    renumber_set(&p->nodes[i].pts, to);
    renumber_set(&p->nodes[i].done, to);
  }
  free(to);
}

/* An object in which such a pointer has many places has no shape to it. */
static void mark_wandered(struct omen_pt *p, const struct omen_bitset *locs) {
  uint8_t *count = omen_xcalloc(p->nobjects, 1);
  for (struct omen_bititer i = omen_bititer(locs); omen_bititer_next(&i);) {
    uint32_t obj = p->locs[i.x].obj;
    if (p->objects[obj].kind != OMEN_OBJ_FUNCTION && count[obj]++ == MANY_PLACES) mark(p, obj);
    if (count[obj] > MANY_PLACES) count[obj] = MANY_PLACES + 1;
  }
  free(count);
}

/* A pointer to hundreds of objects without shape tells nothing of what is in which of them. What is stored in
 * the one counts as stored in all: one node instead of hundreds, and one edge for each load. */
void omen_pt_mix(struct omen_pt *p, uint32_t node) {
  uint32_t all = 0;
  struct omen_bitset locs = {0}; /* a copy: the node itself may become one with others */
  omen_bitset_union(&locs, &p->nodes[node].pts);
  if (p->nlocs > LARGE) mark_wandered(p, &locs);
  for (struct omen_bititer i = omen_bititer(&locs); omen_bititer_next(&i);) {
    const struct omen_loc *l = &p->locs[i.x];
    if (!p->objects[l->obj].collapsed || l->stride != 1 || !l->content) continue;
    uint32_t one = omen_pt_rep(p, l->content);
    if (!all) all = one;
    if (one == all) continue;
    omen_pt_unite(p, all, one);
    p->nodes[all].done.n = 0; /* nobody was told of what is new in this wave: all of it is new again */
  }
  omen_bitset_release(&locs);
}
