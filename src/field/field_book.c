/* What the agent knows of each candidate, and how results change it. state.json: field_state.c. */
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

static struct omen_field_verdict *find(const struct omen_field_book *b, const char *code, const char *id) {
  for (size_t i = 0; i < b->n; i++)
    if (!strcmp(b->v[i].id, id) && !strcmp(b->v[i].code, code)) return &b->v[i];
  return NULL;
}

struct omen_field_verdict *omen_field_book_at(struct omen_field_book *b, const char *code, const char *id) {
  struct omen_field_verdict *v = find(b, code, id);
  if (v) return v;
  OMEN_GROW(b->v, b->n, b->cap);
  v = &b->v[b->n++];
  *v = (struct omen_field_verdict){.tau_ms = OMEN_FIELD_TAU_FIRST};
  snprintf(v->id, sizeof v->id, "%s", id);
  snprintf(v->code, sizeof v->code, "%s", code);
  return v;
}

/* --- lists of tasks --- */

/* Words that a process reads; the wait and the phase are the agent's own. */
static void take_words(struct omen_field_verdict *v, char *rest) {
  char words[sizeof v->words] = "";
  for (char *w; (w = strtok_r(NULL, " \t\r", &rest));)
    if ((!strncmp(w, "order=", 6) || !strncmp(w, "instances=", 10) || !strncmp(w, "budget=", 7)) &&
        strlen(words) + strlen(w) + 2 < sizeof words) {
      strcat(words, " ");
      strcat(words, w);
    }
  memcpy(v->words, words, sizeof words);
}

void omen_field_book_list(struct omen_field_book *b, char *text, struct omen_buf *settings) {
  char code[17] = "";
  for (char *rest = NULL, *l = strtok_r(text, "\n", &rest); l; l = strtok_r(NULL, "\n", &rest)) {
    char *more = NULL, *first = strtok_r(l, " \t\r", &more), *value = strtok_r(NULL, " \t\r", &more);
    if (!first || !value || *first == '#') continue;
    bool task = !strcmp(first, "task"), unwatched = !strcmp(first, "unwatched");
    if (!strcmp(first, "code")) snprintf(code, sizeof code, "%.16s", value);
    if (!strcmp(first, "budget") || !strcmp(first, "waits"))
      omen_buf_addf(settings, "%s %.8s\n", first, value);
    if ((!task && !unwatched) || strlen(value) >= 32) continue;
    struct omen_field_verdict *v = omen_field_book_at(b, code, value);
    v->unwatched = unwatched;
    if (task) take_words(v, more);
    if (unwatched && more) snprintf(v->why, sizeof v->why, "%.63s", more);
  }
}

bool omen_field_settled(const struct omen_field_verdict *v) {
  bool both = v->first && v->second;
  bool met =
      v->state == OMEN_FIELD_TRUE_RACE &&
      (both || ((v->first || v->second) && strstr(v->words, "order=") && !strstr(v->words, "order=both")));
  return v->unwatched || met || (v->state == OMEN_FIELD_LIKELY_FALSE && !v->noraces);
}

static bool among(const int *has, size_t n, size_t i) {
  for (size_t k = 0; k < n; k++)
    if (has[k] == (int)i) return true;
  return false;
}

int omen_field_book_next(const struct omen_field_book *b, const char *code, const int *has, size_t n) {
  int least = -1;
  for (size_t i = 0; i < b->n; i++) {
    const struct omen_field_verdict *v = &b->v[i];
    if ((*v->code && strcmp(v->code, code)) || omen_field_settled(v) || among(has, n, i)) continue;
    if (least < 0 || v->given < b->v[least].given) least = (int)i;
  }
  return least;
}

void omen_field_task_line(const struct omen_field_verdict *v, struct omen_buf *out) {
  omen_buf_addf(out, "task %s tau=%u phase=%s%s\n", v->id, v->tau_ms, v->context ? "validate" : "context",
                v->words);
}

/* --- results --- */

static bool said(const json_t *j, const char *name) { return json_is_true(json_object_get(j, name)); }

