/* The run of a recording, and what is kept of a run that was cut short: see run.h. */
#include "record/run.h"
#include "record/launch.h"
#include "record/recover.h"
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/wait.h>

/* Where files may not grow any more a run that ended in order has no end either. */
static bool no_room(const char *dir) {
  enum { LITTLE = 1 << 20 };
  struct statvfs fs;
  struct rlimit most;
  if (!statvfs(dir, &fs) && fs.f_bavail * fs.f_frsize < LITTLE) return true;
  return !getrlimit(RLIMIT_FSIZE, &most) && most.rlim_cur != RLIM_INFINITY;
}

/* There is no outcome, or it does not say how the run ended. */
static int no_outcome(const struct omen_recording *r, const char *outcome, int status, struct omen_err *err) {
  if (omen_recording_gone(r))
    return omen_fail(err, "%s: the recording was removed or moved while the program ran", r->dir);
  if (WIFEXITED(status) && WEXITSTATUS(status) == OMEN_EXIT_RUN_FAILED)
    return omen_fail(err, "%s", ""); /* said so */
  if (WIFSIGNALED(status))
    return omen_fail(err,
                     "the program was killed by signal %d (%s) before its run could be recorded to the end",
                     WTERMSIG(status), strsignal(WTERMSIG(status)));
  if (omen_file_exists(outcome) && no_room(r->dir))
    return omen_fail(err, "%s: no room for the recording (full, or files are limited): nothing is kept",
                     r->dir);
  return omen_fail(
      err,
      omen_file_exists(outcome)
          ? "the program ended with status %d outside the runtime's control: nothing was recorded"
          : "the program ended with status %d before the runtime began (do its libraries load?): nothing was "
            "recorded",
      WEXITSTATUS(status));
}

/* Killed by what nobody can catch: what is on disk is kept. */
static int killed(struct omen_recording *r, int status, struct omen_outcome *outcome) {
  struct omen_err unused = {0};
  if (!WIFSIGNALED(status) || omen_recording_gone(r) || omen_recording_cut(r, false, outcome, &unused))
    return -1;
  omen_warn("the program was killed by signal %d (%s): the recording has the %llu events until then",
            WTERMSIG(status), strsignal(WTERMSIG(status)),
            (unsigned long long)omen_outcome_counter(outcome, "events"));
  return 0;
}

/* The program went on without being recorded: what there was room for is kept. */
static int without_room(struct omen_recording *r, struct omen_outcome *outcome) {
  struct omen_err unused = {0};
  struct omen_outcome first = *outcome;
  *outcome = (struct omen_outcome){0};
  int result = omen_recording_gone(r) || omen_recording_cut(r, true, outcome, &unused);
  if (!result)
    omen_warn("there was no room for all of the recording (a full disk, or a limit for files): it has the "
              "first %llu events",
              (unsigned long long)omen_outcome_counter(outcome, "events"));
  if (!result && first.nracy > outcome->nracy)
    omen_warn("%zu more places were seen to race after that, which cannot be shown",
              first.nracy - outcome->nracy);
  omen_outcome_release(&first);
  return result;
}

/* The run has ended, and there is no outcome, or log and digest are not whole. */
static int cut_short(struct omen_recording *r, const char *path, bool told, int status,
                     struct omen_outcome *outcome, struct omen_err *err) {
  if (!told && !killed(r, status, outcome)) return 0;
  bool full = told || (omen_file_exists(path) && no_room(r->dir));
  if (full && !without_room(r, outcome)) return 0;
  return told ? omen_fail(err, "%s: the recording could not be written to its end", r->dir)
              : no_outcome(r, path, status, err);
}

int omen_recording_run(struct omen_recording *r, const struct omen_run_limit *limit,
                       const struct omen_client *client, struct omen_outcome *outcome, int *ended,
                       struct omen_err *err) {
  struct omen_launch l = {.recording = r,
                          .mode = OMEN_MODE_RECORD,
                          .flags = r->manifest.flags | (client->command ? OMEN_FLAG_TELLS_LISTEN : 0),
                          .dir = r->dir,
                          .client = client,
                          .wall_seconds = limit->seconds,
                          .cpu_seconds = limit->cpu_seconds,
                          .limited = &r->manifest.limited,
                          .unheard = &r->manifest.unheard};
  int status;
  double start = omen_now(), spent = omen_spent(true);
  if (omen_launch(&l, &status, err)) return -1;
  r->manifest.seconds = omen_now() - start;
  r->manifest.cpu_seconds = omen_spent(true) - spent;
  char *path = omen_format("%s/outcome", r->dir);
  bool told = !omen_outcome_read(outcome, path, NULL);
  /* What the program became by exec ends as it likes. */
  bool replaced = told && omen_outcome_counter(outcome, "replaced");
  *ended = told && !replaced   ? omen_outcome_status(outcome)
           : WIFEXITED(status) ? WEXITSTATUS(status)
                               : 128 + WTERMSIG(status);
  bool whole = told && !omen_recording_whole(r, omen_outcome_counter(outcome, "events"), err);
  int result = whole ? 0 : cut_short(r, path, told, status, outcome, err);
  free(path);
  return result;
}
