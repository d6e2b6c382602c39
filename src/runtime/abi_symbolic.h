/* What the code of the symbolic variant and the runtime say to each other, besides abi.h. Read by build/
 * (which emits this) and by runtime/symbolic/ (which answers).
 *
 * Beside every value that may depend on an input goes the number of an expression (record/symbolic.h), a
 * uint32_t; 0: it depends on none. Code computes it only where an operand's is not 0: inlined helpers test
 * that (`or`, `test`, `jne`), and the calls below are in their cold halves. None of these calls is a point
 * (docs/build.md): no other thread runs in them, and events keep the names that they have in the
 * exact variant.
 *
 * Memory: an expression a byte. One flag byte for each OMEN_SYM_GRANULE bytes of memory, at OMEN_SYM_FLAGS +
 * (address >> OMEN_SYM_SHIFT): 0: none of these bytes has an expression, nor have the first 64 of the next
 * granule. So the flag of an access's first byte tells about all of it.
 *   load:   e = flag(addr) ? __omen_sym_load(addr, size) : 0               right behind the load
 *   store:  if (flag(addr) | e) __omen_sym_store(addr, size, e)            right behind the store
 * The runtime keeps each byte's value beside its expression, and what no longer has that value when it is
 * loaded was overwritten by code that is not followed: it is taken for concrete. */
#ifndef OMRT_ABI_SYMBOLIC_H
#define OMRT_ABI_SYMBOLIC_H
#include "runtime/abi.h"

#define OMEN_SYM_FLAGS 0x1f0000000000ull /* within what touched_pages.c takes for the runtime's own */
#define OMEN_SYM_SHIFT 10
#define OMEN_SYM_GRANULE (1u << OMEN_SYM_SHIFT)

/* Arguments and results. Before a call with an argument that has an expression the caller puts the
 * expressions of all arguments into arg[] (those from OMEN_SYM_ARGS on have none) and the called function's
 * address into `callee`; before any call whose result it wants, 0 into ret_from. A function takes its
 * parameters' expressions at its entry if `callee` is itself, and sets `callee` to 0 in any case (else it
 * would be taken for the next call's); before it returns a result with an expression it puts that into ret
 * and its own address into ret_from. The caller takes ret if ret_from is whom it called. So code in between
 * that knows nothing of this does no harm. Calls of __omen_lib_NAME and __omen_symlib_NAME are made in the
 * same way (the site is argument 0; a variadic tail counts), and so are those of pthread_create and
 * thrd_create, who have the new thread's function called with the argument's expression.
 *
 * An argument that is passed by value in memory has in byval[] where it is copied from, or NULL.
 *
 * A variadic tail is in arg[], too, and `tail` says of each of its arguments, by a letter, where the calling
 * convention puts it. The called function keeps both, and behind va_start they become the expressions of the
 * memory that va_arg reads. */
#define OMEN_SYM_ARGS 16u
struct omen_sym_hot {
  const void *callee;               /*  0 */
  const void *ret_from;             /*  8 */
  uint32_t ret;                     /* 16 */
  uint32_t on;                      /* 20: is anything followed? */
  uint32_t arg[OMEN_SYM_ARGS];      /* 24 */
  const void *byval[OMEN_SYM_ARGS]; /* 88 */
  const char *tail;                 /* 216 */
  void *real;                       /* 224: before a call of a model of C++: the function itself, which the
                                       runtime's own program may not have */
  uint32_t wanted, unused;          /* 232: before a call of a model: is its result? */
  uint64_t point[2 * 16];           /* 240: before a call of code that may not be followed: arguments that
                                       may be addresses, each with the size of its object; 0: not known */
};
#define OMEN_SYM_POINTS 16u
#define OMEN_SYM_OUT_ANYWHERE 1u /* of a call out: it knows all of the program's variables */
#define OMEN_SYM_OUT_GIVEN                                                                                   \
  2u                            /* it looks at its arguments alone; of what they point to, at point[] alone: \
                                   pairs of address and size */
