/* Arithmetic of bit vectors. Up to 64 bits everything is one machine word; wider ones are rare (a hash of
 * 128 bits, a vector register), so theirs is short rather than fast. */
#include "symbolic/value.h"
#include <string.h>

static void clip(uint32_t width, uint64_t *v) {
  if (width % 64) v[width / 64] &= omen_sym_mask(width % 64);
}
static int sign(uint32_t width, const uint64_t *v) { return v[(width - 1) / 64] >> ((width - 1) % 64) & 1; }
static int64_t signed_word(uint32_t width, uint64_t v) {
  return (int64_t)(v << (64 - width)) >> (64 - width);
}
static int less(uint32_t n, const uint64_t *a, const uint64_t *b) {
  for (uint32_t i = n; i--;)
    if (a[i] != b[i]) return a[i] < b[i];
  return 0;
}

static uint64_t word_divide(uint32_t op, uint32_t width, uint64_t a, uint64_t b) {
  int64_t sa = signed_word(width, a), sb = signed_word(width, b);
  switch (op) {
  case OMEN_SYM_UDIV: return b ? a / b : ~0ull;
  case OMEN_SYM_UREM: return b ? a % b : a;
  case OMEN_SYM_SDIV:
    if (!b) return sa < 0 ? 1 : ~0ull;
    return sb == -1 ? 0 - a : (uint64_t)(sa / sb); /* the most negative by -1 is itself */
  default: return !b ? a : sb == -1 ? 0 : (uint64_t)(sa % sb);
  }
}
static uint64_t word_binary(uint32_t op, uint32_t width, uint64_t a, uint64_t b) {
  switch (op) {
  case OMEN_SYM_ADD: return a + b;
  case OMEN_SYM_SUB: return a - b;
  case OMEN_SYM_MUL: return a * b;
  case OMEN_SYM_SHL: return b < width ? a << b : 0;
  case OMEN_SYM_LSHR: return b < width ? a >> b : 0;
  case OMEN_SYM_ASHR: return (uint64_t)(signed_word(width, a) >> (b < width ? b : width - 1));
  case OMEN_SYM_AND: return a & b;
  case OMEN_SYM_OR: return a | b;
  case OMEN_SYM_XOR: return a ^ b;
  case OMEN_SYM_EQ: return a == b;
  case OMEN_SYM_ULT: return a < b;
  case OMEN_SYM_ULE: return a <= b;
  case OMEN_SYM_SLT: return signed_word(width, a) < signed_word(width, b);
  case OMEN_SYM_SLE: return signed_word(width, a) <= signed_word(width, b);
  default: return word_divide(op, width, a, b);
  }
}

