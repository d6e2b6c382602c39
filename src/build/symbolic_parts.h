/* What the files of the symbolic variant share. Not for use outside build/symbolic*.c.
 *
 * Every value that is followed has one expression, a number in an i32 (its *shadow*); a value of several
 * parts (vector, small struct) has one of all of them, the first lowest. A function is handled in two steps:
 * collect (which values may depend on inputs, and whose expression somebody needs), then emit, which goes
 * through the instructions in an order in which operands come first. */
#ifndef OMEN_BUILD_SYMBOLIC_PARTS_H
#define OMEN_BUILD_SYMBOLIC_PARTS_H
#include "build/symbolic.h"
#include "record/symbolic.h"
#define OMEN_ABI_NO_PROTOTYPES
#include "runtime/abi_symbolic.h"

/* The helpers: always inlined, with the test in front and the runtime's call in a cold block. Each is called
 * __omen_sx_NAME. */
#define OMEN_SX_HELPERS(X)                                                                                   \
  X(load)                                                                                                    \
  X(load_at)                                                                                                 \
  X(store)                                                                                                   \
  X(store_at)                                                                                                \
  X(store_if)                                                                                                \
  X(binary)                                                                                                  \
  X(compare)                                                                                                 \
  X(cast)                                                                                                    \
  X(extract)                                                                                                 \
  X(select)                                                                                                  \
  X(byteswap)                                                                                                \
  X(gep)                                                                                                     \
  X(derive)                                                                                                  \
  X(branch)                                                                                                  \
  X(choice)                                                                                                  \
  X(decide)                                                                                                  \
  X(divisor)                                                                                                 \
  X(pin)                                                                                                     \
  X(lost)                                                                                                    \
  X(copy)                                                                                                    \
  X(fill)                                                                                                    \
  X(enter)                                                                                                   \
  X(param)                                                                                                   \
  X(expect)                                                                                                  \
  X(result)                                                                                                  \
  X(give)                                                                                                    \
  X(unfollowed)                                                                                              \
  X(outward)                                                                                                 \
  X(inward)                                                                                                  \
  X(string_lost)                                                                                             \
  X(tail_take)                                                                                               \
  X(tail_put)                                                                                                \
  X(byval)                                                                                                   \
  X(by_parts)                                                                                                \
  X(wide)                                                                                                    \
  X(argc)
enum omen_sx {
#define X(name) OMEN_SX_##name,
  OMEN_SX_HELPERS(X)
#undef X
      OMEN_SX_COUNT
};

struct omen_cover {
  LLVMValueRef fn;
  LLVMMetadataRef at; /* or NULL */
};
struct omen_symbolic {
  struct omen_ins *x;
  struct omen_callee helper[OMEN_SX_COUNT];
  struct omen_callee args[17]; /* by number of arguments */
  struct omen_cover *blocks;
  size_t nblocks, blocks_cap;
  struct omen_map numbers; /* block -> its number, plus 1 */
  struct omen_map by_type; /* types of a helper's operands -> the helper (symbolic_scratch.c) */
};

struct omen_symfn {
  struct omen_symbolic *s;
  struct omen_ins *x;
  LLVMValueRef fn;
  struct omen_cfg cfg;
  LLVMValueRef *insts; /* of the reachable blocks, in reverse postorder */
  int ninsts, insts_cap;
  struct omen_map may;    /* values that may depend on inputs */
  struct omen_map needed; /* those of them whose expression somebody asks for */
  struct omen_map shadow; /* value -> its expression: an LLVMValueRef */
  struct omen_map second; /* of instructions with a pair as result {value, bit}: the bit's */
  LLVMValueRef tail;      /* of a variadic function: memory for a struct omen_sym_tail, or NULL */
  LLVMValueRef scratch;   /* memory for the values of vectors on their way to the runtime, or NULL */
};

/* What an instruction's result has to do with expressions. */
enum omen_role {
  OMEN_ROLE_NOTHING, /* none, or nothing that is followed */
  OMEN_ROLE_SOURCE,  /* may have one by itself: a load, a call */
  OMEN_ROLE_FOLLOWS, /* has one if an operand has */
  OMEN_ROLE_LOSES    /* what goes in is lost: floating point, assembly */
};

