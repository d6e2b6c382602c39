/* Races out of racing pairs: see cluster.h.
 *
 * Races are collected by whole stacks: instances of every stack are wanted, to be tried. Then those that
 * differ only in their callers become one (cluster_members.c).
 *
 * Four keys an access. `where` decides what is the same site (with line and column), `name` goes into an id
 * and must survive edits elsewhere in the file (without them). Both include the chain of functions on the
 * stack, with runs of one function taken as one, so that the depth of a recursion makes no new race: these
 * are the ids of members, which were the ids of races once. `spot` and `stable` are the same without callers:
 * of a library's code (std::vector::operator[]) they include what leads to it, up to the function that is the
 * user's own; else a race would be any use of vectors. */
#include "report/cluster.h"
#include "base/table.h"
#include "report/cluster_parts.h"
#include "report/library_calls.h"
#include "report/stacks.h"
#include "trace/kinds.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

struct keyed { /* an access, resolved once for every (site, stack, kind) */
  struct omen_access access;
  uint64_t where, name, spot, stable;
};
struct omen_cluster {
  struct omen_resolver *v;
  struct keyed *accesses;
  size_t naccesses, caccesses;
  struct omen_collected *races;
  size_t nraces, craces;
  struct omen_table by_access, by_race, by_class, shape_of; /* to index + 1; shape_of: from an address */
  uint64_t *shapes;
  size_t nshapes, cshapes;
  struct classed { /* what was asked last */
    uint64_t obj;
    uint32_t site, stack, what, number; /* number + 1, 0: none */
  } classed[1024];
};

/* ---- keys ---- */

static uint64_t mix(uint64_t h, const void *data, size_t n) { return XXH3_64bits_withSeed(data, n, h); }
static uint64_t mix_str(uint64_t h, const char *s) { return mix(h, s ? s : "", s ? strlen(s) : 0); }

/* The innermost n functions of the stack. */
static uint64_t mix_functions(uint64_t h, const struct omen_stack *s, size_t n) {
  const char *last = NULL;
  for (size_t i = 0; i < n; i++) {
    const char *f = s->frames[i].function;
    if (last && !strcmp(last, f)) continue;
    h = mix_str(h, last = f);
  }
  return h;
}

/* How many frames lead from the access to the user's own code; 0: the access stands in it. */
static size_t own_code(const struct omen_stack *s) {
  size_t n = omen_stacks_own_code(s->frames, s->n);
  return n > 1 ? n : 0;
}

static void make_keys(struct keyed *k) {
  const struct omen_access *a = &k->access;
  uint64_t h = mix_str(mix_str(mix_str(1, a->function), omen_base_name(a->file)), a->text);
  char op[3] = {a->write ? 'w' : 'r', a->atomic ? 'a' : 'p', 'p'};
  h = mix(h, op, a->pruned ? 3 : 2);
  int at[2] = {a->line, a->column};
  k->name = mix_functions(h, &a->stack, a->stack.n);
  k->where = mix(k->name, at, sizeof at);
  k->stable = mix_functions(h, &a->stack, own_code(&a->stack));
  k->spot = mix(k->stable, at, sizeof at);
}

static uint64_t both(uint64_t a, uint64_t b, uint64_t c) {
  uint64_t v[3] = {a < b ? a : b, a < b ? b : a, c};
  return XXH3_64bits(v, sizeof v);
}

/* ---- collecting ---- */

struct omen_cluster *omen_cluster_new(struct omen_resolver *v) {
  struct omen_cluster *c = omen_xcalloc(1, sizeof *c);
  c->v = v;
  return c;
}

static const struct keyed *keyed_access(struct omen_cluster *c, const struct omen_rawev *e) {
  uint64_t key[2] = {(uint64_t)e->site << 32 | e->stack, (uint64_t)e->kind << 8 | e->size};
  uint64_t *slot = omen_table_at(&c->by_access, XXH3_64bits(key, sizeof key));
  if (*slot) return &c->accesses[*slot - 1];
  OMEN_GROW(c->accesses, c->naccesses, c->caccesses);
  struct keyed *k = &c->accesses[c->naccesses++];
  *k = (struct keyed){0};
  k->access.write = e->kind == OMEN_KIND_WRITE || e->kind == OMEN_KIND_AWRITE;
  k->access.atomic = e->kind == OMEN_KIND_AREAD || e->kind == OMEN_KIND_AWRITE;
  omen_resolve_access(c->v, &k->access, e->site, e->stack);
  make_keys(k);
  *slot = c->naccesses;
  return k;
}

