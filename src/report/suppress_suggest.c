/* A file of suppressions for what a report has: see suppress.h. */
#include "record/defect_words.h"
#include "report/defect.h"
#include "report/incident_words.h"
#include "report/inversion.h"
#include "report/suppress.h"
#include <stdlib.h>

static void place(const struct omen_access *a, struct omen_buf *out) {
  omen_buf_addf(out, "%s:%d %s", a->file ? a->file : "?", a->line, a->write ? "writes" : "reads");
}

static void suggest_race(const struct omen_race *r, struct omen_buf *out) {
  const struct omen_verdict *v = &r->verdict;
  omen_buf_addf(out, "\n# `%s`", r->location.name);
  if (v->class) omen_buf_addf(out, ", %s", omen_class_word(v->class));
  if (v->consequence) omen_buf_addf(out, " (%s)", omen_consequence_word(v->consequence));
  omen_buf_adds(out, ": ");
  place(&r->access[0], out);
  omen_buf_adds(out, ", ");
  place(&r->access[1], out);
  omen_buf_addf(out, "\nrace_id:%s\n", r->id);
  const char *function = r->access[1].function ? r->access[1].function : r->access[0].function;
  if (function)
    omen_buf_addf(out, "# as ThreadSanitizer has it, with every other race there:\n# race:^%s$\n", function);
}

/* By the name that other builds keep, too. */
static void suggest_incident(const struct omen_report_incident *i, struct omen_buf *out) {
  char *sentence = omen_incident_sentence(i), key[24];
  omen_incident_key(i, key);
  for (char *p = sentence; *p; p++) /* it may have what the program said */
    if (*p == '\n' || *p == '\r') *p = ' ';
  omen_buf_addf(out, "\n# %s\nincident:^%s$\n", sentence, key);
  free(sentence);
}

void omen_suppressions_suggest(const struct omen_report *r, struct omen_buf *out) {
  omen_buf_adds(
      out,
      "# Suppressions for omen --suppressions. After an entry may stand: owner=WHO expires=YYYY-MM-DD\n");
  for (size_t i = 0; i < r->nincidents; i++)
    if (!r->incidents[i].mark.suppressed) suggest_incident(&r->incidents[i], out);
  for (size_t i = 0; i < r->nraces; i++)
    if (!r->races[i].mark.suppressed) suggest_race(&r->races[i], out);
  for (size_t i = 0; i < r->ninversions; i++)
    if (!r->inversions[i].suppressed && !r->inversions[i].incident)
      omen_buf_addf(out, "\n# %s deadlock\nrace_id:%s\n", r->inversions[i].status, r->inversions[i].id);
  for (size_t i = 0; i < r->nfindings; i++) {
    const struct omen_finding *f = &r->findings[i];
    const struct omen_report *home = f->home;
    if (f->mark.suppressed) continue;
    if (f->defect) {
      const struct omen_stack *at = &f->defect->access.stack;
      const char *kind = omen_defect_word(f->defect->kind);
      omen_buf_addf(out, "\n# %s: %s\ndefect:%s%s%s\n", kind, f->what, at->n ? "^" : "",
                    at->n ? at->frames[0].function : kind, at->n ? "$" : "");
      continue;
    }
    if (f->mark.suppressed || f->consequence != OMEN_CONSEQUENCE_DEADLOCK || !home) continue;
    for (size_t k = 0; k < home->nwaits; k++)
      if (home->waits[k].stack.n) {
        omen_buf_addf(out, "\n# %s\ndeadlock:^%s$\n", f->what, home->waits[k].stack.frames[0].function);
        break;
      }
  }
}
