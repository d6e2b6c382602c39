/* Accesses through addresses that depend on inputs. A load from an object that is small and concrete is an
 * element of a table; of one that is very small, a choice. Else the address is pinned. */
#include "runtime/abi_symbolic.h"
#include "runtime/rt.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/symbolic/trace.h"
#include "runtime/upward.h"
#include <ctype.h>
#include <string.h>

enum { NEAR = 65536, ELEMENTS = 4096, CHOICES = 32, CTYPE_LOW = 128, CTYPE_HIGH = 256 };

struct span {
  uint64_t base, size;
};

/* libc's tables of characters: from -128 to 255. */
static bool in_ctype(uint64_t addr, struct span *s) {
  const struct {
    const void *table;
    uint64_t size;
  } tables[] = {{*__ctype_b_loc(), 2}, {*__ctype_toupper_loc(), 4}, {*__ctype_tolower_loc(), 4}};
  for (int i = 0; i < 3; i++) {
    s->base = (uint64_t)tables[i].table - CTYPE_LOW * tables[i].size;
    s->size = (CTYPE_LOW + CTYPE_HIGH) * tables[i].size;
    if (addr >= s->base && addr < s->base + s->size) return true;
  }
  return false;
}

static bool object_at(uint64_t addr, uint64_t size, struct span *s) {
  if (in_ctype(addr, s)) return true;
  uint64_t base, whole;
  if (!omrt_up.object(addr, &base, &whole)) return false;
  *s = (struct span){base, whole};
  return addr >= base && size <= whole && addr - base <= whole - size;
}

/* Is it an index into the object, added to its address? Else it is a pointer that depends on inputs: to other
 * objects it may point as well. */
static bool is_index(uint32_t address, const struct span *s) {
  const struct omen_sym_node *n = &omrt_expr_nodes[address];
  if (n->op != OMEN_SYM_ADD || !omrt_expr_constant(n->b)) return false;
  uint64_t at = omrt_expr_nodes[n->b].imm;
  return at + NEAR >= s->base && at <= s->base + s->size + NEAR;
}

/* Were it outside of its object, the program would be wrong. Just behind it first: that is in the gap, where
 * it is sure to be seen; further away it may be in some other object. */
enum { GAP = 16 };
static void guard(uint32_t address, uint64_t size, const struct span *s, uint32_t site) {
  uint32_t offset = omrt_expr_sub(address, omrt_expr_const(64, s->base));
  uint32_t last = omrt_expr_const(64, s->size - size);
  uint32_t behind = omrt_expr_sub(offset, omrt_expr_const(64, s->size - size + 1));
  omrt_trace_fault(omrt_expr_compare(OMEN_SYM_ULT, behind, omrt_expr_const(64, GAP)), site,
                   "index just behind the object");
  omrt_trace_fault(omrt_expr_compare(OMEN_SYM_ULT, last, offset), site, "index outside of the object");
}

static uint64_t element(const uint8_t *p, uint64_t size) {
  uint64_t v = 0;
  memcpy(&v, p, size);
  return v;
}

/* From the last to the first; the last one stands for all that are not listed. */
static uint32_t choice(uint32_t index, const uint8_t *first, uint32_t n, uint64_t size) {
  uint32_t e = 0;
  for (uint32_t i = n; i--;) {
    const uint8_t *p = first + i * size;
    uint32_t x = omrt_shade_get(p, size);
    if (!x) x = omrt_expr_const((uint32_t)size * 8, element(p, size));
    e = i == n - 1 ? x : omrt_expr_ite(omrt_expr_is_const(index, i), x, e);
  }
  return e;
}

static uint32_t table(uint32_t index, const uint8_t *first, uint32_t n, uint64_t size) {
  int64_t number = omrt_trace_table(first, n, (uint32_t)size * 8);
  if (number < 0) return 0;
  struct omen_sym_node node = {OMEN_SYM_LOOKUP, (uint16_t)(size * 8), index, 0, 0, (uint64_t)number};
  return omrt_expr_intern(node, element(first + omrt_expr_value(index) * size, size));
}

/* 0: the object is too large, or nothing that a table can have. */
static uint32_t look_up(uint32_t address, uint64_t addr, uint64_t size, const struct span *s, uint32_t site) {
  if (size > 8 || size & (size - 1)) return 0;
  uint64_t first = s->base + (addr - s->base) % size, n = (s->base + s->size - first) / size;
  bool concrete = !omrt_shade_any((const void *)first, n * size);
  if (n > ELEMENTS || (!concrete && n > CHOICES)) return 0;
  uint32_t offset = omrt_expr_sub(address, omrt_expr_const(64, first)),
           shift = (uint32_t)__builtin_ctzll(size);
  if (shift)
    omrt_trace_assume(omrt_expr_is_const(omrt_expr_extract(offset, 0, shift), 0), site,
                      "an element is read whole");
  uint32_t index = omrt_expr_binary(OMEN_SYM_LSHR, offset, omrt_expr_const(64, shift));
  if (!index || omrt_expr_constant(index)) return 0;
  omrt_trace_assume(omrt_expr_compare(OMEN_SYM_ULT, index, omrt_expr_const(64, n)), site, OMEN_SYM_INSIDE);
  return concrete ? table(index, (const uint8_t *)first, (uint32_t)n, size)
                  : choice(index, (const uint8_t *)first, (uint32_t)n, size);
}

static bool speaks(uint32_t address, const void *addr) {
  if (!omrt_sym_on || !address || omrt_expr_constant(address) || omrt_expr_width(address) != 64) return false;
  if (omrt_expr_value(address) == (uint64_t)addr) return true;
  omrt_shade_stale++;
  return false;
}

uint32_t __omen_sym_load_at(uint32_t address, const void *addr, uint64_t size, uint32_t site) {
  if (!omrt_sym_on) return 0;
  struct span s;
  if (speaks(address, addr)) {
    bool known = object_at((uint64_t)addr, size, &s) && is_index(address, &s);
    if (known) guard(address, size, &s, site);
    uint32_t e = known ? look_up(address, (uint64_t)addr, size, &s, site) : 0;
    if (e) return omrt_expr_constant(e) ? 0 : e;
    omrt_trace_pin(address, site, "an address was made concrete: a load");
  }
  return omrt_shade_get(addr, size);
}

void __omen_sym_store_at(uint32_t address, void *addr, uint64_t size, uint32_t site) {
  struct span s;
  if (!speaks(address, addr)) return;
  if (object_at((uint64_t)addr, size, &s) && is_index(address, &s)) guard(address, size, &s, site);
  omrt_trace_pin(address, site, "an address was made concrete: a store");
}
