/* Lines whose synchronisation is left out. Inside expect/ only. */
#ifndef OMEN_EXPECT_WITHOUT_H
#define OMEN_EXPECT_WITHOUT_H
#include "expect/program_names.h"
/* Appends struct omen_extra_site for every "FILE:LINE" of the list. */
int omen_without(const struct omen_program_names *names, char *const *lines, struct omen_buf *out,
                 struct omen_err *err);
#endif
