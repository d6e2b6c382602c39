/* The two orders of a race, and the two runs of an incident, as SARIF's code flows: a thread flow for each
 * thread, its steps numbered through all threads by executionOrder. See sarif_parts.h. */
#include "report/sarif_parts.h"
#include <stdlib.h>
#include <string.h>

struct flow {
  json_t *threads; /* array of threadFlows */
  int order;
};

static json_t *steps_of(struct flow *f, int thread) {
  char id[24];
  snprintf(id, sizeof id, "T%d", thread);
  size_t i;
  json_t *t;
  json_array_foreach(f->threads, i, t) {
    const char *its = json_string_value(json_object_get(t, "id"));
    if (its && !strcmp(its, id)) return json_object_get(t, "locations");
  }
  t = json_pack("{s:s,s:[]}", "id", id, "locations");
  json_array_append_new(f->threads, t);
  return json_object_get(t, "locations");
}

static void add_step(struct flow *f, int thread, json_t *place, bool essential) {
  if (!place) return;
  json_array_append_new(steps_of(f, thread),
                        json_pack("{s:o,s:i,s:s}", "location", place, "executionOrder", ++f->order,
                                  "importance", essential ? "essential" : "important"));
}

static void add_access(struct flow *f, const struct omen_access *a) {
  char text[64];
  if (!a->known) return;
  snprintf(text, sizeof text, "T%d %s", a->thread, a->write ? "writes" : "reads");
  const struct omen_frame *frame = omen_project_frame(&a->stack);
  json_t *place = omen_sarif_place(a->file, a->path, a->line, a->column, a->function, text);
  add_step(f, a->thread, place ? place : frame ? omen_sarif_frame(frame, text) : NULL, true);
}

static void add_steps(struct flow *f, const struct omen_shown_step *steps, size_t n,
                      const struct omen_shown_end *end) {
  size_t gap = 0;
  for (size_t i = 0; i < n; i++) {
    const struct omen_shown_step *t = &steps[i];
    if (!omen_step_is_told(steps, n, i)) {
      gap++;
      continue;
    }
    char more[48] = "";
    if (gap) snprintf(more, sizeof more, " (%zu steps before it are left out)", gap);
    gap = 0;
    char *text = omen_format("T%d %s%s", t->thread, t->does ? t->does : "goes on", more);
    add_step(f, t->thread, omen_sarif_place(t->at.file, t->at.path, t->at.line, 0, t->at.function, text),
             t->to < 0);
    free(text);
  }
  const struct omen_report_defect *d = end->defect;
  const struct omen_frame *frame = omen_project_frame(d ? &d->access.stack : &end->stack);
  if (!frame) return;
  int thread = d ? d->thread : end->thread;
  const char *how = d ? d->title : omen_end_word(end->how);
  char *text = omen_format("T%d: %s", thread, how ? how : "the end");
  add_step(f, thread < 0 ? 0 : thread, omen_sarif_frame(frame, text), true);
  free(text);
}

/* Takes the flow. */
static void finish(json_t *flows, struct flow *f, const char *message) {
  if (f->order)
    json_array_append_new(
        flows, json_pack("{s:o,s:o}", "message", omen_sarif_text(message), "threadFlows", f->threads));
  else
    json_decref(f->threads);
}

json_t *omen_sarif_flows(const struct omen_race *r) {
  json_t *flows = json_array();
  const struct omen_shown *s = r->verdict.shown;
  bool flipped = s && s->alternate;
  struct flow one = {.threads = json_array()}, other = {.threads = json_array()};
  if (s && s->nsteps)
    add_steps(&one, s->steps, s->nsteps, &s->end);
  else
    for (int i = 0; i < 2; i++) add_access(&one, &r->access[flipped ? !i : i]);
  for (int i = 0; i < 2; i++) add_access(&other, &r->access[flipped ? i : !i]);
  const char *names[2] = {"as recorded", "the recorded order flipped"};
  char *first = omen_format("%s (%s)", s ? "The order that does it" : "One order", names[flipped]);
  char *second = omen_format("The other order (%s)", names[!flipped]);
  finish(flows, &one, first);
  finish(flows, &other, second);
  free(first);
  free(second);
  return flows;
}

json_t *omen_sarif_incident_flows(const struct omen_report_incident *i) {
  json_t *flows = json_array();
  const struct omen_shown *s = i->shown;
  if (!s) return flows;
  struct flow one = {.threads = json_array()}, other = {.threads = json_array()};
  add_steps(&one, s->steps, s->nsteps, &s->end);
  finish(flows, &one, "The order that does it");
  add_steps(&other, s->other_steps, s->nother, &s->other);
  finish(flows, &other,
         i->tested ? "The same with the cause reversed: it does not happen"
                   : "Another run: it does not happen");
  return flows;
}
