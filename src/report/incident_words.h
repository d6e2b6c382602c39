/* What all forms say of an incident, in a few words: what happens, why, and what would prevent it. */
#ifndef OMEN_REPORT_INCIDENT_WORDS_H
#define OMEN_REPORT_INCIDENT_WORDS_H
#include "report/model.h"

/* To be told: it showed again, and nobody has suppressed it. */
bool omen_incident_told(const struct omen_report_incident *i);
/* The incident under which a race is told, so that one mistake is one entry: its evidence, or else the worst
 * that blames it and has the same consequence. NULL: the race stands alone. */
const struct omen_report_incident *omen_incident_of_race(const struct omen_report *r,
                                                         const struct omen_race *race);
/* An earlier incident of the report whose cause is races on the same variables, so that what mends the one
 * should mend the other; NULL: it is the first of its mistake. */
const struct omen_report_incident *omen_incident_same_mistake(const struct omen_report *r,
                                                              const struct omen_report_incident *i);
/* One of the race's accesses does not see what others stored, in the run that goes wrong. */
bool omen_incident_stale(const struct omen_report_incident *i, const struct omen_race *race);
/* "overflow at a.c:12 in append"; the caller frees. */
char *omen_incident_title(const struct omen_report_incident *i);
/* What happens and why, in a sentence or two; the caller frees. */
char *omen_incident_sentence(const struct omen_report_incident *i);
/* What would prevent it, without a full stop; NULL: the cause is not known. The caller frees. */
char *omen_incident_remedy(const struct omen_report_incident *i);
/* How far that was checked, a sentence; the caller frees. */
char *omen_incident_checked(const struct omen_report_incident *i);
/* Both, as "What would prevent it: ... . Checked: ... ."; NULL: the cause is not known. The caller frees. */
char *omen_incident_prevention(const struct omen_report_incident *i);
/* What is done to a synchronisation object: as JSON has it, and in sentences. */
struct omen_use_words {
  const char *word, *does, *did;
};
const struct omen_use_words *omen_incident_use(enum omen_raw_use use);
/* Two pairs of its cause that are one thread's accesses with another's between them. False: there are none.
 */
struct omen_between {
  const struct omen_caused_pair *first, *second; /* first.side[1] and second.side[0] are the one between */
};
bool omen_incident_between(const struct omen_report_incident *i, struct omen_between *out);
/* Puts the pairs of the cause in the order of the run, as far as they show it. */
void omen_incident_sort_pairs(struct omen_report_incident *i);
/* Those of the report that are told, and those that did not show again: that is a failure of Omen's. */
size_t omen_incidents_told(const struct omen_report *r);
size_t omen_incidents_lost(const struct omen_report *r);
/* A name that other builds of the program keep, from what happens and the functions where it does: of
 * baselines and suppressions. The id is of one build. */
void omen_incident_key(const struct omen_report_incident *i, char out[24]);
/* As it was when keys were made of callers, too: for baselines of that time. */
void omen_incident_former_key(const struct omen_report_incident *i, char out[24]);
#endif
