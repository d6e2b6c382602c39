/* A naive runtime for code of the symbolic variant, as an oracle. Expressions are nodes with their value in
 * this run; every call of abi_symbolic.h is checked: each expression must have the width and the value that
 * the code passes with it, and what is stored must be what memory has. A mistake ends the program with a
 * message.
 *
 * With STUB_OTHER set, what the program would observe with that input is predicted from the expressions, up
 * to the first decision that would have gone another way, and printed: it must be what a native run with that
 * input prints. */
#include "record/symbolic.h"
#include "runtime/abi_symbolic.h"
#include "stub.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define WORDS 8
struct big {
  uint64_t w[WORDS];
};
struct node {
  uint32_t op, width, a, b, c;
  uint64_t imm;
  struct big value;
};
static struct node *nodes;
static uint32_t nnodes = 1, nodes_cap;

enum what { BRANCH, PIN, OBSERVE, LOST };
static struct step {
  enum what what;
  uint32_t e;
  uint64_t v;
} *steps;
static size_t nsteps, steps_cap;
static unsigned long lost, stale, checks;

struct omen_hot __omen_hot;
struct omen_left __omen_left[OMEN_LEFT];
struct omen_sym_hot __omen_sym_hot;

#define CHECK(yes, ...)                                                                                      \
  do {                                                                                                       \
    checks++;                                                                                                \
    if (yes) break;                                                                                          \
    printf("wrong in %s: ", __func__);                                                                       \
    printf(__VA_ARGS__);                                                                                     \
    printf("\n");                                                                                            \
    fflush(stdout);                                                                                          \
    abort();                                                                                                 \
  } while (0)

/* --- values of any width --- */

static uint64_t mask(uint32_t bits) { return bits >= 64 ? ~0ull : (1ull << bits) - 1; }
static struct big of(uint64_t v) { return (struct big){{v}}; }

static bool bit(const struct big *x, uint32_t i) { return x->w[i / 64] >> (i % 64) & 1; }
static void set_bit(struct big *x, uint32_t i, bool v) {
  if (v) x->w[i / 64] |= 1ull << (i % 64);
}
static struct big part(const struct big *x, uint32_t from, uint32_t bits) {
  struct big r = {0};
  for (uint32_t i = 0; i < bits; i++) set_bit(&r, i, bit(x, from + i));
  return r;
}
static unsigned __int128 wide(const struct big *x) { return (unsigned __int128)x->w[1] << 64 | x->w[0]; }
static int64_t sign(uint64_t v, uint32_t bits) { return (int64_t)(v << (64 - bits)) >> (64 - bits); }

static uint64_t narrow(uint32_t op, uint32_t bits, uint64_t a, uint64_t b) {
  int64_t sa = sign(a, bits), sb = sign(b, bits);
  switch (op) {
  case OMEN_SYM_UDIV: return b ? a / b : mask(bits);
  case OMEN_SYM_SDIV: return !b ? (sa < 0 ? 1 : mask(bits)) : sb == -1 ? 0 - a : (uint64_t)(sa / sb);
  case OMEN_SYM_UREM: return b ? a % b : a;
  case OMEN_SYM_SREM: return !b ? a : sb == -1 ? 0 : (uint64_t)(sa % sb);
  case OMEN_SYM_SHL: return b >= bits ? 0 : a << b;
  case OMEN_SYM_LSHR: return b >= bits ? 0 : a >> b;
  case OMEN_SYM_ASHR: return (uint64_t)(sa >> (b >= bits ? bits - 1 : b));
  case OMEN_SYM_EQ: return a == b;
  case OMEN_SYM_ULT: return a < b;
  case OMEN_SYM_ULE: return a <= b;
  case OMEN_SYM_SLT: return sa < sb;
  case OMEN_SYM_SLE: return sa <= sb;
  default: abort();
  }
}

