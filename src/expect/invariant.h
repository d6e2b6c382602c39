/* Inside expect/ only. */
#ifndef OMEN_EXPECT_INVARIANT_H
#define OMEN_EXPECT_INVARIANT_H
#include "expect/tree.h"
/* Compiles one expression; the error names the column. */
int omen_compile(struct omen_program_names *names, const char *text, struct omen_code *out,
                 struct omen_err *err);
#endif
