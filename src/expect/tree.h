/* The tree of an expression, typed as C has it. Inside expect/ only. Nodes and types live in the compiler's
 * arena and are freed with it. */
#ifndef OMEN_EXPECT_TREE_H
#define OMEN_EXPECT_TREE_H
#include "expect/program_names.h"

enum omen_ty_kind {
  OMEN_TY_INT,
  OMEN_TY_FLOAT,
  OMEN_TY_POINTER,
  OMEN_TY_RECORD,
  OMEN_TY_ARRAY,
  OMEN_TY_VOID,
  OMEN_TY_OTHER
};
struct omen_ty {
  enum omen_ty_kind kind;
  uint64_t size;
  bool is_signed, is_char, is_bool;
  const struct omen_ty *to; /* pointer: what it points to; array: its element. NULL: see die */
  bool has_die;
  Dwarf_Die die; /* record: itself; pointer: the type pointed to, not looked at before it is needed */
};

enum omen_node_kind {
  OMEN_NODE_CONST,   /* value */
  OMEN_NODE_PLACE,   /* a variable's memory: file, addr + offset, or pieces */
  OMEN_NODE_DEREF,   /* memory at a + offset */
  OMEN_NODE_LOAD,    /* the value at place a */
  OMEN_NODE_RAW,     /* ops that leave a value: a variable that the optimiser made something else of */
  OMEN_NODE_ADDRESS, /* of place a */
  OMEN_NODE_CAST,
  OMEN_NODE_UNARY,  /* op: NEG, NOT */
  OMEN_NODE_BINARY, /* op */
  OMEN_NODE_AND,
  OMEN_NODE_OR,
  OMEN_NODE_IF, /* a ? b : c */
  OMEN_NODE_COMMA,
};
struct omen_piece {
  uint64_t offset, size, addr;
};
struct omen_node {
  enum omen_node_kind kind;
  uint8_t op;
  bool place; /* memory, not a value */
  bool shown; /* LOAD: its value is for people */
  const struct omen_ty *type;
  struct omen_node *a, *b, *c;
  uint64_t value; /* CONST: bits of the integer, or of a double */
  uint64_t offset, addr;
  uint32_t file;
  const struct omen_piece *pieces;
  size_t npieces;
  const struct omen_invariant_op *ops;
  size_t nops;
  unsigned bit, bits; /* a bit-field: first bit at `offset`, how many; 0: none */
  int from, to;       /* in the text */
};

struct omen_compiler {
  struct omen_program_names *names;
  const char *text;
  int at;    /* of the next token */
  int depth; /* of nested expressions */
  struct omen_err *err;
  bool failed;
  bool named; /* some variable was */
  void **arena;
  size_t narena, carena;
};

void *omen_compiler_new(struct omen_compiler *c, size_t n);
/* Notes the first error, at a place in the text. Always NULL. */
void *omen_compiler_error(struct omen_compiler *c, int at, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
struct omen_node *omen_node_new(struct omen_compiler *c, enum omen_node_kind kind, const struct omen_ty *type,
                                int from);

/* types.c */
const struct omen_ty *omen_ty_int(struct omen_compiler *c, uint64_t size, bool is_signed);
const struct omen_ty *omen_ty_float(struct omen_compiler *c, uint64_t size);
const struct omen_ty *omen_ty_pointer(struct omen_compiler *c, const struct omen_ty *to);
const struct omen_ty *omen_ty_void(struct omen_compiler *c);
const struct omen_ty *omen_ty_of_die(struct omen_compiler *c, Dwarf_Die *type);
const struct omen_ty *omen_ty_of_variable(struct omen_compiler *c, Dwarf_Die *variable);
const struct omen_ty *omen_ty_pointee(struct omen_compiler *c, const struct omen_ty *pointer);
bool omen_ty_is_number(const struct omen_ty *t);
bool omen_ty_is_scalar(const struct omen_ty *t);
const char *omen_ty_name(const struct omen_ty *t); /* for messages */
/* A member, also of a base class or an unnamed part. */
struct omen_member {
  const struct omen_ty *type;
  uint64_t offset;
  unsigned bit, bits;
};
bool omen_ty_member(struct omen_compiler *c, const struct omen_ty *record, const char *name,
                    struct omen_member *out);
/* The one number inside std::atomic<...>; false: it is none. */
bool omen_ty_atomic(struct omen_compiler *c, const struct omen_ty *record, struct omen_member *out);

/* place.c: a variable as a node; NULL: an error was noted. */
struct omen_node *omen_expr_place(struct omen_compiler *c, const struct omen_named *v, int from);

/* convert.c: what C does to operands. All return NULL after an error. */
struct omen_node *omen_value_of(struct omen_compiler *c, struct omen_node *n, bool shown);
struct omen_node *omen_cast(struct omen_compiler *c, struct omen_node *n, const struct omen_ty *to);
struct omen_node *omen_unary(struct omen_compiler *c, char op, struct omen_node *n, int from);
struct omen_node *omen_binary(struct omen_compiler *c, const char *op, struct omen_node *a,
                              struct omen_node *b, int at);
struct omen_node *omen_condition(struct omen_compiler *c, struct omen_node *n); /* as 0 or 1 */
struct omen_node *omen_choice(struct omen_compiler *c, struct omen_node *test, struct omen_node *a,
                              struct omen_node *b);
struct omen_node *omen_index(struct omen_compiler *c, struct omen_node *base, struct omen_node *index,
                             int at);
struct omen_node *omen_deref(struct omen_compiler *c, struct omen_node *pointer, int from);
struct omen_node *omen_address(struct omen_compiler *c, struct omen_node *place, int from);
struct omen_node *omen_select(struct omen_compiler *c, struct omen_node *record, const char *name, int at);

/* parse.c: the whole text; NULL: an error was noted. */
struct omen_node *omen_parse(struct omen_compiler *c);

/* emit.c */
struct omen_code {
  struct omen_invariant_op ops[OMEN_INVARIANT_OPS];
  uint32_t nops;
  struct omen_invariant_term terms[OMEN_INVARIANT_TERMS]; /* .text: offset in the expression */
  uint32_t nterms;
};
int omen_emit(struct omen_compiler *c, const struct omen_node *n, struct omen_code *out);
#endif
