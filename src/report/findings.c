/* Runs that fail by themselves: see model.h. */
#include "report/model.h"
#include <stdlib.h>
#include <string.h>

const char *omen_report_failure(const struct omen_report *r, char *what, size_t size) {
  const struct omen_outcome *o = &r->outcome;
  switch (o->end) {
  case OMEN_END_SIGNAL: {
    const char *name = strsignal(o->status);
    snprintf(what, size, "the program died of signal %d (%s)", o->status, name ? name : "?");
    return o->status == 6 ? "assertion" : "crash";
  }
  case OMEN_END_DEADLOCK: snprintf(what, size, "no thread can go on"); return "deadlock";
  case OMEN_END_ENDLESS: snprintf(what, size, "the program goes on for ever"); return "infinite-loop";
  default: return NULL;
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

/* Threads have other numbers in other runs: it counts what is waited for and where. */
bool omen_report_same_failure(const struct omen_report *a, const struct omen_report *b) {
  if (a->outcome.end != b->outcome.end || a->outcome.status != b->outcome.status || a->nwaits != b->nwaits)
    return false;
  if (a->outcome.end == OMEN_END_SIGNAL) return same_frame(&a->fault, &b->fault);
  for (size_t i = 0; i < a->nwaits; i++)
    if (!waits_too(b, &a->waits[i])) return false;
  return true;
}

void omen_report_add_failure(struct omen_report *r, const char *shown) {
  char what[160];
  const char *consequence = omen_report_failure(r, what, sizeof what);
  if (!consequence) return;
  char *word = omen_shell_word(shown), *replay = omen_format("omen replay %s", word);
  r->findings = omen_xrealloc(r->findings, (r->nfindings + 1) * sizeof *r->findings);
  r->findings[r->nfindings++] = (struct omen_finding){.consequence = consequence,
                                                      .what = omen_pool_str(&r->pool, what),
                                                      .recording = r->recording,
                                                      .strategy = r->strategy,
                                                      .seed = r->seed,
                                                      .replay = omen_pool_str(&r->pool, replay),
                                                      .runs = 1,
                                                      .home = r};
  free(replay);
  free(word);
}
