/* See path.h. */
#include "symbolic/path.h"
#include <xxhash.h>

uint64_t omen_sym_path_mix(uint64_t a, uint64_t b) {
  uint64_t both[2] = {a, b};
  return XXH3_64bits(both, sizeof both);
}
uint64_t omen_sym_path_constant(const struct omen_sym_trace *t, uint32_t expr, uint32_t *compared) {
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
uint64_t omen_sym_path_word(const struct omen_sym_view *v, uint32_t step, bool otherwise) {
  const struct omen_sym_step *s = &v->t->steps[step];
  uint32_t taken = s->taken ^ otherwise;
  if (s->kind != OMEN_SYM_BRANCH_STEP) return omen_sym_path_mix(place(s, taken), v->hash[s->expr]);
  if (!s->which) return place(s, taken);
  /* the way that was taken comes last: if not that one either, then none */
  uint32_t way = !otherwise ? s->chosen : s->taken ? OMEN_SYM_NO_WAY : omen_sym_path_of(s);
  return omen_sym_path_mix(place(s, 0), way);
}
uint64_t omen_sym_path_exact(const struct omen_sym_view *v, uint32_t step, uint64_t word) {
  const struct omen_sym_step *s = &v->t->steps[step];
  return omen_sym_path_mix(word, v->hash[s->which ? s->on : s->expr]);
}
/* Is the step of the same decision as the one before it? */
static bool goes_on(const struct omen_sym_path *w, uint32_t step) {
  const struct omen_sym_step *s = &w->v->t->steps[step];
  return step == w->last + 1 && s->kind == OMEN_SYM_BRANCH_STEP && s->which &&
         !(s->which & OMEN_SYM_FIRST_OF_CHOICE);
}
void omen_sym_path_end(struct omen_sym_path *w) {
  w->closed = 0;
  if (!w->open) return;
  w->closed = omen_sym_path_mix(w->path, omen_sym_path_exact(w->v, w->last, w->word));
  w->path = w->closed;
  w->before = omen_sym_path_mix(w->before, w->word);
  w->n++;
  w->open = false;
}
void omen_sym_path_step(struct omen_sym_path *w, uint32_t step) {
  const struct omen_sym_step *s = &w->v->t->steps[step];
  if (w->open && goes_on(w, step))
    w->closed = 0;
  else
    omen_sym_path_end(w);
  if (s->kind == OMEN_SYM_PIN_STEP) w->path = omen_sym_path_mix(w->path, w->v->hash[s->expr]);
  if (s->kind != OMEN_SYM_BRANCH_STEP) return;
  w->open = true;
  w->last = step;
  w->word = omen_sym_path_word(w->v, step, false);
}
