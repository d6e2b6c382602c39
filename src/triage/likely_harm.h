/* Which races are judged first when time is short: a guess from what the report knows of a race, before
 * anything was explored. It orders, and decides nothing. */
#ifndef OMEN_TRIAGE_LIKELY_HARM_H
#define OMEN_TRIAGE_LIKELY_HARM_H
#include "report/model.h"
enum { OMEN_LIKELY_MOST = 3 };
/* 0 to OMEN_LIKELY_MOST: a pointer or a length, whose wrong value leads astray; a flag or a count that others
 * act on; two writes, of which one is lost; anything else. */
int omen_likely_harm(const struct omen_race *race);
#endif
