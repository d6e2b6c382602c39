/* What instrumented code and the runtime say to each other. Read by build/ (the instrumenter emits this) and
 * by runtime/ (which answers). Nothing here depends on anything else.
 *
 * The mechanism in one paragraph. All threads are fibers of one kernel thread; control changes hands only
 * inside runtime calls (scheduling points). So between two points the current thread's epoch (here:
 * *segment*) is fixed, no shadow access needs to be atomic, and a check may stand anywhere between the same
 * two points. Shadow is 1:1: each aligned 4 bytes of program memory have one 32-bit cell at
 * OMEN_SHADOW(addr & ~3).  A cell holds the id of the location's *access history* (runtime/shadow/). Two ids
 * matter to inlined code: `w`, the history "last written by this thread in this segment", for which any
 * further access changes nothing; and `r`, a history that already contains a read of this thread in this
 * segment, for which a further read changes nothing.
 *
 * Inlined check, size 4, aligned 4:   c = load32(cell(addr))
 *   write:  if (c != (u32)w2) __omen_write4(addr, site)                         [unlikely]
 *   read:   if (c != (u32)w2 && c != (u32)r2) __omen_read4(addr, site)          [unlikely]
 * where for sizes 4 and 8 __omen_missed_... stands between, for an access of this thread's in an earlier
 * segment: write:  if ((c | OMEN_OWN_ANY) == (u32)own_any) cell(addr) = (u32)w2, and no call read:   if ((c |
 * OMEN_OWN_READ) == (u32)own_read) cell(addr) = (u32)now_read, and no call The exact variant calls
 * __omen_check_... at every access, which makes the test as well. size 1, 2 (aligned to its size): the same
 * on the one cell, calling the ...1 / ...2 function. size 8 (aligned at least 4): one unaligned 64-bit load
 * of two cells, compared with w2 / r2 whole. size 16 (aligned at least 4): two such 64-bit compares, or the
 * call. The same sizes at any alignment: the cell of the last byte is compared, too; the ...2u / ...4u /
 * ...8u / ...16u function is called. Anything else: __omen_readn / __omen_writen.
 *
 * Stacks come from frame pointers: every instrumented function has "frame-pointer"="all" and
 * "disable-tail-calls"="true"; there are no entry and exit hooks to pay for.
 *
 * `site` numbers an instruction within its module: 0 .. n-1 in the executable; in a shared library the base
 * that
 * __omen_module_register returned is added (in the cold path only). The sites themselves are in a file beside
 * the variant: see build/sites.h. */
#ifndef OMRT_ABI_H
#define OMRT_ABI_H
#include <stdint.h>

/* Where the cell of an address is. The regions of a program's memory and their shadow differ in high bits;
 * without the shift in nothing else. AMD's processors look data up in the first-level cache by a hash of bits
 * 12 to 27 of the address, and of two lines with the same hash they keep one: a check and its access would
 * throw each other's line out, every time. Whole large pages, so that pages of shadow belong to pages of the
 * program. */
#define OMEN_SHADOW_XOR 0x500000000000ull
#define OMEN_SHADOW_SHIFT 0x200000ull
#define OMEN_SHADOW(addr) (((uint64_t)(addr) ^ OMEN_SHADOW_XOR) - OMEN_SHADOW_SHIFT)
#define OMEN_SHADOW_BACK(cell) (((uint64_t)(cell) + OMEN_SHADOW_SHIFT) ^ OMEN_SHADOW_XOR)

/* In the site of a write check: it stands for a read of the same place as well, just before (x += 1).
 * Detection needs only the write; the watch log has both, since what the read saw orders threads (SHB). Site
 * numbers are below it. */
#define OMEN_SITE_READS 0x80000000u
/* In the sites of accesses that are told before they are made: by the function that was told and has not
 * returned yet, or by a call that comes next. */
#define OMEN_SITE_INSIDE 0x40000000u
#define OMEN_SITE_AHEAD 0x20000000u
/* Both: it belongs to the access that was told right before it, and all of that is made together. Nobody is
 * stopped between the two. */
#define OMEN_SITE_TOO (OMEN_SITE_INSIDE | OMEN_SITE_AHEAD)
#define OMEN_SITE_HEAP 0xffffffffu /* not an instruction: free and its kin */
static inline uint32_t omen_site_number(uint32_t site) {
  return site == OMEN_SITE_HEAP ? site : site & ~(OMEN_SITE_READS | OMEN_SITE_INSIDE | OMEN_SITE_AHEAD);
}

