/* An incident as a result of SARIF: see sarif_parts.h. */
#include "report/incident_words.h"
#include "report/sarif_parts.h"
#include <stdlib.h>

static const char *does(const struct omen_caused_pair *p, int k) {
  if (p->region) return p->side[k].atomic ? "begins a region of" : omen_incident_use(p->side[k].use)->does;
  return p->side[k].write ? "writes" : "reads";
}

static json_t *side_place(const struct omen_caused_pair *p, int k) {
  const struct omen_caused_side *s = &p->side[k];
  char *text = omen_format("%s T%d %s `%s`", k ? "before" : "Cause:", s->thread, does(p, k),
                           p->variable ? p->variable : "?");
  const struct omen_frame *f = omen_project_frame(&s->stack);
  json_t *place = omen_sarif_place(s->at.file, s->at.path, s->at.line, 0, s->at.function, text);
  if (!place && f) place = omen_sarif_frame(f, text);
  free(text);
  return place;
}

static json_t *first_place(const struct omen_report_incident *i) {
  json_t *place =
      omen_sarif_place(i->at.file, i->at.path, i->at.line, 0, i->at.function, "this is where it goes wrong");
  const struct omen_frame *f = !place && i->shown ? omen_project_frame(&i->shown->end.stack) : NULL;
  return f ? omen_sarif_frame(f, "this is where it goes wrong") : place;
}

static char *message(const struct omen_report_incident *i) {
  struct omen_buf b = {0};
  char *sentence = omen_incident_sentence(i), *prevention = omen_incident_prevention(i);
  omen_buf_adds(&b, sentence);
  if (prevention) omen_buf_addf(&b, " %s", prevention);
  free(sentence);
  free(prevention);
  return b.data;
}

static void set(json_t *o, const char *name, const char *value) {
  if (value) json_object_set_new(o, name, omen_json_str(value));
}

static json_t *properties(const struct omen_report_incident *i) {
  json_t *o = json_object(), *races = json_array();
  char *remedy = omen_incident_remedy(i);
  set(o, "id", i->id);
  set(o, "consequence", omen_consequence_word(i->consequence));
  json_object_set_new(o, "confirmed", json_boolean(i->confirmed));
  set(o, "memory_model", i->model);
  set(o, "cause", omen_cause_word(i->cause));
  json_object_set_new(o, "tested", json_boolean(i->tested));
  set(o, "remedy", remedy);
  set(o, "replay", i->replay);
  set(o, "prevented", i->prevented);
  for (size_t k = 0; k < i->npairs; k++)
    if (i->pairs[k].race) json_array_append_new(races, omen_json_str(i->pairs[k].race));
  json_object_set_new(o, "races", races);
  free(remedy);
  return o;
}

json_t *omen_sarif_incident(const struct omen_report_incident *i) {
  json_t *o = omen_sarif_result("incident", i->confirmed ? "error" : "warning", message(i), &i->mark);
  json_t *related = json_array(), *flows = omen_sarif_incident_flows(i);
  for (size_t k = 0; k < i->npairs; k++)
    for (int side = 0; side < 2; side++) omen_sarif_append(related, side_place(&i->pairs[k], side));
  omen_sarif_locations(o, first_place(i), related);
  if (json_array_size(flows))
    json_object_set_new(o, "codeFlows", flows);
  else
    json_decref(flows);
  char key[24];
  omen_incident_key(i, key);
  json_object_set_new(o, "partialFingerprints", json_pack("{s:s}", "omenIncident/v1", key));
  if (i->runs > 0)
    json_object_set_new(o, "occurrenceCount",
                        json_integer(i->runs > INT32_MAX ? INT32_MAX : (json_int_t)i->runs));
  json_object_set_new(o, "properties", properties(i));
  return o;
}