/* --- symbolic_types.c --- */
uint32_t omen_sym_bits(struct omen_ins *x,
                       LLVMTypeRef t); /* of the expression of such a value; 0: not followed */
bool omen_sym_scalar(LLVMTypeRef t);   /* an integer of up to 64 bits, or a pointer */
bool omen_sym_in_memory(struct omen_ins *x, LLVMTypeRef t); /* followed, and without holes in memory */
/* Vectors: number of parts and bits of each. */
bool omen_sym_vector(LLVMTypeRef t, uint32_t *parts, uint32_t *bits);
LLVMValueRef omen_sym_value(struct omen_ins *x, LLVMValueRef v); /* a scalar as i64, zero-extended */
/* --- symbolic_collect.c --- */
enum omen_role omen_sym_role(struct omen_symfn *f, LLVMValueRef inst);
void omen_sym_collect(struct omen_symfn *f);
bool omen_sym_is_pair(LLVMValueRef inst); /* cmpxchg, *.with.overflow */
/* --- symbolic.c --- */
LLVMValueRef omen_sym_shadow(struct omen_symfn *f, LLVMValueRef v); /* constant 0 when there is none */
bool omen_sym_has(struct omen_symfn *f, LLVMValueRef v); /* is there one that is not constantly 0? */
void omen_sym_set(struct omen_symfn *f, LLVMValueRef v, LLVMValueRef shadow);
bool omen_sym_wanted(struct omen_symfn *f, LLVMValueRef v); /* may have one, and somebody asks for it */
LLVMValueRef omen_sym_build(struct omen_symfn *f, enum omen_sx helper, LLVMValueRef *args, unsigned n);
LLVMValueRef omen_sym_site(struct omen_symfn *f, LLVMValueRef inst, const char *kind);
void omen_sym_before(struct omen_symfn *f, LLVMValueRef inst); /* where the builder goes on */
void omen_sym_behind(struct omen_symfn *f, LLVMValueRef inst);
void omen_sym_lose(struct omen_symfn *f, LLVMValueRef inst); /* all its operands */
const char *omen_sym_instruction_word(LLVMValueRef inst);    /* what a report calls it */
/* --- symbolic_values.c: arithmetic, comparisons, casts, addresses, parts --- */
void omen_sym_emit_value(struct omen_symfn *f, LLVMValueRef inst);
uint32_t omen_sym_operation(LLVMOpcode op); /* enum omen_sym_op */
LLVMValueRef omen_sym_cast(struct omen_symfn *f, LLVMValueRef e, uint32_t from, uint32_t to, bool is_signed);
/* An operation (enum omen_sym_op) or comparison of two values, both as wide as the first. */
LLVMValueRef omen_sym_pair_of(struct omen_symfn *f, enum omen_sx helper, uint32_t op, LLVMValueRef a,
                              LLVMValueRef b);
/* --- symbolic_intrinsics.c --- */
enum omen_role omen_sym_intrinsic_role(struct omen_symfn *f, LLVMValueRef call, const char *name);
void omen_sym_intrinsic_sinks(struct omen_symfn *f, LLVMValueRef call, const char *name,
                              void (*visit)(struct omen_symfn *f, LLVMValueRef v));
void omen_sym_emit_intrinsic(struct omen_symfn *f, LLVMValueRef call, const char *name);
void omen_sym_emit_memory_call(struct omen_symfn *f, LLVMValueRef call, bool fill); /* memcpy, memset */
/* --- symbolic_memory.c --- */
void omen_sym_emit_memory(struct omen_symfn *f, LLVMValueRef inst);
void omen_sym_emit_clear(struct omen_symfn *f, LLVMValueRef ptr, uint64_t size);
void omen_sym_emit_pin(struct omen_symfn *f, LLVMValueRef v, LLVMValueRef inst, const char *kind);
/* --- symbolic_calls.c --- */
enum omen_role omen_sym_call_role(struct omen_symfn *f, LLVMValueRef call);
void omen_sym_call_sinks(struct omen_symfn *f, LLVMValueRef call,
                         void (*visit)(struct omen_symfn *f, LLVMValueRef v));
