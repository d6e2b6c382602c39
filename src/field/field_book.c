/* What the agent knows of each candidate. */
#include "field/agent.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

const char *omen_field_state_word(enum omen_field_state s) {
  static const char *const words[] = {
#define X(name, word) word,
      OMEN_VERDICTS(X)
#undef X
  };
  return words[s];
}

struct omen_field_verdict *omen_field_book_at(struct omen_field_book *b, const char *id) {
  for (size_t i = 0; i < b->n; i++)
    if (!strcmp(b->v[i].id, id)) return &b->v[i];
  OMEN_GROW(b->v, b->n, b->cap);
  b->v[b->n] = (struct omen_field_verdict){.tau_ms = OMEN_FIELD_TAU_FIRST};
  snprintf(b->v[b->n].id, sizeof b->v[b->n].id, "%s", id);
  return &b->v[b->n++];
}

static bool said(const json_t *j, const char *name) { return json_is_true(json_object_get(j, name)); }

/* The state machine. A race is proved, and stays one. A timeout asks for a longer wait; at the longest it
 * counts. */
static void move(struct omen_field_verdict *v, const char *result) {
  bool race = !strcmp(result, "Race"), norace = !strcmp(result, "NoRace"),
       timeout = !strcmp(result, "Timeout");
  v->races += race;
  v->noraces += norace;
  v->timeouts += timeout;
  v->notseen += !race && !norace && !timeout;
  if (race) v->state = OMEN_FIELD_TRUE_RACE;
  if (v->state == OMEN_FIELD_TRUE_RACE) return;
  if (norace || (timeout && v->tau_ms >= OMEN_FIELD_TAU_MOST)) v->state = OMEN_FIELD_LIKELY_FALSE;
  if (timeout && v->tau_ms < OMEN_FIELD_TAU_MOST)
    v->tau_ms = v->tau_ms * 2 > OMEN_FIELD_TAU_MOST ? OMEN_FIELD_TAU_MOST : v->tau_ms * 2;
}

bool omen_field_book_take(struct omen_field_book *b, const char *line, size_t n) {
  json_t *j = json_loadb(line, n, JSON_DISABLE_EOF_CHECK, NULL);
  const char *id = json_string_value(json_object_get(j, "task")),
             *result = json_string_value(json_object_get(j, "result"));
  bool counts = id && *id && strlen(id) < 32 && result && (said(j, "end") || !strcmp(result, "Race"));
  if (counts) {
    struct omen_field_verdict *v = omen_field_book_at(b, id);
    const json_t *orders = json_object_get(j, "orders"), *places = json_object_get(j, "places");
    v->first |= said(orders, "first");
    v->second |= said(orders, "second");
    v->unordered |= said(j, "unordered");
    for (int i = 0; i < 2; i++) {
      const char *p = json_string_value(json_array_get(places, (size_t)i));
      if (p) snprintf(v->places[i], sizeof v->places[i], "%.255s", p);
    }
    if (said(j, "end") || v->state != OMEN_FIELD_TRUE_RACE) move(v, result);
  }
  json_decref(j);
  return counts;
}

static json_t *row(const struct omen_field_verdict *v) {
  json_t *j =
      json_pack("{s:s, s:s, s:[ss], s:{s:b, s:b}, s:b, s:{s:I, s:I, s:I, s:I}, s:I, s:i}", "id", v->id,
                "state", omen_field_state_word(v->state), "places", v->places[0], v->places[1], "orders",
                "first", v->first, "second", v->second, "unordered", v->unordered, "results", "Race",
                (json_int_t)v->races, "NoRace", (json_int_t)v->noraces, "Timeout", (json_int_t)v->timeouts,
                "NotSeen", (json_int_t)v->notseen, "given", (json_int_t)v->given, "tau", (int)v->tau_ms);
  const char *why = v->state != OMEN_FIELD_LIKELY_FALSE ? NULL
                    : v->noraces                        ? "ordered in the field"
                                                        : "did not meet within the longest wait";
  if (j && why) json_object_set_new(j, "why", json_string(why));
  return j;
}

int omen_field_book_write(const struct omen_field_book *b, const char *path, struct omen_err *err) {
  json_t *all = json_array();
  for (size_t i = 0; i < b->n; i++) {
    json_t *one = row(&b->v[i]);
    if (one) json_array_append_new(all, one); /* NULL: not UTF-8 */
  }
  json_t *j = json_pack("{s:i, s:o}", "version", 1, "candidates", all);
  char *text = json_dumps(j, JSON_INDENT(1));
  int status = omen_file_write(path, text, strlen(text), err);
  free(text);
  json_decref(j);
  return status;
}

static uint64_t number(const json_t *j, const char *name) {
  return (uint64_t)json_integer_value(json_object_get(j, name));
}

static void take_row(struct omen_field_book *b, const json_t *j) {
  const char *id = json_string_value(json_object_get(j, "id")),
             *state = json_string_value(json_object_get(j, "state"));
  const json_t *results = json_object_get(j, "results"), *places = json_object_get(j, "places");
  if (!id || !*id || strlen(id) >= 32) return;
  struct omen_field_verdict *v = omen_field_book_at(b, id);
  for (int s = 0; s <= OMEN_FIELD_LIKELY_FALSE; s++)
    if (state && !strcmp(state, omen_field_state_word((enum omen_field_state)s)))
      v->state = (enum omen_field_state)s;
  v->first = said(json_object_get(j, "orders"), "first");
  v->second = said(json_object_get(j, "orders"), "second");
  v->unordered = said(j, "unordered");
  v->races = number(results, "Race");
  v->noraces = number(results, "NoRace");
  v->timeouts = number(results, "Timeout");
  v->notseen = number(results, "NotSeen");
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

static bool settled(const struct omen_field_verdict *v) {
  return v->state == OMEN_FIELD_TRUE_RACE && v->first && v->second;
}

void omen_field_book_give(struct omen_field_book *b, size_t most, struct omen_buf *out) {
  for (size_t k = 0; k < most; k++) {
    struct omen_field_verdict *least = NULL;
    for (size_t i = 0; i < b->n; i++) {
      struct omen_field_verdict *v = &b->v[i];
      char *line = omen_format("task %s ", v->id);
      bool there = out->data && strstr(out->data, line);
      free(line);
      if (!there && !settled(v) && (!least || v->given < least->given)) least = v;
    }
    if (!least) return;
    least->given++;
    omen_buf_addf(out, "task %s tau=%u\n", least->id, least->tau_ms);
  }
}

void omen_field_book_release(struct omen_field_book *b) {
  free(b->v);
  *b = (struct omen_field_book){0};
}
