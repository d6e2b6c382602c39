/* Other schedules for `omen triage` without --runs and --budget. A run by the default schedule may order by
 * chance what nothing orders: the first worker takes all jobs, or a thread that nobody joins never begins. So
 * a few others are recorded, as long as they are cheap. One that shows races takes the place of a first that
 * shows none. Where several show different races, or one shows races beside those of the first, they and the
 * first become the runs of a campaign in the same folder, and are judged and told as one. What these runs
 * write is not shown. */
#ifndef OMEN_CLI_MORE_SCHEDULES_H
#define OMEN_CLI_MORE_SCHEDULES_H
#include "cli/record_options.h"

struct omen_more_schedules {
  int recorded;      /* runs, the first included */
  bool first_races;  /* the first shows races itself */
  bool taken;        /* another one's recording is there now: */
  uint32_t strategy; /*   by this strategy */
  uint64_t seed;     /*   and this seed */
  size_t merged;     /* so many others are there beside the first, as a campaign; 0: it is one recording */
  bool failed;       /* a run failed, by: */
  uint32_t failed_by;
  uint64_t failed_seed;
};
/* omen_record_first and then, if they are wanted, the others. */
bool omen_record_schedules(const struct omen_options *o, const char *dir, char **program,
                           struct omen_suppressions *suppressions, struct omen_record_result *result,
                           struct omen_more_schedules *more);
/* What there is to say of them, behind the report, and how the command ends that was to end with `code`: a
 * run that failed is no harmless one. */
int omen_more_schedules_say(const struct omen_options *o, const struct omen_more_schedules *more, int code);
#endif