static void wide_add(uint32_t width, const uint64_t *a, const uint64_t *b, int carry, uint64_t *out) {
  unsigned long long c = (unsigned long long)carry;
  for (uint32_t i = 0; i < omen_sym_limbs(width); i++) out[i] = __builtin_addcll(a[i], b[i], c, &c);
  clip(width, out);
}
static void wide_sub(uint32_t width, const uint64_t *a, const uint64_t *b, uint64_t *out) {
  uint64_t inverse[OMEN_SYM_LIMBS];
  for (uint32_t i = 0; i < omen_sym_limbs(width); i++) inverse[i] = ~b[i];
  wide_add(width, a, inverse, 1, out);
}
static void wide_mul(uint32_t width, const uint64_t *a, const uint64_t *b, uint64_t *out) {
  uint32_t n = omen_sym_limbs(width);
  uint64_t r[OMEN_SYM_LIMBS] = {0};
  for (uint32_t i = 0; i < n; i++) {
    uint64_t carry = 0;
    for (uint32_t k = 0; i + k < n; k++) {
      unsigned __int128 p = (unsigned __int128)a[i] * b[k] + r[i + k] + carry;
      r[i + k] = (uint64_t)p;
      carry = (uint64_t)(p >> 64);
    }
  }
  memcpy(out, r, n * sizeof *r);
  clip(width, out);
}
/* By `by` < width bits; `fill`: what comes in from above. */
static void wide_right(uint32_t width, const uint64_t *a, uint32_t by, int fill, uint64_t *out) {
  uint64_t ext[OMEN_SYM_LIMBS + 1], r[OMEN_SYM_LIMBS];
  uint32_t n = omen_sym_limbs(width), limbs = by / 64, bits = by % 64;
  memcpy(ext, a, n * sizeof *a);
  if (fill && width % 64) ext[n - 1] |= ~omen_sym_mask(width % 64);
  uint64_t above = fill ? ~0ull : 0;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t low = i + limbs < n ? ext[i + limbs] : above,
             high = i + limbs + 1 < n ? ext[i + limbs + 1] : above;
    r[i] = bits ? low >> bits | high << (64 - bits) : low;
  }
  memcpy(out, r, n * sizeof *r);
  clip(width, out);
}
static void wide_left(uint32_t width, const uint64_t *a, uint32_t by, uint64_t *out) {
  uint64_t r[OMEN_SYM_LIMBS];
  uint32_t n = omen_sym_limbs(width), limbs = by / 64, bits = by % 64;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t high = i >= limbs ? a[i - limbs] : 0, low = i > limbs ? a[i - limbs - 1] : 0;
    r[i] = bits ? high << bits | low >> (64 - bits) : high;
  }
  memcpy(out, r, n * sizeof *r);
  clip(width, out);
}
static void wide_shift(uint32_t op, uint32_t width, const uint64_t *a, const uint64_t *b, uint64_t *out) {
  uint32_t n = omen_sym_limbs(width);
  bool all = b[0] >= width;
  for (uint32_t i = 1; i < n; i++) all |= b[i] != 0;
  int fill = op == OMEN_SYM_ASHR && sign(width, a);
  if (all) {
    memset(out, fill ? 0xff : 0, n * sizeof *out);
    clip(width, out);
  } else if (op == OMEN_SYM_SHL)
    wide_left(width, a, (uint32_t)b[0], out);
  else
    wide_right(width, a, (uint32_t)b[0], fill, out);
}
static void wide_udivide(uint32_t width, const uint64_t *a, const uint64_t *b, uint64_t *quotient,
                         uint64_t *rest) {
  uint32_t n = omen_sym_limbs(width);
  uint64_t q[OMEN_SYM_LIMBS] = {0}, r[OMEN_SYM_LIMBS + 1] = {0};
  for (uint32_t bit = width; bit--;) {
    uint64_t out = 0; /* the rest may need one bit more than the width for a moment */
    for (uint32_t i = 0; i < n; i++) {
      uint64_t top = r[i] >> 63;
      r[i] = r[i] << 1 | out;
      out = top;
    }
    r[0] |= a[bit / 64] >> (bit % 64) & 1;
    if (out || !less(n, r, b)) {
      unsigned long long borrow = 0;
      for (uint32_t i = 0; i < n; i++) r[i] = __builtin_subcll(r[i], b[i], borrow, &borrow);
      q[bit / 64] |= 1ull << (bit % 64);
    }
  }
  memcpy(quotient, q, n * sizeof *q);
  memcpy(rest, r, n * sizeof *r);
}
static void negate(uint32_t width, const uint64_t *a, uint64_t *out) {
  static const uint64_t zero[OMEN_SYM_LIMBS];
  wide_sub(width, zero, a, out);
}
/* Division by zero needs no case of its own: long division by 0 gives all ones, and the dividend as the rest.
 */
static void wide_divide(uint32_t op, uint32_t width, const uint64_t *a, const uint64_t *b, uint64_t *out) {
  uint64_t ua[OMEN_SYM_LIMBS], ub[OMEN_SYM_LIMBS], q[OMEN_SYM_LIMBS], r[OMEN_SYM_LIMBS];
  size_t size = omen_sym_limbs(width) * sizeof *a;
  memcpy(ua, a, size), memcpy(ub, b, size);
  bool is_signed = op == OMEN_SYM_SDIV || op == OMEN_SYM_SREM;
  bool na = is_signed && sign(width, a), nb = is_signed && sign(width, b);
  if (na) negate(width, ua, ua);
  if (nb) negate(width, ub, ub);
  wide_udivide(width, ua, ub, q, r);
  if (op == OMEN_SYM_UDIV || op == OMEN_SYM_SDIV) {
    if (na != nb) negate(width, q, q);
    memcpy(out, q, size);
  } else {
    if (na) negate(width, r, r);
    memcpy(out, r, size);
  }
  clip(width, out);
}
static uint64_t wide_compare(uint32_t op, uint32_t width, const uint64_t *a, const uint64_t *b) {
  uint32_t n = omen_sym_limbs(width);
  bool equal = !memcmp(a, b, n * sizeof *a);
  if (op == OMEN_SYM_EQ) return equal;
  if (equal) return op == OMEN_SYM_ULE || op == OMEN_SYM_SLE;
  if ((op == OMEN_SYM_SLT || op == OMEN_SYM_SLE) && sign(width, a) != sign(width, b))
    return (uint64_t)sign(width, a);
  return (uint64_t)less(n, a, b);
}
static void wide_bitwise(uint32_t op, uint32_t width, const uint64_t *a, const uint64_t *b, uint64_t *out) {
  for (uint32_t i = 0; i < omen_sym_limbs(width); i++)
    out[i] = op == OMEN_SYM_AND ? a[i] & b[i] : op == OMEN_SYM_OR ? a[i] | b[i] : a[i] ^ b[i];
}

