/* What omen explore found, for people and programs. */
#include "record/defect_words.h"
#include "report/verdict_json.h"
#include "triage/corpus.h"
#include <stdlib.h>
#include <string.h>

char *omen_corpus_input_end(const struct omen_corpus_input *e) {
  const struct omen_outcome *o = &e->result.outcome;
  switch (o->end) {
  case OMEN_END_SIGNAL: {
    const char *name = strsignal(o->status);
    return omen_format("killed by signal %d (%s)", o->status, name ? name : "?");
  }
  case OMEN_END_DEADLOCK: return omen_xstrdup("deadlock: no thread can go on");
  case OMEN_END_ENDLESS: return omen_xstrdup("goes on for ever");
  case OMEN_END_LOST: return omen_format("not run to its end: %s", o->message ? o->message : "a limit");
  case OMEN_END_DEFECT: return omen_xstrdup("stopped at a defect");
  default: return omen_format("exit %d", o->status);
  }
}
static const char *end_word(const struct omen_outcome *o) {
  switch (o->end) {
  case OMEN_END_SIGNAL:
  case OMEN_END_DEADLOCK:
  case OMEN_END_LOST:
  case OMEN_END_DEFECT: return omen_end_word(o->end);
  case OMEN_END_ENDLESS: return omen_consequence_word(OMEN_CONSEQUENCE_INFINITE_LOOP);
  default: return omen_end_word(OMEN_END_EXIT);
  }
}

static json_t *defects_json(const struct omen_outcome *o) {
  json_t *list = json_array();
  for (size_t i = 0; i < o->ndefects; i++) {
    char title[256];
    omen_defect_title(&o->defects[i], title, sizeof title);
    json_t *d = json_object();
    json_object_set_new(d, "kind", omen_json_str(omen_defect_word(o->defects[i].kind)));
    json_object_set_new(d, "title", omen_json_str(title));
    json_array_append_new(list, d);
  }
  return list;
}
static json_t *reduced_json(const struct omen_corpus_input *e) {
  json_t *o = json_object();
  json_object_set_new(o, "folder", json_sprintf("%03u/reduced", e->number));
  json_object_set_new(o, "bytes", json_integer((json_int_t)e->reduced_bytes));
  json_object_set_new(o, "of", json_integer((json_int_t)e->bytes));
  return o;
}
json_t *omen_corpus_input_json(const struct omen_recording *base, const struct omen_corpus_input *e) {
  json_t *o = json_object(), *args = json_array();
  char folder[16], **argv, **env;
  snprintf(folder, sizeof folder, "%03u", e->number);
  omen_inputs_strings(e->inputs, base->manifest.argv, base->manifest.env, &argv, &env);
  for (size_t i = 1; argv[i]; i++) json_array_append_new(args, omen_json_str(argv[i]));
  omen_strings_free(argv);
  omen_strings_free(env);
  json_object_set_new(o, "folder", json_string(folder));
  json_object_set_new(o, "args", args);
  json_object_set_new(o, "end", json_string(end_word(&e->result.outcome)));
  json_object_set_new(o, "status", json_integer(e->result.outcome.status));
  json_object_set_new(o, "bad", json_boolean(e->bad));
  json_object_set_new(o, "defects", defects_json(&e->result.outcome));
  json_object_set_new(o, "racy_locations", json_integer((json_int_t)e->result.outcome.nracy));
  json_object_set_new(o, "new_blocks", json_integer(e->new_blocks));
  json_object_set_new(o, "confirmed", e->confirmed < 0 ? json_null() : json_boolean(e->confirmed));
  json_object_set_new(o, "found", omen_json_str(e->why));
  if (e->parent >= 0) {
    snprintf(folder, sizeof folder, "%03u", (unsigned)e->parent);
    json_object_set_new(o, "from", json_string(folder));
  }
  if (e->at) json_object_set_new(o, "at", omen_json_str(e->at));
  if (e->recorded) json_object_set_new(o, "recording", json_sprintf("%03u/recording", e->number));
  if (e->reduced) json_object_set_new(o, "reduced", reduced_json(e));
  if (e->bad) {
    char failure[24];
    snprintf(failure, sizeof failure, "%016llx", (unsigned long long)e->failure);
    json_object_set_new(o, "failure", json_string(failure));
  }
  return o;
}

