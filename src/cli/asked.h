/* What the user asks of a run beyond running it (--invariant, --without), on its way from the command line to
 * the run: see expect/expect.h. */
#ifndef OMEN_CLI_ASKED_H
#define OMEN_CLI_ASKED_H
#include "cli/options.h"

/* "--invariant", EXPR, ...: the words of a command line that ask for the same; NULL-terminated, the caller
 * frees with omen_strings_free. */
char **omen_asked_words(const struct omen_options *o);
/* A NULL-terminated copy of one of the lists; NULL when it is empty. */
char **omen_asked_copy(const struct omen_list *list);
#endif
