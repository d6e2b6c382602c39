/* The evidence of harmful races, kept in a recording as evidence.json: for each the plans of both orders. */
#ifndef OMEN_CLI_EVIDENCE_H
#define OMEN_CLI_EVIDENCE_H
#include "classify/classify.h"
struct json_t;
struct omen_evidence {
  struct json_t *list;
};
void omen_evidence_add(struct omen_evidence *e, const char *id, const struct omen_suspect *s,
                       const struct omen_judgement *j);
int omen_evidence_write(struct omen_evidence *e, const char *dir, struct omen_err *err); /* releases it */
int omen_evidence_find(const char *dir, const char *id, bool alternate, struct omen_plan *plan,
                       struct omen_err *err);
#endif
