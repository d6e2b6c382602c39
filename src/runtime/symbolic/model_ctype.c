/* Kinds of characters, by libc's own tables. */
#include "runtime/symbolic/model.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/trace.h"
#include <ctype.h>

enum { LOW = 128, HIGH = 256 };

/* Element c of a table for -128 to 255. Of an unsigned char only the upper part is needed, and no doubt is
 * left that it is inside. */
static uint32_t look_up(const struct omrt_model *m, uint32_t c, const void *table, uint32_t size) {
  bool byte = omrt_expr_is(c, OMEN_SYM_ZEXT) && omrt_expr_width(omrt_expr_nodes[c].a) <= 8;
  uint32_t low = byte ? 0 : LOW, n = low + HIGH;
  const char *first = (const char *)table - low * size;
  uint32_t index = omrt_expr_add(c, omrt_expr_const(32, low));
  if (!index || omrt_expr_value(index) >= n) return 0;
  if (!byte)
    omrt_trace_assume(omrt_expr_compare(OMEN_SYM_ULT, index, omrt_expr_const(32, n)), m->site,
                      "a character is in libc's table");
  int64_t number = omrt_trace_table(first, n, size * 8);
  if (number < 0) return 0;
  uint64_t v = size == 2 ? ((const uint16_t *)(const void *)first)[omrt_expr_value(index)]
                         : ((const uint32_t *)(const void *)first)[omrt_expr_value(index)];
  return omrt_expr_intern(
      (struct omen_sym_node){OMEN_SYM_LOOKUP, (uint16_t)(size * 8), index, 0, 0, (uint64_t)number}, v);
}

static bool speaks(uint32_t c, int value) {
  return c && omrt_expr_width(c) == 32 && (uint32_t)omrt_expr_value(c) == (uint32_t)value;
}

uint32_t omrt_model_is(const struct omrt_model *m, uint32_t c, int value, uint16_t mask) {
  if (!speaks(c, value)) return 0;
  uint32_t kinds = omrt_expr_zext(look_up(m, c, *__ctype_b_loc(), 2), 32);
  return omrt_expr_and(kinds, omrt_expr_const(32, mask));
}

uint32_t omrt_model_case(const struct omrt_model *m, uint32_t c, int value, const int32_t *table) {
  return speaks(c, value) ? look_up(m, c, table, 4) : 0;
}