/* Symbol __omen_hot, exported by the executable variant. Layout is known to the instrumenter. */
struct omen_hot {
  uint64_t w2;     /*  0: id of "written here by this thread in this segment", in both halves */
  uint64_t r2;     /*  8: id of a history that has this thread's read in this segment, in both halves */
  int64_t ticks;   /* 16: loop iterations left before __omen_tick is due */
  uint64_t opaque; /* 24: calls of uninstrumented code, counted inline; OMEN_OPAQUE_DUE: see __omen_opaque */
  uint64_t gaps;   /* 32: not 0: frames write the shadow of their gaps themselves; else they ask (below) */
  uint32_t resets; /* 40: changes when memory becomes fresh or bad: what ranges remember is void then */
  uint32_t pointers; /* 44: not 0: calls through pointers are told, as they may be of a library that orders */
  uint64_t line; /* 48: bytes less 1 that a search may read before it has them checked: see __omen_read_run */
  /* Accesses of this thread's earlier segments that a new one takes the place of: all ids "read by" (even) or
   * "read or written by" one of OMEN_OWN_SEGMENTS segments, the current one's block, are the same but for
   * the bits of OMEN_OWN_READ or OMEN_OWN_ANY. In both halves; 0: no id is to be replaced here. */
  uint64_t own_read; /* 56: such an id | OMEN_OWN_READ */
  uint64_t now_read; /* 64: what a read puts there */
  uint64_t own_any;  /* 72: such an id | OMEN_OWN_ANY; a write puts w2 there */
};
_Static_assert(sizeof(struct omen_hot) == 80, "layout is part of the ABI");
#define OMEN_OWN_SEGMENTS 256u /* runtime/shadow/history.h has the same */
#define OMEN_OWN_READ 0x1feu
#define OMEN_OWN_ANY 0x1ffu

#define OMEN_LINE                                                                                            \
  63u /* __omen_hot.line, mostly: a fault comes at the beginning of a page, and so of a line */

/* What frames write into shadow cells (runtime/shadow/history.h has the same): bad, and "the first n bytes, 1
 * to 3, are fresh, the others bad". */
#define OMEN_CELL_BAD 0xffffff8fu
#define OMEN_CELL_LEAST 0xc0000000u /* no id of a write of the current segment is as large */
#define OMEN_CELL_TAIL(n) (0xc0000000u | (1u + ((n) - 1u) * 5u))

/* Memory errors. Objects whose bounds are not known where they are accessed lie between gaps, which the
 * shadow has as bad.
 *
 * A function's variables that others are given the address of lie in one *frame*: a header of
 * OMEN_FRAME_HEADER bytes, then the variables in the order of the description, with gaps behind each. The
 * header holds, as words: LIVE or GONE, the description's address, the function's frame pointer; and, of an
 * array whose length is not known to the code (its layout has size 0), that length, else which of the first
 * 64 variables are out of their block. */
#define OMEN_FRAME_HEADER 32u
#define OMEN_FRAME_LIVE 0x6f6d656e2d6c6976ull
#define OMEN_FRAME_GONE 0x6f6d656e2d676f6eull
#define OMEN_FRAME_MARKED 65536u /* bytes of a variable, at most, that are bad once the call is over */
#define OMEN_SCOPED 2u
struct omen_frame_variable {
  uint32_t at, size, line;
  uint32_t escapes; /* its address may outlive the call: it is bad when that is over; OMEN_SCOPED: or its
                       block, whose entries and ends are told */
  const char *name; /* may be "" */
};
struct omen_frame_layout {
  uint32_t size, n;
  uint32_t escapes; /* one of the variables does: gaps stay bad behind the call, and the header says GONE */
  uint32_t scoped; /* some are of inner blocks; the header's fourth word has a bit for each that is out of its
                      block */
  const char *function;
  struct omen_frame_variable variable[];
};
/* Frames with variables that escape are noted when they end, at (address & (OMEN_LEFT - 1) * 16) in bytes:
 * symbol __omen_left. Only for naming what an access hit. */
#define OMEN_LEFT 64u
struct omen_left {
  const void *frame;
  const struct omen_frame_layout *layout;
};
/* A global variable and the gap behind it; without a name: only there for the gap. */
struct omen_global_gap {
  const void *base;
  uint64_t size, gap;
  const char *name;
};
/* `how` of __omen_bounds. */
enum { OMEN_BOUNDS_WRITE = 1, OMEN_BOUNDS_STACK = 2, OMEN_BOUNDS_GLOBAL = 4, OMEN_BOUNDS_INNER = 8 };
/* `what` of __omen_hidden_begin and __omen_hidden_end. */
enum { OMEN_HIDDEN_LIBRARY = 1, OMEN_HIDDEN_CUT = 2 };
enum { OMEN_POINTER_WORDS = 4 }; /* of __omen_pointer_begin */
/* `how` of __omen_arithmetic: what is wrong. */
enum { OMEN_BY_ZERO, OMEN_QUOTIENT_TOO_LARGE, OMEN_SHIFT_TOO_FAR };

