/* What the user asked for beyond the configuration: invariants, and operations to leave out
 * (record/extras.h). */
#ifndef OMRT_EXTRAS_H
#define OMRT_EXTRAS_H
#include "record/extras.h"
#include <stdbool.h>
#include <stdint.h>

extern const struct omen_extras *omen_extras; /* NULL: nothing was asked for */

void omrt_extras_init(void); /* at start-up */
/* Where the file of that number in the extras is loaded: what to add to its addresses. False: it is not. */
bool omrt_extras_base(uint32_t module, uint64_t *base);
#endif