#define OMEN_SYM_OUT_FORGETS 4u /* its library keeps no pointer that it could look behind */
#define OMEN_SYM_OUT_BACK 8u    /* it is not called here, but by what is called here */
/* Each in a register of its kind, or 8 bytes of the stack. */
#define OMEN_SYM_TAIL_INT 'i'    /* 32 bits */
#define OMEN_SYM_TAIL_LONG 'l'   /* 64 bits, or a pointer */
#define OMEN_SYM_TAIL_DOUBLE 'd' /* 64 bits in a vector register */
struct omen_sym_tail {           /* memory of the called function's own */
  const char *kinds;             /* NULL: none of them has an expression */
  uint32_t arg[OMEN_SYM_ARGS];
};

/* Operations that are made of the others (runtime/symbolic/derived.c): a, b and, where there are three, c. */
enum omen_sym_derived {
#define X(symbol) OMEN_SYM_##symbol,
#include "runtime/symbolic_derived.def"
#undef X
};

/* Values of several parts. What is done with each part is said by a constant; the values of the operands and,
 * as the fourth, of the result lie in memory, OMEN_SYM_OPERAND bytes for each: part i at i * the operand's
 * step (0: there is no such operand), as an integer of that many bytes. */
#define OMEN_SYM_OPERAND 64u
enum omen_sym_by_parts {
  OMEN_SYM_BY_BINARY,  /* op: enum omen_sym_op */
  OMEN_SYM_BY_COMPARE, /* op: the predicate */
  OMEN_SYM_BY_CAST,    /* op: ZEXT, SEXT, EXTRACT */
  OMEN_SYM_BY_SELECT,  /* part by part, by the third operand's */
  OMEN_SYM_BY_DERIVE,  /* op: enum omen_sym_derived */
  OMEN_SYM_BY_BYTESWAP,
  OMEN_SYM_BY_SHUFFLE,      /* list: which part of the first two operands each part of the result is; or -1 */
  OMEN_SYM_BY_INSERT,       /* the second operand becomes part number (third operand's value) of the first */
  OMEN_SYM_BY_PLACE,        /* the same in a struct of up to 8 parts; list: the parts' bits; op: which */
  OMEN_SYM_BY_REDUCE,       /* all parts in one; op: enum omen_sym_op */
  OMEN_SYM_BY_REDUCE_DERIVE /* op: enum omen_sym_derived */
};
struct omen_sym_parts {
  uint32_t kind, op;
  uint32_t parts, bits;         /* of the first operand */
  uint32_t out_parts, out_bits; /* of the result */
  uint32_t step[4];             /* bytes, of each operand and of the result */
  int32_t list[64];             /* only as many as there are */
};

#ifndef OMEN_ABI_NO_PROTOTYPES
extern OMEN_API struct omen_sym_hot __omen_sym_hot;

OMEN_SLOW uint32_t __omen_sym_load(const void *addr, uint64_t size);
OMEN_SLOW void __omen_sym_store(void *addr, uint64_t size, uint32_t e);
/* A value of several parts (a vector, a small struct) has one expression, of all of them, the first lowest:
 * loads, stores, arguments and results have up to 512 bits. What follows is of one part:
 * integers (and pointers, as 64 bits) of up to 64 bits; values are zero-extended. `op`: enum omen_sym_op,
 * ADD to XOR. `predicate`: LLVM's integer predicates (eq 32, ne, ugt, uge, ult, ule, sgt, sge, slt, sle). */
OMEN_SLOW uint32_t __omen_sym_binary(uint32_t op, uint32_t bits, uint32_t a, uint64_t av, uint32_t b,
                                     uint64_t bv);
OMEN_SLOW uint32_t __omen_sym_compare(uint32_t predicate, uint32_t bits, uint32_t a, uint64_t av, uint32_t b,
                                      uint64_t bv);
/* op: ZEXT, SEXT, or EXTRACT (from bit 0: truncation). */
OMEN_SLOW uint32_t __omen_sym_cast(uint32_t op, uint32_t to_bits, uint32_t a);
OMEN_SLOW uint32_t __omen_sym_select(uint32_t c, uint32_t cv, uint32_t bits, uint32_t a, uint64_t av,
                                     uint32_t b, uint64_t bv);
OMEN_SLOW uint32_t __omen_sym_extract(uint32_t a, uint32_t from_bit, uint32_t bits);
OMEN_SLOW uint32_t __omen_sym_byteswap(uint32_t a, uint32_t bits);
/* base + index * scale, index as 64 bits (sign-extended; `i` is its expression before that, of index_bits).
 */
