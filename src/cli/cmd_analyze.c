/* omen analyze: race engines on a trace file, as a table or as JSON. */
#include "base/base.h"
#include "cli/analyze_predict.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "detect/analyze.h"
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct options {
  struct omen_analysis a;
  struct omen_predicted_list predicted;
  struct omen_predict_request predict;
  const char *json;
  bool stats;
};

/* With the list of engines, which is detect/'s; the caller frees. */
static char *about(void) {
  struct omen_buf b = {0};
  omen_buf_adds(
      &b,
      "Runs race engines over a trace: STD text, Omen's binary format, or a recording made with 'omen run'.\n"
      "TRACE may be '-' for standard input. Exits 0 whatever is found; 2 wrong usage, 3 unreadable trace.\n\n"
      "engines:");
  for (size_t i = 0; omen_engine_list(i); i++)
    omen_buf_addf(&b, "\n  %-10s %s", omen_engine_list(i)->name, omen_engine_list(i)->help);
  for (unsigned p = 0; p < OMEN_PREDICTORS; p++)
    omen_buf_addf(&b, "\n  %-10s %s", omen_predictor_name((enum omen_predictor)p),
                  omen_predictor_help((enum omen_predictor)p));
  return b.data;
}

static int add_engine(struct omen_analysis *a, const struct omen_engine_ops *ops) {
  for (size_t i = 0; i < a->n; i++)
    if (a->ops[i] == ops) return 0;
  a->ops[a->n++] = ops;
  return 0;
}

static int add_engines(struct options *o, const char *list) {
  struct omen_analysis *a = &o->a;
  const char *p = list;
  do {
    size_t len = strcspn(p, ",");
    const struct omen_engine_ops *ops = omen_engine_find(p, len);
    if (len == 3 && !memcmp(p, "all", 3)) {
      for (size_t i = 0; omen_engine_list(i); i++) add_engine(a, omen_engine_list(i));
    } else if (!ops && !omen_predicted_add(&o->predicted, p, len)) {
      fprintf(stderr, "omen: analyze: no engine '%.*s': 'omen analyze --help' lists them\n", (int)len, p);
      return -1;
    } else if (ops) {
      add_engine(a, ops);
    }
    p += len + (p[len] == ',');
  } while (*p);
  return 0;
}

static int add_filters(struct omen_analysis *a, const char *list) {
  for (const char *p = list; *p;) {
    size_t len = strcspn(p, ",");
    if (len == 4 && !memcmp(p, "tree", 4)) {
      a->tree = true;
    } else if (len == 4 && !memcmp(p, "span", 4)) {
      a->tree = a->span = true;
    } else if (!(len == 4 && !memcmp(p, "none", 4))) {
      fprintf(stderr, "omen: analyze: no filter '%.*s': tree or span\n", (int)len, p);
      return -1;
    }
    p += len + (p[len] == ',');
  }
  return 0;
}

/* Fills `o`; the trace's name in `*trace`. Gives an exit status, or -1 to go on. */
static int parse(int argc, char **argv, struct options *o, const char **trace) {
  struct omen_options given;
  char *text = about();
  int n = omen_options_take(OMEN_OPTIONS_ANALYZE, "omen analyze [options] TRACE", text, argc, argv, &given);
  free(text);
  if (n != 1) omen_die(OMEN_EXIT_USAGE, "analyze: one trace is needed ('omen analyze --help' tells more)");
  for (size_t i = 0; i < given.engine.n; i++)
    if (add_engines(o, given.engine.v[i])) return OMEN_EXIT_USAGE;
  if (given.trace_filter && add_filters(&o->a, given.trace_filter)) return OMEN_EXIT_USAGE;
  if (!o->a.n && !o->predicted.n) add_engines(o, "shb-epoch");
  o->predict = (struct omen_predict_request){given.window, given.no_pairs, given.quiet, given.witness};
  o->json = given.json;
  o->stats = given.stats;
  o->a.no_pairs = given.no_pairs;
  o->a.quiet = given.quiet;
  *trace = argv[0];
  return -1;
}

