/* What the files of the text report share; nobody else includes this. Lines are kept within the report's
 * width where that is Omen's choice; names and paths are never cut. */
#ifndef OMEN_REPORT_TEXT_PARTS_H
#define OMEN_REPORT_TEXT_PARTS_H
#include "report/defect.h"
#include "report/source_lines.h"
#include "report/groups.h"
#include "report/model.h"

#define OMEN_TEXT_RULE "==================\n"

struct omen_text {
  const struct omen_report *r;
  struct omen_buf *out;
  struct omen_lines source;
  struct omen_groups groups; /* each told once, with its worst race */
  bool *told;                /* for each group: it was */
  bool each;                 /* nothing is told in short */
  bool crowded;              /* so many entries that not all can be told in full */
  size_t from;               /* where in `out` the report begins */
  struct omen_buf briefs;    /* entries in short: they come last */
  size_t nbriefs;
};
int omen_text_width(const struct omen_text *t);
const char *omen_text_thread(int id, char out[32]); /* "the main thread", "thread T2" */
void omen_text_frames(struct omen_text *t, const struct omen_stack *s);
/* text_left_out.c: what was left out, and what that showed: so many races were. */
void omen_text_left_out(struct omen_text *t);
void omen_text_needed(struct omen_text *t, size_t shown);
void omen_text_coverage(struct omen_text *t); /* text_coverage.c */
void omen_text_wait(struct omen_text *t, const struct omen_hold *w);
/* Those of the holds that are the thread's. */
void omen_text_holds(struct omen_text *t, const struct omen_hold *h, size_t n, int thread);

/* Colour, only where the report says so: "" otherwise. */
enum omen_ink { OMEN_INK_PLAIN, OMEN_INK_BAD, OMEN_INK_WARN, OMEN_INK_GOOD, OMEN_INK_DIM };
const char *omen_text_ink(const struct omen_text *t, enum omen_ink ink);
/* The text from there on is complete: colours get their codes, and what a terminal should not see as it is is
 * escaped (base/printable.h). */
void omen_text_finish(const struct omen_text *t, size_t from);

/* text_defect.c: one of the recorded run, and the one that a race causes. */
void omen_text_defect(struct omen_text *t, const struct omen_finding *f);
void omen_text_defect_end(struct omen_text *t, const struct omen_report_defect *d);
/* text_end.c: how the report's run ended, if not in order. */
void omen_text_end(struct omen_text *t, const struct omen_report *r);
/* text_happens.c: how the run that shows a consequence ends. False: in order. */
bool omen_text_happens(struct omen_text *t, const struct omen_shown_end *e, enum omen_endless loop);
/* text_verdict.c: a race, and its verdict if it has one. */
void omen_text_with(struct omen_text *t, const char *inputs); /* lines; NULL: the recorded ones */
void omen_text_verdict(struct omen_text *t, const struct omen_race *r);
/* The same in two lines, of a race that is told under an incident. */
void omen_text_verdict_under(struct omen_text *t, const struct omen_race *r,
                             const struct omen_report_incident *i);
/* text_incident.c */
void omen_text_incident(struct omen_text *t, const struct omen_report_incident *i);
/* One of a mistake of which `first` was told in full. */
void omen_text_incident_brief(struct omen_text *t, const struct omen_report_incident *i,
                              const struct omen_report_incident *first);
/* text_summary.c: the sums at the end; so many races were shown, and so many are ordered by another. */
void omen_text_summary(struct omen_text *t, size_t shown, size_t ordered);
/* text_tsan.c: the race as ThreadSanitizer prints it, without the first rule. */
/* Over how many call stacks the race was seen, and which callers they have; nothing where it is one. */
void omen_text_members(struct omen_text *t, const struct omen_race *r);
void omen_text_tsan(struct omen_text *t, const struct omen_race *r);
/* text_groups.c: a race in a line; and a group, with its others in a line each: `shown` follows in full. */
void omen_text_brief(struct omen_text *t, const struct omen_race *r);
void omen_text_group(struct omen_text *t, const struct omen_group *g, size_t shown);
/* text_steps.c: the order that does it, in two columns; the output that changes. */
void omen_text_steps(struct omen_text *t, const struct omen_race *r);
void omen_text_incident_steps(struct omen_text *t, const struct omen_report_incident *i);
void omen_text_difference(struct omen_text *t, const struct omen_shown *s);
/* FILE:LINE without the folders, and the source line, in at most `width` columns. */
void omen_text_place(struct omen_text *t, const struct omen_where *at, int width, char *out, size_t cap);
#endif
