/* --fail-on: see gate.h. */
#include "report/gate.h"
#include "classify/classify.h"
#include "record/defects.h"
#include "report/defect.h"
#include "report/inversion.h"
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* Every class, and every consequence that a verdict or a failed run can have (contracts.md). */
static const char *const words[] = {
#define X(symbol, name, severity, meaning) name,
    OMEN_CLASSES(X)
#undef X
#define X(symbol, word, consequence, what) consequence,
        OMEN_DEFECTS(X)
#undef X
            "crash",
    "deadlock",
    "infinite-loop",
    "assertion",
    "output",
    "overflow",
};

static const char *known(const char *word) {
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (!strcmp(words[i], word)) return words[i];
  return NULL;
}

static int add(struct omen_gate *g, const char *word, struct omen_err *err) {
  bool fresh = !strncmp(word, "new-", 4);
  const char *rest = fresh ? word + 4 : word, *listed = known(rest);
  g->fresh |= fresh;
  if (!strcmp(rest, "harmful"))
    g->harmful = true;
  else if (!strcmp(rest, "any"))
    g->any = true;
  else if (!strcmp(rest, "never") && !fresh)
    g->never = true;
  else if (!listed)
    return omen_fail(
        err,
        "--fail-on: no class or consequence '%s': harmful, any, never, spec-violated, "
        "output-differs, crash, deadlock, ...; with new- before it: only what the baseline has not",
        word);
  else if (g->nwords < OMEN_GATE_WORDS)
    g->words[g->nwords++] = listed;
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

static bool listed(const struct omen_gate *g, const char *word) {
  for (size_t i = 0; word && i < g->nwords; i++)
    if (!strcmp(g->words[i], word)) return true;
  return false;
}

static bool passes(const struct omen_mark *m) { return m->suppressed || m->known; }

bool omen_gate_race(const struct omen_gate *g, const struct omen_race *r) {
  if (g->never || passes(&r->mark)) return false;
  return g->any || (g->harmful && r->verdict.consequence) || listed(g, r->verdict.class) ||
         listed(g, r->verdict.consequence);
}

/* A run that failed by itself violates the specification without any help. */
bool omen_gate_finding(const struct omen_gate *g, const struct omen_finding *f) {
  if (g->never || passes(&f->mark)) return false;
  return g->any || g->harmful || listed(g, "spec-violated") || listed(g, f->consequence);
}

size_t omen_gate_count(const struct omen_gate *g, const struct omen_report *r) {
  size_t n = 0;
  for (size_t i = 0; i < r->nraces; i++) n += omen_gate_race(g, &r->races[i]);
  for (size_t i = 0; i < r->nfindings; i++) n += omen_gate_finding(g, &r->findings[i]);
  return n;
}

/* ---- names of failures ---- */

static uint64_t mix(uint64_t h, const char *s) {
  return XXH3_64bits_withSeed(s ? s : "", s ? strlen(s) : 0, h);
}

static uint64_t mix_stack(uint64_t h, const struct omen_stack *s) {
  for (size_t i = 0; i < s->n && i < 3; i++) h = mix(h, s->frames[i].function);
  return h;
}

void omen_finding_id(const struct omen_finding *f, char out[24]) {
  uint64_t h = mix(3, f->consequence), waits = 0;
  if (f->inversion) {
    h = mix(h, f->inversion->id);
  } else if (f->defect) {
    h = mix(mix_stack(mix(h, f->defect->kind), &f->defect->access.stack), f->defect->object);
  } else if (f->home) {
    h = mix_stack(h, &f->home->fault);
    for (size_t i = 0; i < f->home->nwaits; i++) /* in any order: threads have other numbers in other runs */
      waits +=
          mix_stack(mix(mix(5, f->home->waits[i].what), f->home->waits[i].object), &f->home->waits[i].stack);
  }
  snprintf(out, 24, "%012llx", (unsigned long long)((h ^ waits) >> 16));
}