void omen_sym_redirect(struct omen_symbolic *s, LLVMValueRef fn); /* calls of modelled functions */
void omen_sym_emit_entry(struct omen_symfn *f);
void omen_sym_emit_call(struct omen_symfn *f, LLVMValueRef call);
void omen_sym_emit_return(struct omen_symfn *f, LLVMValueRef ret);
/* --- symbolic_outward.c --- */
/* Before a call of code that may not be followed: what can it read? False: it is known not to look. */
bool omen_sym_emit_outward(struct omen_symfn *f, LLVMValueRef call);
/* What it calls back, if that is not followed. */
void omen_sym_emit_called_back(struct omen_symfn *f, LLVMValueRef call);
void omen_sym_emit_given_away(struct omen_symfn *f, LLVMValueRef call, LLVMValueRef memory);
void omen_sym_lose_arguments(struct omen_symfn *f, LLVMValueRef call,
                             unsigned from);                     /* the others are passed */
LLVMValueRef omen_sym_hot_at(struct omen_ins *x, size_t offset); /* an address within __omen_sym_hot */
LLVMValueRef omen_sym_lost_site(struct omen_symfn *f,
                                LLVMValueRef inst); /* says by its kind what is not followed */
LLVMValueRef omen_sym_followed(struct omen_symbolic *s, uint32_t *n); /* a table: functions that are */
/* --- symbolic_library.c: what library functions that are not followed look at --- */
bool omen_sym_forgets(LLVMValueRef fn);                         /* only at what it is given */
uint64_t omen_sym_trusted_size(const char *name, unsigned arg); /* the object that it points to; 0: none */
bool omen_sym_asm_finds(const char *text);                      /* at more than its operands */
/* --- symbolic_tail.c: variadic functions --- */
void omen_sym_give_tail(struct omen_symfn *f, LLVMValueRef call);  /* before it */
void omen_sym_take_tail(struct omen_symfn *f, LLVMValueRef meant); /* at the entry of one: was it? */
void omen_sym_emit_varargs(struct omen_symfn *f, LLVMValueRef call, const char *name); /* llvm.va_* */
/* --- symbolic_flow.c --- */
void omen_sym_emit_phis(struct omen_symfn *f);
void omen_sym_see_phi(struct omen_symfn *f, LLVMValueRef phi); /* in its turn */
void omen_sym_finish_phis(struct omen_symfn *f);
void omen_sym_emit_branch(struct omen_symfn *f, LLVMValueRef inst);
bool omen_sym_decides(LLVMValueRef compare); /* only the branch behind it asks: it is done there */
/* --- symbolic_scratch.c: the parts of values on their way to the runtime --- */
struct omen_sym_lanes {
  struct omen_sym_parts how; /* steps are filled in */
  uint32_t step;             /* of all operands, when it is not what their type says; else 0 */
  unsigned list_n;
  LLVMValueRef operand[4]; /* up to three, and what comes of them; NULL: there is none */
};
LLVMValueRef omen_sym_build_lanes(struct omen_symfn *f, struct omen_sym_lanes *l); /* behind the result */
/* --- symbolic_lanes.c: vectors, part by part --- */
bool omen_sym_lanes_follow(struct omen_symfn *f, LLVMValueRef inst);
void omen_sym_emit_lanes(struct omen_symfn *f, LLVMValueRef inst);
void omen_sym_emit_lanes_call(struct omen_symfn *f, LLVMValueRef call, uint32_t kind, uint32_t op,
                              unsigned n);
/* --- symbolic_wide.c: integers of 128 bits --- */
bool omen_sym_wide_follows(LLVMValueRef inst);
void omen_sym_emit_wide(struct omen_symfn *f, LLVMValueRef inst);
/* The first bit of a part of a struct, array or nest of them. */
uint32_t omen_sym_part_at(struct omen_ins *x, LLVMTypeRef t, const unsigned *at, unsigned n);
/* --- symbolic_cover.c --- */
void omen_sym_cover(struct omen_symbolic *s);
#endif
