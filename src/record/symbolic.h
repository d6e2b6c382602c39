/* What a run of the symbolic variant says about itself: the file `symbolic`, written by the runtime at its
 * end (runtime/symbolic/), read by the command (symbolic/). It has the values that depend on inputs as
 * expressions, every decision that was made on one of them in the order in which they were made, and the
 * bytes of the output that depend on inputs.
 *
 * The file: the header, then the sections in the order of its counts, each padded to a multiple of 8 bytes.
 * A reader takes nothing for granted: any bytes are an error at worst. */
#ifndef OMEN_RECORD_SYMBOLIC_H
#define OMEN_RECORD_SYMBOLIC_H
#include <stdint.h>

#define OMEN_SYM_MAGIC 0x334d59534e454d4full /* "OMENSYM3" */

/* X(symbol, operands). Expressions are bit vectors of 1 to 512 bits. Operands a, b, c are numbers of earlier
 * nodes; those that an operation has not are 0. Both sides of an arithmetic operation are as wide as the
 * result; comparisons have one bit. Division by zero and shifts by the width or more mean what SMT-LIB says
 * they do. */
#define OMEN_SYM_OPS(X)                                                                                      \
  X(NONE, 0)  /* node 0: "depends on no input" */                                                            \
  X(CONST, 0) /* imm; above 64 bits: zero-extended */                                                        \
  X(INPUT, 0) /* 8 bits: byte imm & 0xffffffff of source imm >> 32 of the file `inputs` */                   \
  X(ADD, 2)                                                                                                  \
  X(SUB, 2)                                                                                                  \
  X(MUL, 2)                                                                                                  \
  X(UDIV, 2)                                                                                                 \
  X(SDIV, 2)                                                                                                 \
  X(UREM, 2)                                                                                                 \
  X(SREM, 2)                                                                                                 \
  X(SHL, 2)                                                                                                  \
  X(LSHR, 2)                                                                                                 \
  X(ASHR, 2)                                                                                                 \
  X(AND, 2)                                                                                                  \
  X(OR, 2)                                                                                                   \
  X(XOR, 2)                                                                                                  \
  X(EQ, 2)                                                                                                   \
  X(ULT, 2)                                                                                                  \
  X(ULE, 2)                                                                                                  \
  X(SLT, 2)                                                                                                  \
  X(SLE, 2)                                                                                                  \
  X(NOT, 1) /* every bit */                                                                                  \
  X(ZEXT, 1)                                                                                                 \
  X(SEXT, 1)                                                                                                 \
  X(EXTRACT, 1)   /* `width` bits of a from bit imm on */                                                    \
  X(CONCAT, 2)    /* a above b */                                                                            \
  X(ITE, 3)       /* a (one bit) ? b : c */                                                                  \
  X(LOOKUP, 1)    /* element a (unsigned) of table imm; its elements are `width` bits */                     \
  X(FORMATTED, 1) /* 8 bits: byte imm & 0xffffffff of what the format at strings + (imm >> 32) makes of a:   \
                     a function of the bits of a that nobody interprets */
enum omen_sym_op {
#define X(symbol, operands) OMEN_SYM_##symbol,
  OMEN_SYM_OPS(X)
#undef X
      OMEN_SYM_OP_COUNT
};
struct omen_sym_node {
  uint16_t op, width;
  uint32_t a, b, c;
  uint64_t imm;
};

/* What happened with an expression of one bit (but for LIVE and LOST, where it is 0 or any). */
#define OMEN_SYM_KINDS(X)                                                                                    \
  X(BRANCH, "the program went this way because of it")                                                       \
  X(PIN, "assumed from here on: a value was made concrete (an address, a size)")                             \
  X(FAULT, "were it true, the program would do something wrong here (index, divisor); it was not")           \
  X(LOST, "a value that depends on inputs went where it is not followed (floating point, other code)")       \
  X(LIVE, "the recording is left: the race is here")                                                         \
  X(COMPARED, "text that begins with this byte of the input was compared with other text, and differs")
enum omen_sym_kind {
#define X(symbol, meaning) OMEN_SYM_##symbol##_STEP,
  OMEN_SYM_KINDS(X)
#undef X
};
#define OMEN_SYM_INSIDE "an index stays inside of the object" /* why: of a PIN */
struct omen_sym_step {
  uint32_t expr;       /* BRANCH, PIN, FAULT: one bit */
  uint8_t kind, taken; /* taken: what it was, 0 or 1 */
  uint16_t thread;
  uint32_t site;  /* where; UINT32_MAX: not known */
  uint32_t why;   /* PIN, FAULT, LOST: a string, in strings; 0: none */
  uint64_t event; /* events of the run so far */
  /* BRANCH: of a choice among several, such as a switch, there is a step for each of the ways that are not
   * certain, those that it did not go first. Together they are one decision. 0 in all others. */
  uint32_t on;            /* what is chosen by: an expression of any width */
  uint16_t which, chosen; /* the way that this step is about, and the one that was taken; both from 1,
                             OMEN_SYM_NO_WAY: none of those that are listed. COMPARED: chosen is how
                             long the text is, in bytes, and `why` the other */
};
#define OMEN_SYM_FIRST_OF_CHOICE 0x8000u /* in `which`: a decision begins */
#define OMEN_SYM_NO_WAY 0x7fffu
static inline uint32_t omen_sym_path_of(const struct omen_sym_step *s) {
  return s->which & ~OMEN_SYM_FIRST_OF_CHOICE;
}
/* One byte of what the program wrote to a descriptor, by its place in all that was written there. Bytes that
 * are not listed depend on no input, other than by the path. */
#define OMEN_SYM_EXIT_FD UINT32_MAX /* no descriptor: the exit status, as a byte */
struct omen_sym_output {
  uint32_t fd, expr;
  uint64_t offset;
};
struct omen_sym_table {
  uint32_t elements,
      width;       /* bits of each: 8, 16, 32, 64; the elements follow one another in `table_bytes` */
  uint64_t offset; /* from the beginning of the section of bytes */
};
#define OMEN_SYM_LONGER "arguments and variables that are longer than their room were not tried"
struct omen_sym_header {
  uint64_t magic;
  uint32_t nodes, steps, outputs, tables;
  uint64_t table_bytes, string_bytes; /* strings: zero-terminated, the first is empty */
  uint32_t incomplete;    /* a limit was reached: expressions made later are missing (taken for concrete) */
  uint32_t stale;         /* bytes that code which is not followed overwrote: seen and taken for concrete */
  uint32_t ended, unused; /* reads of the last byte that a string of the command line may have: longer ones
                             were not tried */
  uint32_t blocks, covered_bytes; /* covered: one bit a basic block of the program, by number */
};
#endif
