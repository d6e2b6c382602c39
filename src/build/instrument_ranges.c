/* Ranges in front of the same loop that lie side by side in every round become one: the pieces that unrolling
 * and vectorising cut an access into, the neighbours that a stencil reads, the members of a struct. Only
 * pieces from the same source line are joined, because one check has one site to name. A range that is read
 * and written is checked as written. */
#include "build/instrument_parts.h"
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

static unsigned line_of(const struct omen_ins_access *a) {
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(a->inst);
  return at ? LLVMDILocationGetLine(at) : 0;
}

static bool same_rounds(const struct omen_ins_access *a, const struct omen_ins_access *b) {
  const struct omen_test *s = &a->rounds.test, *t = &b->rounds.test;
  if (a->cond != b->cond || a->when != b->when) return false;
  return a->stride == b->stride && a->rounds.one_more == b->rounds.one_more && s->iv.phi == t->iv.phi &&
         s->block == t->block;
}

static bool same_sway(const struct omen_ins_access *a, const struct omen_ins_access *b) {
  const struct omen_product *p = &a->product, *q = &b->product;
  if (p->x != q->x || p->y != q->y || p->xext != q->xext || p->yext != q->yext || p->coef != q->coef)
    return false;
  return a->sway.v == b->sway.v && a->sway.ext == b->sway.ext && a->sway.coef == b->sway.coef;
}

static bool comparable(const struct omen_ins_access *a, const struct omen_ins_access *b) {
  if (a->base != b->base || a->base_at != b->base_at || a->inner != b->inner) return false;
  return same_rounds(a, b) && same_sway(a, b) && omen_linear_same_terms(&a->lin, &b->lin);
}

/* Comparable ones beside each other, reads apart from writes, then by address; the rest decides ties, so that
 * the result does not depend on where memory happened to be. */
static int by_place(const void *pa, const void *pb) {
  const struct omen_ins_access *a = *(struct omen_ins_access *const *)pa,
                               *b = *(struct omen_ins_access *const *)pb;
  uint64_t ha = omen_linear_hash_terms(&a->lin), hb = omen_linear_hash_terms(&b->lin);
  if (ha != hb) return ha < hb ? -1 : 1;
  if (a->stride != b->stride) return a->stride < b->stride ? -1 : 1;
  if (a->write != b->write) return a->write ? 1 : -1;
  if (a->lin.c != b->lin.c) return a->lin.c < b->lin.c ? -1 : 1;
  return a < b ? -1 : a > b;
}

static void join(struct omen_ins_access **v, int n) {
  for (int i = 0; i < n; i++) {
    struct omen_ins_access *a = v[i];
    for (int j = i + 1; j < n && !a->gone; j++) {
      struct omen_ins_access *b = v[j];
      if (b->gone) continue;
      if (b->write != a->write || !comparable(a, b)) break;
      int64_t gap = b->lin.c - a->lin.c;
      if (gap < 0 || (uint64_t)gap > a->size) break;
      bool inside = (uint64_t)gap + b->size <= a->size;
      if (!inside && line_of(a) != line_of(b)) continue;
      if (!inside) a->size = (uint64_t)gap + b->size;
      b->gone = true;
    }
  }
}

static bool contains(const struct omen_ins_access *a, const struct omen_ins_access *b) {
  int64_t gap = b->lin.c - a->lin.c;
  return gap >= 0 && (uint64_t)gap <= a->size && b->size <= a->size - (uint64_t)gap;
}

static void drop_read(struct omen_ins_access **v, int n, struct omen_ins_access *r) {
  for (int i = 0; i < n; i++) {
    struct omen_ins_access *w = v[i];
    if (!w->write || w->gone || !comparable(w, r) || !contains(w, r)) continue;
    if (!w->pair) w->pair = r->inst;
    r->gone = true;
    return;
  }
}

void omen_fn_join_ranges(struct omen_fn *f, int preheader) {
  struct omen_ins_access **v = NULL;
  int n = 0, cap = 0;
  for (int i = f->first[preheader]; i >= 0; i = f->acc[i].next) {
    struct omen_ins_access *a = &f->acc[i];
    if (!a->hoisted || !a->ranged || a->gone) continue;
    OMEN_GROW(v, n, cap);
    v[n++] = a;
  }
  if (n > 1) {
    qsort(v, (size_t)n, sizeof *v, by_place);
    join(v, n);
    for (int i = 0; i < n && n <= 256; i++)
      if (!v[i]->write && !v[i]->gone) drop_read(v, n, v[i]);
  }
  free(v);
}
