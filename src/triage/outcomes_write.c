/* Outcomes as text and JSON, and kept in the recording: see outcomes.h. */
#include "base/printable.h"
#include "record/plan_json.h"
#include "report/verdict_json.h"
#include "triage/outcomes.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1, LINES = 12 };

static char *command(const char *dir, size_t i) {
  return omen_format("omen replay %s --outcome %zu", dir, i + 1);
}

/* ---- text ---- */

static void add_output(struct omen_buf *out, const struct omen_buf *text) {
  struct omen_buf shown = {0};
  size_t lines = 0;
  omen_buf_add_printable(&shown, text->data ? text->data : "", text->len);
  for (const char *line = shown.data ? shown.data : "", *end; *line; line = *end ? end + 1 : end) {
    end = line + strcspn(line, "\n");
    if (lines++ < LINES) omen_buf_addf(out, "    | %.*s\n", (int)(end - line), line);
  }
  if (!lines) omen_buf_adds(out, "    (writes nothing)\n");
  if (lines > LINES) omen_buf_addf(out, "    | ... %zu more lines\n", lines - LINES);
  omen_buf_release(&shown);
}

static void add_one(struct omen_buf *out, const struct omen_one_outcome *one, size_t i, const char *dir) {
  char *replay = command(dir, i);
  omen_buf_addf(out, "  %zu. %llu run%s, ends with %d", i + 1, (unsigned long long)one->runs,
                one->runs == 1 ? "" : "s", one->status);
  if (one->incident) omen_buf_addf(out, "  %s: %s", omen_consequence_title(one->incident), one->what);
  omen_buf_adds(out, "\n");
  add_output(out, &one->text);
  omen_buf_addf(out, "    See it happen:  %s\n", replay);
  free(replay);
}

static void add_closing(struct omen_buf *out, const struct omen_outcomes *all) {
  const struct omen_search_head *h = &all->search.head;
  if (all->searched && !all->missing[0])
    omen_buf_addf(out, "These are all: every schedule was tried%s (%llu states, %llu runs).\n",
                  all->memory ? ", and all that loads may see" : "", (unsigned long long)h->states,
                  (unsigned long long)all->runs);
  else if (all->searched)
    omen_buf_addf(out, "These may not be all: %s (%llu states, %llu runs).\n", all->missing,
                  (unsigned long long)h->states, (unsigned long long)all->runs);
  else
    omen_buf_addf(out, "%llu schedules were sampled; there may be others (--exhaustive tries all).\n",
                  (unsigned long long)all->runs);
  if (all->unfinished)
    omen_buf_addf(out, "%llu run%s did not come to an end, and show nothing.\n",
                  (unsigned long long)all->unfinished, all->unfinished == 1 ? "" : "s");
}

void omen_outcomes_text(const struct omen_outcomes *all, const char *dir, struct omen_buf *out) {
  omen_buf_addf(out, "%zu outcome%s", all->n, all->n == 1 ? "" : "s");
  if (all->memory) omen_buf_addf(out, " (memory: %s)", omen_memory_word(all->memory));
  omen_buf_adds(out, ":\n");
  for (size_t i = 0; i < all->n; i++) add_one(out, &all->list[i], i, dir);
  add_closing(out, all);
}

/* ---- JSON ---- */

/* Whatever the program wrote: what is no text is replaced. */
static json_t *text_json(const struct omen_buf *text) {
  struct omen_buf copy = {0};
  for (size_t i = 0; i < text->len; i++)
    if (text->data[i])
      omen_buf_add(&copy, &text->data[i], 1);
    else
      omen_buf_adds(&copy, "\xef\xbf\xbd");
  omen_buf_add(&copy, "", 1);
  json_t *j = omen_json_str(copy.data);
  omen_buf_release(&copy);
  return j;
}

static json_t *one_json(const struct omen_one_outcome *one, size_t i, const char *dir) {
  char *replay = command(dir, i);
  json_t *j =
      json_pack("{s:o,s:i,s:o,s:I,s:s}", "stdout", text_json(&one->text), "status", one->status, "incident",
                one->incident ? json_string(omen_consequence_word(one->incident)) : json_null(), "runs",
                (json_int_t)one->runs, "replay", replay);
  if (one->incident) json_object_set_new(j, "what", omen_json_str(one->what));
  free(replay);
  return j;
}

