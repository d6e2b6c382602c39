/* Races over all their call stacks: see cluster_parts.h. */
#include "report/cluster_parts.h"
#include "base/table.h"
#include <stdlib.h>
#include <string.h>

static void begin(struct omen_collected *c) {
  struct omen_race *r = &c->race;
  r->member = omen_xcalloc(1, sizeof *r->member);
  r->members = 1;
  r->member[0] = (struct omen_race_member){.key = c->name,
                                           .stack = {r->access[0].stack, r->access[1].stack},
                                           .instances = r->instances,
                                           .schedulable = r->schedulable};
  memcpy(r->member[0].id, r->id, sizeof r->id);
}

/* The stacks go over to `to`. A side of the member is the side of the race at the same place. */
static void absorb(struct omen_collected *to, struct omen_collected *from, size_t *cap) {
  struct omen_race *r = &to->race, *gone = &from->race;
  bool turned = to->spot[0] != from->spot[0];
  OMEN_GROW(r->member, r->members, *cap);
  struct omen_race_member *m = &r->member[r->members++];
  *m = (struct omen_race_member){.key = from->name,
                                 .stack = {gone->access[turned].stack, gone->access[!turned].stack},
                                 .instances = gone->instances,
                                 .schedulable = gone->schedulable};
  memcpy(m->id, gone->id, sizeof m->id);
  r->instances += gone->instances;
  free(gone->location.allocated.frames);
}

/* ---- which instances stand for all ---- */

struct drawn {
  struct omen_instance one;
  size_t round;
};

static int by_round(const void *a, const void *b) {
  const struct drawn *x = a, *y = b;
  if (x->round != y->round) return x->round < y->round ? -1 : 1;
  return x->one.member < y->one.member ? -1 : x->one.member > y->one.member;
}

/* One of each member, then a second of each: whoever tries only some of them tries many members. */
static void take_turns(struct omen_race *r, const struct drawn *drawn, size_t n) {
  r->samples = n < OMEN_MAX_SAMPLES ? n : OMEN_MAX_SAMPLES;
  r->sample = omen_xcalloc(r->samples + 1, sizeof *r->sample);
  for (size_t i = 0; i < r->samples; i++) r->sample[i] = drawn[i].one;
}

struct had { /* the instances of a race before merging, and the race that it is a member of now */
  struct omen_instance *v;
  size_t n, of;
};

static void share_samples(struct omen_collected *races, size_t kept, const struct had *had, size_t n) {
  size_t *end = omen_xcalloc(kept + 1, sizeof *end), *nth = omen_xcalloc(kept + 1, sizeof *nth), all = 0;
  for (size_t i = 0; i < n; i++) end[had[i].of] += had[i].n, all += had[i].n;
  for (size_t i = 0, sum = 0; i < kept; i++) sum += end[i], end[i] = sum - end[i]; /* where it begins */
  struct drawn *drawn = omen_xcalloc(all + 1, sizeof *drawn);
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < had[i].n; k++) {
      struct drawn *d = &drawn[end[had[i].of]++];
      *d = (struct drawn){had[i].v[k], k};
      d->one.member = (uint32_t)nth[had[i].of];
    }
    nth[had[i].of]++;
    free(had[i].v);
  }
  for (size_t i = 0, from = 0; i < kept; from = end[i++]) {
    if (end[i] > from) qsort(&drawn[from], end[i] - from, sizeof *drawn, by_round);
    take_turns(&races[i].race, &drawn[from], end[i] - from);
  }
  free(end);
  free(nth);
  free(drawn);
}

size_t omen_cluster_merge(struct omen_collected *races, size_t n) {
  struct omen_table by_key = {0};
  struct had *had = omen_xcalloc(n + 1, sizeof *had);
  size_t *caps = omen_xcalloc(n + 1, sizeof *caps), kept = 0;
  for (size_t i = 0; i < n; i++) {
    struct omen_collected *c = &races[i];
    uint64_t *slot = omen_table_at(&by_key, c->together);
    had[i] = (struct had){.v = c->race.sample, .n = c->race.samples};
    if (*slot) {
      absorb(&races[*slot - 1], c, &caps[*slot - 1]);
    } else {
      begin(c);
      races[kept] = *c;
      caps[kept] = 1;
      *slot = ++kept;
    }
    had[i].of = *slot - 1;
  }
  share_samples(races, kept, had, n);
  for (size_t i = 0; i < kept; i++) races[i].name = races[i].renamed;
  omen_table_release(&by_key);
  free(had);
  free(caps);
  return kept;
}
