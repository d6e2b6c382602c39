/* What an instruction does, for those that can be watched. */
#ifndef OMEN_FIELD_DECODE_H
#define OMEN_FIELD_DECODE_H
#include "field/image.h"
#include "field/sites_file.h"

/* Why an instruction cannot be watched; the words are in decode.c. */
enum omen_unwatched {
  OMEN_WATCHED,
  OMEN_NO_MEMORY, /* it makes no access that can be told from its bytes */
  OMEN_FLOW,      /* it calls or jumps */
  OMEN_SEGMENT,   /* thread-local */
  OMEN_FAR,       /* its displacement cannot be found */
  OMEN_DOUBTFUL,  /* a load that was moved ahead of its condition */
};
struct omen_decoded {
  enum omen_unwatched why;
  struct omen_sites_site site; /* address, bytes, operand, kind (without OMEN_SITE_ATOMIC unless locked) */
};
const char *omen_unwatched_word(enum omen_unwatched why);
/* All entries of a table at once, by lib/omen/decode; the caller frees *out, one for each. */
int omen_decode(const struct omen_image *i, const struct omen_watch_table *t, struct omen_decoded **out,
                struct omen_err *err);
#endif
