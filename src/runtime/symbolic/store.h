/* symbolic/store.h: expressions. Numbers of nodes (record/symbolic.h): equal expressions have one number. 0
 * is none: whatever is made of it is 0, too; so a limit that was reached needs no looking after. Everything
 * made here is simplified on the way, and every node has its value in this run. */
#ifndef OMRT_SYMBOLIC_STORE_H
#define OMRT_SYMBOLIC_STORE_H
#include "record/symbolic.h"
#include <stdbool.h>

enum { OMRT_EXPR_LIMIT = 4 << 20, OMRT_EXPR_WIDEST = 512 };

void omrt_expr_init(void);
extern struct omen_sym_node *omrt_expr_nodes;
extern uint32_t omrt_expr_count;  /* nodes, with number 0 */
extern uint32_t omrt_expr_missed; /* the limit was reached: so many were not made */

/* As it is, without simplification; `value` is what it is in this run (up to 64 bits; else ignored). */
uint32_t omrt_expr_intern(struct omen_sym_node n, uint64_t value);

static inline uint32_t omrt_expr_width(uint32_t e) { return omrt_expr_nodes[e].width; }
static inline bool omrt_expr_is(uint32_t e, uint32_t op) { return omrt_expr_nodes[e].op == op; }
static inline bool omrt_expr_constant(uint32_t e) { return omrt_expr_is(e, OMEN_SYM_CONST); }
bool omrt_expr_depends(uint32_t e);                             /* on an input */
uint64_t omrt_expr_value(uint32_t e);                           /* in this run; its low 64 bits */
uint64_t omrt_expr_bits(uint32_t e, uint32_t from, uint32_t n); /* n <= 64 bits of it */

/* ---- bits.c ---- */

static inline uint64_t omrt_bits_mask(uint32_t width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }
int64_t omrt_bits_signed(uint64_t v, uint32_t width);
/* ADD to SLE, of up to 64 bits, as SMT-LIB has it. */
uint64_t omrt_bits_binary(uint32_t op, uint32_t width, uint64_t a, uint64_t b);

/* ---- simplify.c, compare.c, shape.c; all simplify ---- */

uint32_t omrt_expr_const(uint32_t width, uint64_t value);
uint32_t omrt_expr_binary(uint32_t op, uint32_t a,
                          uint32_t b); /* ADD to XOR, up to 64 bits (ADD, SUB, MUL: 128) */
uint32_t omrt_expr_compare(uint32_t op, uint32_t a, uint32_t b); /* EQ to SLE, up to 64 bits */
uint32_t omrt_expr_not(uint32_t a);
uint32_t omrt_expr_ite(uint32_t c, uint32_t a, uint32_t b);
uint32_t omrt_expr_zext(uint32_t a, uint32_t width);
uint32_t omrt_expr_sext(uint32_t a, uint32_t width);
uint32_t omrt_expr_extract(uint32_t a, uint32_t from, uint32_t width);
uint32_t omrt_expr_concat(uint32_t high, uint32_t low);

/* ---- range.c: bounds that hold for all inputs; as signed numbers ---- */

struct omrt_range {
  int64_t low, high;
};
struct omrt_range omrt_expr_range(uint32_t e);
int omrt_expr_decide(uint32_t op, uint32_t a, uint32_t b); /* a comparison: 0, 1, or -1: it depends */

static inline uint32_t omrt_expr_is_const(uint32_t e, uint64_t v) { /* equal to v */
  return omrt_expr_compare(OMEN_SYM_EQ, e, omrt_expr_const(omrt_expr_width(e), v));
}
static inline uint32_t omrt_expr_and(uint32_t a, uint32_t b) { return omrt_expr_binary(OMEN_SYM_AND, a, b); }
static inline uint32_t omrt_expr_or(uint32_t a, uint32_t b) { return omrt_expr_binary(OMEN_SYM_OR, a, b); }
static inline uint32_t omrt_expr_add(uint32_t a, uint32_t b) { return omrt_expr_binary(OMEN_SYM_ADD, a, b); }
static inline uint32_t omrt_expr_sub(uint32_t a, uint32_t b) { return omrt_expr_binary(OMEN_SYM_SUB, a, b); }
#endif