/* The name of the memory for the id: cheap when asked again. */
static uint64_t shape_at(struct omen_cluster *c, uint64_t addr) {
  uint64_t *slot = omen_table_at(&c->shape_of, addr);
  if (!*slot) {
    struct omen_location l;
    omen_resolve_location(c->v, &l, addr, 1, NULL, NULL);
    free(l.allocated.frames);
    OMEN_GROW(c->shapes, c->nshapes, c->cshapes);
    c->shapes[c->nshapes++] = mix_str(l.place, l.shape);
    *slot = c->nshapes;
  }
  return c->shapes[*slot - 1];
}

static uint32_t find_class(struct omen_cluster *c, const struct omen_rawev *e) {
  uint64_t key[2] = {keyed_access(c, e)->where, shape_at(c, e->obj)};
  uint64_t *slot = omen_table_at(&c->by_class, XXH3_64bits(key, sizeof key));
  if (!*slot) *slot = c->by_class.n;
  return (uint32_t)*slot - 1;
}

uint32_t omen_cluster_class(struct omen_cluster *c, const struct omen_rawev *e) {
  uint32_t what = (uint32_t)e->kind << 8 | e->size;
  struct classed *k = &c->classed[(e->obj ^ e->obj >> 10 ^ e->site ^ e->stack << 3 ^ what >> 8) % 1024];
  if (!k->number || k->obj != e->obj || k->site != e->site || k->stack != e->stack || k->what != what)
    *k = (struct classed){e->obj, e->site, e->stack, what, find_class(c, e) + 1};
  return k->number - 1;
}

static struct omen_access instance(const struct keyed *k, const struct omen_rawev *e) {
  struct omen_access a = k->access;
  a.thread = e->thread;
  a.point = e->point;
  a.addr = e->obj;
  a.size = e->size;
  a.stack.frames = omen_xmalloc((a.stack.n + 1) * sizeof *a.stack.frames);
  if (a.stack.n) memcpy(a.stack.frames, k->access.stack.frames, a.stack.n * sizeof *a.stack.frames);
  return a;
}

static struct omen_plan_event named(const struct omen_rawev *e) {
  return (struct omen_plan_event){.thread = e->thread,
                                  .site = e->site,
                                  .point = e->point,
                                  .writes = e->kind == OMEN_KIND_WRITE || e->kind == OMEN_KIND_AWRITE};
}

static struct omen_watch common(const struct omen_rawev *a, const struct omen_rawev *b) {
  uint64_t lo = a->obj > b->obj ? a->obj : b->obj, end0 = a->obj + a->size, end1 = b->obj + b->size;
  uint64_t hi = end0 < end1 ? end0 : end1;
  return (struct omen_watch){lo, hi > lo ? hi - lo : 1};
}

static void fill(struct omen_cluster *c, struct omen_race *r, const struct omen_rawev *e[2],
                 const struct keyed *const k[2]) {
  for (int i = 0; i < 2; i++) r->access[i] = instance(k[i], e[i]);
  struct omen_watch w = common(e[0], e[1]);
  omen_resolve_location(c->v, &r->location, w.addr, w.len, &r->access[0], &r->access[1]);
}

static bool same_access(const struct omen_plan_event *a, const struct omen_plan_event *b) {
  return a->thread == b->thread && a->site == b->site && a->point == b->point;
}
static bool same_instance(const struct omen_instance *a, const struct omen_instance *b) {
  return a->where.addr == b->where.addr && a->where.len == b->where.len &&
         same_access(&a->access[0], &b->access[0]) && same_access(&a->access[1], &b->access[1]);
}

/* The one that is shown stands first. */
static void add_sample(struct omen_collected *r, const struct omen_rawev *const e[2],
                       const uint64_t number[2], bool schedulable, bool shown) {
  struct omen_instance one = {
      .where = common(e[0], e[1]), .access = {named(e[0]), named(e[1])}, .schedulable = schedulable};
  for (int i = 0; number && i < 2; i++) one.at[i] = number[i] + 1;
  size_t at = 0;
  while (at < r->race.samples && !same_instance(&r->race.sample[at], &one)) at++;
  if (at == r->race.samples) {
    if (at == OMEN_MAX_SAMPLES && !shown) return;
    if (at == OMEN_MAX_SAMPLES) at--, r->race.samples--;
    OMEN_GROW(r->race.sample, r->race.samples, r->samples_cap);
    r->race.sample[r->race.samples++] = one;
  } else if (number) {
    memcpy(r->race.sample[at].at, one.at, sizeof one.at);
  }
  if (!shown) return;
  memmove(&r->race.sample[1], &r->race.sample[0], at * sizeof one);
  r->race.sample[0] = one;
}

