/* The forms in which a report is written. */
#ifndef OMEN_REPORT_WRITE_H
#define OMEN_REPORT_WRITE_H
#include "report/gate.h"
#include "report/model.h"

/* For people. Empty when there is nothing to say. Of a group (groups.h) the worst race is shown in full, the
 * others in a line each. ORDERED: also races that cannot be scheduled. EACH: every race in full. */
enum { OMEN_TEXT_ORDERED = 1, OMEN_TEXT_EACH = 2 };
void omen_report_text(const struct omen_report *r, unsigned how, struct omen_buf *out);
/* The defects of one run of the recording, be it a replay or an exploration, and how it ended, if not in
 * order. */
int omen_report_end(const struct omen_recording *r, const struct omen_outcome *o, struct omen_buf *out,
                    struct omen_err *err);
/* docs/json.md. */
void omen_report_json(const struct omen_report *r, struct omen_buf *out);
/* SARIF 2.1.0: docs/ci.md. */
void omen_report_sarif(const struct omen_report *r, struct omen_buf *out);
/* JUnit XML, and a summary in Markdown. What counts (`gate`) fails there. */
void omen_report_junit(const struct omen_report *r, const struct omen_gate *gate, struct omen_buf *out);
void omen_report_markdown(const struct omen_report *r, const struct omen_gate *gate, struct omen_buf *out);
#endif
