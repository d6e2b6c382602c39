/* What the files of the SARIF report share; nobody else includes this. */
#ifndef OMEN_REPORT_SARIF_PARTS_H
#define OMEN_REPORT_SARIF_PARTS_H
#include "report/summary.h"
#include "report/verdict_json.h"

json_t *omen_sarif_text(const char *text); /* a message */
/* NULL: there is no place to speak of. `message` may be NULL. */
json_t *omen_sarif_place(const char *file, const char *path, int line, int column, const char *function,
                         const char *message);
json_t *omen_sarif_frame(const struct omen_frame *f, const char *message);
/* sarif_flow.c: the two orders of a race, as code flows with a thread flow for each thread. */
json_t *omen_sarif_flows(const struct omen_race *r);
#endif