/* Of the half that nobody knows, k[0] is NULL, and `unknown` stands for it. */
static struct omen_collected *new_race(struct omen_cluster *c, const struct keyed *const k[2],
                                       uint64_t unknown, uint64_t shape) {
  OMEN_GROW(c->races, c->nraces, c->craces);
  struct omen_collected *r = &c->races[c->nraces++];
  uint64_t spot = k[0] ? k[0]->spot : unknown;
  *r = (struct omen_collected){.name = both(k[0] ? k[0]->name : unknown, k[1]->name, shape),
                               .spot = {spot, k[1]->spot},
                               .together = both(spot, k[1]->spot, shape),
                               .renamed = both(k[0] ? k[0]->stable : unknown, k[1]->stable, shape)};
  return r;
}

static void release_accesses(struct omen_race *r) {
  free(r->access[0].stack.frames);
  free(r->access[1].stack.frames);
  free(r->location.allocated.frames);
}

void omen_race_release(struct omen_race *r) {
  release_accesses(r);
  for (size_t i = 1; i < r->members; i++) { /* the first one's stacks are the accesses' */
    free(r->member[i].stack[0].frames);
    free(r->member[i].stack[1].frames);
  }
  free(r->member);
  free(r->sample);
}

void omen_cluster_add(struct omen_cluster *c, const struct omen_rawev *first, const struct omen_rawev *second,
                      bool schedulable, uint64_t instances) {
  const struct omen_rawev *e[2] = {first, second};
  keyed_access(c, first); /* both before pointers are taken: the array may move */
  const struct keyed *k1 = keyed_access(c, second), *k0 = keyed_access(c, first);
  const struct keyed *const k[2] = {k0, k1};
  uint64_t shape = shape_at(c, first->obj > second->obj ? first->obj : second->obj);
  uint64_t *slot = omen_table_at(&c->by_race, both(k0->where, k1->where, shape));
  if (!*slot) {
    struct omen_collected *r = new_race(c, k, 0, shape);
    fill(c, &r->race, e, k);
    add_sample(r, e, NULL, schedulable, true);
    *slot = c->nraces;
  } else if (schedulable && !c->races[*slot - 1].race.schedulable) {
    struct omen_race *r = &c->races[*slot - 1].race; /* show an instance that can be scheduled */
    release_accesses(r);
    fill(c, r, e, k);
    add_sample(&c->races[*slot - 1], e, NULL, schedulable, true);
  }
  struct omen_race *r = &c->races[*slot - 1].race;
  r->schedulable |= schedulable;
  r->instances += instances;
}

void omen_cluster_sample(struct omen_cluster *c, const struct omen_rawev *first,
                         const struct omen_rawev *second, const uint64_t at[2], bool schedulable) {
  const struct omen_rawev *e[2] = {first, second};
  keyed_access(c, first);
  const struct keyed *k1 = keyed_access(c, second), *k0 = keyed_access(c, first);
  uint64_t shape = shape_at(c, first->obj > second->obj ? first->obj : second->obj);
  uint64_t number = omen_table_get(&c->by_race, both(k0->where, k1->where, shape));
  if (number) add_sample(&c->races[number - 1], e, at, schedulable, false);
}

void omen_cluster_add_half(struct omen_cluster *c, const struct omen_out_racy *racy) {
  struct omen_rawev e = {.obj = racy->addr,
                         .site = racy->site,
                         .thread = (uint32_t)racy->thread,
                         .kind = (uint8_t)(!strcmp(racy->kind, "r")    ? OMEN_KIND_READ
                                           : !strcmp(racy->kind, "w")  ? OMEN_KIND_WRITE
                                           : !strcmp(racy->kind, "ar") ? OMEN_KIND_AREAD
                                                                       : OMEN_KIND_AWRITE),
                         .size = (uint8_t)(racy->len > 255 ? 255 : racy->len)};
  const struct keyed *k = keyed_access(c, &e);
  uint64_t first = mix_str(7, racy->first), shape = shape_at(c, racy->addr);
  uint64_t *slot = omen_table_at(&c->by_race, both(first, k->where, shape));
  if (!*slot) {
    const struct keyed *const sides[2] = {NULL, k};
    struct omen_race *r = &new_race(c, sides, first, shape)->race;
    r->schedulable = true; /* nothing speaks against it */
    r->access[0] = (struct omen_access){.thread = -1,
                                        .write = strchr(racy->first, 'w') != NULL,
                                        .atomic = racy->first[0] == 'a',
                                        .addr = racy->addr,
                                        .size = racy->len};
    r->access[1] = instance(k, &e);
    r->access[1].size = racy->len;
    omen_resolve_location(c->v, &r->location, racy->addr, racy->len, &r->access[1], NULL);
    *slot = c->nraces;
  }
  c->races[*slot - 1].race.instances++;
}

/* ---- order and ids ---- */

