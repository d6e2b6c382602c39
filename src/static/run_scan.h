/* Runs the analysis (lib/omen/scan) on a program: the command's side, without LLVM. */
#ifndef OMEN_STATIC_RUN_SCAN_H
#define OMEN_STATIC_RUN_SCAN_H
#include "base/base.h"

struct omen_scan_request {
  const char *program;
  const char *const *with; /* libraries that it opens; `nwith` */
  size_t nwith;
  size_t most; /* of the candidates only the likeliest are written; 0: all */
  bool locks_only;
  const char
      *reached; /* not candidates, but the ways to accesses of them that are not in this file: ways.h */
};
/* The document, as text, into `out`; what a person should know of the program into *notes (caller frees; may
 * be empty). Answers as omen_variant_get. */
int omen_scan_run(const struct omen_scan_request *q, struct omen_buf *out, char **notes,
                  struct omen_err *err);
#endif