#define OMEN_API __attribute__((visibility("default")))
#define OMEN_SLOW __attribute__((visibility("default"), preserve_most))

#ifndef OMEN_ABI_NO_PROTOTYPES
extern OMEN_API struct omen_hot __omen_hot;
extern OMEN_API struct omen_left __omen_left[OMEN_LEFT];

/* Cold halves of the inlined checks: LLVM calling convention preserve_mostcc (14). */
OMEN_SLOW void __omen_read1(const void *addr, uint32_t site);
OMEN_SLOW void __omen_read2(const void *addr, uint32_t site);
OMEN_SLOW void __omen_read4(const void *addr, uint32_t site);
OMEN_SLOW void __omen_read8(const void *addr, uint32_t site);
OMEN_SLOW void __omen_read16(const void *addr, uint32_t site);
OMEN_SLOW void __omen_write1(void *addr, uint32_t site);
OMEN_SLOW void __omen_write2(void *addr, uint32_t site);
OMEN_SLOW void __omen_write4(void *addr, uint32_t site);
OMEN_SLOW void __omen_write8(void *addr, uint32_t site);
OMEN_SLOW void __omen_write16(void *addr, uint32_t site);
OMEN_SLOW void __omen_read2u(const void *addr, uint32_t site);
OMEN_SLOW void __omen_read4u(const void *addr, uint32_t site);
OMEN_SLOW void __omen_read8u(const void *addr, uint32_t site);
OMEN_SLOW void __omen_read16u(const void *addr, uint32_t site);
OMEN_SLOW void __omen_write2u(void *addr, uint32_t site);
OMEN_SLOW void __omen_write4u(void *addr, uint32_t site);
OMEN_SLOW void __omen_write8u(void *addr, uint32_t site);
OMEN_SLOW void __omen_write16u(void *addr, uint32_t site);
/* Whole checks, as functions (shadow/called_checks.S). */
#define OMEN_CHECK(size)                                                                                     \
  OMEN_SLOW void __omen_check_read##size(const void *addr, uint32_t site);                                   \
  OMEN_SLOW void __omen_check_write##size(void *addr, uint32_t site);
OMEN_CHECK(1)
OMEN_CHECK(2)
OMEN_CHECK(4)
OMEN_CHECK(8)
OMEN_CHECK(16)
OMEN_CHECK(2u)
OMEN_CHECK(4u)
OMEN_CHECK(8u)
OMEN_CHECK(16u)
#undef OMEN_CHECK
/* What comes after a test that failed. */
OMEN_SLOW void __omen_missed_read4(const void *addr, uint32_t site);
OMEN_SLOW void __omen_missed_read8(const void *addr, uint32_t site);
OMEN_SLOW void __omen_missed_write4(void *addr, uint32_t site);
OMEN_SLOW void __omen_missed_write8(void *addr, uint32_t site);
/* Any size and alignment; also what a loop over an array or a memory intrinsic is checked with. Ordinary C
 * convention. A length of 0 is fine. In the strided forms, `count` elements of `size` bytes, `stride` bytes
 * apart (may be negative), the first at addr. */
OMEN_API void __omen_readn(const void *addr, uint64_t len, uint32_t site);
OMEN_API void __omen_writen(void *addr, uint64_t len, uint32_t site);
OMEN_API void __omen_read_strided(const void *addr, int64_t stride, uint64_t count, uint64_t size,
                                  uint32_t site);
OMEN_API void __omen_write_strided(void *addr, int64_t stride, uint64_t count, uint64_t size, uint32_t site);

/* What a search has read: bytes one after the other in a loop without a point, checked when the next one is
 * the first of another line of memory (its address & __omen_hot.line is 0), that one included, before it is
 * read; and the rest where the loop ends. Where every access must be known before it is made, `line` is 0. */
OMEN_SLOW void __omen_read_run(const void *addr, uint64_t len, uint32_t site);