static void set(struct omen_field_verdict *v, enum omen_field_state state, const char *why) {
  v->state = state;
  snprintf(v->why, sizeof v->why, "%s", why);
}

/* A timeout asks for a longer wait; at the longest it counts. One of a shorter wait than the present one says
 * nothing new. */
static void time_out(struct omen_field_verdict *v, uint32_t tau_ms) {
  if (tau_ms < v->tau_ms) return;
  if (v->tau_ms < OMEN_FIELD_TAU_MOST)
    v->tau_ms = v->tau_ms * 2 > OMEN_FIELD_TAU_MOST ? OMEN_FIELD_TAU_MOST : v->tau_ms * 2;
  else if (v->state != OMEN_FIELD_LIKELY_FALSE)
    set(v, OMEN_FIELD_LIKELY_FALSE, "did not meet within the longest wait");
}

/* The state machine. A race is proved, and stays one. */
static void move(struct omen_field_verdict *v, const char *result, uint32_t tau_ms, bool end,
                 const char *why) {
  bool race = !strcmp(result, "Race"), norace = !strcmp(result, "NoRace"),
       timeout = !strcmp(result, "Timeout");
  v->races += end && race;
  v->noraces += end && norace;
  v->timeouts += end && timeout;
  v->notseen += end && !race && !norace && !timeout;
  if (race) set(v, OMEN_FIELD_TRUE_RACE, "two threads stood at its accesses at once");
  if (v->state == OMEN_FIELD_TRUE_RACE) return;
  if (norace) set(v, OMEN_FIELD_LIKELY_FALSE, "ordered in the field");
  if (timeout) time_out(v, tau_ms);
  bool nothing = v->state == OMEN_FIELD_UNKNOWN || v->state == OMEN_FIELD_NOT_SEEN;
  if (nothing && v->context) set(v, OMEN_FIELD_UNKNOWN, "");
  if (nothing && !v->context && end && !strcmp(result, "NotSeen")) set(v, OMEN_FIELD_NOT_SEEN, why);
}

static void take_result(struct omen_field_verdict *v, const json_t *j, const char *result) {
  const json_t *orders = json_object_get(j, "orders"), *places = json_object_get(j, "places");
  const char *why = json_string_value(json_object_get(j, "why"));
  v->first |= said(orders, "first");
  v->second |= said(orders, "second");
  v->unordered |= said(j, "unordered");
  v->context |= said(j, "context");
  for (int i = 0; i < 2; i++) {
    const char *p = json_string_value(json_array_get(places, (size_t)i));
    if (p) snprintf(v->places[i], sizeof v->places[i], "%.255s", p);
  }
  move(v, result, (uint32_t)json_integer_value(json_object_get(j, "tau_ms")), said(j, "end"), why ? why : "");
}

/* A report of a crash, or of an end that was not as expected: whatever race was met before may be why. */
static bool take_failure(struct omen_field_book *b, const char *code, const json_t *j) {
  size_t i;
  const json_t *one;
  bool expected = !json_object_get(j, "crash") && !json_is_false(json_object_get(j, "expected"));
  if (expected) return false;
  json_array_foreach(json_object_get(j, "tasks"), i, one) {
    const char *id = json_string_value(json_object_get(one, "task"));
    struct omen_field_verdict *v = id ? find(b, code, id) : NULL;
    if (v && said(one, "raced")) v->failures++;
  }
  return true;
}

bool omen_field_book_take(struct omen_field_book *b, const char *code, const char *line, size_t n) {
  json_t *j = json_loadb(line, n, JSON_DISABLE_EOF_CHECK, NULL);
  const char *id = json_string_value(json_object_get(j, "task")),
             *result = json_string_value(json_object_get(j, "result"));
  bool counts = id && *id && strlen(id) < 32 && result;
  struct omen_field_verdict *v = counts ? find(b, code, id) : NULL;
  if (counts && !v) v = find(b, "", id);
  if (v) take_result(v, j, result);
  if (!counts && j) v = take_failure(b, code, j) ? b->v : NULL;
  json_decref(j);
  return v != NULL;
}

void omen_field_book_release(struct omen_field_book *b) {
  free(b->v);
  *b = (struct omen_field_book){0};
}