static struct big compute(const struct node *n, struct big a, struct big b, struct big c, uint32_t awidth,
                          uint32_t bwidth) {
  struct big r = {0};
  unsigned __int128 x = wide(&a), y = wide(&b), z = 0;
  switch (n->op) {
  case OMEN_SYM_CONST: return of(n->imm);
  case OMEN_SYM_ZEXT: return a;
  case OMEN_SYM_SEXT:
    for (uint32_t i = 0; i < n->width; i++) set_bit(&r, i, bit(&a, i < awidth ? i : awidth - 1));
    return r;
  case OMEN_SYM_EXTRACT: return part(&a, (uint32_t)n->imm, n->width);
  case OMEN_SYM_CONCAT:
    r = b;
    for (uint32_t i = 0; i < awidth; i++) set_bit(&r, bwidth + i, bit(&a, i));
    return r;
  case OMEN_SYM_ITE: return a.w[0] ? b : c;
  case OMEN_SYM_ADD: z = x + y; break;
  case OMEN_SYM_SUB: z = x - y; break;
  case OMEN_SYM_MUL: z = x * y; break;
  case OMEN_SYM_AND: z = x & y; break;
  case OMEN_SYM_OR: z = x | y; break;
  case OMEN_SYM_XOR: z = x ^ y; break;
  default: z = narrow(n->op, awidth, a.w[0], b.w[0]) & mask(n->width);
  }
  r.w[0] = (uint64_t)z & mask(n->width);
  r.w[1] = n->width > 64 ? (uint64_t)(z >> 64) & mask(n->width - 64) : 0;
  return r;
}

/* --- nodes --- */

static uint32_t make(uint32_t op, uint32_t width, uint32_t a, uint32_t b, uint32_t c, uint64_t imm,
                     uint8_t input_value) {
  if (nnodes >= nodes_cap)
    nodes = realloc(nodes, (nodes_cap = nodes_cap ? 2 * nodes_cap : 4096) * sizeof *nodes);
  struct node n = {op, width, a, b, c, imm, {{0}}};
  n.value = op == OMEN_SYM_INPUT
                ? of(input_value)
                : compute(&n, nodes[a].value, nodes[b].value, nodes[c].value, nodes[a].width, nodes[b].width);
  nodes[nnodes] = n;
  return nnodes++;
}
static uint32_t constant(uint64_t v, uint32_t bits) {
  return make(OMEN_SYM_CONST, bits, 0, 0, 0, v & mask(bits), 0);
}
static uint32_t some(uint32_t e, uint64_t v, uint32_t bits) {
  if (!e) return constant(v, bits);
  CHECK(e < nnodes, "expression %u", e);
  CHECK(nodes[e].width == bits, "%u bits, not %u", nodes[e].width, bits);
  if (bits <= 64) CHECK(nodes[e].value.w[0] == (v & mask(bits)), "%lx, not %lx", nodes[e].value.w[0], v);
  if (bits <= 64) CHECK(v == (v & mask(bits)), "%lx has more than %u bits", v, bits);
  return e;
}

static void step(enum what what, uint32_t e, uint64_t v) {
  if (nsteps == steps_cap)
    steps = realloc(steps, (steps_cap = steps_cap ? 2 * steps_cap : 1024) * sizeof *steps);
  steps[nsteps++] = (struct step){what, e, v};
}

/* --- memory: open addressing, an entry for each byte that ever had an expression --- */

#define SLOTS (1u << 20)
static struct byte {
  uint64_t at;
  uint32_t e;
  uint8_t value;
} bytes[SLOTS];
static struct byte *slot(uint64_t at, bool make_it) {
  for (uint32_t i = (uint32_t)(at * 0x9e3779b97f4a7c15ull >> 40) % SLOTS;; i = (i + 1) % SLOTS) {
    if (bytes[i].at == at) return &bytes[i];
    if (bytes[i].at) continue;
    if (!make_it) return NULL;
    bytes[i].at = at;
    return &bytes[i];
  }
}
static void put_byte(const void *addr, uint32_t e, uint8_t value) {
  uint64_t at = (uint64_t)addr;
  struct byte *b = slot(at, e != 0);
  if (!b) return;
  b->e = e;
  b->value = value;
  uint8_t *flags = (uint8_t *)OMEN_SYM_FLAGS;
  if (e) flags[at >> OMEN_SYM_SHIFT] = 1;
  if (e && at % OMEN_SYM_GRANULE < 64) flags[(at >> OMEN_SYM_SHIFT) - 1] = 1;
}
static uint32_t get_byte(const void *addr) {
  struct byte *b = slot((uint64_t)addr, false);
  if (!b || !b->e) return 0;
  if (b->value == *(const uint8_t *)addr) return b->e;
  if (getenv("STUB_STALE")) printf("stale at %p\n", addr);
  stale++;
  b->e = 0;
  return 0;
}

