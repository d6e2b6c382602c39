/* See way.h. */
#include "symbolic/way.h"
#include <xxhash.h>

uint64_t omen_sym_way_mix(uint64_t a, uint64_t b) {
  uint64_t both[2] = {a, b};
  return XXH3_64bits(both, sizeof both);
}
uint64_t omen_sym_way_constant(const struct omen_sym_trace *t, uint32_t expr, uint32_t *compared) {
  const struct omen_sym_node *n = &t->nodes[expr];
  *compared = 0;
  if (n->op != OMEN_SYM_EQ) return 0;
  for (int k = 0; k < 2; k++) {
    const struct omen_sym_node *side = &t->nodes[k ? n->b : n->a];
    if (side->op != OMEN_SYM_CONST) continue;
    *compared = k ? n->a : n->b;
    return side->imm + 1;
  }
  return 0;
}

static uint64_t place(const struct omen_sym_step *s, uint32_t taken) {
  return (uint64_t)s->site << 32 | (uint64_t)s->thread << 8 | (uint64_t)s->kind << 1 | taken;
}
uint64_t omen_sym_way_word(const struct omen_sym_view *v, uint32_t step, bool otherwise) {
  const struct omen_sym_step *s = &v->t->steps[step];
  uint32_t taken = s->taken ^ otherwise, compared;
  if (s->kind != OMEN_SYM_BRANCH_STEP) return omen_sym_way_mix(place(s, taken), v->hash[s->expr]);
  omen_sym_way_constant(v->t, s->expr, &compared);
  if (!compared) return place(s, taken);
  return omen_sym_way_mix(place(s, taken), taken ? v->hash[s->expr] : 0);
}
uint64_t omen_sym_way_exact(const struct omen_sym_view *v, uint32_t step, uint64_t word) {
  uint32_t compared;
  omen_sym_way_constant(v->t, v->t->steps[step].expr, &compared);
  return compared ? word : omen_sym_way_mix(word, v->hash[v->t->steps[step].expr]);
}
/* Does the step ask about the same value as the one before it, at the same place? */
static bool goes_on(const struct omen_sym_way *w, uint32_t step) {
  const struct omen_sym_step *s = &w->v->t->steps[step], *last = &w->v->t->steps[w->last];
  uint32_t compared, before;
  if (step != w->last + 1 || last->taken || s->kind != OMEN_SYM_BRANCH_STEP || s->site != last->site ||
      s->thread != last->thread || s->event != last->event)
    return false;
  omen_sym_way_constant(w->v->t, s->expr, &compared);
  omen_sym_way_constant(w->v->t, last->expr, &before);
  return compared && compared == before;
}
void omen_sym_way_end(struct omen_sym_way *w) {
  w->closed = 0;
  if (!w->open) return;
  w->closed = omen_sym_way_mix(w->path, omen_sym_way_exact(w->v, w->last, w->word));
  w->path = w->closed;
  w->before = omen_sym_way_mix(w->before, w->word);
  w->n++;
  w->open = false;
}
void omen_sym_way_step(struct omen_sym_way *w, uint32_t step) {
  const struct omen_sym_step *s = &w->v->t->steps[step];
  if (w->open && goes_on(w, step))
    w->closed = 0;
  else
    omen_sym_way_end(w);
  if (s->kind == OMEN_SYM_PIN_STEP) w->path = omen_sym_way_mix(w->path, w->v->hash[s->expr]);
  if (s->kind != OMEN_SYM_BRANCH_STEP) return;
  w->open = true;
  w->last = step;
  w->word = omen_sym_way_word(w->v, step, false);
}
