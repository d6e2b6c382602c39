/* A verdict as JSON, in the report (docs/json.md) and in the recording's evidence.json, and back again. */
#ifndef OMEN_REPORT_VERDICT_JSON_H
#define OMEN_REPORT_VERDICT_JSON_H
#include "report/defect.h"
#include <jansson.h>

json_t *omen_json_str(const char *s);                                /* UTF-8 in any case; NULL: null */
json_t *omen_json_lines(const char *text);                           /* a list of them; NULL: empty */
const char *omen_json_to_lines(struct omen_report *r, json_t *list); /* and back; NULL: empty */
json_t *omen_json_stack(const struct omen_stack *s);
/* From an object: what is missing or of another kind is NULL, `otherwise`, or empty. */
const char *omen_json_text(struct omen_report *r, json_t *o, const char *key);
int omen_json_int(json_t *o, const char *key, int otherwise);
struct omen_stack omen_json_to_stack(struct omen_report *r, json_t *a);
struct omen_hold *omen_json_to_holds(struct omen_report *r, json_t *a, size_t *n);
json_t *omen_json_loops(const struct omen_hold *h, size_t n);
json_t *omen_json_holds(const struct omen_hold *h, size_t n, bool waits);
/* defect_json.c: a defect's members, and back; NULL: it is none. The caller owns it. */
void omen_defect_to_json(json_t *o, const struct omen_report_defect *d);
struct omen_report_defect *omen_defect_from_json(struct omen_report *r, json_t *o);
/* Adds the verdict's members to `o`; nothing when there is none. */
void omen_verdict_to_json(json_t *o, const struct omen_verdict *v);
/* From such an object. Whatever is missing or of another kind stays empty: any JSON will do. False: no
 * verdict, or one in words that verdicts.def does not have; then `v` says nothing. */
bool omen_verdict_from_json(struct omen_report *r, json_t *o, struct omen_verdict *v);
void omen_json_place(json_t *o, const struct omen_where *p); /* file, line, function, path */
struct omen_where omen_json_to_place(struct omen_report *r, json_t *o);
/* A schedule can have a million steps, and they are all in the recording's evidence.json. Reports have the
 * first and the last ones, and those that matter; of a race that is told with its group (`in_group`) few
 * others. Takes the others out of the `evidence` of a race or incident; a step behind a gap has `left_out`,
 * their number, and so has the evidence. */
void omen_json_shorten(json_t *o, bool in_group);
struct omen_race;
json_t *omen_json_models(const struct omen_race *r); /* json.c: its class under each memory model */
bool omen_step_is_told(const struct omen_shown_step *steps, size_t n, size_t i);
void omen_shown_to_json(json_t *e, const struct omen_shown *s);
struct omen_shown *omen_shown_from_json(struct omen_report *r, json_t *e); /* NULL: there is none */
#endif
