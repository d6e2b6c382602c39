/* Races that only other inputs have: see paths.h. The path of another input may come to the same memory by
 * other code, as in figure 4 of the Portend paper: there are then other racing accesses than those of the
 * recorded run, and they are what does the harm. */
#include "report/cluster.h"
#include "triage/paths_parts.h"
#include <stdlib.h>
#include <string.h>

enum { MOST = 16 }; /* such races that are looked at */

static bool same_race(const struct omen_race *a, const struct omen_race *b) {
  size_t n = strcspn(a->id, "-");
  return strcspn(b->id, "-") == n && !strncmp(a->id, b->id, n) && !omen_race_compare(a, b);
}

/* Of the recorded run, or met before. */
static bool known(const struct omen_paths *p, const struct omen_race *race) {
  const struct omen_report *r = p->job->single->report;
  for (size_t i = 0; i < r->nraces; i++)
    if (same_race(&r->races[i], race)) return true;
  for (size_t i = 0; i < p->ntargets; i++)
    if (p->targets[i].novel && same_race(p->targets[i].race, race)) return true;
  return false;
}

static bool same_memory(const struct omen_paths *p, const struct omen_race *race) {
  for (size_t i = 0; i < p->ntargets; i++) {
    const char *name = p->targets[i].race->location.name;
    if (!p->targets[i].novel && name && race->location.name && !strcmp(name, race->location.name))
      return true;
  }
  return false;
}

void omen_novel_find(struct omen_paths *p, struct omen_derived *d) {
  for (size_t i = 0; d != p->first && i < d->report.nraces && p->nnovel < MOST; i++) {
    const struct omen_race *race = &d->report.races[i];
    if (known(p, race) || p->job->only) continue;
    struct omen_race *copy = omen_xcalloc(1, sizeof *copy);
    *copy = *race;
    copy->verdict = (struct omen_verdict){0};
    copy->home = &d->report;
    d->held = true; /* the copy's names are there */
    bool elsewhere = !same_memory(p, race);
    OMEN_GROW(p->targets, p->ntargets, p->ctargets);
    p->targets[p->ntargets++] = (struct omen_target){.race = copy, .novel = true, .elsewhere = elsewhere};
    p->nnovel++;
  }
}

bool omen_novel_told(const struct omen_target *t) {
  return t->novel && t->in && (t->harmful || t->elsewhere);
}

void omen_novel_take(struct omen_paths *p) {
  struct omen_report *r = p->job->single->report;
  if (!p->nnovel) return;
  r->races = omen_xrealloc(r->races, (r->nraces + p->nnovel) * sizeof *r->races);
  for (size_t i = 0; i < p->ntargets; i++) {
    const struct omen_target *t = &p->targets[i];
    if (!omen_novel_told(t)) continue;
    r->races[r->nraces] = *t->race;
    r->races[r->nraces].sample = NULL; /* of another recording */
    r->races[r->nraces++].samples = 0;
  }
}

void omen_novel_release(struct omen_paths *p) {
  for (size_t i = 0; i < p->ntargets; i++)
    if (p->targets[i].novel) free(p->targets[i].race);
}
