/* Demangled C++ names, short enough to read in a stack. */
#ifndef OMEN_REPORT_CXXNAME_H
#define OMEN_REPORT_CXXNAME_H
#include "base/base.h"
/* The function's qualified name without return type and parameters, with long template arguments as <...>.
 * Anything that is not understood is given back as it is. */
void omen_cxxname_shorten(const char *demangled, struct omen_buf *out);

/* "name[abi:cxx11]" to "name", in place: what the source says. */
void omen_cxxname_untag(char *demangled);
#endif
