/* A verdict as JSON, in the report (contracts.md) and in the recording's evidence.json, and back again. */
#ifndef OMEN_REPORT_VERDICT_JSON_H
#define OMEN_REPORT_VERDICT_JSON_H
#include "report/model.h"
#include <jansson.h>

json_t *omen_json_str(const char *s); /* UTF-8 in any case; NULL: null */
json_t *omen_json_stack(const struct omen_stack *s);
json_t *omen_json_holds(const struct omen_hold *h, size_t n, bool waits);
/* Adds the verdict's members to `o`; nothing when there is none. */
void omen_verdict_to_json(json_t *o, const struct omen_verdict *v);
/* From such an object. Whatever is missing or of another kind stays empty: any JSON will do. False: no
 * verdict. */
bool omen_verdict_from_json(struct omen_report *r, json_t *o, struct omen_verdict *v);
#endif
