/* What several commands need: see common.h. */
#include "cli/common.h"
#include "base/interrupt.h"
#include "record/launch.h"
#include "record/loaded.h"
#include "record/made_here.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void omen_need_kernel(void) {
  struct omen_err err = {0};
  if (omen_launch_supported(&err)) omen_die(OMEN_EXIT_RUN_FAILED, "%s", err.msg);
  signal(SIGXFSZ, SIG_IGN); /* a file too large is an error to be told, not a death */
}

void omen_need_fit(const struct omen_recording *r, int code) {
  struct omen_err err = {0};
  if (omen_interrupted() || !omen_recording_fits(r, &err) || omen_interrupted()) return;
  if (err.msg[0]) omen_die(code, "%s", err.msg);
  exit(code); /* the runtime said why */
}

/* At a terminal only: there is somebody who can answer. */
static bool says_yes(const struct omen_recording *r) {
  char answer[16] = "";
  if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO)) return false;
  omen_say("%s was not made here by you: it was copied, unpacked, or is somebody else's.", r->dir);
  fprintf(stderr, "omen: This runs the program in it. Go on? [y/N] ");
  return fgets(answer, sizeof answer, stdin) && (answer[0] == 'y' || answer[0] == 'Y');
}

void omen_need_trust(const struct omen_recording *r, bool trust, int code) {
  struct omen_err err = {0};
  const char *said = getenv("OMEN_TRUST");
  if (trust || (said && !strcmp(said, "1"))) omen_trust_recordings();
  if (!omen_may_run(r, &err)) return;
  if (!says_yes(r)) omen_die(code, "%s", err.msg);
  omen_trust_recordings();
}

int omen_write_to(const char *file, const struct omen_buf *text, struct omen_err *err) {
  if (strcmp(file, "-")) return omen_file_write(file, text->data, text->len, err);
  if (fwrite(text->data, 1, text->len, stdout) != text->len || fflush(stdout))
    return omen_fail(err, "standard output: %s", strerror(errno));
  return 0;
}
