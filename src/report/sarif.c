/* The report as SARIF 2.1.0, for code-scanning services and editors: a rule a class, a result a race or an
 * incident. See
 * write.h and docs/ci.md. */
#include "report/groups.h"
#include "report/sarif_parts.h"
#include "record/defect_words.h"
#include "report/gate.h"
#include "report/inversion.h"
#include "report/write.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- places ---- */

json_t *omen_sarif_text(const char *text) { return json_pack("{s:o}", "text", omen_json_str(text)); }

static char *encoded(const char *path, bool absolute) {
  struct omen_buf b = {0};
  if (absolute) omen_buf_adds(&b, "file://");
  for (const unsigned char *p = (const unsigned char *)path; *p; p++)
    if (isalnum(*p) || strchr("/-._~+@", *p))
      omen_buf_add(&b, p, 1);
    else
      omen_buf_addf(&b, "%%%02X", *p);
  if (!b.data) omen_buf_adds(&b, "");
  return b.data;
}

/* Below the current folder, which CI jobs make the project's root, names are relative to it. */
static char *uri_of(const char *file, const char *path) {
  char *cwd = getcwd(NULL, 0);
  size_t n = cwd ? strlen(cwd) : 0;
  const char *name = path && path[0] == '/' ? path : file;
  bool below = cwd && !strncmp(name, cwd, n) && name[n] == '/';
  if (below) name += n + 1;
  char *uri = encoded(name, name[0] == '/');
  free(cwd);
  return uri;
}

json_t *omen_sarif_place(const char *file, const char *path, int line, int column, const char *function,
                         const char *message) {
  if (!file || line <= 0) return NULL;
  char *uri = uri_of(file, path);
  json_t *region = json_pack("{s:i}", "startLine", line), *o = json_object();
  if (column > 0) json_object_set_new(region, "startColumn", json_integer(column));
  json_object_set_new(
      o, "physicalLocation",
      json_pack("{s:{s:o},s:o}", "artifactLocation", "uri", omen_json_str(uri), "region", region));
  if (function)
    json_object_set_new(
        o, "logicalLocations",
        json_pack("[{s:o,s:s}]", "fullyQualifiedName", omen_json_str(function), "kind", "function"));
  if (message) json_object_set_new(o, "message", omen_sarif_text(message));
  free(uri);
  return o;
}

json_t *omen_sarif_frame(const struct omen_frame *f, const char *message) {
  return omen_sarif_place(f->file, f->path, f->line, f->column, f->function, message);
}

static json_t *access_place(const struct omen_access *a, const char *message) {
  const struct omen_frame *f = omen_project_frame(&a->stack);
  if (f) return omen_sarif_frame(f, message);
  return omen_sarif_place(a->file, a->path, a->line, a->column, a->function, message);
}

void omen_sarif_append(json_t *list, json_t *place) {
  if (!place) return;
  json_object_set_new(place, "id", json_integer((json_int_t)json_array_size(list) + 1));
  json_array_append_new(list, place);
}

/* ---- rules ---- */

static const struct rule {
  const char *id, *level, *what, *help;
} rules[] = {
#define OMEN_CLASS(symbol, word, severity, harmful, level, tone, title, heading, offered, what, help)        \
  {word, level, what, help},
#include "record/verdicts.def"
    {"incident", "error", "Something goes wrong in another order of the same run",
     "Replay it, and the same run with the cause reversed: both commands are in the result's properties. "
     "What would "
     "prevent it stands in the message."},
    {"not-judged", "warning", "A race that Omen could not judge",
     "Omen's own runs failed: the message says how. Treat it as a race that may do anything."},
    {"data-race", "warning", "A data race without a verdict", "'omen triage' or 'omen classify' gives one."},
    {"run-failed", "error", "The recorded run itself failed",
     "Replay it: the command is in the result's properties."},
#define X(symbol, word, consequence, what)                                                                   \
  {"defect/" word, "error", what, "Replay it: the command is in the result's properties."},
#include "record/defects.def"
};
enum { RULES = sizeof rules / sizeof *rules };

