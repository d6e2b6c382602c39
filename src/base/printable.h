/* What others wrote (programs, file names, recordings of somebody else) in what Omen says: a terminal would
 * obey escape sequences, and worse. UTF-8 is kept, and so are line breaks and tabs; any other control
 * character, and any byte that is no text, is written as \xNN. */
#ifndef OMEN_BASE_PRINTABLE_H
#define OMEN_BASE_PRINTABLE_H
#include "base/base.h"

void omen_buf_add_printable(struct omen_buf *out, const char *text, size_t n);
/* How many bytes the character at the beginning has, if it can be shown; 0: it cannot. */
size_t omen_printable(const char *text, size_t n);
#endif
