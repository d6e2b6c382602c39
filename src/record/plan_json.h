/* A plan as JSON: in evidence.json, in files of its own, and wherever plans are stored or sent.
 *
 *   {"version": 1,
 *    "leave": {"at": "race"} | {"at": "never"} | {"at": "point", "thread": T, "count": N}
 *             | {"at": "event", "count": N, "seed": S},
 *    "constraints": [{"how": "hold-behind" or "hold-before", "brink": false, "addr": A, "len": N,
 *                     "earlier": EVENT, "later": EVENT, ["late": true]},
 *                    {"how": "locks", "thread": T, "took": A, "wants": A}, ...],
 *    "then": "at-once", "follow": false, "tell": false, "region": false, ["every": true,]
 *    "decisions": [["switch", THREAD, POINT, TURN, TO], ["signal", THREAD, POINT, TURN, NUMBER],
 *                  ["input", THREAD, POINT, TURN, HEX], ["store", THREAD, POINT, TURN, ALTERNATIVE],
 * ...], "tail": {"strategy": "random", "seed": S, "decisions": N, "max_events": N}} EVENT: {"thread": T,
 * "point": N, "site": N, "repeat": N}, and of a library call "call": [POINT, NTH, WRITES]
 *
 * The words are those of plan_words.def. A number of 2^63 or more is a string "0x...", since JSON's integers
 * are signed here. Every field must be there, and no other: a plan that was written wrong is never followed
 * as another one. */
#ifndef OMEN_RECORD_PLAN_JSON_H
#define OMEN_RECORD_PLAN_JSON_H
#include "base/base.h"
#include "record/plan.h"
struct json_t;

struct json_t *omen_plan_to_json(const struct omen_plan *p);
/* -1, with the field at fault in the message and nothing to release: it is no plan. */
int omen_plan_from_json(struct omen_plan *out, const struct json_t *j, struct omen_err *err);
#endif