static int rule_index(const char *id) {
  for (int i = 0; i < RULES; i++)
    if (!strcmp(rules[i].id, id)) return i;
  return -1;
}

static json_t *rule_list(void) {
  json_t *list = json_array();
  for (int i = 0; i < RULES; i++) {
    const struct rule *r = &rules[i];
    json_array_append_new(list, json_pack("{s:s,s:o,s:o,s:{s:s},s:{s:[s,s],s:s}}", "id", r->id,
                                          "shortDescription", omen_sarif_text(r->what), "help",
                                          omen_sarif_text(r->help), "defaultConfiguration", "level", r->level,
                                          "properties", "tags", "concurrency", "correctness", "precision",
                                          strcmp(r->level, "note") ? "very-high" : "high"));
  }
  return list;
}

/* ---- results ---- */

json_t *omen_sarif_result(const char *rule, const char *level, char *sentence, const struct omen_mark *m) {
  static const char *const states[] = {NULL, "new", "unchanged", "updated"};
  json_t *o =
      json_pack("{s:s,s:s,s:o}", "ruleId", rule, "level", level, "message", omen_sarif_text(sentence));
  if (rule_index(rule) >= 0) json_object_set_new(o, "ruleIndex", json_integer(rule_index(rule)));
  if (m->baseline) json_object_set_new(o, "baselineState", json_string(states[m->baseline]));
  if (m->suppressed)
    json_object_set_new(o, "suppressions",
                        json_pack("[{s:s,s:s,s:o}]", "kind", "external", "status", "accepted",
                                  "justification", omen_json_str(m->suppressed)));
  free(sentence);
  return o;
}

void omen_sarif_locations(json_t *o, json_t *first, json_t *related) {
  json_object_set_new(o, "locations", first ? json_pack("[o]", first) : json_array());
  json_object_set_new(o, "relatedLocations", related);
}

static json_t *race_related(const struct omen_report *r, const struct omen_race *race) {
  json_t *list = json_array();
  const struct omen_report *home = race->home ? race->home : r;
  omen_sarif_append(list,
                    access_place(&race->access[1], race->access[1].write ? "then a write" : "then a read"));
  const struct omen_variable *v = &race->location.variable;
  omen_sarif_append(list, omen_sarif_place(v->file, NULL, v->line, 0, NULL, "the variable is defined here"));
  const struct omen_frame *made = omen_project_frame(&race->location.allocated);
  if (made) omen_sarif_append(list, omen_sarif_frame(made, "the memory was allocated here"));
  for (int i = 0; i < 2; i++) {
    const struct omen_access *a = &race->access[i];
    const struct omen_report_thread *t = a->known ? omen_report_thread(home, a->thread) : NULL;
    const struct omen_frame *f = t ? omen_project_frame(&t->created) : NULL;
    char text[48];
    snprintf(text, sizeof text, "thread T%d was created here", a->thread);
    if (f) omen_sarif_append(list, omen_sarif_frame(f, text));
  }
  const struct omen_shown *s = race->verdict.shown;
  const struct omen_frame *end = s ? omen_project_frame(&s->end.stack) : NULL;
  if (end) omen_sarif_append(list, omen_sarif_frame(end, "this is where it shows"));
  return list;
}

static void set_str(json_t *o, const char *name, const char *value) {
  if (value) json_object_set_new(o, name, omen_json_str(value));
}

static json_t *race_properties(const struct omen_race *r) {
  const struct omen_verdict *v = &r->verdict;
  json_t *o = json_object();
  set_str(o, "id", r->id);
  set_str(o, "origin", omen_race_origin(r));
  set_str(o, "location", r->location.name);
  set_str(o, "consequence", omen_consequence_word(v->consequence));
  set_str(o, "proof", omen_proof_word(v->proof));
  set_str(o, "replay", v->replay);
  set_str(o, "incident", v->incident);
  if (v->class) json_object_set_new(o, "k", json_integer(v->k));
  json_object_set_new(o, "schedulable", json_boolean(r->schedulable));
  if (r->nmodels) json_object_set_new(o, "models", omen_json_models(r));
  return o;
}

