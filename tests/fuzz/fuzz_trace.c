/* libFuzzer target: any bytes as a trace, and every engine and predictor over it, with and without the filter. Errors
 * are fine; crashes, hangs and unbounded memory are what is looked for.
 *
 * The first byte chooses: 0 the rest as it is (STD text, or the binary format by its magic); 1 the rest as blocks of the
 * binary format, with head and checksums made right, so that the fuzzer gets past them; 2 a watch log. Where engines
 * must agree with each other they are held to it: an epoch engine and its vector-clock twin, pairs with and without the
 * filter, hb with omen_detect_pairs, osr with syncp; and a witness must keep the order of every thread. */
#include "detect/analyze.h"
#include "detect/pairs.h"
#include "predict/predict.h"
#include "trace/bin.h"
#include "trace/readers.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

/* Blocks from bytes: 8 bytes of a block's head (type, count, raw size), then that many bytes of content. */
static size_t make_binary(const uint8_t *data, size_t n, char *out, size_t cap) {
  struct omen_bin_head head = {.version = OMEN_BIN_VERSION};
  memcpy(head.magic, OMEN_BIN_MAGIC, 8);
  memcpy(out, &head, sizeof head);
  size_t at = sizeof head;
  while (n >= 5 && at + sizeof(struct omen_bin_block) + 65536 < cap) {
    struct omen_bin_block b = {.type = data[0], .count = data[1] | (uint32_t)data[2] << 8};
    size_t size = data[3] | (size_t)data[4] << 8;
    data += 5;
    n -= 5;
    if (size > n) size = n;
    b.raw = b.stored = (uint32_t)size;
    b.sum = omen_bin_sum(&b, data);
    memcpy(out + at, &b, sizeof b);
    memcpy(out + at + sizeof b, data, size);
    at += sizeof b + size;
    data += size;
    n -= size;
  }
  return at;
}

static void must(bool ok, const char *what) {
  if (ok) return;
  fprintf(stderr, "engines disagree: %s\n", what);
  abort();
}

static size_t engine_at(const struct omen_analysis *a, const char *name) {
  for (size_t i = 0; i < a->n; i++)
    if (!strcmp(a->ops[i]->name, name)) return i;
  abort();
}

static uint32_t pairs_of(const struct omen_analysis *a, const char *name) {
  const struct omen_pairset *s = omen_engine_pairs(a->engine[engine_at(a, name)]);
  return s ? s->n : 0;
}

static void compare(const struct omen_analysis *a) {
  static const char *const twins[][2] = {{"hb", "hb-epoch"}, {"shb", "shb-epoch"}};
  for (int i = 0; i < 2; i++) {
    must(a->engine[engine_at(a, twins[i][0])]->warnings == a->engine[engine_at(a, twins[i][1])]->warnings || a->tree,
         "an epoch engine and its twin, in warnings");
    must(pairs_of(a, twins[i][0]) == pairs_of(a, twins[i][1]), "an epoch engine and its twin, in pairs");
  }
}

static bool analyze(struct omen_source *s, struct omen_analysis *a, struct omen_err *err) {
  for (size_t i = 0; omen_engine_list(i); i++) a->ops[a->n++] = omen_engine_list(i);
  bool ok = !omen_analyze(s, a, err);
  if (ok) compare(a);
  return ok;
}

/* How far a thread is in a witness: its steps follow each other, and the atoms of one access are one step. */
static uint32_t *steps_done(const struct omen_witness *w, uint32_t threads) {
  size_t n;
  struct omen_witness_event *order = omen_witness_order(w, &n);
  uint32_t *done = calloc(threads + 1, sizeof *done);
  for (size_t i = 0; i < n; i++) {
    uint32_t *mine = &done[order[i].thread];
    must(order[i].nth == *mine || order[i].nth + 1 == *mine, "a witness, in the order of a thread");
    *mine = order[i].nth + 1;
  }
  free(order);
  return done;
}

/* The whole trace is one window. */
static void check_witness(void *arg, const struct omen_witness *w) {
  struct omen_source *s = arg;
  must(!w->base && w->n >= 2, "a witness, in what it is of");
  uint32_t *done = steps_done(w, omen_source_count(s, OMEN_SPACE_THREAD));
  for (uint32_t i = 0; i < w->n; i++)
    must(done[w->at[i].thread] == w->at[i].nth, "a witness, in what comes next");
  free(done);
}

static uint64_t predict(struct omen_source *s, enum omen_predictor which, bool loose, bool ok) {
  struct omen_err err;
  struct omen_prediction p = {.predictor = which,
                              .window = which == OMEN_PREDICT_MCM ? 200 : 1 << 20,
                              .seconds = 2,
                              .loose = loose,
                              .quiet = true,
                              .found = which == OMEN_PREDICT_MCM ? NULL : check_witness,
                              .arg = s};
  must(!omen_predict(s, &p, &err) == ok || which == OMEN_PREDICT_MCM, "a predictor and the engines, in errors");
  uint64_t warnings = p.cut_short ? 0 : p.warnings;
  omen_prediction_release(&p);
  return warnings;
}

static void predict_all(struct omen_source *s, bool ok) {
  for (int loose = 0; loose < 2; loose++) {
    uint64_t least = predict(s, OMEN_PREDICT_SYNCP, loose, ok), most = predict(s, OMEN_PREDICT_OSR, loose, ok);
    must(most >= least || !ok, "osr has fewer races than syncp");
    predict(s, OMEN_PREDICT_DEADLOCK, loose, ok);
  }
  predict(s, OMEN_PREDICT_MCM, false, ok);
}

static void run(struct omen_source *s) {
  struct omen_err err;
  struct omen_analysis plain = {.quiet = true}, tree = {.quiet = true, .tree = true};
  bool ok = analyze(s, &plain, &err);
  must(analyze(s, &tree, &err) == ok, "the same trace twice");
  for (size_t i = 0; ok && i < plain.n; i++)
    must(pairs_of(&plain, plain.ops[i]->name) == pairs_of(&tree, plain.ops[i]->name), "with and without the filter");
  struct omen_pair_list l = {0};
  must(!omen_detect_pairs(s, &l, &err) == ok, "omen_detect_pairs");
  if (ok) {
    must(l.n == pairs_of(&plain, "hb"), "hb and omen_detect_pairs, in pairs");
    must(l.warnings == plain.engine[engine_at(&plain, "hb")]->warnings, "hb and omen_detect_pairs, in warnings");
  }
  omen_pair_list_release(&l);
  predict_all(s, ok);
  omen_analysis_release(&plain);
  omen_analysis_release(&tree);
  omen_source_close(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n) {
  static char made[1 << 20];
  struct omen_err err;
  struct omen_source *s = NULL;
  if (!n) return 0;
  uint8_t what = data[0] % 3;
  data++;
  n--;
  if (what == 0) {
    s = omen_source_memory(data, n, 0, &err);
  } else if (what == 1) {
    s = omen_source_memory(made, make_binary(data, n, made, sizeof made), 0, &err);
  } else {
    s = omen_rawlog_input(omen_bytes_memory(data, n), 0, &err);
  }
  if (s) run(s);
  return 0;
}
