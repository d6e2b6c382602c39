/* See chase.h. */
#include "predict/chase.h"
#include "base/table.h"
#include "detect/engine.h"
#include "detect/history.h"
#include "predict/ideal.h"
#include <stdlib.h>
#include <string.h>

enum { IDEAL_WORDS = 1 << 24 }; /* ideals are kept where they fit into this */

enum { MEMO = 256 };
struct site_ids {
  struct omen_table table; /* + 1 */
  struct {
    uint64_t key;
    uint32_t id;
  } memo[MEMO]; /* most are found here */
};

static uint32_t new_site(struct omen_chase *c, struct site_ids *ids, uint64_t key) {
  uint64_t *id = omen_table_at(&ids->table, key);
  if (!*id) {
    if (c->sites == OMEN_CHASE_SITES) return OMEN_CHASE_NO_SITE;
    OMEN_GROW(c->site, c->sites, c->csites);
    c->site[c->sites] = (struct omen_chase_site){.thread = (uint32_t)((key - 1) >> 2 & 0xffffff),
                                                 .loc = (uint32_t)((key - 1) >> 26),
                                                 .cls = (key - 1) & 3};
    *id = ++c->sites;
  }
  return (uint32_t)*id - 1;
}

static uint32_t site_id(struct omen_chase *c, struct site_ids *ids, const struct omen_race_access *e,
                        uint32_t loc) {
  uint64_t key = ((uint64_t)loc << 26 | (uint64_t)e->thread << 2 | omen_class_of(e->kind)) + 1;
  unsigned m = (unsigned)((key * 0x9e3779b97f4a7c15u) >> 56) % MEMO;
  if (ids->memo[m].key != key) {
    ids->memo[m].id = new_site(c, ids, key);
    ids->memo[m].key = key;
  }
  return ids->memo[m].id;
}

static void sort_accesses(struct omen_chase *c, bool locations) {
  struct site_ids ids = {0};
  c->site_of = omen_xmalloc(c->n * sizeof *c->site_of);
  c->list = omen_xmalloc(c->n * sizeof *c->list);
  for (uint32_t j = 0; j < c->n; j++) {
    const struct omen_race_access *e = &c->access[j];
    c->site_of[j] = site_id(c, &ids, e, locations ? e->loc : 0);
    if (c->site_of[j] == OMEN_CHASE_NO_SITE)
      c->left++;
    else
      c->site[c->site_of[j]].n++;
  }
  omen_table_release(&ids.table);
  for (uint32_t s = 0, at = 0; s < c->sites; s++) {
    c->site[s].first = at;
    at += c->site[s].n;
    c->site[s].n = 0;
  }
  for (uint32_t j = 0; j < c->n; j++) {
    if (c->site_of[j] == OMEN_CHASE_NO_SITE) continue;
    struct omen_chase_site *s = &c->site[c->site_of[j]];
    c->list[s->first + s->n++] = (struct omen_chase_item){j, c->access[j].step};
  }
}

void omen_chase_start(struct omen_chase *c, const struct omen_window *w, const struct omen_candidates *all,
                      uint32_t k, bool locations) {
  struct omen_moment fresh = w->var[all->var[k]].fresh;
  *c = (struct omen_chase){.w = w,
                           .access = all->access + all->first[k],
                           .n = all->first[k + 1] - all->first[k],
                           .fresh = fresh.thread,
                           .fresh_step = fresh.step,
                           .fresh_row = fresh.row};
  sort_accesses(c, locations);
  size_t pairs = (size_t)c->sites * c->sites;
  c->at = omen_xcalloc(pairs, sizeof *c->at);
  c->scratch = omen_xcalloc(w->must.stride, sizeof *c->scratch);
  if (pairs * w->must.stride <= IDEAL_WORDS)
    c->ideals = omen_xcalloc(pairs * w->must.stride, sizeof *c->ideals);
}

void omen_chase_end(struct omen_chase *c) {
  free(c->site);
  free(c->site_of);
  free(c->list);
  free(c->at);
  free(c->ideals);
  free(c->scratch);
}

static uint32_t *ideal_of(struct omen_chase *c, uint32_t a, uint32_t b) {
  uint32_t stride = c->w->must.stride;
  if (c->ideals) return c->ideals + ((size_t)b * c->sites + a) * stride;
  return memset(c->scratch, 0, stride * sizeof *c->scratch);
}

/* The ideal that two accesses need, on top of what is there. False: there is none. What has the first access
 * already need not be closed. */
static bool extend(struct omen_chase *c, uint32_t *ideal, const struct omen_race_access *x,
                   const struct omen_race_access *y, uint32_t tx, uint32_t ty) {
  omen_ideal_join(c->w, ideal, tx, x->step - 1, x->row);
  omen_ideal_join(c->w, ideal, ty, y->step - 1, y->row);
  if (c->fresh_step) omen_ideal_join(c->w, ideal, c->fresh, c->fresh_step, c->fresh_row);
  return ideal[tx] >= x->step || omen_ideal_close(c->w, ideal);
}

bool omen_chase_look(struct omen_chase *c, uint32_t a, uint32_t j, uint32_t *event, const uint32_t **ideal) {
  const struct omen_race_access *y = &c->access[j];
  const struct omen_chase_site *s = &c->site[a];
  const struct omen_chase_item *list = c->list + s->first;
  uint32_t b = c->site_of[j], *at = omen_chase_at(c, a, b), ta = s->thread, tb = c->site[b].thread;
  uint32_t known = omen_must_row(&c->w->must, y->row)[ta], *own = NULL;
  if (*at == OMEN_CHASE_DONE) return false;
  for (;;) {
    while (*at < s->n && list[*at].access < j && list[*at].step <= known) ++*at;
    if (*at >= s->n || list[*at].access >= j) return false;
    const struct omen_race_access *x = &c->access[list[*at].access];
    if (!own) own = ideal_of(c, a, b);
    if (!extend(c, own, x, y, ta, tb)) return *at = OMEN_CHASE_DONE, false;
    if (own[tb] >= y->step) return false;
    if (own[ta] < x->step) return *event = x->event, *ideal = own, true;
    known = own[ta];
  }
}
