/* Incidents as JSON: see incident_told.h. */
#include "report/incident_told.h"
#include "report/incident_words.h"
#include <stdlib.h>
#include <string.h>

/* ---- out ---- */

static json_t *place_json(const struct omen_where *w) {
  json_t *o = json_object();
  omen_json_place(o, w);
  return o;
}

static json_t *side_json(const struct omen_caused_side *s) {
  json_t *o = place_json(&s->at);
  json_object_set_new(o, "thread", json_integer(s->thread));
  json_object_set_new(o, "write", json_boolean(s->write));
  if (s->atomic) json_object_set_new(o, "atomic", json_true());
  if (s->use) json_object_set_new(o, "use", json_string(omen_incident_use(s->use)->word));
  if (s->text) json_object_set_new(o, "text", omen_json_str(s->text));
  json_object_set_new(o, "stack", omen_json_stack(&s->stack));
  return o;
}

static json_t *pairs_json(const struct omen_report_incident *i) {
  json_t *a = json_array();
  for (size_t k = 0; k < i->npairs; k++) {
    const struct omen_caused_pair *p = &i->pairs[k];
    if (p->region) continue;
    json_array_append_new(a, json_pack("{s:o,s:o,s:o,s:o}", "race", omen_json_str(p->race), "variable",
                                       omen_json_str(p->variable), "earlier", side_json(&p->side[0]), "later",
                                       side_json(&p->side[1])));
  }
  return a;
}

/* By twos: the earlier one, and the later one of the same object. */
static json_t *regions_json(const struct omen_report_incident *i) {
  json_t *a = json_array();
  for (size_t k = 0; k < i->npairs; k++)
    for (int side = 0; i->pairs[k].region && side < 2; side++) {
      json_t *o = side_json(&i->pairs[k].side[side]);
      json_object_set_new(o, "object", omen_json_str(i->pairs[k].variable));
      json_array_append_new(a, o);
    }
  return a;
}

static json_t *orders_json(const struct omen_report_incident *i) {
  json_t *a = json_array();
  for (size_t k = 0; k < i->norders; k++) {
    const struct omen_told_order *s = &i->orders[k];
    json_t *o = place_json(&s->at);
    json_object_set_new(o, "variable", omen_json_str(s->variable));
    json_object_set_new(o, "order", omen_json_str(s->order));
    json_object_set_new(o, "read", json_boolean(s->reads));
    json_object_set_new(o, "write", json_boolean(s->writes));
    json_object_set_new(o, "atomic", json_boolean(s->atomic));
    json_array_append_new(a, o);
  }
  return a;
}

static json_t *checked_json(const struct omen_report_incident *i) {
  char *how_far = omen_incident_checked(i);
  const char *assumed = i->norders ? "memory-orders" : i->remedy_together ? "together" : "order";
  json_t *o = json_pack("{s:s,s:i,s:i,s:o}", "assumed", assumed, "schedules", i->remedy_schedules, "fail",
                        i->remedy_fails, "what", omen_json_str(how_far));
  free(how_far);
  if (!i->norders) return o;
  json_object_set_new(o, "without", json_integer(i->remedy_without));
  json_object_set_new(o, "exhaustive", json_boolean(i->remedy_whole));
  json_object_set_new(o, "orders", orders_json(i));
  if (i->fence.line) json_object_set_new(o, "fence", place_json(&i->fence));
  return o;
}

static json_t *cause_json(const struct omen_report_incident *i) {
  json_t *o = json_object();
  json_object_set_new(o, "kind", omen_json_str(omen_cause_word(i->cause)));
  json_object_set_new(o, "tested", json_boolean(i->tested));
  if (i->further) json_object_set_new(o, "further", json_integer(i->further));
  json_object_set_new(o, "enough", i->enough < 0 ? json_null() : json_boolean(i->enough));
  char *remedy = omen_incident_remedy(i);
  json_object_set_new(o, "what", omen_json_str(i->because));
  json_object_set_new(o, "remedy", omen_json_str(remedy));
  if (remedy) json_object_set_new(o, "checked", checked_json(i));
  free(remedy);
  json_object_set_new(o, "pairs", pairs_json(i));
  json_object_set_new(o, "regions", regions_json(i));
  return o;
}

static json_t *races_json(const struct omen_report_incident *i) {
  json_t *a = json_array();
  for (size_t k = 0; k < i->npairs; k++) {
    bool had = !i->pairs[k].race;
    for (size_t j = 0; j < k && !had; j++)
      had = i->pairs[j].race && !strcmp(i->pairs[j].race, i->pairs[k].race);
    if (!had) json_array_append_new(a, omen_json_str(i->pairs[k].race));
  }
  return a;
}

json_t *omen_incident_json(const struct omen_report_incident *i) {
  json_t *o = json_object(), *e = json_object();
  json_object_set_new(o, "id", omen_json_str(i->id));
  json_object_set_new(o, "consequence", omen_json_str(omen_consequence_word(i->consequence)));
  if (i->loop) json_object_set_new(o, "loop", omen_json_str(omen_endless_word(i->loop)));
  json_object_set_new(o, "what", omen_json_str(i->what));
  json_object_set_new(o, "at", i->at.line ? place_json(&i->at) : json_null());
  json_object_set_new(o, "runs", json_integer((json_int_t)i->runs));
  json_object_set_new(o, "confirmed", json_boolean(i->confirmed));
  json_object_set_new(o, "races", races_json(i));
  if (i->model) json_object_set_new(o, "memory_model", json_string(i->model));
  if (i->recorded) json_object_set_new(o, "recorded", json_true());
  if (i->deadlock) json_object_set_new(o, "deadlock", omen_json_str(i->deadlock));
  json_object_set_new(o, "cause", cause_json(i));
  json_object_set_new(o, "seconds", json_real(i->seconds));
  json_object_set_new(e, "replay", omen_json_str(i->replay));
  json_object_set_new(e, "prevented", omen_json_str(i->prevented));
  if (i->with) json_object_set_new(e, "with", omen_json_lines(i->with));
  if (i->shown) omen_shown_to_json(e, i->shown);
  json_object_set_new(o, "evidence", e);
  return o;
}