static json_t *part_json(uint32_t reached, uint32_t all) {
  json_t *o = json_object();
  json_object_set_new(o, "reached", json_integer(reached));
  json_object_set_new(o, "all", json_integer(all));
  return o;
}
static json_t *counters_json(const struct omen_corpus *x) {
  json_t *o = json_object();
  const struct omen_search_counters *c = omen_search_counters(x->search);
  const struct omen_solver_counters *s = omen_solver_counters(omen_search_solver(x->search));
#define X(name, meaning) json_object_set_new(o, #name, json_integer((json_int_t)c->name));
  OMEN_SEARCH_COUNTERS(X)
#undef X
#define X(name, meaning) json_object_set_new(o, "solver_" #name, json_integer((json_int_t)s->name));
  OMEN_SOLVER_COUNTERS(X)
#undef X
  json_object_set_new(o, "failed", json_integer(x->failed));
  json_object_set_new(o, "executed", json_integer((json_int_t)x->fed));
  json_object_set_new(o, "seeds", json_integer((json_int_t)x->seeds));
  return o;
}
void omen_corpus_limit(struct omen_corpus *x, char *line) {
  omen_buf_addf(&x->limits, "%s%s", x->limits.len ? "\n" : "", line);
  free(line);
}

bool omen_corpus_would_exhaust(const struct omen_corpus *x) {
  const struct omen_search_counters *c = omen_search_counters(x->search);
  return !(c->undecided || c->unrealised || c->diverged || c->dropped || x->failed || x->limits.len);
}
/* Nothing is left to try: but was everything tried that there is? */
void omen_corpus_sum_up(struct omen_corpus *x) {
  const struct omen_search_counters *c = omen_search_counters(x->search);
  const struct {
    uint64_t n;
    const char *format;
  } all[] = {{c->undecided, "the solver gave up on %llu decisions"},
             {c->unrealised, "%llu answers of the solver fit no input"},
             {c->diverged, "%llu runs went another way than expected"},
             {c->dropped, "%llu decisions were dropped for want of memory"},
             {x->failed, "%llu runs could not be made"}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i].n) omen_corpus_limit(x, omen_format(all[i].format, (unsigned long long)all[i].n));
  x->exhausted = x->drained && !x->limits.len;
}

json_t *omen_corpus_json(const struct omen_corpus *x) {
  json_t *o = json_object(), *program = json_array(), *coverage = json_object(), *seconds = json_object();
  uint32_t lines, reached;
  struct omen_buf lcov = {0};
  for (char **a = x->base->manifest.argv; *a; a++) json_array_append_new(program, omen_json_str(*a));
  omen_coverage_lines(&x->coverage, &lines, &reached, &lcov);
  omen_buf_release(&lcov);
  json_object_set_new(coverage, "blocks", part_json(x->coverage.reached, x->coverage.blocks));
  json_object_set_new(coverage, "lines", part_json(reached, lines));
  json_object_set_new(seconds, "all", json_real(x->seconds));
  json_object_set_new(seconds, "solver",
                      json_real(omen_solver_counters(omen_search_solver(x->search))->seconds));
  json_object_set_new(o, "version", json_integer(1));
  json_object_set_new(o, "program", program);
  json_object_set_new(o, "corpus", omen_json_str(x->dir));
  json_object_set_new(o, "recording", omen_json_str(x->base->dir));
  json_object_set(o, "inputs", x->list);
  json_object_set_new(o, "coverage", coverage);
  json_object_set_new(o, "exhausted", json_boolean(x->exhausted));
  json_object_set_new(o, "limits", omen_json_lines(x->limits.data));
  json_object_set_new(o, "counters", counters_json(x));
  json_object_set_new(o, "seconds", seconds);
  return o;
}

