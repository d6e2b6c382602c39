/* Runs that fail by themselves: see model.h. */
#include "report/defect.h"
#include <stdlib.h>
#include <string.h>

enum omen_consequence omen_report_failure(const struct omen_report *r, char *what, size_t size) {
  const struct omen_outcome *o = &r->outcome;
  switch (o->end) {
  case OMEN_END_SIGNAL: {
    if (omen_outcome_told_to_end(o)) return OMEN_CONSEQUENCE_NONE;
    const char *name = strsignal(o->status);
    snprintf(what, size, "the program died of signal %d (%s)", o->status, name ? name : "?");
    return o->status == 6 ? OMEN_CONSEQUENCE_ASSERTION : OMEN_CONSEQUENCE_CRASH;
  }
  case OMEN_END_DEADLOCK: snprintf(what, size, "no thread can go on"); return OMEN_CONSEQUENCE_DEADLOCK;
  case OMEN_END_ENDLESS:
    snprintf(what, size, "the program goes on for ever");
    return OMEN_CONSEQUENCE_INFINITE_LOOP;
  default: return OMEN_CONSEQUENCE_NONE;
  }
}

static bool same_text(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

static bool same_frame(const struct omen_stack *a, const struct omen_stack *b) {
  if (!a->n || !b->n) return a->n == b->n;
  const struct omen_frame *x = &a->frames[0], *y = &b->frames[0];
  return same_text(x->function, y->function) && same_text(x->file, y->file) && x->line == y->line;
}

static bool waits_too(const struct omen_report *r, const struct omen_hold *w) {
  for (size_t i = 0; i < r->nwaits; i++)
    if (same_text(r->waits[i].what, w->what) && same_text(r->waits[i].object, w->object) &&
        same_frame(&r->waits[i].stack, &w->stack))
      return true;
  return false;
}

static bool wait_alike(const struct omen_report *a, const struct omen_report *b) {
  for (size_t i = 0; i < a->nwaits; i++)
    if (!waits_too(b, &a->waits[i])) return false;
  return true;
}

/* Threads have other numbers in other runs: it counts what is waited for and where, and not by how many. */
bool omen_report_same_failure(const struct omen_report *a, const struct omen_report *b) {
  if (a->outcome.end != b->outcome.end || a->outcome.status != b->outcome.status) return false;
  if (a->outcome.end == OMEN_END_SIGNAL) return same_frame(&a->fault, &b->fault);
  if (a->outcome.end == OMEN_END_ENDLESS) /* by the functions: where in the loop it was is chance */
    return a->nloops && b->nloops && a->loops[0].stack.n && b->loops[0].stack.n &&
           same_text(a->loops[0].stack.frames[0].function, b->loops[0].stack.frames[0].function);
  return wait_alike(a, b) && wait_alike(b, a);
}

const struct omen_report_incident *omen_report_why(const struct omen_report *r,
                                                   const struct omen_finding *f) {
  for (size_t i = 0; f->home && !f->defect && !f->inversion && i < r->nincidents; i++) {
    const struct omen_report_incident *one = &r->incidents[i];
    if (one->recorded && one->tested && one->consequence == f->consequence &&
        omen_report_same_failure(one->failed ? one->failed : r, f->home))
      return one;
  }
  return NULL;
}

static const char *replay_command(struct omen_report *r, const char *shown) {
  char *word = omen_shell_word(shown), *text = omen_format("omen replay %s", word);
  const char *kept = omen_pool_str(&r->pool, text);
  free(text);
  free(word);
  return kept;
}

static struct omen_finding *add(struct omen_report *r, enum omen_consequence consequence, const char *what) {
  r->findings = omen_xrealloc(r->findings, (r->nfindings + 1) * sizeof *r->findings);
  r->findings[r->nfindings] = (struct omen_finding){.consequence = consequence,
                                                    .what = omen_pool_str(&r->pool, what),
                                                    .recording = r->recording,
                                                    .strategy = r->strategy,
                                                    .seed = r->seed,
                                                    .replay = replay_command(r, r->recording),
                                                    .runs = 1};
  return &r->findings[r->nfindings++];
}

/* In one line: what, to what, where. */
static void say_defect(const struct omen_report_defect *d, char *what, size_t size) {
  const struct omen_access *a = &d->access;
  int n = snprintf(what, size, "%s", d->title);
  if (d->act[0]) n += snprintf(what + n, size - (size_t)n, ": %s", d->act);
  if (d->hit[0]) n += snprintf(what + n, size - (size_t)n, ", %.200s", d->hit);
  if ((!d->act[0] || !d->access.size) && d->says)
    n += snprintf(what + n, size - (size_t)n, ": %.200s", d->says);
  if (a->file && a->line) snprintf(what + n, size - (size_t)n, ", at %.200s:%d", a->file, a->line);
}

void omen_report_add_defects(struct omen_report *r) {
  for (size_t i = 0; i < r->ndefects; i++) {
    char what[1200];
    say_defect(r->defects[i], what, sizeof what);
    add(r, r->defects[i]->consequence, what)->defect = r->defects[i];
  }
}

const struct omen_race *omen_report_cause(const struct omen_report *r, const struct omen_report_defect *d) {
  for (size_t i = 0; i < r->nraces; i++) {
    const struct omen_shown *s = r->races[i].verdict.shown;
    if (s && !s->alternate && s->end.defect && omen_defect_same(s->end.defect, d)) return &r->races[i];
  }
  return NULL;
}

void omen_report_add_failure(struct omen_report *r, const char *shown) {
  char what[160];
  for (size_t i = 0; i < r->nfindings; i++) r->findings[i].replay = replay_command(r, shown);
  enum omen_consequence consequence = omen_report_failure(r, what, sizeof what);
  if (!consequence) return;
  struct omen_finding *f = add(r, consequence, what);
  f->replay = replay_command(r, shown);
  f->home = r;
}