uint32_t __omen_sym_load(const void *addr, uint64_t size) {
  CHECK(size && size <= 64, "%lu bytes", size);
  const uint8_t *p = addr;
  uint32_t e[64], any = 0;
  for (uint64_t i = 0; i < size; i++) any |= e[i] = get_byte(p + i);
  if (!any) return 0;
  uint32_t r = e[0] ? e[0] : constant(p[0], 8);
  for (uint64_t i = 1; i < size; i++)
    r = make(OMEN_SYM_CONCAT, 8 * ((uint32_t)i + 1), e[i] ? e[i] : constant(p[i], 8), r, 0, 0, 0);
  return r;
}
void __omen_sym_store(void *addr, uint64_t size, uint32_t e) {
  CHECK(size && size <= 64, "%lu bytes", size);
  uint8_t *p = addr;
  if (e) CHECK(nodes[e].width == size * 8, "%u bits in %lu bytes", nodes[e].width, size);
  for (uint64_t i = 0; i < size; i++) {
    uint32_t b = e ? make(OMEN_SYM_EXTRACT, 8, e, 0, 0, 8 * i, 0) : 0;
    if (b)
      CHECK(nodes[b].value.w[0] == p[i], "byte %lu of %lu: %lx, not %x", i, size, nodes[b].value.w[0], p[i]);
    put_byte(p + i, b, p[i]);
  }
}
void __omen_sym_copy(void *to, const void *from, uint64_t n) {
  uint32_t *e = calloc(n + 1, sizeof *e);
  for (uint64_t i = 0; i < n; i++) e[i] = get_byte((const char *)from + i);
  for (uint64_t i = 0; i < n; i++) put_byte((char *)to + i, e[i], ((const uint8_t *)from)[i]);
  free(e);
}
void __omen_sym_fill(void *to, uint64_t n, uint32_t byte) {
  if (byte) CHECK(nodes[byte].width == 8, "%u bits", nodes[byte].width);
  if (byte && n) CHECK(nodes[byte].value.w[0] == *(uint8_t *)to, "another value");
  for (uint64_t i = 0; i < n; i++) put_byte((char *)to + i, byte, ((uint8_t *)to)[i]);
}

/* --- operations --- */

uint32_t __omen_sym_binary(uint32_t op, uint32_t bits, uint32_t a, uint64_t av, uint32_t b, uint64_t bv) {
  CHECK(a | b, "no expression");
  return make(op, bits, some(a, av, bits), some(b, bv, bits), 0, 0, 0);
}
uint32_t __omen_sym_compare(uint32_t p, uint32_t bits, uint32_t a, uint64_t av, uint32_t b, uint64_t bv) {
  CHECK(a | b, "no expression");
  static const struct {
    uint32_t op;
    bool swap, negate;
  } table[] = {{OMEN_SYM_EQ, 0, 0},  {OMEN_SYM_EQ, 0, 1},  {OMEN_SYM_ULT, 1, 0}, {OMEN_SYM_ULE, 1, 0},
               {OMEN_SYM_ULT, 0, 0}, {OMEN_SYM_ULE, 0, 0}, {OMEN_SYM_SLT, 1, 0}, {OMEN_SYM_SLE, 1, 0},
               {OMEN_SYM_SLT, 0, 0}, {OMEN_SYM_SLE, 0, 0}};
  uint32_t x = some(a, av, bits), y = some(b, bv, bits);
  p -= 32;
  uint32_t r = make(table[p].op, 1, table[p].swap ? y : x, table[p].swap ? x : y, 0, 0, 0);
  return table[p].negate ? make(OMEN_SYM_XOR, 1, r, constant(1, 1), 0, 0, 0) : r;
}
uint32_t __omen_sym_cast(uint32_t op, uint32_t to, uint32_t a) {
  CHECK(a && nodes[a].width <= to, "%u bits to %u", nodes[a].width, to);
  return nodes[a].width == to ? a : make(op, to, a, 0, 0, 0, 0);
}
uint32_t __omen_sym_extract(uint32_t a, uint32_t from, uint32_t bits) {
  CHECK(a && nodes[a].width >= from + bits, "bits %u and %u more of %u", from, bits, nodes[a].width);
  return make(OMEN_SYM_EXTRACT, bits, a, 0, 0, from, 0);
}
uint32_t __omen_sym_byteswap(uint32_t a, uint32_t bits) {
  CHECK(a && nodes[a].width == bits, "%u bits", nodes[a].width);
  uint32_t r = make(OMEN_SYM_EXTRACT, 8, a, 0, 0, 0, 0);
  for (uint32_t i = 8; i < bits; i += 8)
    r = make(OMEN_SYM_CONCAT, i + 8, r, make(OMEN_SYM_EXTRACT, 8, a, 0, 0, i, 0), 0, 0, 0);
  return r;
}
uint32_t __omen_sym_select(uint32_t c, uint32_t cv, uint32_t bits, uint32_t a, uint64_t av, uint32_t b,
                           uint64_t bv) {
  CHECK(c, "no condition");
  return make(OMEN_SYM_ITE, bits, some(c, cv, 1), some(a, av, bits), some(b, bv, bits), 0, 0);
}
uint32_t __omen_sym_gep(uint32_t base, uint64_t bv, uint32_t i, uint64_t index, uint32_t bits,
                        uint64_t scale) {
  CHECK(base | i, "no expression");
  uint32_t x = i ? some(i, index & mask(bits), bits) : constant(index, 64);
  if (i && bits < 64) x = make(OMEN_SYM_SEXT, 64, x, 0, 0, 0, 0);
  CHECK(nodes[x].value.w[0] == index, "index %lx, not %lx", nodes[x].value.w[0], index);
  return make(OMEN_SYM_ADD, 64, some(base, bv, 64), make(OMEN_SYM_MUL, 64, x, constant(scale, 64), 0, 0, 0),
              0, 0, 0);
}

