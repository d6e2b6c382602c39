/* concolic PROGRAM REC WORK [--runs N | --plain] WORD...: follows the inputs that the WORDs name (as
 * --symbolic does) through the symbolic variant of PROGRAM, of which REC is a recording, and then through N -
 * 1 runs with inputs that a solver made, each to take one decision of an earlier run the other way. Derived
 * recordings are made in WORK, one at a time. Every run is a line of JSON on standard output: its inputs and
 * what it wrote (hexadecimal digits), how it ended, whether each step and each byte of its outputs evaluates,
 * with these inputs, to what the run had (-1: all do; else the first that does not), whether it went the way
 * that it was made for, processor seconds. The last line has the counters of search and solver. Who calls it
 * compares with native runs. */
#include "explore/derive.h"
#include "explore/explore_parts.h"
#include "symbolic/search.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static json_t *hex(const void *bytes, size_t n) {
  char *text = omen_xmalloc(2 * n + 1);
  for (size_t i = 0; i < n; i++) snprintf(text + 2 * i, 3, "%02x", ((const uint8_t *)bytes)[i]);
  text[2 * n] = 0;
  json_t *s = json_string(text);
  free(text);
  return s;
}

static json_t *inputs_json(const struct omen_inputs *in) {
  json_t *list = json_array();
  for (size_t i = 0; i < in->n; i++)
    json_array_append_new(list,
                          json_pack("{s:i,s:s,s:o}", "kind", (int)in->list[i].kind, "name", in->list[i].name,
                                    "bytes", hex(in->list[i].bytes, in->list[i].len)));
  return list;
}