/* How to see it, and with less. */
static void say_evidence(const struct omen_corpus *x, json_t *e, FILE *out) {
  const char *recording = json_string_value(json_object_get(e, "recording"));
  json_t *r = json_object_get(e, "reduced");
  if (recording) fprintf(out, "    See it happen:  omen replay %s/%s\n", x->dir, recording);
  if (r)
    fprintf(out, "    With %lld of %lld bytes:  omen replay %s/%s/recording\n",
            (long long)json_integer_value(json_object_get(r, "bytes")),
            (long long)json_integer_value(json_object_get(r, "of")), x->dir,
            json_string_value(json_object_get(r, "folder")));
}
/* The first input of each failure, and how many more there are. */
static void say_bad(const struct omen_corpus *x, FILE *out) {
  size_t i, k = 0;
  json_t *e, *d;
  struct omen_table said = {0};
  json_array_foreach(x->list, i, e) {
    const char *failure = json_string_value(json_object_get(e, "failure"));
    uint64_t name = failure ? strtoull(failure, NULL, 16) : 0;
    if (!failure || omen_table_count(&said, name) != 1) continue;
    json_t *defects = json_object_get(e, "defects");
    const char *folder = json_string_value(json_object_get(e, "folder")),
               *end = json_string_value(json_object_get(e, "end"));
    int status = (int)json_integer_value(json_object_get(e, "status"));
    fprintf(out, "  %s/%s: ", x->dir, folder);
    json_array_foreach(defects, k, d)
        fprintf(out, "%s%s", k ? ", " : "", json_string_value(json_object_get(d, "title")));
    if (omen_end_find(end) == OMEN_END_SIGNAL)
      fprintf(out, "%skilled by signal %d (%s)", k ? ", " : "", status, strsignal(status));
    else if (!k)
      fprintf(out, "%s", end);
    uint64_t more = omen_table_get(&x->failures, name);
    if (more > 1) fprintf(out, " (and %llu more)", (unsigned long long)more - 1);
    fputs("\n", out);
    say_evidence(x, e, out);
  }
  omen_table_release(&said);
}
/* Why there may be more: the first few. */
static void say_limits(const struct omen_corpus *x, FILE *out) {
  enum { MOST = 5 };
  int n = 0;
  if (x->limits.len) fprintf(out, "omen: there may be paths that no input was found for:\n");
  for (const char *at = x->limits.data; at && *at && n++ < MOST;) {
    int len = (int)strcspn(at, "\n");
    fprintf(out, "  %.*s\n", len, at);
    at += len + (at[len] == '\n');
    if (*at && n == MOST) fprintf(out, "  and more: \"limits\" in %s/summary.json\n", x->dir);
  }
}
void omen_corpus_say(const struct omen_corpus *x, FILE *out) {
  const struct omen_search_counters *c = omen_search_counters(x->search);
  const struct omen_solver_counters *s = omen_solver_counters(omen_search_solver(x->search));
  uint32_t lines, reached;
  struct omen_buf lcov = {0};
  omen_coverage_lines(&x->coverage, &lines, &reached, &lcov);
  omen_buf_release(&lcov);
  fprintf(out, "omen: %u input%s in %s, each on a path of its own; %llu runs in %.1f s%s\n", x->inputs,
          x->inputs == 1 ? "" : "s", x->dir, (unsigned long long)(c->runs + x->failed + x->fed), x->seconds,
          x->exhausted ? "; no more are to be found"
          : x->drained ? "; nothing is left to try"
                       : "");
  say_limits(x, out);
  if (x->coverage.blocks)
    fprintf(out, "omen: reached: %u of %u blocks (%.0f %%)", x->coverage.reached, x->coverage.blocks,
            100.0 * x->coverage.reached / x->coverage.blocks);
  if (x->coverage.blocks && lines) fprintf(out, ", %u of %u lines that begin one", reached, lines);
  if (x->coverage.blocks) fputs("\n", out);
  fprintf(out, "omen: solver: %llu questions, %llu of them for Z3, %.0f %% of the time\n",
          (unsigned long long)s->questions, (unsigned long long)s->solved,
          x->seconds > 0 ? 100 * s->seconds / x->seconds : 0.0);
  if (c->diverged || x->failed)
    fprintf(out, "omen: %llu runs went another way than expected, %u could not be made\n",
            (unsigned long long)c->diverged, x->failed);
  if (!x->bad) return;
  fprintf(out, "omen: %u inputs make the program fail, in %llu ways:\n", x->bad,
          (unsigned long long)x->failures.n);
  say_bad(x, out);
}
