/* Whether a recording can be replayed here and now: see loaded.h. Commands that replay many times ask once,
 * so that what is wrong is said once, and before any verdict. */
#include "record/launch.h"
#include "record/loaded.h"
#include "record/outcome.h"
#include <stdlib.h>
#include <sys/wait.h>

int omen_recording_elsewhere(const struct omen_recording *r, const struct omen_outcome *o,
                             struct omen_err *err) {
  if (o->end != OMEN_END_DIVERGED || o->event != OMEN_BEFORE_START) return 0;
  return omen_fail(
      err,
      "%s: cannot be replayed: %s (another kernel, dynamic linker or set of libraries than it was "
      "recorded with): record the program again",
      r->dir, o->message);
}

/* The variant did not get as far as looking. */
static int no_outcome(const struct omen_recording *r, int status, struct omen_err *err) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == OMEN_EXIT_RUN_FAILED) return omen_fail(err, "%s", "");
  return omen_fail(
      err,
      "%s: cannot be replayed: its program does not start any more (status %d): record the program "
      "again",
      r->dir, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

int omen_recording_fits(const struct omen_recording *r, struct omen_err *err) {
  char *scratch = omen_scratch_new(r, false, err);
  if (!scratch) return -1;
  struct omen_launch l = {.recording = r,
                          .mode = OMEN_MODE_REPLAY,
                          .flags = OMEN_FLAG_NO_DETECT | OMEN_FLAG_NO_OUTPUT | OMEN_FLAG_LOOK,
                          .dir = scratch,
                          .silent = true};
  int status, result = omen_launch(&l, &status, err);
  if (!result) {
    struct omen_outcome o;
    char *path = omen_format("%s/outcome.replay", scratch);
    if (omen_outcome_read(&o, path, NULL)) {
      result = no_outcome(r, status, err);
    } else {
      result = omen_recording_elsewhere(r, &o, err);
      omen_outcome_release(&o);
    }
    free(path);
  }
  omen_scratch_free(scratch);
  return result;
}