/* Pairs in an order of their own: by the text of the locations, numbers by value. */
struct named_pair {
  const char *a, *b;
  uint32_t alen, blen;
};

static int by_name(const char *a, size_t alen, const char *b, size_t blen) {
  bool digits = true;
  for (size_t i = 0; i < alen && digits; i++) digits = a[i] >= '0' && a[i] <= '9';
  for (size_t i = 0; i < blen && digits; i++) digits = b[i] >= '0' && b[i] <= '9';
  if (digits && alen != blen) return alen < blen ? -1 : 1;
  int c = memcmp(a, b, alen < blen ? alen : blen);
  return c ? c : alen < blen ? -1 : alen > blen;
}

static int by_names(const void *x, const void *y) {
  const struct named_pair *p = x, *q = y;
  int c = by_name(p->a, p->alen, q->a, q->alen);
  return c ? c : by_name(p->b, p->blen, q->b, q->blen);
}

static struct named_pair *sorted(const struct omen_source *src, const struct omen_pairset *s) {
  struct named_pair *v = omen_xcalloc(s ? s->n : 0, sizeof *v);
  size_t n = 0;
  for (uint32_t i = 0; s && s->mask && i <= s->mask; i++) {
    if (!s->slot[i]) continue;
    size_t al, bl;
    const char *a = omen_names_get(&src->names[OMEN_SPACE_LOC], (uint32_t)(s->slot[i] >> 32) - 1, &al);
    const char *b = omen_names_get(&src->names[OMEN_SPACE_LOC], (uint32_t)s->slot[i], &bl);
    v[n++] = by_name(a, al, b, bl) <= 0 ? (struct named_pair){a, b, (uint32_t)al, (uint32_t)bl}
                                        : (struct named_pair){b, a, (uint32_t)bl, (uint32_t)al};
  }
  qsort(v, n, sizeof *v, by_names);
  return v;
}

/* A name as JSON: bytes that are no UTF-8 become '?', so that the file is always valid. */
static json_t *text(const char *s, size_t n) {
  json_t *j = json_stringn(s, n);
  if (j) return j;
  char *copy = omen_xstrndup(s, n);
  for (size_t i = 0; i < n; i++)
    if ((unsigned char)copy[i] >= 0x80) copy[i] = '?';
  j = json_stringn(copy, n);
  free(copy);
  return j;
}

static json_t *pairs_json(const struct omen_source *src, const struct omen_pairset *s) {
  json_t *pairs = json_array();
  struct named_pair *v = sorted(src, s);
  for (uint32_t k = 0; s && k < s->n; k++) {
    json_t *p = json_array();
    json_array_append_new(p, text(v[k].a, v[k].alen));
    json_array_append_new(p, text(v[k].b, v[k].blen));
    json_array_append_new(pairs, p);
  }
  free(v);
  return pairs;
}

static json_t *engine_json(const struct omen_source *src, const struct omen_analysis *a, size_t i) {
  json_t *e = json_object();
  json_object_set_new(e, "warnings", json_integer((json_int_t)a->engine[i]->warnings));
  if (!a->no_pairs) json_object_set_new(e, "pairs", pairs_json(src, omen_engine_pairs(a->engine[i])));
  json_object_set_new(e, "racy_variables", json_integer(a->engine[i]->racy_n));
  if (a->tree) json_object_set_new(e, "removed", json_integer((json_int_t)a->removed[i]));
  json_object_set_new(e, "seconds", json_real(a->seconds[i]));
  return e;
}

static json_t *predicted_json(const struct omen_source *src, const struct omen_predicted *p, bool no_pairs) {
  json_t *e = json_object();
  json_object_set_new(e, "warnings", json_integer((json_int_t)p->p.warnings));
  if (!no_pairs) json_object_set_new(e, "pairs", pairs_json(src, &p->p.pairs));
  json_object_set_new(e, "racy_variables", json_integer(p->p.racy_variables));
  json_object_set_new(e, "seconds", json_real(p->p.spent));
  omen_predicted_json(p, e);
  return e;
}

