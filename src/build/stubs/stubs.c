/* Linked into ordinary programs by `omen cc`, as an archive, behind everything else: what a program calls for
 * the sake of a race detector has to be there, and does nothing. The variant has the real ones, in the
 * runtime. A function that the program brings itself comes first. */
#define A(name)                                                                                              \
  long name(void);                                                                                           \
  __attribute__((weak)) long name(void) { return 0; }
#define X(name) A(name)
#define R(name) A(name)
A(__omen_mark) /* of bitcode that was meant for Omen alone, and went into link-time optimisation (marks.h) */
#include "base/annotations.def"