/* Atomic operations: the call stands immediately BEFORE the untouched atomic instruction (nothing can come
 * between the two: control changes hands inside the call only). `how` = size | order << 8 [| failure order <<
 * 16]; orders are C11's memory_order_* numbers (relaxed 0, consume 1, acquire 2, release 3, acq_rel 4,
 * seq_cst 5). For compare-exchange the runtime reads *addr itself and so knows whether it will succeed;
 * `expected` is zero-extended. A load with OMEN_ATOMIC_FENCED stands, for memory models, behind a seq_cst
 * fence. */
#define OMEN_ATOMIC_FENCED (1u << 16)
OMEN_API void __omen_atomic_load(const void *addr, uint32_t how, uint32_t site);
OMEN_API void __omen_atomic_store(void *addr, uint32_t how, uint32_t site);
OMEN_API void __omen_atomic_rmw(void *addr, uint32_t how, uint32_t site);
OMEN_API void __omen_atomic_cas(void *addr, uint64_t expected, uint32_t how, uint32_t site);
OMEN_API void __omen_fence(uint32_t order, uint32_t site);

/* Loops that may spin count iterations:  if (--ticks < 0) __omen_tick(site)   [unlikely]. The pause
 * instruction (intrinsic or inline assembly) is preceded by __omen_pause. */
OMEN_SLOW void __omen_tick(uint32_t site);
/* Calls of uninstrumented code are counted:  if (++opaque < 0) __omen_opaque()   [unlikely]. Whoever is to
 * stop at the next thing that it does stops there, too: what such a call does to memory nobody sees. */
#define OMEN_OPAQUE_DUE ((uint64_t)1 << 63)
OMEN_SLOW void __omen_opaque(void);
OMEN_API void __omen_pause(uint32_t site);
/* A call of code whose accesses nobody sees begins, and ends: excluded by the user, or of a library. `n`
 * words follow that it may take for pointers; OMEN_HIDDEN_CUT: there are more. */
OMEN_API void __omen_hidden_begin(uint32_t what, uint32_t n, ...);
OMEN_API void __omen_hidden_end(uint32_t what);
/* The same of a call through a pointer:  if (pointers) __omen_pointer_begin(...)   [unlikely]. It is one if
 * `code` is of a library that is not seen. The first words that it may take for pointers; those that are none
 * are 0. */
OMEN_SLOW void __omen_pointer_begin(uint64_t code, uint32_t what, uint64_t a, uint64_t b, uint64_t c,
                                    uint64_t d);
OMEN_SLOW void __omen_pointer_end(uint64_t code);
/* In the place of rdrand and rdseed. */
OMEN_API uint64_t __omen_random(void);

/* Behind a comparison that failed: [addr, addr+len) is not inside of the `size` bytes at base; a division or
 * shift by `right` has no result. */
OMEN_SLOW void __omen_bounds(const void *addr, uint64_t len, const void *base, uint64_t size, uint32_t how,
                             uint32_t site);
OMEN_SLOW void __omen_arithmetic(int64_t left, int64_t right, uint32_t how, uint32_t site);
/* The same for an index of an array of `limit` elements (INT64_MAX: nobody knows where it ends). */
OMEN_SLOW void __omen_index(int64_t index, uint64_t limit, uint32_t how, uint32_t site);
/* A frame begins and ends, where the code itself cannot write its shadow (omen_hot.gaps) or it is large. */
OMEN_SLOW void __omen_frame_enter(void *frame, const struct omen_frame_layout *layout);
OMEN_SLOW void __omen_frame_leave(void *frame, const struct omen_frame_layout *layout);
/* The block of a frame's k-th variable is entered, and left: the variable is bad from there on. */
OMEN_SLOW void __omen_scope_enter(void *frame, uint32_t k);
OMEN_SLOW void __omen_scope_leave(void *frame, uint32_t k);
/* An array of `size` bytes begins where its layout, which has no size of its own, says behind `whole`; its
 * gap goes on for 16 bytes at least, to a multiple of 16. Leaving: no array is between the two any more. */
OMEN_API void __omen_array_enter(void *whole, uint64_t size, const struct omen_frame_layout *layout,
                                 const void *fp);
OMEN_API void __omen_arrays_leave(const void *from, const void *to);
/* Called by a constructor of whatever has gaps behind its globals. */
OMEN_API void __omen_globals_register(const struct omen_global_gap *gaps, uint64_t n);

/* Called by a constructor (priority 0) of every instrumented shared library; returns its site base. The
 * executable has base 0 and defines `const uint32_t __omen_exe_sites`. */
OMEN_API uint32_t __omen_module_register(const char *soname, uint32_t sites);
extern const uint32_t __omen_exe_sites;
#endif /* OMEN_ABI_NO_PROTOTYPES */

/* Library functions whose accesses are modelled are in library_calls.def. */
#endif