static const char *const kind_names[] = {
#define X(symbol, op, meaning) op,
#include "trace/kinds.def"
#undef X
};

static json_t *stats_json(const struct omen_source *src, const struct omen_analysis *a) {
  json_t *s = json_object(), *kinds = json_object();
  json_object_set_new(s, "threads", json_integer(omen_source_count(src, OMEN_SPACE_THREAD)));
  json_object_set_new(s, "locks", json_integer(omen_source_count(src, OMEN_SPACE_SYNC)));
  json_object_set_new(s, "variables", json_integer(omen_source_count(src, OMEN_SPACE_VAR)));
  json_object_set_new(s, "locations", json_integer(omen_source_count(src, OMEN_SPACE_LOC)));
  for (int k = 0; k < OMEN_KIND_COUNT; k++)
    if (a->by_kind[k]) json_object_set_new(kinds, kind_names[k], json_integer((json_int_t)a->by_kind[k]));
  json_object_set_new(s, "kinds", kinds);
  return s;
}

static int write_json(const struct omen_source *src, const struct options *o, struct omen_err *err) {
  json_t *root = json_object(), *engines = json_object();
  json_object_set_new(root, "version", json_integer(1));
  json_object_set_new(root, "events", json_integer((json_int_t)o->a.events));
  for (size_t i = 0; i < o->a.n; i++)
    json_object_set_new(engines, o->a.ops[i]->name, engine_json(src, &o->a, i));
  for (size_t i = 0; i < o->predicted.n; i++)
    json_object_set_new(engines, omen_predictor_name(o->predicted.at[i].p.predictor),
                        predicted_json(src, &o->predicted.at[i], o->a.no_pairs));
  json_object_set_new(root, "engines", engines);
  if (o->stats) json_object_set_new(root, "stats", stats_json(src, &o->a));
  json_object_set_new(root, "seconds",
                      json_pack("{s:f,s:f}", "read", o->a.read_seconds, "total", o->a.total_seconds));
  char *s = json_dumps(root, JSON_INDENT(1) | JSON_REAL_PRECISION(6) | JSON_PRESERVE_ORDER);
  json_decref(root);
  int r = 0;
  if (!s) {
    r = omen_fail(err, "cannot write the result as JSON");
  } else if (!strcmp(o->json, "-")) {
    if (puts(s) == EOF || fflush(stdout))
      r = omen_fail(err, "cannot write to standard output: %s", strerror(errno));
  } else {
    struct omen_buf b = {0};
    omen_buf_adds(&b, s);
    omen_buf_adds(&b, "\n");
    r = omen_file_write(o->json, b.data, b.len, err);
    omen_buf_release(&b);
  }
  free(s);
  return r;
}

static void print_stats(FILE *out, const struct omen_source *src, const struct omen_analysis *a) {
  fprintf(out, "threads %u, locks and clocks %u, variables %u, locations %u\n",
          omen_source_count(src, OMEN_SPACE_THREAD), omen_source_count(src, OMEN_SPACE_SYNC),
          omen_source_count(src, OMEN_SPACE_VAR), omen_source_count(src, OMEN_SPACE_LOC));
  for (int k = 0; k < OMEN_KIND_COUNT; k++)
    if (a->by_kind[k])
      fprintf(out, "  %-8s %12llu  %5.1f %%\n", kind_names[k], (unsigned long long)a->by_kind[k],
              100.0 * (double)a->by_kind[k] / (double)a->events);
}

static void print_pairs(FILE *out, const struct omen_source *src, const struct omen_pairset *s) {
  if (!s) return;
  struct named_pair *v = sorted(src, s);
  for (uint32_t k = 0; k < s->n; k++)
    fprintf(out, "  %.*s -- %.*s\n", (int)v[k].alen, v[k].a, (int)v[k].blen, v[k].b);
  free(v);
}