OMEN_SLOW uint32_t __omen_sym_gep(uint32_t base, uint64_t base_value, uint32_t i, uint64_t index,
                                  uint32_t index_bits, uint64_t scale);

OMEN_SLOW void __omen_sym_branch(uint32_t c, uint32_t taken, uint32_t site);
OMEN_SLOW void __omen_sym_switch(uint32_t e, uint32_t bits, uint64_t value, uint32_t n, const uint64_t *cases,
                                 uint32_t site);
OMEN_SLOW uint32_t __omen_sym_derive(uint32_t what, uint32_t bits, uint32_t a, uint64_t av, uint32_t b,
                                     uint64_t bv, uint32_t c, uint64_t cv);
/* ADD, SUB, MUL of 128 bits: each value in two halves. */
OMEN_SLOW uint32_t __omen_sym_wide(uint32_t op, uint32_t a, uint64_t a_low, uint64_t a_high, uint32_t b,
                                   uint64_t b_low, uint64_t b_high);
OMEN_SLOW uint32_t __omen_sym_by_parts(const struct omen_sym_parts *how, uint32_t a, uint32_t b, uint32_t c,
                                       const void *values);
/* n parts as one, the first lowest. For the runtime's own use. */
struct omen_sym_part {
  uint32_t e, bits;
  uint64_t v;
};
uint32_t omen_sym_join(const struct omen_sym_part *p, uint32_t n);
/* An access through an address that depends on inputs. The load's result: an element of a table if that can
 * be had, else the address is pinned and the memory's expression is it. */
OMEN_SLOW uint32_t __omen_sym_load_at(uint32_t address, const void *addr, uint64_t size, uint32_t site);
OMEN_SLOW void __omen_sym_store_at(uint32_t address, void *addr, uint64_t size, uint32_t site);
OMEN_SLOW void __omen_sym_divisor(uint32_t b, uint32_t bits, uint64_t bv, uint32_t site);
OMEN_SLOW void __omen_sym_pin(uint32_t e, uint32_t bits, uint64_t value, uint32_t site); /* e.g. a length */
OMEN_SLOW void __omen_sym_lost(uint32_t e, uint32_t site); /* goes where nobody follows it */
/* Behind memory intrinsics and aggregate loads and stores; atomics are a load, a binary, a store. */
OMEN_SLOW void __omen_sym_copy(void *to, const void *from, uint64_t n); /* BEFORE a memcpy or memmove */
OMEN_SLOW void __omen_sym_fill(void *to, uint64_t n, uint32_t byte);
/* An argument by value has come, from there (NULL: nobody says). */
OMEN_SLOW void __omen_sym_byval(void *to, const void *from, uint64_t n);
/* At the entry of a variadic function that is meant; behind each va_start, with the number of parameters. */
OMEN_SLOW void __omen_sym_tail_take(struct omen_sym_tail *to);
OMEN_SLOW void __omen_sym_tail_put(void *va_list, const struct omen_sym_tail *from, uint32_t fixed);
/* Behind a member of std::string that has no model and may have changed it: what it had is lost. */
OMEN_SLOW void __omen_sym_string_lost(const void *string, uint32_t site);
/* Behind a call of `callee`, which may not have known of its n arguments' expressions. */
OMEN_SLOW void __omen_sym_unfollowed(const void *callee, uint32_t n, uint32_t site);
/* Before a call of code that may not be followed, with n addresses in point[] (more than OMEN_SYM_POINTS: not
 * all of them are there): what of the inputs can it read? And behind the call. */
OMEN_SLOW void __omen_sym_outward(const void *callee, uint32_t n, uint32_t how, uint32_t site);
OMEN_SLOW void __omen_sym_inward(void);
/* By a constructor of the executable and of each library: one byte a basic block, which the code sets. The
 * blocks' places are the last `n` sites of the module. And the functions that others may call by their
 * address and that know this protocol. */
OMEN_API void __omen_sym_module(const uint8_t *covered, uint32_t n, const void *const *functions,
                                uint32_t nfunctions);
OMEN_API uint32_t __omen_sym_argc(void); /* the expression of main's first parameter, 32 bits */
#endif

/* Library functions that are modelled for expressions only are in symbolic_calls.def. */
#endif
