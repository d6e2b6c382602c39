/* Reader of the file `symbolic`. Everything is checked once, here; see trace.h for what then holds. */
#include "symbolic/trace.h"
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(struct omen_sym_node) == 24, "layout of the file");
_Static_assert(sizeof(struct omen_sym_step) == 32, "layout of the file");
_Static_assert(sizeof(struct omen_sym_output) == 16, "layout of the file");
_Static_assert(sizeof(struct omen_sym_table) == 16, "layout of the file");
_Static_assert(sizeof(struct omen_sym_header) == 64, "layout of the file");

static const char *const op_names[] = {
#define X(symbol, operands) #symbol,
    OMEN_SYM_OPS(X)
#undef X
};
static const uint8_t op_operands[] = {
#define X(symbol, operands) operands,
    OMEN_SYM_OPS(X)
#undef X
};
static const char *const kind_names[] = {
#define X(symbol, meaning) #symbol,
    OMEN_SYM_KINDS(X)
#undef X
};
#define KINDS (sizeof kind_names / sizeof *kind_names)

int omen_sym_operands(uint32_t op) { return op < OMEN_SYM_OP_COUNT ? op_operands[op] : 0; }
const char *omen_sym_op_name(uint32_t op) { return op < OMEN_SYM_OP_COUNT ? op_names[op] : "?"; }
const char *omen_sym_kind_name(uint32_t kind) { return kind < KINDS ? kind_names[kind] : "?"; }

const char *omen_sym_string(const struct omen_sym_trace *t, uint32_t offset) {
  return offset < t->string_bytes ? t->strings + offset : "";
}
bool omen_sym_block_covered(const struct omen_sym_trace *t, uint32_t block) {
  return block < t->n_blocks && (t->covered[block / 8] >> (block % 8) & 1);
}

uint64_t omen_sym_element(const struct omen_sym_trace *t, uint32_t table, uint64_t i) {
  const struct omen_sym_table *tab = &t->tables[table];
  if (i >= tab->elements) return 0;
  uint64_t value = 0;
  uint32_t size = tab->width / 8;
  memcpy(&value, t->table_data + tab->offset + i * size, size);
  return value;
}

/* The widths of an operation and its operands; NULL: right, else what is not. */
static const char *widths(const struct omen_sym_trace *t, const struct omen_sym_node *n) {
  uint32_t w = n->width, a = t->nodes[n->a].width, b = t->nodes[n->b].width, c = t->nodes[n->c].width;
  switch ((enum omen_sym_op)n->op) {
  case OMEN_SYM_NONE: return "no operation";
  case OMEN_SYM_CONST: return NULL;
  case OMEN_SYM_INPUT: return w == 8 ? NULL : "an input is a byte";
  case OMEN_SYM_ADD:
  case OMEN_SYM_SUB:
  case OMEN_SYM_MUL:
  case OMEN_SYM_UDIV:
  case OMEN_SYM_SDIV:
  case OMEN_SYM_UREM:
  case OMEN_SYM_SREM:
  case OMEN_SYM_SHL:
  case OMEN_SYM_LSHR:
  case OMEN_SYM_ASHR:
  case OMEN_SYM_AND:
  case OMEN_SYM_OR:
  case OMEN_SYM_XOR: return a == w && b == w ? NULL : "both sides are as wide as the result";
  case OMEN_SYM_EQ:
  case OMEN_SYM_ULT:
  case OMEN_SYM_ULE:
  case OMEN_SYM_SLT:
  case OMEN_SYM_SLE: return a == b && w == 1 ? NULL : "a comparison of two widths, or not of one bit";
  case OMEN_SYM_NOT: return a == w ? NULL : "the operand is as wide as the result";
  case OMEN_SYM_ZEXT:
  case OMEN_SYM_SEXT: return w >= a ? NULL : "an extension that makes narrower";
  case OMEN_SYM_EXTRACT: return n->imm < a && w <= a - n->imm ? NULL : "bits that the operand has not";
  case OMEN_SYM_CONCAT: return w == a + b ? NULL : "the parts are not as wide as the whole";
  case OMEN_SYM_ITE: return a == 1 && b == w && c == w ? NULL : "a choice of two widths, or not by one bit";
  case OMEN_SYM_LOOKUP:
    if (n->imm >= t->n_tables) return "no such table";
    return t->tables[n->imm].width == w ? NULL : "not as wide as the table's elements";
  case OMEN_SYM_FORMATTED:
    if (n->imm >> 32 >= t->string_bytes) return "no such format";
    return w == 8 ? NULL : "formatted text is bytes";
  case OMEN_SYM_OP_COUNT: break;
  }
  return "unknown operation";
}

