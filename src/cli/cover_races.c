/* --race-coverage for triage and test: see common.h. */
#include "triage/race_coverage.h"
#include "cli/common.h"

void omen_cover_races(struct omen_report *report, char **dirs, size_t n) {
  struct omen_err err = {0};
  if (omen_race_coverage(report, dirs, n, &err)) omen_warn("no coverage of races: %s", err.msg);
}
