/* Objects and the places in them: see points_to.h. */
#include "base/base.h"
#include "static/points_to.h"
#include <stdlib.h>

/* An object with more different places than this is one place from then on. Tables of some hundred functions
 * (parsers, interpreters) are still told apart; a pointer that walks through a block does not fill memory. */
enum { MANY_LOCS = 300 };

uint32_t omen_pt_object(struct omen_pt *p, enum omen_object_kind kind, void *value, uint64_t size) {
  OMEN_GROW(p->objects, p->nobjects, p->objects_cap);
  p->objects[p->nobjects] = (struct omen_object){.kind = kind, .value = value, .size = size};
  return p->nobjects++;
}

static uint64_t gcd(uint64_t a, uint64_t b) {
  while (b) {
    uint64_t r = a % b;
    a = b;
    b = r;
  }
  return a;
}

static int64_t modulo(int64_t a, int64_t m) { return ((a % m) + m) % m; }

bool omen_loc_overlap(const struct omen_loc *a, uint64_t na, const struct omen_loc *b, uint64_t nb) {
  uint64_t step = gcd(a->stride, b->stride);
  if (!na) na = UINT32_MAX;
  if (!nb) nb = UINT32_MAX;
  if (!step) return a->off < b->off + (int64_t)nb && b->off < a->off + (int64_t)na;
  /* some a.off + k * step is less than nb behind b.off, or b's less than na behind a's */
  return (uint64_t)modulo(a->off - b->off, (int64_t)step) < nb ||
         (uint64_t)modulo(b->off - a->off, (int64_t)step) < na;
}

static bool same_loc(const void *records, uint32_t number, const void *key) {
  const struct omen_loc *a = (const struct omen_loc *)records + number, *b = key;
  return a->obj == b->obj && a->off == b->off && a->stride == b->stride;
}

static uint32_t hash_of(const struct omen_loc *l) {
  return omen_index_mix((uint64_t)l->obj << 32 | l->stride, (uint64_t)l->off);
}

static uint32_t intern(struct omen_pt *p, const struct omen_loc *l) {
  uint32_t hash = hash_of(l);
  omen_index_room(&p->loc_index);
  uint64_t *slot = omen_index_slot(&p->loc_index, hash, same_loc, p->locs, l);
  if (*slot) return (uint32_t)*slot - 1;
  OMEN_GROW(p->locs, p->nlocs, p->locs_cap);
  p->locs[p->nlocs] = *l;
  omen_index_fill(&p->loc_index, slot, hash, p->nlocs);
  p->objects[l->obj].nlocs++;
  omen_pt_count_loose(p, p->nlocs);
  return p->nlocs++;
}

void omen_pt_index_locs(struct omen_pt *p) {
  omen_index_release(&p->loc_index);
  p->loc_index = (struct omen_index){0};
  for (uint32_t i = 0; i < p->nlocs; i++) {
    const struct omen_loc *l = &p->locs[i];
    omen_index_room(&p->loc_index);
    uint32_t hash = hash_of(l);
    omen_index_fill(&p->loc_index, omen_index_slot(&p->loc_index, hash, same_loc, p->locs, l), hash, i);
  }
}

uint32_t omen_pt_loc(struct omen_pt *p, uint32_t obj, int64_t off, uint32_t stride) {
  const struct omen_object *o = &p->objects[obj];
  struct omen_loc l = {.obj = obj, .off = off, .stride = stride};
  if (o->kind == OMEN_OBJ_FUNCTION) l.off = l.stride = 0;
  if (o->kind == OMEN_OBJ_UNKNOWN) l = (struct omen_loc){.obj = obj, .stride = 1};
  if (l.stride && o->size && l.stride >= o->size && l.off >= 0 && (uint64_t)l.off < o->size) l.stride = 0;
  if (l.stride) l.off = modulo(l.off, l.stride);
  bool outside = !l.stride && o->kind != OMEN_OBJ_FUNCTION &&
                 (l.off < 0 || (o->size ? (uint64_t)l.off > o->size : l.off > 1 << 20));
  if (outside || (o->collapsed && o->kind != OMEN_OBJ_FUNCTION) ||
      (o->nlocs > MANY_LOCS &&
       omen_index_find(&p->loc_index, hash_of(&l), same_loc, p->locs, &l) == OMEN_INDEX_NONE))
    l = (struct omen_loc){.obj = obj, .stride = 1};
  return intern(p, &l);
}

enum { POINTER = 8 };

/* Memory of a loc is made when it is first needed, and put beside that of the locs which overlap it. */
static void make_cell(struct omen_pt *p, uint32_t loc) {
  uint32_t content = omen_pt_node(p), view = omen_pt_node(p), obj = p->locs[loc].obj;
  p->locs[loc].content = content;
  p->locs[loc].view = view;
  omen_pt_copy(p, content, view);
  for (uint32_t i = 0; i < p->objects[obj].ncells; i++) {
    const struct omen_loc *other = &p->locs[p->objects[obj].cells[i]];
    if (!omen_loc_overlap(&p->locs[loc], POINTER, other, POINTER)) continue;
    omen_pt_copy(p, content, other->view);
    omen_pt_copy(p, other->content, view);
  }
  struct omen_object *o = &p->objects[obj];
  OMEN_GROW(o->cells, o->ncells, o->cells_cap);
  o->cells[o->ncells++] = loc;
}

uint32_t omen_pt_content(struct omen_pt *p, uint32_t loc) {
  if (!p->locs[loc].content) make_cell(p, loc);
  return p->locs[loc].content;
}

uint32_t omen_pt_view(struct omen_pt *p, uint32_t loc) {
  if (!p->locs[loc].content) make_cell(p, loc);
  return p->locs[loc].view;
}