/* ---- in ---- */

static enum omen_raw_use use_from(const char *word) {
  int use = OMEN_RAW_USES - 1;
  while (use && (!word || strcmp(word, omen_incident_use(use)->word))) use--;
  return use;
}

static struct omen_caused_side side_from(struct omen_report *r, json_t *o) {
  return (struct omen_caused_side){.thread = omen_json_int(o, "thread", -1),
                                   .write = json_is_true(json_object_get(o, "write")),
                                   .atomic = json_is_true(json_object_get(o, "atomic")),
                                   .use = use_from(json_string_value(json_object_get(o, "use"))),
                                   .at = omen_json_to_place(r, o),
                                   .text = omen_json_text(r, o, "text"),
                                   .stack = omen_json_to_stack(r, json_object_get(o, "stack"))};
}

static void pairs_from(struct omen_report *r, json_t *cause, struct omen_report_incident *i) {
  json_t *pairs = json_object_get(cause, "pairs"), *regions = json_object_get(cause, "regions");
  size_t n = json_array_size(pairs), m = json_array_size(regions) / 2;
  i->pairs = omen_xcalloc(n + m + 1, sizeof *i->pairs);
  for (size_t k = 0; k < n; k++) {
    json_t *p = json_array_get(pairs, k);
    i->pairs[i->npairs++] = (struct omen_caused_pair){
        .race = omen_json_text(r, p, "race"),
        .variable = omen_json_text(r, p, "variable"),
        .side = {side_from(r, json_object_get(p, "earlier")), side_from(r, json_object_get(p, "later"))}};
  }
  for (size_t k = 0; k < m; k++) {
    json_t *a = json_array_get(regions, 2 * k), *b = json_array_get(regions, 2 * k + 1);
    i->pairs[i->npairs++] = (struct omen_caused_pair){.region = true,
                                                      .variable = omen_json_text(r, a, "object"),
                                                      .side = {side_from(r, a), side_from(r, b)}};
  }
}

static void orders_from(struct omen_report *r, json_t *checked, struct omen_report_incident *i) {
  json_t *orders = json_object_get(checked, "orders"), *fence = json_object_get(checked, "fence");
  size_t n = json_array_size(orders);
  i->orders = omen_xcalloc(n + 1, sizeof *i->orders);
  for (size_t k = 0; k < n; k++) {
    json_t *o = json_array_get(orders, k);
    i->orders[i->norders++] = (struct omen_told_order){.variable = omen_json_text(r, o, "variable"),
                                                       .order = omen_json_text(r, o, "order"),
                                                       .reads = json_is_true(json_object_get(o, "read")),
                                                       .writes = json_is_true(json_object_get(o, "write")),
                                                       .atomic = json_is_true(json_object_get(o, "atomic")),
                                                       .at = omen_json_to_place(r, o)};
  }
  if (fence) i->fence = omen_json_to_place(r, fence);
}

bool omen_incident_from_json(struct omen_report *r, json_t *o, struct omen_report_incident *i) {
  json_t *cause = json_object_get(o, "cause"), *e = json_object_get(o, "evidence"),
         *enough = json_object_get(cause, "enough"), *checked = json_object_get(cause, "checked");
  const char *id = json_string_value(json_object_get(o, "id")),
             *assumed = json_string_value(json_object_get(checked, "assumed"));
  *i = (struct omen_report_incident){
      .consequence = omen_consequence_find(json_string_value(json_object_get(o, "consequence"))),
      .loop = omen_endless_find(json_string_value(json_object_get(o, "loop"))),
      .what = omen_json_text(r, o, "what"),
      .at = omen_json_to_place(r, json_object_get(o, "at")),
      .runs = (size_t)omen_json_int(o, "runs", 0),
      .confirmed = json_is_true(json_object_get(o, "confirmed")),
      .recorded = json_is_true(json_object_get(o, "recorded")),
      .cause = omen_cause_find_word(json_string_value(json_object_get(cause, "kind"))),
      .tested = json_is_true(json_object_get(cause, "tested")),
      .further = omen_json_int(cause, "further", 0),
      .remedy_schedules = omen_json_int(checked, "schedules", 0),
      .remedy_fails = omen_json_int(checked, "fail", 0),
      .remedy_without = omen_json_int(checked, "without", 0),
      .remedy_whole = json_is_true(json_object_get(checked, "exhaustive")),
      .remedy_together = assumed && !strcmp(assumed, "together"),
      .enough = json_is_boolean(enough) ? json_is_true(enough) : -1,
      .deadlock = omen_json_text(r, o, "deadlock"),
      .because = omen_json_text(r, cause, "what"),
      .with = omen_json_to_lines(r, json_object_get(e, "with")),
      .replay = omen_json_text(r, e, "replay"),
      .prevented = omen_json_text(r, e, "prevented"),
      .seconds = json_number_value(json_object_get(o, "seconds"))};
  if (!id || strlen(id) >= sizeof i->id || !i->consequence) return false;
  strcpy(i->id, id);
  if (!i->what) i->what = "";
  pairs_from(r, cause, i);
  orders_from(r, checked, i);
  i->shown = omen_shown_from_json(r, e);
  return true;
}
