/* The symbolic room of the runtime in a test: its sources as they are (the library of tests/CMakeLists.txt),
 * with what they stand on faked, and an evaluator of nodes that knows nothing of theirs. */
#ifndef SYMBOLIC_FAKE_H
#define SYMBOLIC_FAKE_H
#pragma clang diagnostic ignored "-Wformat-nonliteral"
#pragma clang diagnostic ignored "-Wformat-security"
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cmocka.h>
#include "runtime/rt.h" /* first: the runtime's side of inputs.h */
#include "record/config.h"
#include "record/inputs.h"
#include "runtime/abi_symbolic.h"
#include "runtime/sched/internal.h"
#include "runtime/symbolic/input.h"
#include "runtime/symbolic/memory.h"
#include "runtime/symbolic/store.h"
#include "runtime/symbolic/symbolic.h"
#include "runtime/symbolic/trace.h"

#define UNUSED __attribute__((unused))

uint64_t omrt_events;
static struct omen_config fake_config = {.flags = OMEN_FLAG_FOLLOWS | OMEN_FLAG_SYMBOLIC};
struct omen_config *omrt_config = &fake_config;
struct omrt_fiber *omrt_cur, *omrt_alive;
long omrt_sys(long nr, long a, long b, long c, long d, long e, long f) {
  long r = syscall(nr, a, b, c, d, e, f);
  return r < 0 ? -(long)errno : r;
}
void *omrt_alloc(size_t n) { return calloc(1, n); }
bool omrt_system_code(uint64_t pc) { return true; }
const char *omrt_system_word(const char *text, size_t n) { return NULL; }
void omrt_modules_each(omrt_segment_visit *visit, void *arg) {}
bool omrt_page_readable(uintptr_t addr) { return true; }
static uint64_t no_gap(uint64_t addr, uint64_t len) { return 0; }
void omrt_fatal(const char *fmt, ...) {
  fail_msg("%s", fmt);
  abort();
}
void omrt_free(void *p, size_t n) {
  (void)n;
  free(p);
}
int omrt_fmt(char *out, size_t cap, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  int n = vsnprintf(out, cap, fmt, ap);
  va_end(ap);
  return n;
}
void *omrt_reserve(size_t n) {
  void *p = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  assert_true(p != MAP_FAILED);
  return p;
}

/* The one object that there is. */
static struct fake_object {
  uint64_t base, size;
} fake_object;
static bool find_object(uint64_t addr, uint64_t *base, uint64_t *size) {
  *base = fake_object.base;
  *size = fake_object.size;
  return addr >= fake_object.base && addr < fake_object.base + fake_object.size;
}
const struct omrt_up omrt_up = {.object = find_object, .gap = no_gap};

/* The file `symbolic`, in memory. */
static char *fake_file;
static size_t fake_size;
void omrt_out_open(struct omrt_out *o, const char *name) {
  assert_string_equal(name, "symbolic");
  o->fd = 7;
}
void omrt_out_write(struct omrt_out *o, const void *data, size_t n) {
  (void)o;
  fake_file = realloc(fake_file, fake_size + n + 1);
  memcpy(fake_file + fake_size, data, n);
  fake_size += n;
}
void omrt_out_flush(struct omrt_out *o) { (void)o; }

/* ---- the evaluator: bits of nodes under any inputs ---- */

#ifndef FAKE_LEN
#define FAKE_LEN 256
#endif
static uint8_t fake_inputs[4][FAKE_LEN];

static uint64_t fake_low(unsigned width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }
static int64_t fake_sign(uint64_t v, unsigned width) { return (int64_t)(v << (64 - width)) >> (64 - width); }

static uint64_t fake_divide(int op, unsigned w, uint64_t a, uint64_t b) {
  if (op == OMEN_SYM_UDIV) return b ? a / b : ~0ull;
  if (op == OMEN_SYM_UREM) return b ? a % b : a;
  __int128 x = fake_sign(a, w), y = fake_sign(b, w);
  if (op == OMEN_SYM_SDIV) return (uint64_t)(y ? x / y : x < 0 ? 1 : -1);
  return (uint64_t)(y ? x % y : x);
}

UNUSED static uint64_t fake_binary(int op, unsigned w, uint64_t a, uint64_t b) {
  uint64_t m = fake_low(w);
  switch (op) {
  case OMEN_SYM_ADD: return (a + b) & m;
  case OMEN_SYM_SUB: return (a - b) & m;
  case OMEN_SYM_MUL: return (a * b) & m;
  case OMEN_SYM_UDIV:
  case OMEN_SYM_SDIV:
  case OMEN_SYM_UREM:
  case OMEN_SYM_SREM: return fake_divide(op, w, a, b) & m;
  case OMEN_SYM_SHL: return b >= w ? 0 : (a << b) & m;
  case OMEN_SYM_LSHR: return b >= w ? 0 : a >> b;
  case OMEN_SYM_ASHR: return (uint64_t)(fake_sign(a, w) >> (b >= w ? w - 1 : b)) & m;
  case OMEN_SYM_AND: return a & b;
  case OMEN_SYM_OR: return a | b;
  case OMEN_SYM_XOR: return a ^ b;
  case OMEN_SYM_EQ: return a == b;
  case OMEN_SYM_ULT: return a < b;
  case OMEN_SYM_ULE: return a <= b;
  case OMEN_SYM_SLT: return fake_sign(a, w) < fake_sign(b, w);
  case OMEN_SYM_SLE: return fake_sign(a, w) <= fake_sign(b, w);
  }
  fail_msg("operation %d", op);
  return 0;
}

/* Up to 512 bits, the lowest first. */
struct fake_value {
  uint8_t bit[OMRT_EXPR_WIDEST];
};
static struct fake_value *fake_known;
static uint8_t *fake_done;

