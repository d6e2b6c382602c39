/* Candidates of a scan beside what runs showed. */
#ifndef OMEN_REPORT_SCANNED_SEEN_H
#define OMEN_REPORT_SCANNED_SEEN_H
#include <jansson.h>
#include <stddef.h>

/* Marks the candidates that are races of `report` (the JSON of run, triage, classify or test): member `seen`,
 * with the race's class where it has one, else true. Races that no candidate has go to the scan's list
 * `missed`. */
void omen_scanned_seen(json_t *scan, json_t *report);
size_t omen_scanned_seen_count(json_t *scan); /* candidates that are marked */
#endif
