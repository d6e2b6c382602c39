/* expect/: what the user asks of a run, made into what the runtime understands (record/extras.h): invariants
 * become programs, lines whose synchronisation is to be left out become call sites. From the debug
 * information of the variant. docs/inputs.md. */
#ifndef OMEN_EXPECT_H
#define OMEN_EXPECT_H
#include "base/base.h"

/* Both lists are NULL-terminated, or NULL. `out` gets the block, nothing when nothing was asked for. An error
 * names the option, its text and the column: one line. */
int omen_expect(const char *program, const char *libraries, char *const *invariants, char *const *without,
                struct omen_buf *out, struct omen_err *err);
#endif
