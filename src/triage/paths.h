/* Multi-path analysis (Portend 3.3; thesis 5.4, 5.5): what a race can do with other inputs than the recorded
 * ones. The recorded run is made once more by the symbolic variant, contained (explore/derive.h); the solver
 * turns its decisions into other inputs (symbolic/search.h), and a run with each of them is a recording of
 * its own. A race that is there again is judged there like any other, and the outputs of both orders are
 * compared as expressions (symbolic/compare.h): inputs for which they differ are tried, too.
 * docs/symbolic.md.
 *
 *   paths.c          the search, and what of it is looked at
 *   paths_one.c      one derived recording: made, judged, compared
 *   paths_verdict.c  verdicts brought together
 *   paths_novel.c    races that only other inputs have
 *   paths_found.c    what was found, kept for later reports
 *   inputs_text.c     inputs for people and programs
 *
 * Derived recordings that are evidence are kept in the recording's folder `paths`. */
#ifndef OMEN_TRIAGE_PATHS_H
#define OMEN_TRIAGE_PATHS_H
#include "explore/derive.h"
#include "triage/classify_recording.h"

struct omen_paths_job {
  const struct omen_classify_job *single; /* which is done: the races of its report have their verdicts */
  char *const *symbolic;                  /* the words of --symbolic, NULL-terminated */
  int paths;                              /* Mp: primaries of a race, the recorded run included */
  double deadline;                        /* omen_now() at which it ends; 0: by its own limits alone */
  const char *only;                       /* the one race; NULL: all */
  bool no_proofs;                         /* outputs are compared as they are alone */
  bool heads; /* the search heads for accesses of static candidates that the recorded run did not reach */
  struct omen_progress *progress;
};

/* Races of the report that are not harmful get worse verdicts, or more witnesses; what other inputs do by
 * themselves becomes findings. What the report borrows from derived recordings lives until
 * omen_paths_release. -1: nothing could be done; the message says why. */
struct omen_paths;
int omen_paths_work(const struct omen_paths_job *job, struct omen_paths **out, struct omen_err *err);
/* Inputs that were tried; `races`: those of the report that only some of them have. */
int omen_paths_tried(const struct omen_paths *p, int *races);
void omen_paths_release(struct omen_paths *p);

/* paths_found.c: for a report that is made of the recording later. */
/* Adds what an earlier search found besides verdicts on the recording's own races: races that only other
 * inputs have, and what such inputs do by themselves. The report borrows from what is returned; NULL: there
 * is nothing. Any file is read; what is damaged is left out. */
struct omen_paths_found *omen_paths_load(struct omen_report *report, const char *dir);
void omen_paths_found_release(struct omen_paths_found *f);
void omen_paths_forget(const char *dir); /* the recording was judged anew, without other inputs */

/* inputs_text.c */
/* A JSON object: {"argv": [...], "stdin": "...", "env": {...}, "file": {...}}; the caller frees. Bytes that
 * are not UTF-8: {"hex": "..."}. */
char *omen_inputs_json(const struct omen_inputs *in, const char *program);
/* The command line, and what else there is to say, as lines; the caller frees. */
char *omen_inputs_lines(const struct omen_inputs *in, const char *program);
#endif