uint32_t omen_sym_join(const struct omen_sym_part *p, uint32_t n) {
  uint32_t r = some(p[0].e, p[0].v, p[0].bits), bits = p[0].bits;
  for (uint32_t i = 1; i < n; i++)
    r = make(OMEN_SYM_CONCAT, bits += p[i].bits, some(p[i].e, p[i].v, p[i].bits), r, 0, 0, 0);
  return r;
}

static uint32_t whole(uint32_t e, uint64_t low, uint64_t high) {
  if (!e) return make(OMEN_SYM_CONCAT, 128, constant(high, 64), constant(low, 64), 0, 0, 0);
  CHECK(nodes[e].width == 128 && nodes[e].value.w[0] == low && nodes[e].value.w[1] == high, "another value");
  return e;
}
uint32_t __omen_sym_wide(uint32_t op, uint32_t a, uint64_t al, uint64_t ah, uint32_t b, uint64_t bl,
                         uint64_t bh) {
  uint32_t x = whole(a, al, ah);
  return make(op, 128, x, whole(b, bl, bh), 0, 0, 0);
}

/* --- steps --- */

void __omen_sym_branch(uint32_t c, uint32_t taken, uint32_t site) { step(BRANCH, some(c, taken, 1), taken); }
void __omen_sym_switch(uint32_t e, uint32_t bits, uint64_t v, uint32_t n, const uint64_t *cases,
                       uint32_t site) {
  some(e, v, bits);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t c = make(OMEN_SYM_EQ, 1, e, constant(cases[i], bits), 0, 0, 0);
    step(BRANCH, c, cases[i] == v);
  }
}
void __omen_sym_pin(uint32_t e, uint32_t bits, uint64_t v, uint32_t site) { step(PIN, some(e, v, bits), v); }
uint32_t __omen_sym_load_at(uint32_t e, const void *addr, uint64_t size, uint32_t site) {
  __omen_sym_pin(e, 64, (uint64_t)addr, site);
  return __omen_sym_load(addr, size);
}
void __omen_sym_store_at(uint32_t e, void *addr, uint64_t size, uint32_t site) {
  __omen_sym_pin(e, 64, (uint64_t)addr, site);
}
void __omen_sym_divisor(uint32_t e, uint32_t bits, uint64_t v, uint32_t site) { some(e, v, bits); }
void __omen_sym_lost(uint32_t e, uint32_t site) {
  lost++;
  step(LOST, e, 0);
}
uint32_t __omen_sym_argc(void) { return 0; }

static const uint8_t *covered;
static uint32_t ncovered;
void __omen_sym_outward(const void *callee, uint32_t n, uint32_t how, uint32_t site) {}
void __omen_sym_inward(void) {}
void __omen_sym_module(const uint8_t *c, uint32_t n, const void *const *functions, uint32_t nfunctions) {
  covered = c;
  ncovered = n;
}

/* --- what the programs call --- */

