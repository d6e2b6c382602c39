/* Checks that an earlier one makes needless. Between two points a second check of the same bytes changes
 * nothing, if the first was at least as strong: a write check stands for a read of the same place, not the
 * other way round.
 *
 * A *fact* is "these bytes have been checked since the last point": the address's terms, an interval of
 * offsets and the kind. Which facts hold where is the textbook's available-expressions problem, forward and
 * over all paths. A point ends all facts; a new value of one of its leaves (the next round of a loop) ends a
 * fact. An access establishes its fact whether its own check stays or not: it goes only where a fact that
 * covers it holds already, and the first access on any path has none. */
#include "build/instrument_parts.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_BITS = 1 << 28 }; /* of all sets together: 32 MB a kind; functions beyond are left as they are */

struct fact {
  struct omen_linear lin;
  uint64_t size;
  bool write, light;
  int next; /* with the same terms, or -1 */
};
enum step_kind { STEP_POINT, STEP_VALUE, STEP_ACCESS };
struct step {
  enum step_kind kind;
  int what; /* VALUE: index into `values`; ACCESS: index of the access */
};
struct value_facts {
  int *facts, n, cap;
};

struct merge {
  struct omen_fn *f;
  struct fact *facts;
  int nfacts, facts_cap;
  int *fact_of;          /* of each access, or -1 */
  struct omen_map group; /* hash of terms -> first fact */
  struct omen_map users; /* leaf -> index + 1 into values */
  struct value_facts *values;
  int nvalues, values_cap;
  struct step **steps; /* of each block */
  int *nsteps;
  size_t words;
  uint64_t *gen, *kill, *in, *out; /* sets of facts, of each block */
};

static bool covers(const struct fact *a, const struct fact *b) {
  if ((b->write && !a->write) || (a->light && !b->light)) return false;
  int64_t from = b->lin.c - a->lin.c;
  return from >= 0 && (uint64_t)from <= a->size && b->size <= a->size - (uint64_t)from;
}

static void *group_key(const struct omen_linear *l) {
  return (void *)(uintptr_t)(omen_linear_hash_terms(l) | 1);
}

static void note_leaf(struct merge *m, LLVMValueRef leaf, int fact) {
  if (!LLVMIsAInstruction(leaf)) return;
  uint64_t at;
  if (!omen_map_get(&m->users, leaf, &at)) {
    OMEN_GROW(m->values, m->nvalues, m->values_cap);
    m->values[m->nvalues++] = (struct value_facts){0};
    at = (uint64_t)m->nvalues;
    omen_map_put(&m->users, leaf, at);
  }
  struct value_facts *v = &m->values[at - 1];
  OMEN_GROW(v->facts, v->n, v->cap);
  v->facts[v->n++] = fact;
}

static int fact_for(struct merge *m, const struct omen_ins_access *a) {
  uint64_t first;
  void *key = group_key(&a->lin);
  bool known = omen_map_get(&m->group, key, &first);
  for (int i = known ? (int)first : -1; i >= 0; i = m->facts[i].next) {
    const struct fact *k = &m->facts[i];
    if (k->lin.c == a->lin.c && k->size == a->size && k->write == a->write && k->light == a->light &&
        omen_linear_same_terms(&k->lin, &a->lin))
      return i;
  }
  OMEN_GROW(m->facts, m->nfacts, m->facts_cap);
  m->facts[m->nfacts] = (struct fact){a->lin, a->size, a->write, a->light, known ? (int)first : -1};
  omen_map_put(&m->group, key, (uint64_t)m->nfacts);
  for (int i = 0; i < a->lin.n; i++) note_leaf(m, a->lin.t[i].v, m->nfacts);
  return m->nfacts++;
}

/* Ranges establish nothing, and what has no fixed size is not followed. */
static bool followed(const struct omen_ins_access *a) {
  return !a->gone && !a->len && !a->mask && !a->ranged && !a->cond && !a->product.x && !a->inner;
}

