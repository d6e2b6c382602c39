/* Where the outputs of the two runs of an exhibit differ, for people. */
#ifndef OMEN_REPORT_DIFFERENCE_H
#define OMEN_REPORT_DIFFERENCE_H
#include "classify/reduce.h"
#include "report/model.h"

struct omen_difference {
  bool found;
  uint32_t fd;
  uint64_t at[2]; /* the first byte that differs, in what went to fd; UINT64_MAX: that run has none there */
};
/* What the order decides: the exhibit's unit and what the other run writes in its place; or else the first
 * difference, stream by stream. Into shown->stream, line and text, [0] of primary and [1] of alternate. */
struct omen_difference omen_difference(struct omen_pool *pool, const struct omen_exhibit *e,
                                       struct omen_shown *into);
/* difference_unit.c: the first half of it. False: there is no unit, or it is no line. */
bool omen_difference_of_unit(struct omen_pool *pool, const struct omen_exhibit *e,
                             struct omen_difference *out, struct omen_shown *into);
/* The name of a stream; the line that `at` is in, printable, NULL: the text ends before it. */
const char *omen_difference_stream(struct omen_pool *pool, uint32_t fd);
const char *omen_difference_line(struct omen_pool *pool, const struct omen_buf *text, size_t at);
/* Bytes that are no text, in hexadecimal, from shortly before `at` on. */
const char *omen_difference_bytes(struct omen_pool *pool, const char *data, size_t n, size_t at);
#endif
