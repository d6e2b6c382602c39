/* Races of one copy: see copies.h. */
#include "triage/copies.h"
#include "base/table.h"
#include "report/group_keys.h"
#include <stdlib.h>
#include <xxhash.h>

/* MOST: leaders of a group. A group that has more executions of its copy than that is judged as it was
 * without leaders, race by race, from there on. FEWEST: races that are worth a leader. */
enum { MOST = 32, FEWEST = 3 };

struct entry {  /* an instance of a race of the group */
  uint64_t key; /* the execution of the copy, and the thread of the other access */
  size_t race, sample;
  uint64_t at; /* when the other access came */
  bool copy_first;
};

struct entries {
  struct entry *v;
  size_t n, cap;
};

static void add(struct entries *all, const struct omen_race *race, size_t number, int copier) {
  for (size_t k = 0; k < race->samples; k++) {
    const struct omen_instance *one = &race->sample[k];
    /* An instance may have its accesses the other way round than the one that is shown. */
    int side = one->access[copier].site == race->access[copier].site ? copier : !copier;
    const struct omen_plan_event *copy = &one->access[side], *other = &one->access[!side];
    if (!one->at[!side] || one->past) continue;
    uint64_t id[] = {copy->thread, copy->site, copy->point, copy->repeat, other->thread, (uint64_t)side};
    OMEN_GROW(all->v, all->n, all->cap);
    all->v[all->n++] = (struct entry){.key = XXH3_64bits(id, sizeof id),
                                      .race = number,
                                      .sample = k,
                                      .at = one->at[!side],
                                      .copy_first = !side};
  }
}

/* The execution that the most races share which have no leader yet; 0: too few do. */
static uint64_t largest(const struct omen_copies *c, const struct entries *all) {
  struct omen_table count = {0}, last = {0};
  uint64_t best = 0, most = FEWEST - 1;
  for (size_t i = 0; i < all->n; i++) {
    const struct entry *e = &all->v[i];
    uint64_t *had = omen_table_at(&last, e->key); /* entries of a race stand together */
    if (c->leader[e->race] || *had == e->race + 1) continue;
    *had = e->race + 1;
    uint64_t n = ++*omen_table_at(&count, e->key);
    if (n > most) most = n, best = e->key;
  }
  omen_table_release(&count);
  omen_table_release(&last);
  return best;
}

/* Held before its copy, a thread must wait for the last of the accesses; for the copy, the first must. */
static bool farther(const struct entry *a, const struct entry *b) {
  return a->copy_first ? a->at > b->at : a->at < b->at;
}

static void lead(struct omen_copies *c, const struct entries *all, uint64_t key) {
  const struct entry *leader = NULL, *nearest = NULL;
  for (size_t i = 0; i < all->n; i++) {
    const struct entry *e = &all->v[i];
    if (e->key != key || c->leader[e->race]) continue;
    if (!leader || farther(e, leader)) leader = e;
    if (!nearest || farther(nearest, e)) nearest = e;
  }
  c->nearest[leader->race] = nearest->race;
  for (size_t i = 0; i < all->n; i++) {
    const struct entry *e = &all->v[i];
    if (e->key != key || c->leader[e->race]) continue;
    c->leader[e->race] = leader->race + 1;
    c->sample[e->race] = e->race == leader->race    ? leader->sample
                         : e->race == nearest->race ? nearest->sample
                                                    : e->sample;
  }
}

static void find_leaders(struct omen_copies *c, const struct omen_report *r, const struct omen_group *g) {
  struct entries all = {0};
  for (size_t k = 0; k < g->n; k++) {
    const struct omen_race *race = &r->races[g->race[k]];
    int copier = omen_group_copier(race);
    if (copier >= 0 && race->access[0].known) add(&all, race, g->race[k], copier);
  }
  for (int i = 0; i < MOST; i++) {
    uint64_t key = largest(c, &all);
    if (!key) break;
    lead(c, &all, key);
  }
  free(all.v);
}

struct omen_copies omen_copies_make(const struct omen_report *r) {
  size_t n = r->nraces + 1, at = 0;
  struct omen_copies c = {.order = omen_xcalloc(n, sizeof *c.order),
                          .leader = omen_xcalloc(n, sizeof *c.leader),
                          .nearest = omen_xcalloc(n, sizeof *c.nearest),
                          .sample = omen_xcalloc(n, sizeof *c.sample),
                          .done = omen_xcalloc(n, sizeof *c.done),
                          .n = r->nraces};
  struct omen_groups groups = omen_groups_make(r, NULL);
  const struct omen_group *g;
  for (size_t i = 0; i < groups.n; i++)
    if (groups.v[i].kind == OMEN_GROUP_COPY && groups.v[i].n >= OMEN_MANY_COPIED)
      find_leaders(&c, r, &groups.v[i]);
  for (int others = 0; others < 2; others++)
    for (size_t i = 0; i < r->nraces; i++) {
      bool first = c.leader[i] ? c.leader[i] == i + 1 : omen_groups_leads(&groups, i, &g);
      if (first == !others) c.order[at++] = i;
    }
  omen_groups_release(&groups);
  return c;
}

void omen_copies_release(struct omen_copies *c) {
  free(c->order);
  free(c->leader);
  free(c->nearest);
  free(c->sample);
  free(c->done);
  *c = (struct omen_copies){0};
}

const struct omen_race *omen_copies_leader(const struct omen_copies *c, const struct omen_report *r,
                                           const struct omen_race *race) {
  size_t number = (size_t)(race - r->races), leader = c->leader[number];
  return leader && leader - 1 != number ? &r->races[leader - 1] : NULL;
}
