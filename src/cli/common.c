/* What several commands need: see common.h. */
#include "cli/common.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>

void omen_need_kernel(void) {
  if (prctl(PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF, 0, 0, 0))
    omen_die(
        OMEN_EXIT_RUN_FAILED,
        "this kernel has no syscall user dispatch (Linux 5.11 or later on x86-64): 'omen doctor' tells more");
  signal(SIGXFSZ, SIG_IGN); /* a file too large is an error to be told, not a death */
}

int omen_write_to(const char *file, const struct omen_buf *text, struct omen_err *err) {
  if (strcmp(file, "-")) return omen_file_write(file, text->data, text->len, err);
  if (fwrite(text->data, 1, text->len, stdout) != text->len || fflush(stdout))
    return omen_fail(err, "standard output: %s", strerror(errno));
  return 0;
}
