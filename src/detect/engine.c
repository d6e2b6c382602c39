/* The list of engines, and what they share: see engine.h. */
#include "detect/engine.h"
#include <stdlib.h>
#include <string.h>

static const struct omen_engine_ops *const engines[] = {
    &omen_engine_hb,  &omen_engine_hb_epoch, &omen_engine_shb,     &omen_engine_shb_epoch,
    &omen_engine_fhb, &omen_engine_wcp,      &omen_engine_lockset, &omen_engine_hybrid};

const struct omen_engine_ops *omen_engine_list(size_t i) {
  return i < sizeof engines / sizeof *engines ? engines[i] : NULL;
}

const struct omen_engine_ops *omen_engine_find(const char *name, size_t len) {
  for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
    if (strlen(engines[i]->name) == len && !memcmp(engines[i]->name, name, len)) return engines[i];
  return NULL;
}

struct omen_engine *omen_engine_new(const struct omen_engine_ops *ops) { return ops->make(ops); }

void omen_engine_room(struct omen_engine *e, uint32_t vars) {
  if (vars <= e->vars) return;
  uint32_t n = vars + vars / 2 + 64;
  e->racy = omen_xrealloc(e->racy, n);
  memset(e->racy + e->vars, 0, n - e->vars);
  e->vars = n;
}

void omen_engine_run(struct omen_engine *e, const struct omen_batch *b) {
  omen_engine_room(e, b->vars);
  e->ops->run(e, b);
}

bool omen_engine_complete(struct omen_engine *e) {
  bool all = true;
  for (uint32_t x = 0; x < e->vars && e->racy_n; x++) {
    if (e->racy[x] != OMEN_RACY) continue;
    if (e->ops->sites && omen_live_complete(&e->live, e->ops->sites(e, x)))
      e->racy[x] = OMEN_RACY_DONE;
    else
      all = false;
  }
  return all;
}

void omen_engine_again(struct omen_engine *e) {
  e->any_last = false;
  omen_engine_complete(e);
  e->ops->again(e);
  omen_pairtab_know(e->pairs, &e->live.pairs);
  omen_live_release(&e->live);
}

void omen_engine_free(struct omen_engine *e) {
  if (!e) return;
  omen_pairtab_free(e->pairs);
  omen_live_release(&e->live);
  free(e->racy);
  e->ops->free(e);
}

const struct omen_pairset *omen_engine_pairs(const struct omen_engine *e) {
  return e->pairs ? omen_pairtab_pairs(e->pairs) : &e->live.pairs;
}