static void fake_put(struct fake_value *v, uint64_t x, unsigned width) {
  memset(v, 0, sizeof *v);
  for (unsigned i = 0; i < width && i < 64; i++) v->bit[i] = x >> i & 1;
}
static uint64_t fake_number(const struct fake_value *v, unsigned width) {
  uint64_t x = 0;
  for (unsigned i = 0; i < width && i < 64; i++) x |= (uint64_t)v->bit[i] << i;
  return x;
}

static void fake_node(uint32_t e) {
  const struct omen_sym_node *n = &omrt_expr_nodes[e];
  struct fake_value *v = &fake_known[e], *a = &fake_known[n->a], *b = &fake_known[n->b];
  unsigned w = omrt_expr_nodes[n->a].width, lw = omrt_expr_nodes[n->b].width;
  memset(v, 0, sizeof *v);
  switch (n->op) {
  case OMEN_SYM_CONST: fake_put(v, n->imm, n->width); break;
  case OMEN_SYM_INPUT: fake_put(v, fake_inputs[n->imm >> 32][n->imm & 0xffffffff], 8); break;
  case OMEN_SYM_NOT:
    for (unsigned i = 0; i < n->width; i++) v->bit[i] = !a->bit[i];
    break;
  case OMEN_SYM_ZEXT: memcpy(v->bit, a->bit, w); break;
  case OMEN_SYM_SEXT:
    for (unsigned i = 0; i < n->width; i++) v->bit[i] = a->bit[i < w ? i : w - 1];
    break;
  case OMEN_SYM_EXTRACT:
    assert_true(n->imm + n->width <= w);
    memcpy(v->bit, a->bit + n->imm, n->width);
    break;
  case OMEN_SYM_CONCAT:
    assert_int_equal(n->width, w + lw);
    memcpy(v->bit, b->bit, lw);
    memcpy(v->bit + lw, a->bit, w);
    break;
  case OMEN_SYM_FORMATTED: {
    char text[600] = "";
    snprintf(text, sizeof text, omrt_trace_text((uint32_t)(n->imm >> 32)), (long)fake_number(a, w));
    fake_put(v, (uint8_t)text[(uint32_t)n->imm], 8);
    break;
  }
  case OMEN_SYM_ITE: *v = a->bit[0] ? *b : fake_known[n->c]; break;
  case OMEN_SYM_LOOKUP: {
    uint64_t x = 0;
    if (fake_number(a, w) < 1 << 16)
      memcpy(&x, (const char *)omrt_trace_table_data((uint32_t)n->imm) + fake_number(a, w) * (n->width / 8u),
             n->width / 8u);
    fake_put(v, x, n->width);
    break;
  }
  default:
    if (n->width > 64) { /* products of 128 bits */
      unsigned __int128 x = 0, y = 0;
      for (int i = 0; i < 128; i++)
        x |= (unsigned __int128)a->bit[i] << i, y |= (unsigned __int128)b->bit[i] << i;
      x = n->op == OMEN_SYM_MUL ? x * y : n->op == OMEN_SYM_ADD ? x + y : x - y;
      for (int i = 0; i < n->width; i++) v->bit[i] = x >> i & 1;
      break;
    }
    assert_int_equal(w, lw);
    fake_put(v, fake_binary(n->op, w, fake_number(a, w), fake_number(b, w)), n->width);
  }
}

/* Under fake_inputs as they are now; call fake_forget after they changed. */
static void fake_forget(void) {
  if (!fake_done) {
    fake_done = omrt_reserve(OMRT_EXPR_LIMIT);
    fake_known = omrt_reserve((size_t)OMRT_EXPR_LIMIT * sizeof *fake_known);
  }
  memset(fake_done, 0, omrt_expr_count);
}
/* The same of what was made since the last fake_mark: nothing older is of these inputs. */
static uint32_t fake_marked;
UNUSED static void fake_mark(void) { fake_marked = omrt_expr_count; }
UNUSED static void fake_forget_new(void) {
  if (!fake_done) fake_forget();
  memset(fake_done + fake_marked, 0, omrt_expr_count - fake_marked);
}
static const struct fake_value *fake_evaluate(uint32_t e) {
  const struct omen_sym_node *n = &omrt_expr_nodes[e];
  if (!fake_done) fake_forget();
  if (fake_done[e]) return &fake_known[e];
  if (n->a) fake_evaluate(n->a);
  if (n->b) fake_evaluate(n->b);
  if (n->c) fake_evaluate(n->c);
  assert_true(n->a < e && n->b < e && n->c < e && n->width > 0);
  fake_node(e);
  fake_done[e] = 1;
  return &fake_known[e];
}
UNUSED static uint64_t fake_value_of(uint32_t e) { return fake_number(fake_evaluate(e), omrt_expr_width(e)); }

/* ---- inputs of the run: four sources of FAKE_LEN bytes, all symbolic ---- */

UNUSED static uint8_t fake_run_inputs[4][FAKE_LEN];
UNUSED static void fake_begin(void) {
  for (uint32_t i = 0; i < 4; i++) {
    struct omen_inputs_source s = {OMEN_INPUT_FILE, 1, 0, FAKE_LEN, FAKE_LEN, 0};
    omrt_sym_source(i, &s, "", fake_run_inputs[i]);
  }
  char *none[] = {NULL};
  omrt_sym_init(0, none, none);
}
UNUSED static uint32_t fake_random(void) {
  static uint64_t x = 0x853c49e6748fea9bull;
  x = x * 6364136223846793005ull + 1442695040888963407ull;
  return (uint32_t)(x >> 33);
}
#endif