static json_t *counters(const struct omen_outcomes *all) {
  const struct omen_search_head *h = &all->search.head;
  json_t *j = json_object();
#define X(field, word, missing) json_object_set_new(j, word, json_integer((json_int_t)h->field));
  OMEN_SEARCH_COUNTERS(X)
#undef X
  json_object_set_new(j, "rounds", json_integer(all->search.rounds));
  json_object_set_new(j, "states_dropped", json_integer((json_int_t)h->dropped));
  return j;
}

json_t *omen_outcomes_json(const struct omen_outcomes *all, const char *dir) {
  const char *memory = omen_memory_word(all->memory);
  json_t *list = json_array();
  for (size_t i = 0; i < all->n; i++) json_array_append_new(list, one_json(&all->list[i], i, dir));
  bool whole = all->searched && !all->missing[0];
  json_t *j = json_pack("{s:i,s:s,s:b,s:s,s:I,s:I,s:o,s:f}", "version", VERSION, "memory", memory,
                        "exhaustive", whole, "recording", dir, "runs", (json_int_t)all->runs, "unfinished",
                        (json_int_t)all->unfinished, "outcomes", list, "seconds", all->seconds);
  if (all->missing[0]) json_object_set_new(j, "missing", json_string(all->missing));
  if (all->searched) json_object_set_new(j, "search", counters(all));
  return j;
}

/* ---- in the recording ---- */

static json_t *watch_json(const struct omen_explorer *x) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < x->watches; i++)
    json_array_append_new(list,
                          json_pack("[I,I]", (json_int_t)x->watch[i].addr, (json_int_t)x->watch[i].len));
  return list;
}

static char *file_of(const struct omen_recording *r) { return omen_format("%s/outcomes.json", r->dir); }

int omen_outcomes_keep(const struct omen_outcomes *all, const struct omen_explorer *x, struct omen_err *err) {
  json_t *j = omen_outcomes_json(all, x->recording->dir), *list = json_object_get(j, "outcomes");
  json_object_set_new(j, "watch", watch_json(x));
  for (size_t i = 0; i < all->n; i++)
    json_object_set_new(json_array_get(list, i), "plan", omen_plan_to_json(&all->list[i].plan));
  char *path = file_of(x->recording), *text = json_dumps(j, JSON_INDENT(1));
  int result = omen_file_write(path, text, strlen(text), err);
  free(text);
  free(path);
  json_decref(j);
  return result;
}

static int watch_from(struct omen_explorer *x, const json_t *list, struct omen_err *err) {
  size_t n = json_array_size(list);
  if (n > UINT32_MAX / 2) return omen_fail(err, "too much memory is watched");
  x->watch = omen_xrealloc(x->watch, (n + 1) * sizeof *x->watch);
  x->watches = 0;
  for (size_t i = 0; i < n; i++) {
    const json_t *w = json_array_get(list, i);
    x->watch[x->watches++] = (struct omen_watch){(uint64_t)json_integer_value(json_array_get(w, 0)),
                                                 (uint64_t)json_integer_value(json_array_get(w, 1))};
  }
  x->nknown = 0;
  return 0;
}

int omen_outcomes_plan(struct omen_explorer *x, uint64_t number, struct omen_plan *plan,
                       struct omen_err *err) {
  char *path = file_of(x->recording);
  struct omen_err wrong = {0};
  json_t *j = json_load_file(path, 0, NULL);
  const json_t *one = json_array_get(json_object_get(j, "outcomes"), number - 1),
               *found = json_object_get(one, "plan");
  int result = !j     ? omen_fail(err, "%s is not there, or damaged: 'omen outcomes' makes it", path)
               : !one ? omen_fail(err, "%s: there is no outcome %llu", path, (unsigned long long)number)
               : omen_plan_from_json(plan, found, &wrong) ? omen_fail(err, "%s: %s", path, wrong.msg)
                                                          : watch_from(x, json_object_get(j, "watch"), err);
  json_decref(j);
  free(path);
  return result;
}
