/* What a harmless verdict says of what its runs wrote. */
#ifndef OMEN_CLASSIFY_SAY_DIFFERS_H
#define OMEN_CLASSIFY_SAY_DIFFERS_H
#include "classify/weigh.h"

/* Goes on after "N schedules with the accesses in either order ": what differs between the runs of the
 * families although this order does not decide it, with an example. Empty: all end and write alike. */
void omen_say_differs(const struct omen_family *families, size_t n, char *out, size_t size);
#endif