void input(void *at, unsigned long n) {
  static uint64_t next;
  const char *text = getenv("STUB_INPUT");
  uint8_t *p = at;
  for (unsigned long i = 0; i < n; i++, next++) {
    p[i] = (uint8_t)text[next % strlen(text)];
    put_byte(p + i, make(OMEN_SYM_INPUT, 8, 0, 0, 0, next, p[i]), p[i]);
  }
}
void observe(long v) {
  struct omen_sym_hot *h = &__omen_sym_hot;
  uint32_t e = h->callee == (void *)observe ? h->arg[0] : 0;
  h->callee = NULL;
  step(OBSERVE, some(e, (uint64_t)v, 64), (uint64_t)v);
}
void point(void) {}

/* --- prediction --- */

static struct big *other;
static void evaluate_all(const char *text) {
  other = calloc(nnodes, sizeof *other);
  for (uint32_t i = 1; i < nnodes; i++) {
    const struct node *n = &nodes[i];
    other[i] = n->op == OMEN_SYM_INPUT
                   ? of((uint8_t)text[n->imm % strlen(text)])
                   : compute(n, other[n->a], other[n->b], other[n->c], nodes[n->a].width, nodes[n->b].width);
  }
}
__attribute__((destructor)) static void stop(void) {
  const char *text = getenv("STUB_OTHER");
  if (text) evaluate_all(text);
  size_t branches = 0;
  for (size_t i = 0; i < nsteps; i++) {
    const struct step *s = &steps[i];
    branches += s->what == BRANCH;
    uint64_t v = text ? other[s->e].w[0] : s->v;
    if (s->what == OBSERVE)
      printf("%lx\n", v);
    else if (s->what == LOST && text)
      break;
    else if (s->what != LOST && v != s->v)
      break;
  }
  uint32_t blocks = 0;
  for (uint32_t i = 0; i < ncovered; i++) blocks += covered[i];
  fprintf(stderr, "%zu branches %lu lost %lu stale %lu checks %u nodes %u of %u blocks\n", branches, lost,
          stale, checks, nnodes, blocks, ncovered);
}

/* --- the ordinary instrumentation: nothing is shared, nothing is checked --- */