/* Races that only lines tell apart are numbered, so that a service keeps them apart. */
struct print {
  char text[24];
  const struct omen_race *race;
  size_t i;
};

static int by_print(const void *a, const void *b) {
  const struct print *x = a, *y = b;
  int d = strcmp(x->text, y->text), first = x->race->access[0].line, second = y->race->access[0].line;
  if (!d) d = (first > second) - (first < second);
  return d ? d : strcmp(x->race->id, y->race->id);
}

/* For each race its number among those of equal fingerprints. The caller frees. */
static unsigned *ordinals(const struct omen_report *r, struct print *all) {
  unsigned *nth = omen_xcalloc(r->nraces + 1, sizeof *nth);
  for (size_t i = 0; i < r->nraces; i++) {
    all[i] = (struct print){.race = &r->races[i], .i = i};
    omen_race_fingerprint(&r->races[i], all[i].text);
  }
  if (r->nraces) qsort(all, r->nraces, sizeof *all, by_print);
  for (size_t i = 0; i < r->nraces; i++)
    nth[all[i].i] = i && !strcmp(all[i - 1].text, all[i].text) ? nth[all[i - 1].i] + 1 : 1;
  return nth;
}

static char *fingerprint(const struct omen_race *race, unsigned ordinal) {
  char own[24];
  omen_race_fingerprint(race, own);
  return omen_format("%s:%u", own, ordinal);
}

/* ---- groups ---- */

enum { GROUP_PLACES = 20, GROUP_IDS = 200 }; /* of a group with hundreds of races */

/* One result for all of its races: that of the worst, with places of the others. */
static void add_group(json_t *o, const struct omen_report *r, const struct omen_group *g) {
  json_t *related = json_object_get(o, "relatedLocations"), *ids = json_array();
  const struct omen_race *worst = &r->races[g->race[0]];
  char *sentence = omen_group_sentence(r, g), *own = omen_race_sentence(worst);
  char *text = omen_format("%s The worst: %s", sentence, own);
  json_object_set_new(o, "message", omen_sarif_text(text));
  for (size_t i = 1; i < g->n && i <= GROUP_PLACES; i++)
    for (int side = 0; side < 2; side++) {
      const struct omen_race *race = &r->races[g->race[i]];
      const struct omen_access *a = &race->access[side];
      if (!omen_groups_same_place(a, &worst->access[0]) && !omen_groups_same_place(a, &worst->access[1]))
        omen_sarif_append(related, access_place(a, a->write ? "so is a write here" : "so is a read here"));
    }
  for (size_t i = 0; i < g->n && i < GROUP_IDS; i++)
    json_array_append_new(ids, omen_json_str(r->races[g->race[i]].id));
  json_t *p = json_object_get(o, "properties");
  json_object_set_new(p, "id", omen_json_str(g->id));
  json_object_set_new(p, "worst", omen_json_str(worst->id));
  json_object_set_new(p, "races", ids);
  json_object_set_new(p, "count", json_integer((json_int_t)g->n));
  json_object_set_new(o, "partialFingerprints", json_pack("{s:s}", "omenRaceGroup/v1", g->id));
  free(text);
  free(own);
  free(sentence);
}

static json_t *race_result(const struct omen_report *r, size_t i, const struct omen_group *g,
                           unsigned ordinal) {
  const struct omen_race *race = &r->races[i];
  struct omen_mark mark = g ? omen_group_mark(r, g) : race->mark;
  const char *rule = race->verdict.not_judged ? "not-judged"
                     : race->verdict.class    ? omen_class_word(race->verdict.class)
                                              : "data-race";
  json_t *o = omen_sarif_result(rule, omen_race_level(race), omen_race_sentence(race), &mark);
  const char *does = race->access[0].write ? "first a write" : "first a read";
  json_t *first = access_place(&race->access[0], does);
  if (!first) first = access_place(&race->access[1], NULL);
  omen_sarif_locations(o, first, race_related(r, race));
  json_t *flows = omen_sarif_flows(race);
  if (json_array_size(flows))
    json_object_set_new(o, "codeFlows", flows);
  else
    json_decref(flows);
  char *print = fingerprint(race, ordinal);
  json_object_set_new(o, "partialFingerprints", json_pack("{s:s}", "omenRacePair/v1", print));
  free(print);
  uint64_t times = race->instances ? race->instances : 1;
  json_object_set_new(o, "occurrenceCount", json_integer(times > INT32_MAX ? INT32_MAX : (json_int_t)times));
  json_object_set_new(o, "properties", race_properties(race));
  if (g) add_group(o, r, g);
  return o;
}

