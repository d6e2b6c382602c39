/* The report as one HTML file that needs nothing else: no network, no other file. */
#ifndef OMEN_REPORT_HTML_H
#define OMEN_REPORT_HTML_H
#include "report/model.h"
#include <jansson.h>

/* Of one recording it also has a timeline, where the recording can be read; of a campaign it has none. */
void omen_report_html(const struct omen_report *r, struct omen_buf *out);
/* html_words.c: the words of verdicts, for the page's script. The caller owns it. */
json_t *omen_html_words(void);
#endif
