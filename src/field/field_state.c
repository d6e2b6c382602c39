/* state.json: what the agent knows, and which processes run. */
#include "field/agent.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 2 };

static json_t *row(const struct omen_field_verdict *v) {
  return json_pack(
      "{s:s, s:s, s:s, s:s, s:s, s:[ss], s:{s:b, s:b}, s:b, s:b, s:b, s:{s:I, s:I, s:I, s:I}, s:I, s:I, s:i}",
      "code", v->code, "id", v->id, "words", v->words, "state", omen_field_state_word(v->state), "why",
      v->why, "places", v->places[0], v->places[1], "orders", "first", v->first, "second", v->second,
      "unordered", v->unordered, "context", v->context, "unwatched", v->unwatched, "results", "Race",
      (json_int_t)v->races, "NoRace", (json_int_t)v->noraces, "Timeout", (json_int_t)v->timeouts, "NotSeen",
      (json_int_t)v->notseen, "failures", (json_int_t)v->failures, "given", (json_int_t)v->given, "tau",
      (int)v->tau_ms);
}

static json_t *process(const struct omen_field_process *p) {
  return json_pack("{s:i, s:s, s:s, s:I, s:I, s:I, s:I, s:I, s:i, s:b}", "pid", p->pid, "name", p->name,
                   "code", p->code, "cpu_us", (json_int_t)p->cpu_us, "spent_us", (json_int_t)p->spent_us,
                   "waited_us", (json_int_t)p->waited_us, "hits", (json_int_t)p->hits, "patches",
                   (json_int_t)p->patches, "tasks", (int)p->tasks, "armed", p->armed);
}

static void append(json_t *all, json_t *one) {
  if (one) json_array_append_new(all, one); /* NULL: not UTF-8 */
}

int omen_field_book_write(const struct omen_field_book *b, const struct omen_field_process *p, size_t n,
                          const char *path, struct omen_err *err) {
  json_t *all = json_array(), *processes = json_array();
  for (size_t i = 0; i < b->n; i++) append(all, row(&b->v[i]));
  for (size_t i = 0; i < n; i++) append(processes, process(&p[i]));
  json_t *j = json_pack("{s:i, s:o, s:o}", "version", VERSION, "candidates", all, "processes", processes);
  char *text = json_dumps(j, JSON_INDENT(1));
  int status = omen_file_write(path, text, strlen(text), err);
  free(text);
  json_decref(j);
  return status;
}

static uint64_t number(const json_t *j, const char *name) {
  return (uint64_t)json_integer_value(json_object_get(j, name));
}
static bool said(const json_t *j, const char *name) { return json_is_true(json_object_get(j, name)); }
static void take_string(const json_t *j, const char *name, char *to, size_t n) {
  const char *s = json_string_value(json_object_get(j, name));
  snprintf(to, n, "%s", s ? s : "");
}

static void take_state(struct omen_field_verdict *v, const json_t *j) {
  const char *state = json_string_value(json_object_get(j, "state"));
  for (int s = 0; s < OMEN_FIELD_STATES; s++)
    if (state && !strcmp(state, omen_field_state_word((enum omen_field_state)s)))
      v->state = (enum omen_field_state)s;
  v->first = said(json_object_get(j, "orders"), "first");
  v->second = said(json_object_get(j, "orders"), "second");
  v->unordered = said(j, "unordered");
  v->context = said(j, "context");
  v->unwatched = said(j, "unwatched");
}

static void take_row(struct omen_field_book *b, const json_t *j) {
  const json_t *results = json_object_get(j, "results"), *places = json_object_get(j, "places");
  char code[17], id[32];
  take_string(j, "code", code, sizeof code);
  take_string(j, "id", id, sizeof id);
  if (!*id) return;
  struct omen_field_verdict *v = omen_field_book_at(b, code, id);
  take_state(v, j);
  take_string(j, "words", v->words, sizeof v->words);
  take_string(j, "why", v->why, sizeof v->why);
  v->races = number(results, "Race");
  v->noraces = number(results, "NoRace");
  v->timeouts = number(results, "Timeout");
  v->notseen = number(results, "NotSeen");
  v->failures = number(j, "failures");
  v->given = number(j, "given");
  v->tau_ms = (uint32_t)number(j, "tau");
  if (v->tau_ms < OMEN_FIELD_TAU_FIRST || v->tau_ms > OMEN_FIELD_TAU_MOST) v->tau_ms = OMEN_FIELD_TAU_FIRST;
  for (int i = 0; i < 2; i++) {
    const char *p = json_string_value(json_array_get(places, (size_t)i));
    if (p) snprintf(v->places[i], sizeof v->places[i], "%.255s", p);
  }
}

int omen_field_book_read(struct omen_field_book *b, const char *path, struct omen_err *err) {
  json_error_t why;
  json_t *j = json_load_file(path, 0, &why), *item;
  if (!j) return omen_fail(err, "%s:%d: %s", path, why.line, why.text);
  size_t i;
  json_array_foreach(json_object_get(j, "candidates"), i, item) take_row(b, item);
  json_decref(j);
  return 0;
}

size_t omen_field_processes_read(struct omen_field_process **p, const char *path) {
  json_t *j = json_load_file(path, 0, NULL), *all = json_object_get(j, "processes"), *item;
  size_t i, n = json_array_size(all);
  *p = omen_xcalloc(n + 1, sizeof **p);
  json_array_foreach(all, i, item) {
    struct omen_field_process *one = &(*p)[i];
    one->pid = (int)number(item, "pid");
    take_string(item, "name", one->name, sizeof one->name);
    take_string(item, "code", one->code, sizeof one->code);
    one->cpu_us = number(item, "cpu_us");
    one->spent_us = number(item, "spent_us");
    one->waited_us = number(item, "waited_us");
    one->hits = number(item, "hits");
    one->patches = number(item, "patches");
    one->tasks = (unsigned)number(item, "tasks");
    one->armed = said(item, "armed");
  }
  json_decref(j);
  return n;
}
