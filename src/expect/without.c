#include "expect/without.h"
int omen_without(const struct omen_program_names *names, char *const *lines, struct omen_buf *out,
                 struct omen_err *err) {
  return omen_fail(err, "--without: not yet");
}
