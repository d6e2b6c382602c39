/* Driving engines over a trace: see analyze.h. */
#include "detect/analyze.h"
#include "detect/feed.h"
#include "detect/tree.h"
#include <stdlib.h>
#include <string.h>

/* A run over a trace: the engines, and a filter for each kind of order that they ask about. */
struct run {
  struct omen_source *src;
  struct omen_analysis *a;
  struct omen_feed *feed;
  struct omen_tree *tree[OMEN_ANALYZE_MAX]; /* by engine; engines of a kind share one */
  bool on[OMEN_ANALYZE_MAX];                /* engines that take part in the pass */
  uint8_t drop[OMEN_FEED_BLOCK];
  uint8_t *classes; /* by location: the classes of access there */
  uint32_t locs;
};

static void grow_classes(struct run *r, uint32_t loc) {
  uint32_t n = loc * 2 + 1024;
  r->classes = omen_xrealloc(r->classes, n);
  memset(r->classes + r->locs, 0, n - r->locs);
  r->locs = n;
}

static void count(struct run *r, const struct omen_feed_block *b) {
  uint32_t kinds[4][OMEN_KIND_COUNT] = {0}; /* four in turn: a counter is not waited for by the next event */
  for (size_t i = 0; i < b->n; i++) {
    const struct omen_event *e = &b->ev[i];
    kinds[i & 3][e->kind]++;
    if (!omen_kind_is_access(e->kind)) continue;
    uint8_t bit = (uint8_t)(1u << omen_class_of(e->kind));
    if (e->loc >= r->locs) grow_classes(r, e->loc);
    if (!(r->classes[e->loc] & bit)) r->classes[e->loc] |= bit;
  }
  for (int k = 0; k < OMEN_KIND_COUNT; k++)
    r->a->by_kind[k] += (uint64_t)kinds[0][k] + kinds[1][k] + kinds[2][k] + kinds[3][k];
}

static bool owns_tree(const struct run *r, size_t i) {
  for (size_t k = 0; k < i; k++)
    if (r->tree[k] == r->tree[i]) return false;
  return r->tree[i] != NULL;
}

static void run_engine(struct run *r, size_t i, struct omen_batch *batch, uint64_t first) {
  double start = omen_now();
  batch->drop = NULL;
  if (r->tree[i]) {
    omen_tree_drops(r->tree[i], first, batch->n, r->drop);
    batch->drop = r->drop;
  }
  omen_engine_run(r->a->engine[i], batch);
  r->a->seconds[i] += omen_now() - start;
}

enum stage { FILTER, WARNINGS, PAIRS };

static void run_block(struct run *r, enum stage stage, const struct omen_feed_block *b, uint64_t first) {
  struct omen_batch batch = {.ev = b->ev,
                             .n = b->n,
                             .threads = b->threads,
                             .syncs = b->syncs,
                             .vars = b->vars,
                             .grouped = r->src->format == OMEN_FORMAT_RAW};
  if (stage == WARNINGS) count(r, b);
  for (size_t i = 0; i < r->a->n; i++) {
    if (stage == FILTER && owns_tree(r, i)) omen_tree_run(r->tree[i], &batch);
    if (stage != FILTER && r->on[i]) run_engine(r, i, &batch, first);
  }
}

static int pass(struct run *r, enum stage stage, struct omen_err *err) {
  static const char *const what[] = {"filtering", "analysing", "completing pairs"};
  if (omen_feed_start(r->feed, err)) return -1;
  struct omen_progress progress;
  omen_progress_start(&progress, what[stage], r->a->quiet);
  const struct omen_feed_block *b;
  bool bad;
  uint64_t events = 0;
  while ((b = omen_feed_next(r->feed, &bad, err))) {
    run_block(r, stage, b, events);
    events += b->n;
    /* what is left is told by bytes, the rate by events */
    double part = r->src->bytes_total ? (double)b->bytes / (double)r->src->bytes_total : 0;
    omen_progress_step(&progress, events, part > 0 ? (uint64_t)((double)events / part) : 0, "events");
  }
  omen_progress_end(&progress);
  if (bad) return -1;
  if (r->a->events && events != r->a->events)
    return omen_fail(err, "%s changed while it was read", r->src->path);
  r->a->events = events;
  return 0;
}

static void make_trees(struct run *r) {
  for (size_t i = 0; i < r->a->n; i++) {
    const struct omen_engine_ops *o = r->a->ops[i];
    if (o->orders == OMEN_ORDERS_RACES) continue;
    bool span = r->a->span && strstr(o->name, "-epoch");
    for (size_t k = 0; k < i && !r->tree[i]; k++) {
      const struct omen_engine_ops *p = r->a->ops[k];
      bool other_span = r->a->span && strstr(p->name, "-epoch");
      if (p->orders == o->orders && p->locks == o->locks && span == other_span) r->tree[i] = r->tree[k];
    }
    if (!r->tree[i]) r->tree[i] = omen_tree_new(o->orders, o->locks, span);
  }
}

static int passes(struct run *r, struct omen_err *err) {
  struct omen_analysis *a = r->a;
  bool any = false;
  if (a->tree) make_trees(r);
  if (a->tree && pass(r, FILTER, err)) return -1;
  for (size_t i = 0; i < a->n; i++) {
    if (r->tree[i]) a->removed[i] = omen_tree_removed(r->tree[i]);
    r->on[i] = true;
    a->engine[i] = omen_engine_new(a->ops[i]);
    a->engine[i]->live.off = a->no_pairs;
  }
  if (pass(r, WARNINGS, err)) return -1;
  for (size_t i = 0; i < a->n && !a->no_pairs; i++) {
    any |= r->on[i] = !omen_engine_complete(a->engine[i]);
    if (!r->on[i]) continue;
    omen_engine_again(a->engine[i]);
    omen_pairtab_locations(a->engine[i]->pairs, r->classes, r->locs);
  }
  return any && pass(r, PAIRS, err) ? -1 : 0;
}

int omen_analyze(struct omen_source *src, struct omen_analysis *a, struct omen_err *err) {
  double start = omen_now();
  struct run r = {.src = src, .a = a};
  r.feed = omen_feed_new(src);
  int bad = passes(&r, err);
  a->read_seconds = omen_feed_seconds(r.feed);
  a->total_seconds = omen_now() - start;
  omen_feed_free(r.feed);
  free(r.classes);
  for (size_t i = 0; i < a->n; i++)
    if (owns_tree(&r, i)) omen_tree_free(r.tree[i]);
  return bad;
}

void omen_analysis_release(struct omen_analysis *a) {
  for (size_t i = 0; i < a->n; i++) omen_engine_free(a->engine[i]);
  for (size_t i = 0; i < a->n; i++) a->engine[i] = NULL;
}