static void add_step(struct merge *m, int block, int *cap, enum step_kind kind, int what) {
  OMEN_GROW(m->steps[block], m->nsteps[block], *cap);
  m->steps[block][m->nsteps[block]++] = (struct step){kind, what};
}

/* In which order things happen in a block: phis, then instructions, each access just before its instruction;
 * then the tick; then what was hoisted here. Accesses and events are listed in program order, block by block.
 */
static void list_steps(struct merge *m) {
  struct omen_fn *f = m->f;
  int ev = 0, acc = 0;
  for (int b = 0; b < f->cfg.n; b++) {
    int cap = 0;
    for (LLVMValueRef v = LLVMGetFirstInstruction(f->cfg.blocks[b].bb); v; v = LLVMGetNextInstruction(v)) {
      uint64_t value;
      for (; acc < f->nacc && f->acc[acc].inst == v; acc++)
        if (!f->acc[acc].hoisted && m->fact_of[acc] >= 0) add_step(m, b, &cap, STEP_ACCESS, acc);
      if (ev < f->nev && f->ev[ev].inst == v) {
        add_step(m, b, &cap, STEP_POINT, 0);
        ev++;
      }
      if (omen_map_get(&m->users, v, &value)) add_step(m, b, &cap, STEP_VALUE, (int)value - 1);
    }
    for (int i = 0; i < f->nticks; i++)
      if (f->ticks[i] == b) add_step(m, b, &cap, STEP_POINT, 0);
    for (int i = f->first[b]; i >= 0; i = f->acc[i].next)
      if (f->acc[i].hoisted && m->fact_of[i] >= 0) add_step(m, b, &cap, STEP_ACCESS, i);
  }
}

static void set(uint64_t *s, int i) { s[i / 64] |= 1ull << (i % 64); }
static void unset(uint64_t *s, int i) { s[i / 64] &= ~(1ull << (i % 64)); }
static bool has(const uint64_t *s, int i) { return s[i / 64] >> (i % 64) & 1; }

/* The fact itself and all that it covers. */
static void establish(const struct merge *m, uint64_t *gen, uint64_t *kill, int fact) {
  uint64_t first = 0;
  omen_map_get(&m->group, group_key(&m->facts[fact].lin), &first);
  for (int i = (int)first; i >= 0; i = m->facts[i].next)
    if (covers(&m->facts[fact], &m->facts[i]) &&
        omen_linear_same_terms(&m->facts[fact].lin, &m->facts[i].lin)) {
      set(gen, i);
      if (kill) unset(kill, i);
    }
}

static void apply(const struct merge *m, const struct step *s, uint64_t *gen, uint64_t *kill) {
  switch (s->kind) {
  case STEP_POINT:
    memset(gen, 0, m->words * 8);
    if (kill) memset(kill, 0xff, m->words * 8);
    break;
  case STEP_VALUE:
    for (int i = 0; i < m->values[s->what].n; i++) {
      unset(gen, m->values[s->what].facts[i]);
      if (kill) set(kill, m->values[s->what].facts[i]);
    }
    break;
  case STEP_ACCESS: establish(m, gen, kill, m->fact_of[s->what]); break;
  }
}

static uint64_t *row(const struct merge *m, uint64_t *set_of_all, int block) {
  return set_of_all + (size_t)block * m->words;
}

static bool meet_preds(const struct merge *m, int b) {
  const struct omen_block *blk = &m->f->cfg.blocks[b];
  uint64_t *in = row(m, m->in, b), *out = row(m, m->out, b), *gen = row(m, m->gen, b),
           *kill = row(m, m->kill, b);
  bool changed = false;
  for (size_t w = 0; w < m->words; w++) {
    uint64_t v = b == 0 ? 0 : ~0ull;
    for (int p = 0; p < blk->npred; p++) v &= row(m, m->out, blk->pred[p])[w];
    in[w] = v;
    v = (v & ~kill[w]) | gen[w];
    changed |= v != out[w];
    out[w] = v;
  }
  return changed;
}

