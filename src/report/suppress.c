/* Which suppression matches what: see suppress.h. */
#include "report/suppress.h"
#include "record/defect_words.h"
#include "report/defect.h"
#include "report/inversion.h"
#include <stdlib.h>
#include <string.h>

/* ---- patterns ---- */

/* Does the pattern, up to its end or a `$`, match a beginning of the text? */
static bool match_here(const char *p, const char *text) {
  const char *star = NULL, *again = NULL; /* where to go on when what followed the last `*` does not fit */
  for (;;) {
    if (!*p) return true;
    if (*p == '$' && !p[1]) {
      if (!*text) return true;
    } else if (*p == '*') {
      star = ++p;
      again = text;
      continue;
    } else if (*text && *p == *text) {
      p++, text++;
      continue;
    }
    if (!star || !*again) return false;
    p = star;
    text = ++again;
  }
}

bool omen_suppression_matches(const char *pattern, const char *text) {
  if (!text || !*text) return false;
  if (*pattern == '^') return match_here(pattern + 1, text);
  for (;; text++) {
    if (match_here(pattern, text)) return true;
    if (!*text) return false;
  }
}

static bool in_frame(const char *pattern, const struct omen_frame *f) {
  return omen_suppression_matches(pattern, f->function) || omen_suppression_matches(pattern, f->file) ||
         omen_suppression_matches(pattern, f->path) || omen_suppression_matches(pattern, f->module);
}

bool omen_suppression_in_stack(const char *pattern, const struct omen_stack *s) {
  for (size_t i = 0; i < s->n; i++)
    if (in_frame(pattern, &s->frames[i])) return true;
  return false;
}

/* ---- races ---- */

static bool at_top(const char *pattern, const struct omen_access *a) {
  return a->stack.n
             ? in_frame(pattern, &a->stack.frames[0])
             : omen_suppression_matches(pattern, a->function) || omen_suppression_matches(pattern, a->file);
}

/* Where the threads were created does not count, as with ThreadSanitizer. */
static bool in_access(const char *pattern, const struct omen_access *a) {
  return at_top(pattern, a) || omen_suppression_in_stack(pattern, &a->stack);
}

static bool in_library(const char *pattern, const struct omen_access *a) {
  return a->stack.n && omen_suppression_matches(pattern, a->stack.frames[0].module);
}

static bool same(const char *a, const char *b) { return b && !strcmp(a, b); }

bool omen_suppression_of_race(const struct omen_suppression *s, const struct omen_race *race) {
  const struct omen_access *a = &race->access[0], *b = &race->access[1];
  switch (s->kind) {
  case OMEN_SUPPRESS_RACE:
    return in_access(s->pattern, a) || in_access(s->pattern, b) ||
           (race->location.place == OMEN_PLACE_GLOBAL &&
            (omen_suppression_matches(s->pattern, race->location.variable.name) ||
             omen_suppression_matches(s->pattern, race->location.name)));
  case OMEN_SUPPRESS_RACE_TOP: return at_top(s->pattern, a) || at_top(s->pattern, b);
  case OMEN_SUPPRESS_LIBRARY: return in_library(s->pattern, a) || in_library(s->pattern, b);
  case OMEN_SUPPRESS_RACE_ID: return !strcmp(s->pattern, race->id);
  case OMEN_SUPPRESS_CLASS:
    return same(s->pattern, omen_class_word(race->verdict.class)) ||
           same(s->pattern, omen_consequence_word(race->verdict.consequence));
  default: return false;
  }
}

/* ---- runs that failed ---- */

bool omen_suppression_in_holds(const char *pattern, const struct omen_hold *h, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (omen_suppression_in_stack(pattern, &h[i].stack) || omen_suppression_matches(pattern, h[i].object))
      return true;
  return false;
}

bool omen_suppression_of_defect(const struct omen_suppression *s, const struct omen_report_defect *d) {
  bool deadlock = d->consequence == OMEN_CONSEQUENCE_DEADLOCK,
       misuse = d->consequence == OMEN_CONSEQUENCE_MISUSE;
  if (s->kind == OMEN_SUPPRESS_CLASS)
    return same(s->pattern, omen_consequence_word(d->consequence)) ||
           same(s->pattern, omen_defect_word(d->kind));
  if (s->kind != OMEN_SUPPRESS_DEFECT && !(deadlock && s->kind == OMEN_SUPPRESS_DEADLOCK) &&
      !(misuse && s->kind == OMEN_SUPPRESS_MUTEX))
    return false;
  return omen_suppression_in_stack(s->pattern, &d->access.stack) ||
         omen_suppression_matches(s->pattern, d->object) ||
         (s->kind == OMEN_SUPPRESS_DEFECT &&
          omen_suppression_matches(s->pattern, omen_defect_word(d->kind))) ||
         omen_suppression_in_holds(s->pattern, d->waits, d->nwaits) ||
         omen_suppression_in_holds(s->pattern, d->holds, d->nholds);
}