static double children_seconds(void) {
  struct rusage u;
  getrusage(RUSAGE_CHILDREN, &u);
  return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
         (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

/* How it ended and what it wrote. */
static void add_outcome(json_t *line, const struct omen_recording *r, const struct omen_sym_trace *t,
                        const struct omen_inputs *in) {
  struct omen_result result = {0};
  struct omen_err err;
  char *outputs = omen_format("%s/outputs", r->dir), *outcome = omen_format("%s/outcome", r->dir);
  if (omen_file_read(outcome, &result.said, &err) || omen_file_read(outputs, &result.bytes, &err) ||
      omen_result_take(&result, &err))
    omen_die(3, "%s", err.msg);
  struct omen_buf text = {0};
  omen_result_text(&result, 1, &text);
  json_object_set_new(line, "status", json_integer(omen_outcome_status(&result.outcome)));
  json_object_set_new(line, "stdout", hex(text.data, text.len));
  json_object_set_new(line, "check_output",
                      json_integer(omen_sym_check_output(t, in, 1, (const uint8_t *)text.data, text.len)));
  omen_buf_release(&text);
  omen_result_release(&result);
  free(outputs);
  free(outcome);
}

static void add_trace(json_t *line, const struct omen_sym_trace *t, const struct omen_inputs *in) {
  uint32_t count[OMEN_SYM_LIVE_STEP + 1] = {0};
  for (uint32_t i = 0; i < t->n_steps; i++) count[t->steps[i].kind]++;
  int64_t wrong = omen_sym_check(t, in);
  json_object_set_new(line, "check", json_integer(wrong));
  if (wrong >= 0) {
    json_object_set_new(line, "wrong_kind", json_string(omen_sym_kind_name(t->steps[wrong].kind)));
    json_object_set_new(line, "wrong_site", json_integer(t->steps[wrong].site));
  }
  json_object_set_new(line, "nodes", json_integer(t->n_nodes));
  json_object_set_new(line, "branches", json_integer(count[OMEN_SYM_BRANCH_STEP]));
  json_object_set_new(line, "pins", json_integer(count[OMEN_SYM_PIN_STEP]));
  json_object_set_new(line, "lost", json_integer(count[OMEN_SYM_LOST_STEP]));
  json_object_set_new(line, "incomplete", json_integer(t->incomplete));
  json_object_set_new(line, "stale", json_integer(t->stale));
}

struct work {
  struct omen_recording base;
  struct omen_variant variant;
  struct omen_search *search;
  const char *folder;
};

static void plain_run(struct work *w, const struct omen_inputs *in) {
  struct omen_recording out;
  struct omen_err err;
  double before = children_seconds();
  struct omen_derivation d = {.base = &w->base, .inputs = in, .no_watch = true};
  if (omen_derive_by(&d, w->folder, &out, &err)) omen_die(3, "%s", err.msg);
  printf("{\"seconds\": %.6f}\n", children_seconds() - before);
  omen_recording_release(&out);
}

/* Runs it with these inputs and gives the trace to the search. */
static void one_run(struct work *w, const struct omen_inputs *in, const struct omen_search_found *found) {
  static const char *const arrivals[] = {"first", "confirmed", "diverged"};
  struct omen_recording out;
  struct omen_err err;
  struct omen_sym_trace t;
  double before = children_seconds();
  struct omen_derivation d = {.base = &w->base, .inputs = in, .variant = &w->variant, .no_watch = true};
  json_t *line = json_pack("{s:i,s:o}", "id", found ? (int)found->id : 0, "inputs", inputs_json(in));
  if (found) {
    json_object_set_new(line, "site", json_integer(found->site));
    json_object_set_new(line, "parent", json_integer(found->parent));
    json_object_set_new(line, "resized", json_boolean(found->resized));
    json_object_set_new(line, "inexact", json_boolean(found->inexact));
  }
  if (omen_derive_by(&d, w->folder, &out, &err)) {
    json_object_set_new(line, "error", json_string(err.msg));
  } else {
    json_object_set_new(line, "seconds", json_real(children_seconds() - before));
    char *path = omen_format("%s/symbolic", out.dir);
    if (omen_sym_trace_read(&t, path, &err)) omen_die(3, "%s", err.msg);
    free(path);
    add_trace(line, &t, in);
    add_outcome(line, &out, &t, in);
    enum omen_arrival a = omen_search_add(w->search, &t, in, found ? found->id : 0);
    json_object_set_new(line, "arrival", json_string(arrivals[a]));
    omen_recording_release(&out);
  }
  json_dumpf(line, stdout, JSON_COMPACT);
  putchar('\n');
  fflush(stdout);
  json_decref(line);
}

static void counters(const struct work *w) {
  const struct omen_search_counters *c = omen_search_counters(w->search);
  const struct omen_solver_counters *s = omen_solver_counters(omen_search_solver(w->search));
  json_t *search = json_object(), *solver = json_object();
#define X(name, meaning) json_object_set_new(search, #name, json_integer((json_int_t)c->name));
  OMEN_SEARCH_COUNTERS(X)
#undef X
#define X(name, meaning) json_object_set_new(solver, #name, json_integer((json_int_t)s->name));
  OMEN_SOLVER_COUNTERS(X)
#undef X
  json_t *line = json_pack("{s:o,s:o,s:f}", "search", search, "solver", solver, "solver_seconds", s->seconds);
  json_dumpf(line, stdout, JSON_COMPACT);
  putchar('\n');
  json_decref(line);
}

int main(int argc, char **argv) {
  struct work w = {0};
  struct omen_err err;
  struct omen_inputs in;
  unsigned runs = 10;
  bool plain = false;
  if (argc < 4) omen_die(2, "concolic PROGRAM REC WORK [--runs N] WORD...");
  w.folder = argv[3];
  char **words = argv + 4;
  if (*words && !strcmp(*words, "--runs") && words[1]) {
    runs = (unsigned)strtoul(words[1], NULL, 10);
    words += 2;
  } else if (*words && !strcmp(*words, "--plain")) {
    plain = true;
    words++;
  }
  struct omen_search_options options = {0};
  if (omen_recording_open(&w.base, argv[2], &err) || omen_inputs_of(&w.base, words, &in, &err) ||
      omen_variant_get(argv[1], OMEN_VARIANT_SYMBOLIC, &w.variant, &err) ||
      !(w.search = omen_search_new(&options, &err)))
    omen_die(3, "%s", err.msg);
  if (plain) {
    plain_run(&w, &in);
    return 0;
  }
  one_run(&w, &in, NULL);
  struct omen_search_found found;
  for (unsigned n = 1; n < runs && omen_search_next(w.search, 0, &found); n++) {
    one_run(&w, &found.inputs, &found);
    omen_search_found_release(&found);
  }
  counters(&w);
  omen_search_free(w.search);
  omen_inputs_release(&in);
  omen_variant_release(&w.variant);
  omen_recording_release(&w.base);
  return 0;
}