void omen_sym_binary(uint32_t op, uint32_t width, const uint64_t *a, const uint64_t *b, uint64_t *out) {
  if (width <= 64) {
    *out = word_binary(op, width, *a, *b);
    if (op < OMEN_SYM_EQ) *out &= omen_sym_mask(width);
    return;
  }
  switch (op) {
  case OMEN_SYM_ADD: wide_add(width, a, b, 0, out); return;
  case OMEN_SYM_SUB: wide_sub(width, a, b, out); return;
  case OMEN_SYM_MUL: wide_mul(width, a, b, out); return;
  case OMEN_SYM_UDIV:
  case OMEN_SYM_SDIV:
  case OMEN_SYM_UREM:
  case OMEN_SYM_SREM: wide_divide(op, width, a, b, out); return;
  case OMEN_SYM_SHL:
  case OMEN_SYM_LSHR:
  case OMEN_SYM_ASHR: wide_shift(op, width, a, b, out); return;
  case OMEN_SYM_AND:
  case OMEN_SYM_OR:
  case OMEN_SYM_XOR: wide_bitwise(op, width, a, b, out); return;
  default: *out = wide_compare(op, width, a, b);
  }
}
void omen_sym_not(uint32_t width, const uint64_t *a, uint64_t *out) {
  for (uint32_t i = 0; i < omen_sym_limbs(width); i++) out[i] = ~a[i];
  clip(width, out);
}
void omen_sym_zext(uint32_t width, uint32_t from, const uint64_t *a, uint64_t *out) {
  memset(out, 0, omen_sym_limbs(width) * sizeof *out);
  memcpy(out, a, omen_sym_limbs(from) * sizeof *a);
}
void omen_sym_sext(uint32_t width, uint32_t from, const uint64_t *a, uint64_t *out) {
  uint32_t n = omen_sym_limbs(from);
  memset(out, sign(from, a) ? 0xff : 0, omen_sym_limbs(width) * sizeof *out);
  memcpy(out, a, n * sizeof *a);
  if (sign(from, a) && from % 64) out[n - 1] |= ~omen_sym_mask(from % 64);
  clip(width, out);
}
void omen_sym_extract(uint32_t width, uint32_t from_width, uint64_t bit, const uint64_t *a, uint64_t *out) {
  if (from_width <= 64) {
    *out = *a >> bit & omen_sym_mask(width);
    return;
  }
  uint64_t moved[OMEN_SYM_LIMBS];
  wide_right(from_width, a, (uint32_t)bit, 0, moved);
  memcpy(out, moved, omen_sym_limbs(width) * sizeof *out);
  clip(width, out);
}
void omen_sym_concat(uint32_t high_width, const uint64_t *high, uint32_t low_width, const uint64_t *low,
                     uint64_t *out) {
  uint32_t width = high_width + low_width;
  if (width <= 64) {
    *out = *high << low_width | *low;
    return;
  }
  uint64_t h[OMEN_SYM_LIMBS];
  omen_sym_zext(width, high_width, high, h);
  wide_left(width, h, low_width, h);
  for (uint32_t i = 0; i < omen_sym_limbs(width); i++)
    out[i] = h[i] | (i < omen_sym_limbs(low_width) ? low[i] : 0);
}