static void add_races(json_t *results, const struct omen_report *r) {
  struct omen_groups groups = omen_groups_make(r, NULL);
  struct print *prints = omen_xcalloc(r->nraces + 1, sizeof *prints);
  unsigned *nth = ordinals(r, prints);
  const struct omen_group *g;
  for (size_t i = 0; i < r->nraces; i++)
    if (omen_groups_leads(&groups, i, &g)) json_array_append_new(results, race_result(r, i, g, nth[i]));
  free(prints);
  free(nth);
  omen_groups_release(&groups);
}

static json_t *finding_result(const struct omen_finding *f) {
  char *rule = f->defect ? omen_format("defect/%s", omen_defect_word(f->defect->kind))
                         : omen_xstrdup(f->inversion ? "defect/deadlock" : "run-failed");
  json_t *o = omen_sarif_result(rule, "error", omen_finding_sentence(f), &f->mark), *related = json_array();
  const struct omen_frame *at = omen_project_frame(omen_finding_stack(f));
  char id[24];
  omen_finding_id(f, id);
  for (size_t i = 0; f->home && i < f->home->nwaits; i++) {
    const struct omen_frame *w = omen_project_frame(&f->home->waits[i].stack);
    if (w) omen_sarif_append(related, omen_sarif_frame(w, f->home->waits[i].what));
  }
  for (size_t i = 1; f->inversion && i < f->inversion->n; i++) {
    const struct omen_frame *w = omen_project_frame(&f->inversion->edges[i].wants.stack);
    if (w) omen_sarif_append(related, omen_sarif_frame(w, f->inversion->edges[i].wants.what));
  }
  omen_sarif_locations(o, at ? omen_sarif_frame(at, NULL) : NULL, related);
  json_object_set_new(o, "partialFingerprints", json_pack("{s:s}", "omenFailure/v1", id));
  json_t *p = json_object();
  set_str(p, "consequence", omen_consequence_word(f->consequence));
  set_str(p, "replay", f->replay);
  json_object_set_new(o, "properties", p);
  free(rule);
  return o;
}

/* ---- the whole ---- */

static json_t *invocation(const struct omen_report *r) {
  json_t *o = json_pack("{s:b}", "executionSuccessful", 1), *words = json_array();
  for (char **a = r->argv; a && *a; a++) json_array_append_new(words, omen_json_str(*a));
  json_object_set_new(o, "arguments", words);
  return o;
}

void omen_report_sarif(const struct omen_report *r, struct omen_buf *out) {
  json_t *results = json_array();
  for (size_t i = 0; i < r->nincidents; i++)
    json_array_append_new(results, omen_sarif_incident(&r->incidents[i]));
  add_races(results, r);
  for (size_t i = 0; i < r->nfindings; i++) json_array_append_new(results, finding_result(&r->findings[i]));
  json_t *run = json_pack("{s:{s:{s:s,s:s,s:o}},s:[o],s:s,s:o}", "tool", "driver", "name", "Omen",
                          "semanticVersion", OMEN_VERSION, "rules", rule_list(), "invocations", invocation(r),
                          "columnKind", "utf16CodeUnits", "results", results);
  json_t *log = json_pack("{s:s,s:s,s:[o]}", "$schema", "https://json.schemastore.org/sarif-2.1.0.json",
                          "version", "2.1.0", "runs", run);
  char *text = json_dumps(log, JSON_INDENT(2));
  omen_buf_adds(out, text ? text : "");
  omen_buf_adds(out, "\n");
  free(text);
  json_decref(log);
}
