/* Which suppressions match incidents: see suppress.h. */
#include "report/defect.h"
#include "report/incident_words.h"
#include "report/inversion.h"
#include "report/suppress.h"
#include <string.h>

/* Where it goes wrong; or its name, or its id. */
static bool by_place(const char *pattern, const struct omen_report_incident *i) {
  const struct omen_shown_end *e = i->shown ? &i->shown->end : NULL;
  const struct omen_report_defect *d = e ? e->defect : NULL;
  char key[24], former[24];
  omen_incident_key(i, key);
  omen_incident_former_key(i, former);
  if (omen_suppression_matches(pattern, i->id) || omen_suppression_matches(pattern, key) ||
      omen_suppression_matches(pattern, former) || omen_suppression_matches(pattern, i->at.function) ||
      omen_suppression_matches(pattern, i->at.file) || omen_suppression_matches(pattern, i->at.path))
    return true;
  if (d && omen_suppression_in_stack(pattern, &d->access.stack)) return true;
  return e && (omen_suppression_in_stack(pattern, &e->stack) ||
               omen_suppression_in_holds(pattern, e->waits, e->nwaits));
}

static bool same(const char *a, const char *b) { return b && !strcmp(a, b); }

static bool by_class(const char *word, const struct omen_report_incident *i) {
  bool output = i->consequence == OMEN_CONSEQUENCE_OUTPUT;
  return same(word, omen_consequence_word(i->consequence)) ||
         same(word, omen_class_word(output ? OMEN_CLASS_OUTPUT_DIFFERS : OMEN_CLASS_SPEC_VIOLATED));
}

static bool matches(const struct omen_suppression *s, const struct omen_report_incident *i) {
  const struct omen_shown_end *e = i->shown ? &i->shown->end : NULL;
  if (s->kind == OMEN_SUPPRESS_INCIDENT) return by_place(s->pattern, i);
  if (s->kind == OMEN_SUPPRESS_CLASS && by_class(s->pattern, i)) return true;
  if (e && e->defect) return omen_suppression_of_defect(s, e->defect);
  return e && s->kind == OMEN_SUPPRESS_DEADLOCK && i->consequence == OMEN_CONSEQUENCE_DEADLOCK &&
         (omen_suppression_in_holds(s->pattern, e->waits, e->nwaits) ||
          omen_suppression_in_holds(s->pattern, e->holds, e->nholds));
}

/* ---- by its cause ---- */

static const char *line_of_race(const struct omen_report *r, const char *id) {
  for (size_t i = 0; i < r->nraces; i++)
    if (!strcmp(r->races[i].id, id)) return r->races[i].mark.suppressed;
  return NULL;
}

/* A race that the report does not have. */
static const char *line_of_pair(struct omen_suppressions *all, const struct omen_caused_pair *p) {
  struct omen_race race = {.location = {.name = p->variable ? p->variable : ""}};
  for (int k = 0; k < 2; k++)
    race.access[k] = (struct omen_access){.function = p->side[k].at.function,
                                          .file = p->side[k].at.file,
                                          .path = p->side[k].at.path,
                                          .stack = p->side[k].stack};
  for (size_t k = 0; k < all->n; k++)
    if (!all->v[k].expired && omen_suppression_of_race(&all->v[k], &race))
      return all->v[k].hits++, all->v[k].where;
  return NULL;
}

/* All of it is races that nobody wants to hear of. */
static const char *line_of_cause(struct omen_suppressions *all, const struct omen_report *r,
                                 const struct omen_report_incident *i) {
  const char *line = NULL;
  for (size_t k = 0; k < i->npairs; k++) {
    const struct omen_caused_pair *p = &i->pairs[k];
    line = p->region ? NULL : p->race ? line_of_race(r, p->race) : line_of_pair(all, p);
    if (!line) return NULL;
  }
  return line;
}

/* A potential deadlock that nobody wants to hear of. */
static const char *line_of_deadlock(const struct omen_report *r, const char *id) {
  for (size_t i = 0; id && i < r->ninversions; i++)
    if (!strcmp(r->inversions[i].id, id)) return r->inversions[i].suppressed;
  return NULL;
}

static void mark(struct omen_suppressions *all, const struct omen_report *r, struct omen_report_incident *i) {
  i->mark.suppressed = NULL;
  for (size_t k = 0; k < all->n; k++) {
    if (all->v[k].expired || !matches(&all->v[k], i)) continue;
    all->v[k].hits++;
    if (!i->mark.suppressed) i->mark.suppressed = all->v[k].where;
  }
  if (!i->mark.suppressed) i->mark.suppressed = line_of_deadlock(r, i->deadlock);
  if (!i->mark.suppressed) i->mark.suppressed = line_of_cause(all, r, i);
}

/* A race that goes with one incident does not take others with it: all of them are marked before. */
void omen_suppressions_mark_incidents(struct omen_suppressions *all, struct omen_report *r) {
  for (size_t i = 0; i < r->nincidents; i++) mark(all, r, &r->incidents[i]);
  for (size_t i = 0; i < r->nraces; i++) {
    struct omen_race *race = &r->races[i];
    for (size_t k = 0; race->verdict.incident && k < r->nincidents; k++)
      if (!race->mark.suppressed && !strcmp(race->verdict.incident, r->incidents[k].id))
        race->mark.suppressed = r->incidents[k].mark.suppressed;
  }
}
