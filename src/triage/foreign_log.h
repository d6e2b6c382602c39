/* `omen triage --from LOG`: the races that another detector reported, looked for in Omen's own runs. */
#ifndef OMEN_TRIAGE_FOREIGN_LOG_H
#define OMEN_TRIAGE_FOREIGN_LOG_H
#include "report/foreign.h"
#include "triage/campaign.h"

/* Reads the log. -1: it cannot be read, or has no such report. */
int omen_foreign_log_open(struct omen_foreigns *f, const char *log, struct omen_err *err);
/* The same of results from the field (docs/production.md): the races that were met there. */
int omen_foreign_field_open(struct omen_foreigns *f, const char *results, struct omen_err *err);
bool omen_foreign_log_found(const struct omen_campaign *c); /* every one of them, in some run */
/* What became of each: into the campaign's report, from where every form of it has it. */
void omen_foreign_log_answer(struct omen_campaign *c, struct omen_report *r);
#endif
