/* Tiny programs that leave traces as a run of the symbolic variant does: registers of 16 bits, forward jumps
 * alone (so they end), every value that depends on inputs with its expression beside it. */
#ifndef OMEN_TEST_SYMBOLIC_PROGRAM_H
#define OMEN_TEST_SYMBOLIC_PROGRAM_H
#include "symbolic_build.h"

enum { REGISTERS = 4, LENGTH = 40, OUTPUTS = 8 };
struct instruction {
  enum { COMPUTE, JUMP, PRINT } what;
  uint8_t op, to, from, other; /* other: a register, or REGISTERS: the constant */
  uint16_t constant;
  uint32_t target;
};
struct program {
  struct instruction code[LENGTH];
  uint32_t n;
};
struct execution {
  uint64_t path; /* hash of its decisions */
  uint32_t decisions;
  uint8_t out[OUTPUTS];
  uint32_t n_out;
};
static inline uint16_t machine_compute(uint8_t op, uint16_t a, uint16_t b) {
  switch (op) {
  case OMEN_SYM_ADD: return (uint16_t)(a + b);
  case OMEN_SYM_SUB: return (uint16_t)(a - b);
  case OMEN_SYM_MUL: return (uint16_t)((uint32_t)a * b);
  case OMEN_SYM_AND: return a & b;
  case OMEN_SYM_OR: return a | b;
  case OMEN_SYM_XOR: return a ^ b;
  case OMEN_SYM_UDIV: return b ? a / b : 0xffff;
  case OMEN_SYM_UREM: return b ? a % b : a;
  case OMEN_SYM_LSHR: return b < 16 ? (uint16_t)(a >> b) : 0;
  case OMEN_SYM_EQ: return a == b;
  case OMEN_SYM_ULT: return a < b;
  case OMEN_SYM_SLT: return (int16_t)a < (int16_t)b;
  default: return 0;
  }
}
static inline struct program random_program(uint64_t *seed, uint32_t length) {
  static const uint8_t computes[] = {OMEN_SYM_ADD, OMEN_SYM_ADD, OMEN_SYM_SUB,  OMEN_SYM_MUL,  OMEN_SYM_AND,
                                     OMEN_SYM_OR,  OMEN_SYM_XOR, OMEN_SYM_UDIV, OMEN_SYM_UREM, OMEN_SYM_LSHR};
  static const uint8_t compares[] = {OMEN_SYM_EQ, OMEN_SYM_EQ, OMEN_SYM_ULT, OMEN_SYM_SLT};
  struct program p = {.n = length};
  for (uint32_t i = 0; i < length; i++) {
    struct instruction *c = &p.code[i];
    uint32_t dice = below(seed, 10);
    c->what = dice < 5 ? COMPUTE : dice < 8 ? JUMP : PRINT;
    c->to = (uint8_t)below(seed, REGISTERS), c->from = (uint8_t)below(seed, REGISTERS);
    c->other = (uint8_t)below(seed, 2 * REGISTERS);
    if (c->other > REGISTERS) c->other = REGISTERS;
    c->constant = below(seed, 3) ? (uint16_t)below(seed, 300) : (uint16_t)below(seed, 8);
    c->op =
        c->what == COMPUTE ? computes[below(seed, sizeof computes)] : compares[below(seed, sizeof compares)];
    c->target = i + 1 + below(seed, 6);
  }
  return p;
}
/* Runs it on two bytes; with `b`, leaves its trace there. Instruction i has site `site` + i. */
static inline struct execution machine_run(const struct program *p, const uint8_t in[2], struct build *b) {
  struct execution x = {0};
  uint16_t value[REGISTERS] = {in[0], in[1], 5, (uint16_t)(in[0] << 8 | in[1])};
  uint32_t expr[REGISTERS] = {0};
  if (b) {
    expr[0] = widen(b, OMEN_SYM_ZEXT, 16, byte_in(b, 0, 0)),
    expr[1] = widen(b, OMEN_SYM_ZEXT, 16, byte_in(b, 0, 1));
    expr[3] = two(b, OMEN_SYM_CONCAT, byte_in(b, 0, 0), byte_in(b, 0, 1));
  }
  for (uint32_t i = 0; i < p->n;) {
    const struct instruction *c = &p->code[i];
    bool immediate = c->other == REGISTERS;
    uint16_t v = machine_compute(c->op, value[c->from], immediate ? c->constant : value[c->other]);
    uint32_t ea = b ? expr[c->from] : 0, eb = b && !immediate ? expr[c->other] : 0, e = 0;
    if (c->what != PRINT && (ea || eb)) {
      if (!ea) ea = konst(b, 16, value[c->from]);
      if (!eb) eb = konst(b, 16, immediate ? c->constant : value[c->other]);
      e = two(b, c->op, ea, eb);
    }
    i++;
    if (c->what == COMPUTE) {
      value[c->to] = v;
      expr[c->to] = e;
    } else if (c->what == JUMP) {
      if (e) step(b, OMEN_SYM_BRANCH_STEP, e, v, i);
      x.path = (x.path ^ (i * 2 + v)) * 0x100000001b3ull + 1;
      x.decisions++;
      if (v) i = c->target;
    } else if (x.n_out < OUTPUTS) {
      if (b && expr[c->from]) output(b, 1, x.n_out, node(b, OMEN_SYM_EXTRACT, 8, expr[c->from], 0, 0, 0));
      x.out[x.n_out++] = (uint8_t)value[c->from];
    }
  }
  return x;
}
#endif