static int compare_places(const struct omen_access *a, const struct omen_access *b) {
  int d = strcmp(a->file ? a->file : "", b->file ? b->file : "");
  if (d) return d;
  if (a->line != b->line) return a->line < b->line ? -1 : 1;
  return a->column < b->column ? -1 : a->column > b->column;
}

/* The access that stands earlier in the source: the same in every run, whichever ran first. */
static const struct omen_access *upper(const struct omen_race *r, bool other) {
  bool first = compare_places(&r->access[0], &r->access[1]) <= 0;
  return &r->access[first == other];
}

int omen_race_compare(const struct omen_race *a, const struct omen_race *b) {
  int d = compare_places(upper(a, false), upper(b, false));
  return d ? d : compare_places(upper(a, true), upper(b, true));
}

bool omen_race_turned(const struct omen_race *a, const struct omen_race *b) {
  return compare_places(&a->access[0], &b->access[0]) != 0;
}

uint64_t omen_race_places(const struct omen_race *r) {
  uint64_t h = 0;
  for (int other = 0; other < 2; other++) {
    const struct omen_access *a = upper(r, other);
    int at[2] = {a->line, a->column};
    h = mix(mix_str(h, a->file), at, sizeof at);
  }
  return h;
}

static int by_place(const void *a, const void *b) {
  const struct omen_collected *x = a, *y = b;
  if (x->race.schedulable != y->race.schedulable) return x->race.schedulable ? -1 : 1;
  int d = omen_race_compare(&x->race, &y->race);
  if (!d) d = strcmp(x->race.location.name, y->race.location.name);
  if (!d) d = x->name < y->name ? -1 : x->name > y->name;
  return d;
}

static int by_name_and_place(const void *a, const void *b) {
  const struct omen_collected *x = *(struct omen_collected *const *)a,
                              *y = *(struct omen_collected *const *)b;
  if (x->name != y->name) return x->name < y->name ? -1 : 1;
  int d = omen_race_compare(&x->race, &y->race);
  return d ? d : x < y ? -1 : x > y;
}

/* Races that only their lines tell apart are numbered in the order of their lines, which edits elsewhere
 * keep. The number must not depend on schedulability, so it counts over places, not over the report's order.
 */
static void give_ids(struct omen_collected *races, size_t n) {
  struct omen_collected **order = omen_xcalloc(n + 1, sizeof *order);
  for (size_t i = 0; i < n; i++) order[i] = &races[i];
  if (n) qsort(order, n, sizeof *order, by_name_and_place);
  unsigned ordinal = 0;
  for (size_t i = 0; i < n; i++) {
    struct omen_collected *r = order[i];
    ordinal = i && order[i - 1]->name == r->name ? ordinal + 1 : 1;
    unsigned long long hash = r->name >> 16;
    if (ordinal == 1)
      snprintf(r->race.id, sizeof r->race.id, "%012llx", hash);
    else
      snprintf(r->race.id, sizeof r->race.id, "%012llx-%u", hash, ordinal);
  }
  free(order);
}

/* Library calls that make accesses of races. */
static void find_calls(struct omen_cluster *c) {
  size_t n = c->v->outcome->ncalls;
  struct omen_out_call *calls = omen_xcalloc(n + 1, sizeof *calls);
  if (n) memcpy(calls, c->v->outcome->calls, n * sizeof *calls);
  omen_library_calls_sort(calls, n);
  for (size_t i = 0; i < c->nraces; i++)
    for (size_t k = 0; k < c->races[i].race.samples; k++) {
      struct omen_instance *one = &c->races[i].race.sample[k];
      for (int side = 0; side < 2; side++)
        omen_library_calls_find(calls, n, one->where.addr, &one->access[side]);
    }
  free(calls);
}

void omen_cluster_take(struct omen_cluster *c, struct omen_race **races, size_t *n) {
  find_calls(c);
  if (c->nraces) qsort(c->races, c->nraces, sizeof *c->races, by_place);
  give_ids(c->races, c->nraces); /* of members, which must not depend on what became one race */
  c->nraces = omen_cluster_merge(c->races, c->nraces);
  give_ids(c->races, c->nraces);
  *n = c->nraces;
  *races = omen_xcalloc(c->nraces + 1, sizeof **races);
  for (size_t i = 0; i < c->nraces; i++) (*races)[i] = c->races[i].race;
  for (size_t i = 0; i < c->naccesses; i++) free(c->accesses[i].access.stack.frames);
  free(c->accesses);
  free(c->races);
  free(c->shapes);
  omen_table_release(&c->by_access);
  omen_table_release(&c->by_race);
  omen_table_release(&c->by_class);
  omen_table_release(&c->shape_of);
  free(c);
}
