/* What `omen scan` found (static/), as a report: candidates are races that nobody has seen. So suppressions,
 * baselines, SARIF and HTML are those of other reports; text and JSON are the scan's own. */
#ifndef OMEN_REPORT_SCANNED_H
#define OMEN_REPORT_SCANNED_H
#include "report/model.h"
#include <jansson.h>

/* `scan`: the document that lib/omen/scan writes. `program`: as the user named it. */
void omen_report_scanned(struct omen_report *out, json_t *scan, const char *program);
/* For people: objects, the likeliest first, with their candidates; at most `most` of these. The report is
 * marked. */
void omen_scanned_text(const struct omen_report *r, json_t *scan, size_t most, struct omen_buf *out);
/* Takes what is suppressed or known out of the document, and says there what was marked. */
void omen_scanned_mark(const struct omen_report *r, json_t *scan);
#endif