static int check_nodes(const struct omen_sym_trace *t, struct omen_err *err) {
  if (t->n_nodes && t->nodes[0].op != OMEN_SYM_NONE) return omen_fail(err, "node 0 is not NONE");
  for (uint32_t i = 1; i < t->n_nodes; i++) {
    const struct omen_sym_node *n = &t->nodes[i];
    if (n->op >= OMEN_SYM_OP_COUNT) return omen_fail(err, "node %u: unknown operation %u", i, n->op);
    if (!n->width || n->width > OMEN_SYM_MAX_WIDTH) return omen_fail(err, "node %u: %u bits", i, n->width);
    uint32_t operand[3] = {n->a, n->b, n->c};
    for (int k = 0; k < 3; k++)
      if (k < op_operands[n->op] ? !operand[k] || operand[k] >= i : operand[k] != 0)
        return omen_fail(err, "node %u (%s): operand %u is not an earlier node", i, op_names[n->op],
                         operand[k]);
    const char *wrong = widths(t, n);
    if (wrong) return omen_fail(err, "node %u (%s): %s", i, op_names[n->op], wrong);
  }
  return 0;
}
static int check_tables(const struct omen_sym_trace *t, uint64_t bytes, struct omen_err *err) {
  for (uint32_t i = 0; i < t->n_tables; i++) {
    const struct omen_sym_table *tab = &t->tables[i];
    if (tab->width != 8 && tab->width != 16 && tab->width != 32 && tab->width != 64)
      return omen_fail(err, "table %u: elements of %u bits", i, tab->width);
    uint64_t size = (uint64_t)tab->elements * (tab->width / 8);
    if (!tab->elements || tab->offset > bytes || size > bytes - tab->offset)
      return omen_fail(err, "table %u lies outside", i);
  }
  return 0;
}
static int check_steps(const struct omen_sym_trace *t, struct omen_err *err) {
  for (uint32_t i = 0; i < t->n_steps; i++) {
    const struct omen_sym_step *s = &t->steps[i];
    if (s->kind >= KINDS) return omen_fail(err, "step %u: unknown kind %u", i, s->kind);
    if (s->taken > 1) return omen_fail(err, "step %u: taken is %u", i, s->taken);
    if (s->expr && s->expr >= t->n_nodes) return omen_fail(err, "step %u: no node %u", i, s->expr);
    if (s->on >= t->n_nodes && s->on) return omen_fail(err, "step %u: no node %u", i, s->on);
    if (s->why && s->why >= t->string_bytes) return omen_fail(err, "step %u: no string %u", i, s->why);
    if (omen_sym_constrains(s) && (!s->expr || t->nodes[s->expr].width != 1))
      return omen_fail(err, "step %u: not a condition", i);
  }
  return 0;
}
static int check_outputs(const struct omen_sym_trace *t, struct omen_err *err) {
  for (uint32_t i = 0; i < t->n_outputs; i++) {
    const struct omen_sym_output *o = &t->outputs[i];
    if (!o->expr || o->expr >= t->n_nodes || t->nodes[o->expr].width != 8)
      return omen_fail(err, "output %u is not a byte", i);
  }
  return 0;
}

/* Cuts the next section off; NULL: there is not that much. */
static const void *section(const uint8_t **at, const uint8_t *end, uint64_t n, uint64_t size) {
  uint64_t left = (uint64_t)(end - *at);
  if (size && n > left / size) return NULL;
  uint64_t bytes = (n * size + 7) & ~7ull;
  if (bytes > left) return NULL;
  const void *p = *at;
  *at += bytes;
  return p;
}
static int cut(struct omen_sym_trace *t, const struct omen_sym_header *h, struct omen_err *err) {
  const uint8_t *at = (const uint8_t *)t->data + sizeof *h, *end = (const uint8_t *)t->data + t->size;
  t->nodes = section(&at, end, h->nodes, sizeof *t->nodes);
  t->steps = t->nodes ? section(&at, end, h->steps, sizeof *t->steps) : NULL;
  t->outputs = t->steps ? section(&at, end, h->outputs, sizeof *t->outputs) : NULL;
  t->tables = t->outputs ? section(&at, end, h->tables, sizeof *t->tables) : NULL;
  t->table_data = t->tables ? section(&at, end, h->table_bytes, 1) : NULL;
  t->strings = t->table_data ? section(&at, end, h->string_bytes, 1) : NULL;
  t->covered = t->strings ? section(&at, end, h->covered_bytes, 1) : NULL;
  if (!t->covered) return omen_fail(err, "cut off");
  if (at != end) return omen_fail(err, "%zu bytes too many", (size_t)(end - at));
  t->n_nodes = h->nodes, t->n_steps = h->steps, t->n_outputs = h->outputs, t->n_tables = h->tables;
  t->n_blocks = h->blocks, t->string_bytes = h->string_bytes;
  t->incomplete = h->incomplete, t->stale = h->stale, t->ended = h->ended;
  if (t->string_bytes && (t->strings[0] || t->strings[t->string_bytes - 1]))
    return omen_fail(err, "the strings have no beginning or no end");
  if (((uint64_t)h->blocks + 7) / 8 > h->covered_bytes) return omen_fail(err, "fewer bits than blocks");
  return 0;
}

int omen_sym_trace_parse(struct omen_sym_trace *t, const void *data, size_t size, struct omen_err *err) {
  memset(t, 0, sizeof *t);
  struct omen_sym_header h;
  if (size < sizeof h) return omen_fail(err, "symbolic trace: cut off");
  memcpy(&h, data, sizeof h);
  if (h.magic != OMEN_SYM_MAGIC)
    return omen_fail(err, "symbolic trace: not one (its first bytes are others)");
  t->data = omen_xmalloc(size + 1); /* aligned for every section: all begin at multiples of 8 */
  t->size = size;
  memcpy(t->data, data, size);
  struct omen_err why;
  if (!cut(t, &h, &why) && !check_tables(t, h.table_bytes, &why) && !check_nodes(t, &why) &&
      !check_steps(t, &why) && !check_outputs(t, &why))
    return 0;
  omen_sym_trace_release(t);
  return omen_fail(err, "symbolic trace: %s", why.msg);
}

int omen_sym_trace_read(struct omen_sym_trace *t, const char *path, struct omen_err *err) {
  memset(t, 0, sizeof *t);
  struct omen_buf b = {0};
  if (omen_file_read(path, &b, err)) return -1;
  struct omen_err why;
  int bad = omen_sym_trace_parse(t, b.data, b.len, &why);
  omen_buf_release(&b);
  return bad ? omen_fail(err, "%s: %s", path, why.msg) : 0;
}

void omen_sym_trace_release(struct omen_sym_trace *t) {
  free(t->data);
  memset(t, 0, sizeof *t);
}