static void reserve(uint64_t from, uint64_t size) {
  void *p = mmap((void *)from, size, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (p != (void *)from) abort();
}
__attribute__((constructor(101))) static void start(void) {
  reserve(OMEN_SHADOW(0), 1ull << 33);
  reserve(OMEN_SHADOW(0x7e0000000000), 0x020000000000);
  reserve(OMEN_SYM_FLAGS, 1ull << (47 - OMEN_SYM_SHIFT));
  nodes = calloc(nodes_cap = 4096, sizeof *nodes);
  __omen_hot.w2 = 0x200000002;
  __omen_hot.r2 = 0x300000003;
}
/* With STUB_EVENTS set: where each goes, to compare with a variant without expressions. */
static void event(const char *what, uint64_t size, uint32_t site) {
  static FILE *to;
  if (!to) to = fopen(getenv("STUB_EVENTS") ? getenv("STUB_EVENTS") : "/dev/null", "w");
  if (to) fprintf(to, "%s %lu %x\n", what, size, site);
}
#define CHECKS(n)                                                                                            \
  void __omen_read##n(const void *addr, uint32_t site) { event("read", n, site); }                           \
  void __omen_write##n(void *addr, uint32_t site) { event("write", n, site); }
CHECKS(1)
CHECKS(2)
CHECKS(4)
CHECKS(8)
CHECKS(16)
#define SPANS(n)                                                                                             \
  void __omen_read##n##u(const void *addr, uint32_t site) { event("read", n, site); }                        \
  void __omen_write##n##u(void *addr, uint32_t site) { event("write", n, site); }
SPANS(2)
SPANS(4)
SPANS(8)
SPANS(16)
#define CALLED(n)                                                                                            \
  void __omen_check_read##n(const void *addr, uint32_t site) { __omen_read##n(addr, site); }                 \
  void __omen_check_write##n(void *addr, uint32_t site) { __omen_write##n(addr, site); }
CALLED(1)
CALLED(2)
CALLED(4)
CALLED(8)
CALLED(16)
CALLED(2u)
CALLED(4u)
CALLED(8u)
CALLED(16u)
#define MISSED(n)                                                                                            \
  void __omen_missed_read##n(const void *addr, uint32_t site) { __omen_read##n(addr, site); }                \
  void __omen_missed_write##n(void *addr, uint32_t site) { __omen_write##n(addr, site); }
MISSED(4)
MISSED(8)
void __omen_readn(const void *addr, uint64_t len, uint32_t site) { event("read", len, site); }
void __omen_read_run(const void *addr, uint64_t len, uint32_t site) { event("read", len, site); }
void __omen_writen(void *addr, uint64_t len, uint32_t site) { event("write", len, site); }
void __omen_atomic_load(const void *addr, uint32_t how, uint32_t site) { event("atomic load", how, site); }
void __omen_atomic_store(void *addr, uint32_t how, uint32_t site) { event("atomic store", how, site); }
void __omen_atomic_rmw(void *addr, uint32_t how, uint32_t site) { event("rmw", how, site); }
void __omen_atomic_cas(void *addr, uint64_t e, uint32_t how, uint32_t site) { event("cas", how, site); }
void __omen_fence(uint32_t order, uint32_t site) { event("fence", order, site); }
void __omen_tick(uint32_t site) { event("tick", 0, site); } /* comes through at every turn */
void __omen_opaque(void) {}
void __omen_hidden_begin(uint32_t what, uint32_t n, ...) { (void)what, (void)n; }
void __omen_hidden_end(uint32_t what) { (void)what; }
void __omen_pointer_begin(uint64_t code, uint32_t what, uint64_t a, uint64_t b, uint64_t c, uint64_t d) {}
void __omen_pointer_end(uint64_t code) {}
void __omen_pause(uint32_t site) { event("pause", 0, site); }
void __omen_bounds(const void *addr, uint64_t len, const void *base, uint64_t size, uint32_t how,
                   uint32_t site) {}
void __omen_arithmetic(int64_t left, int64_t right, uint32_t how, uint32_t site) {}
void __omen_index(int64_t index, uint64_t limit, uint32_t how, uint32_t site) {}
void __omen_scope_enter(void *frame, uint32_t k) {}
void __omen_scope_leave(void *frame, uint32_t k) {}
void __omen_frame_enter(void *frame, const struct omen_frame_layout *l) {}
void __omen_frame_leave(void *frame, const struct omen_frame_layout *l) {}
void __omen_array_enter(void *whole, uint64_t size, const struct omen_frame_layout *l, const void *fp) {}
void __omen_arrays_leave(const void *from, const void *to) {}
void __omen_globals_register(const struct omen_global_gap *gaps, uint64_t n) {}
void *__omen_lib_memcpy(uint32_t site, void *d, const void *s, uint64_t n) {
  event("memcpy", n, site);
  __omen_sym_copy(d, s, n);
  return memcpy(d, s, n);
}
void *__omen_lib_memset(uint32_t site, void *d, int c, uint64_t n) {
  event("memset", n, site);
  memset(d, c, n);
  __omen_sym_fill(d, n, 0);
  return d;
}
uint64_t __omen_lib_strlen(uint32_t site, const char *s) {
  event("strlen", 0, site);
  return strlen(s);
}

/* Members of std::string: what they change is lost. */
void __omen_sym_string_lost(const void *string, uint32_t site) {
  const struct {
    char *p;
    uint64_t n;
  } *s = string;
  __omen_sym_fill((void *)string, 16, 0);
  __omen_sym_fill(s->p, s->n + 1, 0);
}
static void lose_string(const void *s, const void *self, uint32_t site) {
  const struct omen_sym_hot *h = &__omen_sym_hot;
  for (uint32_t i = 0; h->callee == self && i < OMEN_SYM_ARGS; i++)
    if (h->arg[i]) __omen_sym_lost(h->arg[i], site);
  __omen_sym_hot.callee = 0;
  __omen_sym_string_lost(s, site);
}
void __omen_symlib_cxx_mutate(uint32_t site, void *s, uint64_t at, uint64_t gone, const char *p, uint64_t n);
void *__omen_symlib_cxx_add_char(uint32_t site, void *s, int c) {
  ((void *(*)(void *, char))__omen_sym_hot.real)(s, (char)c);
  lose_string(s, (void *)__omen_symlib_cxx_add_char, site);
  return s;
}
void __omen_symlib_cxx_mutate(uint32_t site, void *s, uint64_t at, uint64_t gone, const char *p, uint64_t n) {
  ((void (*)(void *, uint64_t, uint64_t, const char *, uint64_t))__omen_sym_hot.real)(s, at, gone, p, n);
  lose_string(s, (void *)__omen_symlib_cxx_mutate, site);
}