static void solve(struct merge *m) {
  int n = m->f->cfg.n;
  for (int b = 0; b < n; b++)
    for (int s = 0; s < m->nsteps[b]; s++) apply(m, &m->steps[b][s], row(m, m->gen, b), row(m, m->kill, b));
  memset(m->out, 0xff, (size_t)n * m->words * 8);
  for (bool changed = true; changed;) {
    changed = false;
    for (int b = 0; b < n; b++) changed |= meet_preds(m, b);
  }
}

static void drop(struct merge *m) {
  uint64_t *now = omen_xcalloc(m->words, 8);
  for (int b = 0; b < m->f->cfg.n; b++) {
    memcpy(now, row(m, m->in, b), m->words * 8);
    for (int s = 0; s < m->nsteps[b]; s++) {
      const struct step *st = &m->steps[b][s];
      if (st->kind == STEP_ACCESS && has(now, m->fact_of[st->what])) m->f->acc[st->what].gone = true;
      apply(m, st, now, NULL);
    }
  }
  free(now);
}

/* A read and, later in the block with nothing between, a write of the same place: one write check at the
 * read. */
static bool pairs(const struct merge *m, int read, int write) {
  const struct omen_ins_access *r = &m->f->acc[read], *w = &m->f->acc[write];
  if (r->write || !w->write || r->gone || w->gone || r->hoisted != w->hoisted || r->pair || w->pair ||
      r->light != w->light)
    return false;
  const struct fact *a = &m->facts[m->fact_of[read]], *b = &m->facts[m->fact_of[write]];
  return a->lin.c == b->lin.c && a->size == b->size && omen_linear_same_terms(&a->lin, &b->lin);
}

static void pair_up(struct merge *m, int b) {
  for (int i = 0; i < m->nsteps[b]; i++) {
    if (m->steps[b][i].kind != STEP_ACCESS) continue;
    int read = m->steps[b][i].what;
    for (int j = i + 1; j < m->nsteps[b] && j < i + 64; j++) {
      const struct step *st = &m->steps[b][j];
      if (st->kind == STEP_POINT) break;
      if (st->kind == STEP_VALUE || !pairs(m, read, st->what)) continue;
      struct omen_ins_access *r = &m->f->acc[read], *w = &m->f->acc[st->what];
      w->pair = r->inst;
      w->at = r->inst;
      w->ptr = r->ptr; /* the same address, and there already */
      w->align = r->align > w->align ? r->align : w->align;
      r->gone = true;
      break;
    }
  }
}

static void release(struct merge *m) {
  for (int i = 0; i < m->nvalues; i++) free(m->values[i].facts);
  for (int b = 0; b < m->f->cfg.n; b++) free(m->steps[b]);
  free(m->values);
  free(m->steps);
  free(m->nsteps);
  free(m->facts);
  free(m->fact_of);
  free(m->gen);
  free(m->kill);
  free(m->in);
  free(m->out);
  omen_map_release(&m->group);
  omen_map_release(&m->users);
}

void omen_fn_merge(struct omen_fn *f) {
  struct merge m = {.f = f};
  size_t n = (size_t)f->cfg.n;
  m.fact_of = omen_xcalloc((size_t)f->nacc, sizeof(int));
  for (int i = 0; i < f->nacc; i++) m.fact_of[i] = followed(&f->acc[i]) ? fact_for(&m, &f->acc[i]) : -1;
  m.steps = omen_xcalloc(n, sizeof *m.steps);
  m.nsteps = omen_xcalloc(n, sizeof *m.nsteps);
  m.words = ((size_t)m.nfacts + 63) / 64;
  if (m.words && n * m.words <= MAX_BITS / 64) {
    m.gen = omen_xcalloc(n * m.words, 8);
    m.kill = omen_xcalloc(n * m.words, 8);
    m.in = omen_xcalloc(n * m.words, 8);
    m.out = omen_xcalloc(n * m.words, 8);
    list_steps(&m);
    solve(&m);
    drop(&m);
    for (int b = 0; b < f->cfg.n; b++) pair_up(&m, b);
  }
  release(&m);
}
