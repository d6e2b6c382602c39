/* What classification found, kept in a recording as evidence.json: each race's verdict, and of harmful ones
 * the plans of both orders, from which `omen replay --race` makes the runs again. */
#ifndef OMEN_CLI_EVIDENCE_H
#define OMEN_CLI_EVIDENCE_H
#include "classify/reduce.h"
#include "report/model.h"
struct json_t;
struct omen_evidence {
  struct json_t *list;
};
/* The race has its verdict. `e`: NULL for one that is not harmful. */
void omen_evidence_add(struct omen_evidence *v, const struct omen_race *race, const struct omen_exhibit *e);
/* Writes it, with what the recording has already of other races; releases it. */
int omen_evidence_write(struct omen_evidence *v, const char *dir, struct omen_err *err);
int omen_evidence_find(const char *dir, const char *id, bool alternate, struct omen_plan *plan,
                       struct omen_err *err);
/* Gives the races of a report the verdicts that are there. A recording that was not classified has none; what
 * is damaged is left out. Returns how many races got one. */
size_t omen_evidence_load(struct omen_report *report, const char *dir);
#endif
