/* Coverage of races: which static candidates (static/run_scan.h) the recorded runs of a program have shown.
 *
 *   racing     a run has the race
 *   ordered    both accesses touched the same memory, in two threads, and no run has a race there
 *   apart      both were reached, and touched the same memory in no run
 *   one side   one of them was reached
 *   unreached  neither was
 *
 * An access is known by its file, its line, and whether it writes. Each recording is run once more, with all
 * memory watched. */
#ifndef OMEN_TRIAGE_RACE_COVERAGE_H
#define OMEN_TRIAGE_RACE_COVERAGE_H
#include "report/model.h"

/* `dirs`: `n` recordings; of many of one program, the first few are looked at. What is found becomes the
 * report's. -1: the message says why not. */
int omen_race_coverage(struct omen_report *report, char **dirs, size_t n, struct omen_err *err);
#endif