static void print_line(FILE *out, const char *name, uint64_t warnings, uint32_t variables,
                       const struct omen_pairset *s, double seconds) {
  char pairs[16] = "-";
  if (s) snprintf(pairs, sizeof pairs, "%u", s->n);
  fprintf(out, "%-10s %12llu %10u %10s %10.3f", name, (unsigned long long)warnings, variables, pairs,
          seconds);
}

static void print_engines(FILE *out, const struct omen_analysis *a) {
  for (size_t i = 0; i < a->n; i++) {
    print_line(out, a->ops[i]->name, a->engine[i]->warnings, a->engine[i]->racy_n,
               a->no_pairs ? NULL : omen_engine_pairs(a->engine[i]), a->seconds[i]);
    if (a->tree) fprintf(out, " %12llu", (unsigned long long)a->removed[i]);
    fputc('\n', out);
  }
}

static void print_predicted(FILE *out, const struct options *o) {
  for (size_t i = 0; i < o->predicted.n; i++) {
    const struct omen_prediction *p = &o->predicted.at[i].p;
    print_line(out, omen_predictor_name(p->predictor), p->warnings, p->racy_variables,
               o->a.no_pairs ? NULL : &p->pairs, p->spent);
    if (p->undecided) fprintf(out, "  %llu left undecided", (unsigned long long)p->undecided);
    fputc('\n', out);
  }
}

static void print_table(FILE *out, const struct omen_source *src, const struct options *o) {
  const struct omen_analysis *a = &o->a;
  fprintf(out, "%llu events, %.2f s\n", (unsigned long long)a->events, a->total_seconds);
  fprintf(out, "%-10s %12s %10s %10s %10s%s\n", "engine", "warnings", "variables", "pairs", "seconds",
          a->tree ? "      removed" : "");
  print_engines(out, a);
  print_predicted(out, o);
  if (a->n == 1 && !o->predicted.n) print_pairs(out, src, omen_engine_pairs(a->engine[0]));
  if (!a->n && o->predicted.n == 1 && !a->no_pairs) print_pairs(out, src, &o->predicted.at[0].p.pairs);
  for (size_t i = 0; i < o->predicted.n; i++)
    if (o->predicted.at[i].text.data) fputs(o->predicted.at[i].text.data, out);
}

/* Engines in one pass or two; then the predictors, each over the trace once more. */
static int run_all(struct options *o, struct omen_source *src, struct omen_err *err) {
  if ((o->a.n || o->stats) && omen_analyze(src, &o->a, err)) return -1;
  if (omen_predicted_run(&o->predicted, src, &o->predict, err)) return -1;
  for (size_t i = 0; i < o->predicted.n; i++) {
    o->a.events = o->predicted.at[i].p.events;
    o->a.total_seconds += o->predicted.at[i].p.spent;
  }
  return 0;
}

static int analyze(struct options *o, const char *trace, struct omen_err *err) {
  struct omen_source *src = omen_source_open(trace, 0, err);
  if (!src) return -1;
  int r = run_all(o, src, err);
  if (!r) {
    FILE *out = o->json && !strcmp(o->json, "-") ? stderr : stdout;
    if (o->stats) print_stats(out, src, &o->a);
    if (!(o->json && !strcmp(o->json, "-"))) print_table(out, src, o);
    if (o->json) r = write_json(src, o, err); /* before a full terminal or disk ends it */
    if (!r && (fflush(stdout) || ferror(stdout)))
      r = omen_fail(err, "cannot write to standard output: %s", strerror(errno));
  }
  omen_analysis_release(&o->a);
  omen_predicted_release(&o->predicted);
  omen_source_close(src);
  return r;
}

int omen_cmd_analyze(int argc, char **argv) {
  struct options o = {0};
  const char *trace = NULL;
  int status = parse(argc, argv, &o, &trace);
  if (status >= 0) return status;
  struct omen_err err;
  if (analyze(&o, trace, &err)) {
    fprintf(stderr, "omen: %s\n", err.msg);
    return OMEN_EXIT_FAILED;
  }
  return OMEN_EXIT_OK;
}
