/* --fail-on: see gate.h. */
#include "report/gate.h"
#include "record/defect_words.h"
#include "report/defect.h"
#include "report/incident_words.h"
#include "report/inversion.h"
#include "report/stacks.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

static int add(struct omen_gate *g, const char *word, struct omen_err *err) {
  bool fresh = !strncmp(word, "new-", 4);
  const char *rest = fresh ? word + 4 : word;
  enum omen_class class = omen_class_find(rest);
  enum omen_consequence consequence = omen_consequence_find(rest);
  g->fresh |= fresh;
  if (!strcmp(rest, "harmful"))
    g->harmful = true;
  else if (!strcmp(rest, "any"))
    g->any = true;
  else if (!strcmp(rest, "never") && !fresh)
    g->never = true;
  else if (!class && !consequence)
    return omen_fail(
        err,
        "--fail-on: no class or consequence '%s': harmful, any, never, spec-violated, "
        "output-differs, crash, deadlock, ...; with new- before it: only what the baseline has not",
        word);
  g->classes[class] = g->consequences[consequence] = true;
  return 0;
}

int omen_gate_parse(struct omen_gate *g, const char *list, struct omen_err *err) {
  *g = (struct omen_gate){0};
  char *copy = omen_xstrdup(list), *at = copy, *word;
  int result = 0;
  size_t n = 0;
  while (!result && (word = strsep(&at, ","))) result = add(g, word, err), n++;
  if (!result && g->never && n > 1)
    result = omen_fail(err, "--fail-on: never stands alone, not with others in '%s'", list);
  free(copy);
  return result;
}

/* Those that are named. Nobody can name NONE, which the words that are no class and no consequence mark. */
static bool has_class(const struct omen_gate *g, enum omen_class c) { return c && g->classes[c]; }
static bool has_consequence(const struct omen_gate *g, enum omen_consequence c) {
  return c && g->consequences[c];
}

static bool passes(const struct omen_mark *m) { return m->suppressed || m->known; }

static bool counts(const struct omen_gate *g, enum omen_class class, enum omen_consequence consequence) {
  return (g->harmful && consequence) || has_class(g, class) || has_consequence(g, consequence);
}

/* Whatever it does under any memory model that was asked for. */
bool omen_gate_race(const struct omen_gate *g, const struct omen_race *r) {
  if (g->never || passes(&r->mark)) return false;
  bool found = g->any || counts(g, r->verdict.class, r->verdict.consequence);
  for (size_t i = 0; i < r->nmodels; i++) found |= counts(g, r->models[i].class, r->models[i].consequence);
  return found;
}

bool omen_gate_group(const struct omen_gate *g, const struct omen_report *r, const struct omen_group *group) {
  for (size_t i = 0; i < group->n; i++)
    if (omen_gate_race(g, &r->races[group->race[i]])) return true;
  return false;
}

/* A run that failed by itself violates the specification without any help. */
bool omen_gate_finding(const struct omen_gate *g, const struct omen_finding *f) {
  if (g->never || passes(&f->mark)) return false;
  return g->any || g->harmful || has_class(g, OMEN_CLASS_SPEC_VIOLATED) || has_consequence(g, f->consequence);
}

/* One that did not show again is no evidence of anything. */
bool omen_gate_incident(const struct omen_gate *g, const struct omen_report_incident *i) {
  if (g->never || !i->confirmed || passes(&i->mark)) return false;
  bool output = i->consequence == OMEN_CONSEQUENCE_OUTPUT;
  return g->any || g->harmful || has_consequence(g, i->consequence) ||
         has_class(g, output ? OMEN_CLASS_OUTPUT_DIFFERS : OMEN_CLASS_SPEC_VIOLATED);
}

size_t omen_gate_not_judged(const struct omen_gate *g, const struct omen_report *r) {
  size_t n = r->unheard && r->unheard >= r->nruns; /* nobody ever used the server */
  if (g->never) return 0;
  for (size_t i = 0; i < r->nraces; i++) n += r->races[i].verdict.not_judged && !r->races[i].mark.suppressed;
  return n + omen_incidents_lost(r);
}

size_t omen_gate_count(const struct omen_gate *g, const struct omen_report *r) {
  size_t n = 0;
  for (size_t i = 0; i < r->nraces; i++) n += omen_gate_race(g, &r->races[i]);
  for (size_t i = 0; i < r->nfindings; i++) n += omen_gate_finding(g, &r->findings[i]);
  for (size_t i = 0; i < r->nincidents; i++) n += omen_gate_incident(g, &r->incidents[i]);
  return n;
}

/* ---- names of failures ---- */

static uint64_t mix(uint64_t h, const char *s) {
  return XXH3_64bits_withSeed(s ? s : "", s ? strlen(s) : 0, h);
}

/* Up to the user's own code, as the ids of races; callers come and go. Once it was the three innermost. */
static uint64_t mix_stack(uint64_t h, const struct omen_stack *s, bool former) {
  size_t n = former ? 3 : omen_stacks_own_code(s->frames, s->n);
  for (size_t i = 0; i < s->n && i < n; i++) h = mix(h, s->frames[i].function);
  return h;
}

static void name_finding(const struct omen_finding *f, bool former, char out[24]) {
  uint64_t h = mix(3, omen_consequence_word(f->consequence)), waits = 0;
  if (f->inversion) {
    h = mix(h, f->inversion->id);
  } else if (f->defect) {
    h = mix(mix_stack(mix(h, omen_defect_word(f->defect->kind)), &f->defect->access.stack, former),
            f->defect->object);
  } else if (f->home) {
    h = mix_stack(h, &f->home->fault, former);
    for (size_t i = 0; i < f->home->nwaits; i++) /* in any order: threads have other numbers in other runs */
      waits += mix_stack(mix(mix(5, f->home->waits[i].what), f->home->waits[i].object),
                         &f->home->waits[i].stack, former);
  }
  snprintf(out, 24, "%012llx", (unsigned long long)((h ^ waits) >> 16));
}

void omen_finding_id(const struct omen_finding *f, char out[24]) { name_finding(f, false, out); }

void omen_finding_former_id(const struct omen_finding *f, char out[24]) { name_finding(f, true, out); }
