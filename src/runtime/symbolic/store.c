/* Nodes and their values: see store.h. They lie one behind the other, so that a fork copies little: what is
 * old is never written again. */
#include "runtime/symbolic/store.h"
#include "runtime/rt.h"
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

enum { FIRST_SLOTS = 1 << 14 };

struct omen_sym_node *omrt_expr_nodes;
uint32_t omrt_expr_count, omrt_expr_missed;
static uint64_t *values;
static uint32_t *slots, nslots; /* a hash table of numbers: open addressing, at most half full */

void omrt_expr_init(void) {
  if (omrt_expr_nodes) return;
  omrt_expr_nodes = omrt_reserve(OMRT_EXPR_LIMIT * sizeof *omrt_expr_nodes);
  values = omrt_reserve(OMRT_EXPR_LIMIT * sizeof *values);
  nslots = FIRST_SLOTS;
  slots = omrt_reserve(nslots * sizeof *slots);
  omrt_expr_count = 1;
}

static uint32_t hash(const struct omen_sym_node *n) {
  uint64_t h = (uint64_t)n->op << 48 ^ (uint64_t)n->width << 32 ^ n->a;
  h = (h ^ (h >> 29)) * 0x9e3779b97f4a7c15ull;
  h ^= (uint64_t)n->b << 32 ^ n->c;
  h = (h ^ (h >> 31)) * 0xbf58476d1ce4e5b9ull;
  h = (h ^ n->imm) * 0x94d049bb133111ebull;
  return (uint32_t)(h >> 32);
}

static bool same(const struct omen_sym_node *a, const struct omen_sym_node *b) {
  return a->op == b->op && a->width == b->width && a->a == b->a && a->b == b->b && a->c == b->c &&
         a->imm == b->imm;
}

static uint32_t *slot_of(const struct omen_sym_node *n) {
  uint32_t i = hash(n) & (nslots - 1);
  while (slots[i] && !same(&omrt_expr_nodes[slots[i]], n)) i = (i + 1) & (nslots - 1);
  return &slots[i];
}

static void grow(void) {
  uint32_t *old = slots, was = nslots;
  nslots *= 2;
  slots = omrt_reserve(nslots * sizeof *slots);
  for (uint32_t e = 1; e < omrt_expr_count; e++) *slot_of(&omrt_expr_nodes[e]) = e;
  OMRT_SYS2(SYS_munmap, old, was * sizeof *old);
}

uint32_t omrt_expr_intern(struct omen_sym_node n, uint64_t value) {
  uint32_t *slot = slot_of(&n);
  if (*slot) return *slot;
  if (omrt_expr_count == OMRT_EXPR_LIMIT) {
    omrt_expr_missed++;
    return 0;
  }
  uint32_t e = omrt_expr_count++;
  omrt_expr_nodes[e] = n;
  values[e] = n.width <= 64 ? value & omrt_bits_mask(n.width) : value;
  *slot = e;
  if (omrt_expr_count * 2 > nslots) grow();
  return e;
}

/* Products of 64 bits by 64 are looked at whole. */
static unsigned __int128 whole(uint32_t e) {
  return (unsigned __int128)omrt_expr_bits(e, 64, 64) << 64 | omrt_expr_bits(e, 0, 64);
}
static uint64_t arithmetic(const struct omen_sym_node *n, uint32_t from) {
  unsigned __int128 a = whole(n->a), b = whole(n->b);
  a = n->op == OMEN_SYM_ADD ? a + b : n->op == OMEN_SYM_SUB ? a - b : a * b;
  return from < 128 ? (uint64_t)(a >> from) : 0;
}

static uint64_t wide_bits(const struct omen_sym_node *n, uint32_t from, uint32_t count) {
  uint32_t low;
  switch (n->op) {
  case OMEN_SYM_ADD:
  case OMEN_SYM_SUB:
  case OMEN_SYM_MUL: return arithmetic(n, from);
  case OMEN_SYM_CONST: return from >= 64 ? 0 : n->imm >> from;
  case OMEN_SYM_ZEXT: return omrt_expr_bits(n->a, from, count);
  case OMEN_SYM_EXTRACT: return omrt_expr_bits(n->a, from + (uint32_t)n->imm, count);
  case OMEN_SYM_ITE: return omrt_expr_bits(omrt_expr_value(n->a) ? n->b : n->c, from, count);
  case OMEN_SYM_SEXT: {
    low = omrt_expr_width(n->a);
    uint64_t sign = omrt_expr_bits(n->a, low - 1, 1) ? ~0ull : 0;
    if (from >= low) return sign;
    uint64_t v = omrt_expr_bits(n->a, from, count);
    return low - from < 64 ? v | sign << (low - from) : v;
  }
  case OMEN_SYM_CONCAT: {
    low = omrt_expr_width(n->b);
    if (from >= low) return omrt_expr_bits(n->a, from - low, count);
    uint64_t v = omrt_expr_bits(n->b, from, count);
    return low - from < 64 ? v | omrt_expr_bits(n->a, 0, 64) << (low - from) : v;
  }
  }
  return 0; /* nothing else is that wide */
}

uint64_t omrt_expr_bits(uint32_t e, uint32_t from, uint32_t n) {
  const struct omen_sym_node *node = &omrt_expr_nodes[e];
  if (from >= node->width) return 0;
  if (n > node->width - from) n = node->width - from;
  return (node->width > 64 ? wide_bits(node, from, n) : values[e] >> from) & omrt_bits_mask(n);
}

uint64_t omrt_expr_value(uint32_t e) {
  return omrt_expr_nodes[e].width > 64 ? omrt_expr_bits(e, 0, 64) : values[e];
}

/* Constants above 64 bits are put together from smaller ones. */
bool omrt_expr_depends(uint32_t e) {
  const struct omen_sym_node *n = &omrt_expr_nodes[e];
  if (!e || n->op == OMEN_SYM_CONST) return false;
  if (n->width <= 64) return true;
  if (n->op == OMEN_SYM_CONCAT) return omrt_expr_depends(n->a) || omrt_expr_depends(n->b);
  return n->op == OMEN_SYM_SEXT ? omrt_expr_depends(n->a) : true;
}
