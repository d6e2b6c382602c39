/* The report as a summary in Markdown, for the page of a CI job or a merge request: see write.h. */
#include "base/printable.h"
#include "report/incident_words.h"
#include "report/summary.h"
#include "report/write.h"
#include <stdlib.h>
#include <string.h>

/* In a table's cell, as plain text. */
static void cell(struct omen_buf *out, const char *text) {
  for (const char *p = text ? text : ""; *p; p++)
    if (*p == '\n' || *p == '\r')
      omen_buf_adds(out, " ");
    else if (strchr("|*_[]<>\\#", *p))
      omen_buf_addf(out, "\\%c", *p);
    else
      omen_buf_add(out, p, 1);
}

/* As code: a fence longer than any run of backticks in it. */
static void code(struct omen_buf *out, const char *text) {
  size_t longest = 0, run = 0;
  for (const char *p = text; *p; p++) {
    run = *p == '`' ? run + 1 : 0;
    if (run > longest) longest = run;
  }
  const char *space = longest ? " " : "";
  for (size_t i = 0; i <= longest; i++) omen_buf_adds(out, "`");
  omen_buf_adds(out, space);
  for (const char *p = text; *p; p++) {
    if (*p == '|') omen_buf_adds(out, "\\");
    omen_buf_add(out, *p == '\n' ? " " : p, 1);
  }
  omen_buf_adds(out, space);
  for (size_t i = 0; i <= longest; i++) omen_buf_adds(out, "`");
}

static void place(struct omen_buf *out, const struct omen_access *a) {
  char *text = omen_format("%s:%d %s", a->file ? a->file : "?", a->line, a->write ? "writes" : "reads");
  cell(out, text);
  free(text);
}

/* What a row says of a group besides its worst race. */
static void group_cell(struct omen_buf *out, const struct omen_report *r, const struct omen_group *g) {
  char *sentence = omen_group_sentence(r, g);
  omen_buf_adds(out, "; ");
  cell(out, sentence);
  free(sentence);
}

static void race_row(struct omen_buf *out, const struct omen_report *report, const struct omen_race *r,
                     const struct omen_group *g, bool counts) {
  const struct omen_verdict *v = &r->verdict;
  struct omen_mark mark = g ? omen_group_mark(report, g) : r->mark;
  omen_buf_adds(out, counts ? "| **fails** | " : "| | ");
  cell(out, v->not_judged ? "not judged" : v->class ? omen_class_word(v->class) : "data race");
  if (v->consequence) {
    omen_buf_adds(out, ": ");
    cell(out, omen_consequence_word(v->consequence));
  }
  if (mark.baseline == OMEN_BASELINE_NEW) omen_buf_adds(out, " (new)");
  omen_buf_adds(out, " | ");
  code(out, r->location.name);
  omen_buf_adds(out, " | ");
  place(out, &r->access[0]);
  omen_buf_adds(out, "; ");
  place(out, &r->access[1]);
  if (v->not_judged) {
    omen_buf_adds(out, " (");
    cell(out, v->not_judged);
    omen_buf_adds(out, ")");
  }
  if (g) group_cell(out, report, g);
  omen_buf_adds(out, " | ");
  if (v->replay) code(out, v->replay);
  omen_buf_adds(out, " |\n");
}

static void race_rows(struct omen_buf *out, const struct omen_report *r, const struct omen_gate *gate) {
  struct omen_groups groups = omen_groups_make(r, NULL);
  const struct omen_group *g;
  for (size_t i = 0; i < r->nraces; i++)
    if (!r->races[i].mark.suppressed && omen_groups_leads(&groups, i, &g))
      race_row(out, r, &r->races[i], g, g ? omen_gate_group(gate, r, g) : omen_gate_race(gate, &r->races[i]));
  omen_groups_release(&groups);
}

static void finding_row(struct omen_buf *out, const struct omen_finding *f, bool counts) {
  char *sentence = omen_finding_sentence(f);
  omen_buf_adds(out, counts ? "| **fails** | " : "| | ");
  cell(out, omen_consequence_word(f->consequence));
  omen_buf_adds(out, " | | ");
  cell(out, sentence);
  omen_buf_adds(out, " | ");
  if (f->replay) code(out, f->replay);
  omen_buf_adds(out, " |\n");
  free(sentence);
}

static void incident_row(struct omen_buf *out, const struct omen_report_incident *i, bool counts) {
  char *sentence = omen_incident_sentence(i), *prevention = omen_incident_prevention(i);
  omen_buf_adds(out, counts ? "| **fails** | incident: " : "| | incident: ");
  cell(out, omen_consequence_word(i->consequence));
  if (i->mark.baseline == OMEN_BASELINE_NEW) omen_buf_adds(out, " (new)");
  omen_buf_adds(out, " | ");
  if (i->npairs && i->pairs[0].variable) code(out, i->pairs[0].variable);
  omen_buf_adds(out, " | ");
  cell(out, sentence);
  if (prevention) {
    omen_buf_adds(out, " ");
    cell(out, prevention);
  }
  omen_buf_adds(out, " | ");
  if (i->replay) code(out, i->replay);
  omen_buf_adds(out, " |\n");
  free(sentence);
  free(prevention);
}

static size_t count_hidden(const struct omen_report *r) {
  size_t n = 0;
  for (size_t i = 0; i < r->nraces; i++) n += r->races[i].mark.suppressed != NULL;
  for (size_t i = 0; i < r->nfindings; i++) n += r->findings[i].mark.suppressed != NULL;
  for (size_t i = 0; i < r->nincidents; i++) n += r->incidents[i].mark.suppressed != NULL;
  return n;
}

void omen_report_markdown(const struct omen_report *r, const struct omen_gate *gate, struct omen_buf *out) {
  struct omen_buf *whole = out, text = {0};
  out = &text; /* what others wrote may reach a terminal from here, too */
  size_t hidden = count_hidden(r), counts = omen_gate_count(gate, r), open = omen_gate_not_judged(gate, r),
         rows = r->nraces + r->nfindings + r->nincidents - hidden;
  omen_buf_adds(out, "## Omen: ");
  cell(out, r->argv && r->argv[0] ? r->argv[0] : "program");
  omen_buf_addf(out, "\n\n%zu incident%s, %zu data race%s, %zu failure%s of the run itself; %zu count%s.",
                r->nincidents, r->nincidents == 1 ? "" : "s", r->nraces, r->nraces == 1 ? "" : "s",
                r->nfindings, r->nfindings == 1 ? "" : "s", counts, counts == 1 ? "s" : "");
  if (open) omen_buf_addf(out, " %zu could not be judged.", open);
  if (r->nruns) omen_buf_addf(out, " %zu runs were recorded.", r->nruns);
  omen_buf_adds(out, "\n");
  if (rows)
    omen_buf_adds(out,
                  "\n| | verdict | memory | accesses | see it happen |\n| --- | --- | --- | --- | --- |\n");
  for (size_t i = 0; i < r->nincidents; i++)
    if (!r->incidents[i].mark.suppressed)
      incident_row(out, &r->incidents[i], omen_gate_incident(gate, &r->incidents[i]));
  race_rows(out, r, gate);
  for (size_t i = 0; i < r->nfindings; i++)
    if (!r->findings[i].mark.suppressed)
      finding_row(out, &r->findings[i], omen_gate_finding(gate, &r->findings[i]));
  if (hidden) omen_buf_addf(out, "\n%zu more %s suppressed.\n", hidden, hidden == 1 ? "is" : "are");
  omen_buf_add_printable(whole, text.data, text.len);
  omen_buf_release(&text);
}
