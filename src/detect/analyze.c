/* Driving engines over a trace: see analyze.h. */
#include "detect/analyze.h"
#include "detect/feed.h"
#include <stdlib.h>

static void count_kinds(struct omen_analysis *a, const struct omen_feed_block *b) {
  for (size_t i = 0; i < b->n; i++) a->by_kind[b->ev[i].kind]++;
}

static void run_engines(struct omen_analysis *a, const struct omen_batch *batch, const bool *on) {
  for (size_t i = 0; i < a->n; i++) {
    if (!on[i]) continue;
    double start = omen_now();
    omen_engine_run(a->engine[i], batch);
    a->seconds[i] += omen_now() - start;
  }
}

static int pass(struct omen_source *src, struct omen_analysis *a, struct omen_feed *f, bool first,
                const bool *on, struct omen_err *err) {
  if (omen_feed_start(f, err)) return -1;
  struct omen_progress progress;
  omen_progress_start(&progress, first ? "analysing" : "completing pairs", a->quiet);
  const struct omen_feed_block *b;
  bool bad;
  uint64_t events = 0;
  while ((b = omen_feed_next(f, &bad, err))) {
    struct omen_batch batch = {.ev = b->ev,
                               .n = b->n,
                               .threads = b->threads,
                               .syncs = b->syncs,
                               .vars = b->vars,
                               .grouped = src->format == OMEN_FORMAT_RAW};
    if (first) count_kinds(a, b);
    run_engines(a, &batch, on);
    events += b->n;
    /* what is left is told by bytes, the rate by events */
    uint64_t total = src->bytes_total && b->bytes
                         ? (uint64_t)((double)events * (double)src->bytes_total / (double)b->bytes)
                         : 0;
    omen_progress_step(&progress, events, total, "events");
  }
  omen_progress_end(&progress);
  if (!bad && !first && events != a->events) return omen_fail(err, "%s changed while it was read", src->path);
  a->events = events;
  return bad ? -1 : 0;
}

static int both(struct omen_source *src, struct omen_analysis *a, struct omen_feed *f, struct omen_err *err) {
  bool on[OMEN_ANALYZE_MAX], any = false;
  for (size_t i = 0; i < a->n; i++) {
    on[i] = true;
    a->engine[i] = omen_engine_new(a->ops[i]);
  }
  if (pass(src, a, f, true, on, err)) return -1;
  for (size_t i = 0; i < a->n && !a->no_pairs; i++) {
    any |= on[i] = a->engine[i]->warnings > 0;
    if (on[i]) omen_engine_again(a->engine[i]);
  }
  return any && pass(src, a, f, false, on, err) ? -1 : 0;
}

int omen_analyze(struct omen_source *src, struct omen_analysis *a, struct omen_err *err) {
  double start = omen_now();
  struct omen_feed *f = omen_feed_new(src, a->no_pairs ? 0 : a->keep_bytes);
  int r = both(src, a, f, err);
  a->read_seconds = omen_feed_seconds(f);
  a->total_seconds = omen_now() - start;
  omen_feed_free(f);
  return r;
}

void omen_analysis_release(struct omen_analysis *a) {
  for (size_t i = 0; i < a->n; i++) omen_engine_free(a->engine[i]);
  for (size_t i = 0; i < a->n; i++) a->engine[i] = NULL;
}
