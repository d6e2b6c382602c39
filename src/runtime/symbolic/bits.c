/* Arithmetic on bit vectors of up to 64 bits. */
#include "runtime/symbolic/store.h"

int64_t omrt_bits_signed(uint64_t v, uint32_t width) { return (int64_t)(v << (64 - width)) >> (64 - width); }

static uint64_t divide(uint32_t op, uint32_t width, uint64_t a, uint64_t b) {
  int64_t x = omrt_bits_signed(a, width), y = omrt_bits_signed(b, width);
  switch (op) {
  case OMEN_SYM_UDIV: return b ? a / b : ~0ull;
  case OMEN_SYM_UREM: return b ? a % b : a;
  case OMEN_SYM_SDIV: return !b ? (x < 0 ? 1 : ~0ull) : y == -1 ? 0 - a : (uint64_t)(x / y);
  default: return !b ? a : y == -1 ? 0 : (uint64_t)(x % y);
  }
}

static uint64_t shift(uint32_t op, uint32_t width, uint64_t a, uint64_t b) {
  int64_t x = omrt_bits_signed(a, width);
  if (op == OMEN_SYM_ASHR) return (uint64_t)(x >> (b < width ? b : width - 1 < 63 ? width - 1 : 63));
  if (b >= width) return 0;
  return op == OMEN_SYM_SHL ? a << b : a >> b;
}

uint64_t omrt_bits_binary(uint32_t op, uint32_t width, uint64_t a, uint64_t b) {
  uint64_t v = 0;
  switch (op) {
  case OMEN_SYM_ADD: v = a + b; break;
  case OMEN_SYM_SUB: v = a - b; break;
  case OMEN_SYM_MUL: v = a * b; break;
  case OMEN_SYM_UDIV:
  case OMEN_SYM_SDIV:
  case OMEN_SYM_UREM:
  case OMEN_SYM_SREM: v = divide(op, width, a, b); break;
  case OMEN_SYM_SHL:
  case OMEN_SYM_LSHR:
  case OMEN_SYM_ASHR: v = shift(op, width, a, b); break;
  case OMEN_SYM_AND: v = a & b; break;
  case OMEN_SYM_OR: v = a | b; break;
  case OMEN_SYM_XOR: v = a ^ b; break;
  case OMEN_SYM_EQ: return a == b;
  case OMEN_SYM_ULT: return a < b;
  case OMEN_SYM_ULE: return a <= b;
  case OMEN_SYM_SLT: return omrt_bits_signed(a, width) < omrt_bits_signed(b, width);
  case OMEN_SYM_SLE: return omrt_bits_signed(a, width) <= omrt_bits_signed(b, width);
  }
  return v & omrt_bits_mask(width);
}
