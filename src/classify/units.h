/* What a run wrote, taken apart into units: so that one line which the order of two accesses decides is seen
 * among others that every schedule writes differently.
 *
 * What went to a descriptor is put together first; how it was cut into calls is no difference. Text is taken
 * apart into
 *   LINE   a line as it stands, and which of its like it is: the second "tick" is another unit than the first
 *   SHAPE  the line with its numbers left out: "# waits for #"; counted likewise
 *   FIELD  one number in a line of that shape: the second of "# waits for #" is 7
 *   WORD   a word or number with the one before it: "value=6", whatever else is in the line
 * and a stream with bytes that no text has into
 *   MESSAGE  what one call wrote
 *   PART     a byte of a short message, 8 bytes of a longer one, with its place and the message's length
 * END is how the run ended. Descriptors above 2 are one class: which number a connection or a file has is the
 * schedule's matter. Where several threads write parts of lines, lines are also put together thread by
 * thread: who wrote a line is no part of any unit, since nobody outside sees it. */
#ifndef OMEN_CLASSIFY_UNITS_H
#define OMEN_CLASSIFY_UNITS_H
#include "base/table.h"
#include "explore/explore.h"

enum omen_unit_kind {
  OMEN_UNIT_LINE, /* the plainest first: of units that say the same it is the one that is shown */
  OMEN_UNIT_MESSAGE,
  OMEN_UNIT_END,
  OMEN_UNIT_SHAPE,
  OMEN_UNIT_FIELD,
  OMEN_UNIT_WORD,
  OMEN_UNIT_PART
};
struct omen_output_unit {
  uint64_t hash;
  enum omen_unit_kind kind;
  uint32_t fd;
  bool apart;       /* a line put together from what one thread wrote: `at` counts in that */
  uint64_t at;      /* of the line or message, in all that went to fd */
  const char *text; /* the line or message itself, during the visit */
  size_t len;
};
typedef void omen_unit_visit(void *to, const struct omen_output_unit *u);
void omen_units_each(const struct omen_result *r, omen_unit_visit *visit, void *to);

struct omen_unit_found {
  bool found, apart;
  enum omen_unit_kind kind;
  uint32_t fd;
  uint64_t at;
  size_t len;
};
/* The first line or message of the run that has the unit. */
struct omen_unit_found omen_unit_find(const struct omen_result *r, uint64_t hash);
/* Does the one run write the unit, and the other not, however its bytes are cut into calls? */
bool omen_unit_apart(const struct omen_result *has, const struct omen_result *has_not, uint64_t hash);

/* Which runs of a family wrote which units. Results themselves are forgotten: a family of a program that
 * writes much would fill the memory. */
enum { OMEN_UNITS_MAX = 1 << 16, OMEN_UNIT_RUNS = 64 };
struct omen_unit_kept {
  uint64_t hash;
  uint64_t in[2]; /* by order: bit i is the i-th run */
  enum omen_unit_kind kind;
  uint32_t text; /* of a LINE: where its beginning is in `texts`, plus one; 0: nowhere */
};
struct omen_units {
  struct omen_unit_kept *kept;
  size_t n, capacity;
  struct omen_table number; /* hash: place in `kept`, plus one */
  struct omen_buf texts;    /* of lines, printable, each ended by NUL */
  uint64_t cut;             /* sightings of units for which there was no more room */
  uint64_t hash[2][OMEN_UNIT_RUNS];
  bool had[2][OMEN_UNIT_RUNS];
};
/* The i-th run of an order: each is added once. Runs that wrote the same, byte by byte, are taken apart once.
 */
void omen_units_add(struct omen_units *u, int order, int i, const struct omen_result *r);
/* The beginning of a LINE by the unit's hash; NULL: it is none, or was not kept. */
const char *omen_units_line(const struct omen_units *u, uint64_t hash);
const char *omen_units_text(const struct omen_units *u, const struct omen_unit_kept *k); /* NULL: not kept */
void omen_units_release(struct omen_units *u);
#endif