static bool matches_inversion(const struct omen_suppression *s, const struct omen_inversion *v) {
  if (s->kind == OMEN_SUPPRESS_RACE_ID) return !strcmp(s->pattern, v->id);
  if (s->kind != OMEN_SUPPRESS_DEADLOCK) return false;
  for (size_t i = 0; i < v->n; i++)
    for (int k = 0; k < 2; k++) {
      const struct omen_report_lock *l = k ? &v->edges[i].wants : &v->edges[i].took;
      if (omen_suppression_in_stack(s->pattern, &l->stack) || omen_suppression_matches(s->pattern, l->object))
        return true;
    }
  return false;
}

static bool matches_finding(const struct omen_suppression *s, const struct omen_finding *f) {
  if (f->inversion && matches_inversion(s, f->inversion)) return true;
  if (f->defect) return omen_suppression_of_defect(s, f->defect);
  if (s->kind == OMEN_SUPPRESS_CLASS) return same(s->pattern, omen_consequence_word(f->consequence));
  if (s->kind != OMEN_SUPPRESS_DEADLOCK || !f->home || f->consequence != OMEN_CONSEQUENCE_DEADLOCK)
    return false;
  return omen_suppression_in_holds(s->pattern, f->home->waits, f->home->nwaits) ||
         omen_suppression_in_holds(s->pattern, f->home->holds, f->home->nholds);
}

/* A pattern for callers may match some of a race's stacks: the race is told of as long as one is left. A race
 * id of older files is a member's. */
static bool matches_member(const struct omen_suppression *s, const struct omen_race *race, size_t k) {
  struct omen_race one = *race;
  for (int i = 0; i < 2; i++) one.access[i].stack = race->member[k].stack[i];
  return omen_suppression_of_race(s, &one) ||
         (s->kind == OMEN_SUPPRESS_RACE_ID && !strcmp(s->pattern, race->member[k].id));
}

static bool mark_members(const struct omen_suppression *s, struct omen_race *race) {
  size_t hits = 0, left = 0;
  for (size_t k = 0; k < race->members; k++) {
    struct omen_race_member *m = &race->member[k];
    bool hit = matches_member(s, race, k);
    if (hit && !m->suppressed) m->suppressed = s->where;
    hits += hit;
    left += !m->suppressed;
  }
  if (hits && !left && !race->mark.suppressed) race->mark.suppressed = s->where;
  return hits;
}

static bool mark_race(const struct omen_suppression *s, struct omen_race *race) {
  if (race->members) return mark_members(s, race);
  bool hit = omen_suppression_of_race(s, race);
  if (hit && !race->mark.suppressed) race->mark.suppressed = s->where;
  return hit;
}

static void unmark(struct omen_race *race) {
  race->mark.suppressed = NULL;
  for (size_t k = 0; k < race->members; k++) race->member[k].suppressed = NULL;
}

void omen_suppressions_mark(struct omen_suppressions *all, struct omen_report *r) {
  for (size_t i = 0; i < r->nraces; i++) unmark(&r->races[i]);
  for (size_t i = 0; i < r->nfindings; i++) r->findings[i].mark.suppressed = NULL;
  for (size_t i = 0; i < r->ninversions; i++) r->inversions[i].suppressed = NULL;
  for (size_t k = 0; k < all->n; k++) {
    struct omen_suppression *s = &all->v[k];
    s->hits = 0;
    if (s->expired) continue;
    for (size_t i = 0; i < r->ninversions; i++)
      if (matches_inversion(s, &r->inversions[i])) {
        s->hits++;
        if (!r->inversions[i].suppressed) r->inversions[i].suppressed = s->where;
      }
    for (size_t i = 0; i < r->nraces; i++) s->hits += mark_race(s, &r->races[i]);
    for (size_t i = 0; i < r->nfindings; i++)
      if (matches_finding(s, &r->findings[i])) {
        s->hits++;
        if (!r->findings[i].mark.suppressed) r->findings[i].mark.suppressed = s->where;
      }
  }
  omen_suppressions_mark_incidents(all, r);
}
