/* What several commands need; see also options.h. */
#ifndef OMEN_CLI_COMMON_H
#define OMEN_CLI_COMMON_H
#include "base/base.h"

/* Ends with 125 and one line when this kernel cannot run variants. */
void omen_need_kernel(void);
/* Writes to the file, or to standard output when it is "-". */
int omen_write_to(const char *file, const struct omen_buf *text, struct omen_err *err);
#endif
