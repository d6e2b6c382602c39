/* What the forms for machines and CI (SARIF, JUnit, Markdown) say of a race or a failure in a few words. */
#ifndef OMEN_REPORT_SUMMARY_H
#define OMEN_REPORT_SUMMARY_H
#include "report/defect.h"
#include "report/model.h"

/* error, warning or note: what SARIF calls levels. */
const char *omen_race_level(const struct omen_race *r);
/* One sentence; the caller frees. */
/* What a proof of a single ordering rests on, as lines: what the verdict says, and that the harmful races of
 * the report, by their ids, do not happen in the order that does harm. Nothing of other verdicts. */
void omen_verdict_assumes(const struct omen_report *report, const struct omen_race *r,
                          struct omen_buf *lines);
char *omen_race_sentence(const struct omen_race *r);
char *omen_finding_sentence(const struct omen_finding *f);
/* The innermost frame that is the project's: with a source file that is not a system header. NULL: none. */
const struct omen_frame *omen_project_frame(const struct omen_stack *s);
/* Where a failed run failed. */
const struct omen_stack *omen_finding_stack(const struct omen_finding *f);
/* The unordered pair of project frames, without line numbers, and the memory: 16 hexadecimal digits. The same
 * when lines move, in other runs, and whichever access came first. */
void omen_race_fingerprint(const struct omen_race *r, char out[24]);
#endif
