/* What the instrumenter's files share. Not for use outside build/instrument*.c.
 *
 * One function is handled in steps: collect (what it does to memory, and where control may change hands),
 * drop (what cannot be shared), hoist (loops), merge (redundant checks), emit. The steps up to emit only
 * decide; emit changes the code. Control changes hands only at *points*; see runtime/abi.h for why a check
 * may move between two of them. */
#ifndef OMEN_BUILD_INSTRUMENT_PARTS_H
#define OMEN_BUILD_INSTRUMENT_PARTS_H
#include "build/instrument.h"
#include "build/pieces.h"
#include "build/sites.h"
#include "ir/cfg.h"
#include "ir/iv.h"
#include "ir/linear.h"
#include "ir/map.h"
#include "ir/debug_names.h"
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

enum { OMEN_READ, OMEN_WRITE };
enum { OMEN_PRESERVE_MOST = 14 }; /* LLVM's number of preserve_mostcc */

/* How often a loop's body is executed: by the test that ends it, and once more for what stands before the
 * test. */
struct omen_rounds {
  struct omen_test test;
  bool one_more;
};

/* coef * x * y, both widened to 64 bits: a[i * n] at an i that is not constant. */
struct omen_product {
  LLVMValueRef x, y;
  enum omen_ext xext, yext;
  int64_t coef;
};

/* A function of the runtime, or a helper that the check's fast path is in. */
struct omen_callee {
  LLVMValueRef fn;
  LLVMTypeRef type;
};

/* One module on its way through. */
struct omen_ins {
  const struct omen_instrument_options *o;
  LLVMContextRef c;
  LLVMModuleRef m;
  LLVMTargetDataRef td;
  LLVMBuilderRef b;
  LLVMTypeRef i1, i8, i32, i64, ptr, nothing;
  struct omen_sites sites;
  struct omen_ir_names names;
  struct omen_callee check[2][5];  /* [read, write][log2 of size]; in whole cells, or inside one */
  struct omen_callee across[2][5]; /* the same at any address; not for single bytes */
  struct omen_callee light[2][5], light_across[2][5]; /* of accesses that are pruned */
  struct omen_callee range[2], strided[2];
  struct omen_callee search[2], search_end, ahead[2]; /* [log2 of size] */
  struct omen_callee atomic_load, atomic_store, atomic_rmw, atomic_cas, fence, tick, tick_kept, pause, opaque,
      pointer_begin, pointer_end, site;
  struct omen_map site_ids; /* hash of a place -> its latest site */
  struct omen_pieces pieces;
  uint32_t first_site;     /* of the piece at hand: code knows sites by numbers that count from it */
  struct omen_map priv;    /* root of a pointer -> can no other thread reach it? */
  struct omen_map quiet;   /* defined function -> has it no point inside? */
  struct omen_map skipped; /* functions left as they are */
  struct omen_map
      unsanitized; /* functions whose plain accesses are nobody's business, and their debug information */
  struct omen_map padded; /* locals and by-value arguments that need gaps for what the code does with them */
  struct omen_map outlived;           /* locals that the function may use after their block */
  const struct omen_map *unoptimised; /* functions compiled without optimisation */
  struct omen_callee bounds, bounds_range, divide, divide_signed, shift, index;
  struct omen_callee frame_enter, frame_leave, scope_enter, scope_leave, array_enter, arrays_leave;
};

/* A plain access, or one side of a memory intrinsic. Where it is hoisted out of a loop, its check stands at
 * the end of block `block`, on the address `lin`; where it is also ranged, for all rounds of a loop: `lin` is
 * then the first address, `stride` the bytes from one round to the next, and `rounds` says how many there
 * are. */
struct omen_ins_access {
  LLVMValueRef inst; /* what accesses: gives the site */
  LLVMValueRef ptr;
  LLVMValueRef len; /* an integer, or NULL when size says it */
  uint64_t size;
  unsigned align;
  bool write, gone;  /* gone: needs no check of its own */
  bool light;        /* can race with nothing: its check looks for bad and watched memory only */
  LLVMValueRef pair; /* the read that this write's check stands for too, or NULL */
  LLVMValueRef at;   /* where the check stands when not before inst (with a pair: before the read); or NULL */
  LLVMValueRef lane, mask; /* set for one lane of a masked access: checked only when mask says so */
  int block, next;         /* where it is checked; the next access in that block's list, or -1 */
  struct omen_linear lin;
  bool hoisted, ranged;
  LLVMValueRef cond; /* hoisted out of a branch: checked only when this i1 is `when`; or NULL */
  bool when;
  int64_t stride;
  struct omen_term sway;       /* coef * v more bytes to a stride that is not constant; v NULL: it is */
  struct omen_product product; /* added to lin; x NULL: nothing */
  struct omen_rounds rounds;
  /* Not a check of the shadow but a comparison: the access must lie in `extent` bytes from base + base_at. */
  LLVMValueRef base; /* or NULL */
  int64_t base_at;
  uint64_t extent;
  bool inner; /* beside another check of the same access */
  bool open;  /* only its beginning is known */
  /* Searches (instrument_searches.c): the loop (+ 1) whose reads are checked in pieces, or 0; and the read in
   * front of it that it goes on from, which is checked by the loop, and by itself only when that is not
   * entered. */
  int run;
  bool joined; /* there is such a read */
  bool ahead;  /* this is such a read: `cond` is `when` where the loop is entered */
};

enum omen_ins_what {
  OMEN_NOTHING,
  OMEN_ACCESS,
  OMEN_ATOMIC,
  OMEN_LIBRARY,
  OMEN_OPAQUE,
  OMEN_PAUSE,
  OMEN_POINT
};
/* Everything but accesses; in program order within a block. */
struct omen_ins_event {
  LLVMValueRef inst;
  enum omen_ins_what what;
};

struct omen_fn {
  struct omen_ins *x;
  LLVMValueRef fn;
  struct omen_cfg cfg;
  struct omen_ins_access *acc;
  int nacc, acc_cap;
  int *first; /* of each block: its first access, or -1; see omen_ins_access.next */
  struct omen_ins_event *ev;
  int nev, ev_cap;
  int *ticks; /* blocks whose jump back is counted */
  int nticks, ticks_cap;
  char *busy;                   /* of each block: is there a point in it, or a tick at its end? */
  struct omen_ins_frame *frame; /* instrument_frames.c */
  LLVMValueRef *arrays;         /* allocas of a length that is not known */
  int narrays, arrays_cap;
  LLVMValueRef *sums; /* divisions and shifts that may have no result */
  int nsums, sums_cap;
  LLVMValueRef told; /* what the last check is of, when the next one stands right behind it; or NULL */
};

/* instrument_helpers.c: links the helpers' IR into the module. */
int omen_ins_add_helpers(struct omen_ins *x, struct omen_err *err);
int omen_ins_link_text(struct omen_ins *x, const struct omen_buf *text, struct omen_err *err);
void omen_ins_add_register(struct omen_ins *x, LLVMValueRef sites); /* shared libraries: number of sites */
void omen_ins_add_constructor(struct omen_ins *x, LLVMValueRef fn, unsigned priority);
/* Before emitting: constructors and destructors where start-up code looks for them (instrument_ctors.c). */
void omen_ins_lower_constructors(struct omen_ins *x);
/* instrument_select.c: which functions are left alone; which defined functions contain no point. */
void omen_ins_select(struct omen_ins *x);
void omen_ins_checks(struct omen_ins *x);      /* those of omen.h are on (instrument_checks.c) */
void omen_ins_annotations(struct omen_ins *x); /* calls of what race detectors are told go to the runtime */
/* instrument_unsanitized.c: no_sanitize("thread"). */
void omen_ins_find_unsanitized(struct omen_ins *x);
bool omen_ins_unsanitized(struct omen_ins *x, LLVMValueRef inst);
void omen_ins_random(struct omen_ins *x); /* rdrand and rdseed are the runtime's (instrument_random.c) */
/* instrument_vptr.c: a store that may leave a table pointer as it is; the bytes that it changes, 0 or 8. */
bool omen_ins_unchanged_vptr(struct omen_ins *x, LLVMValueRef store);
LLVMValueRef omen_ins_if_changed(struct omen_ins *x, LLVMValueRef store);
/* instrument_effects.c: tells the runtime what a library function does to memory, if that is known. */
void omen_fn_emit_effects(struct omen_fn *f, LLVMValueRef call);
bool omen_fn_go_behind(struct omen_fn *f, LLVMValueRef call); /* false: no place is reached behind it alone */
/* instrument_hidden.c: calls of code that nobody sees. Left out by the user: the function itself tells. Else
 * the call is told of, from here on; false: it is none, or it is given no pointer. */
bool omen_ins_excluded(LLVMValueRef fn);
void omen_fn_emit_excluded(struct omen_fn *f);
bool omen_fn_begin_hidden(struct omen_fn *f, LLVMValueRef call);
void omen_fn_end_hidden(struct omen_fn *f);
void omen_fn_emit_pointer(struct omen_fn *f, LLVMValueRef call); /* one through a pointer */
/* instrument_calls.c */
enum omen_ins_what omen_ins_call_kind(struct omen_ins *x, LLVMValueRef call);
bool omen_ins_call_is_point(struct omen_ins *x, LLVMValueRef call);
void omen_ins_emit_library(struct omen_ins *x, LLVMValueRef call);
/* A library call that compares a few bytes, which is what comparing with a short literal becomes (bcmp, of
 * which only matters whether it is 0): its two reads are accesses of the code, and the call is left for code
 * generation to put in line; with expressions it is one of a function that checks nothing. */
bool omen_ins_compares_few(LLVMValueRef call);
/* Has a call these types (letters: see instrument_calls.c), and can it be replaced? */
bool omen_ins_call_types(LLVMValueRef call, const char *types);
/* The call becomes one of PREFIX NAME, with the site in front; returns it. */
LLVMValueRef omen_ins_redirect(struct omen_ins *x, LLVMValueRef call, const char *prefix, const char *name,
                               const char *kind);
const char *omen_ins_intrinsic(LLVMValueRef call); /* the intrinsic's name, or NULL */
const char *
omen_ins_library_mismatch(void); /* NULL, or a name in which runtime/abi.h and the table of types differ */
/* instrument_collect.c */
void omen_fn_collect(struct omen_fn *f);
struct omen_ins_access *omen_fn_add(struct omen_fn *f, LLVMValueRef inst, LLVMValueRef ptr, uint64_t size,
                                    unsigned align, bool write);
/* instrument_prune.c: marks what is pruned, in the module as it was read; is it such? */
int omen_ins_mark_pruned(struct omen_ins *x, struct omen_err *err);
bool omen_ins_pruned(struct omen_ins *x, LLVMValueRef inst);
/* instrument_escape.c: can no other thread reach what this pointer points to? */
bool omen_ins_private(struct omen_ins *x, LLVMValueRef ptr);
LLVMValueRef omen_ins_root(LLVMValueRef ptr); /* the one object that it points into, or NULL */
void omen_ins_each_root(LLVMValueRef ptr, void (*visit)(void *with, LLVMValueRef root), void *with);
bool omen_ins_stays(LLVMValueRef root); /* its address stays with calls that do not keep it */
bool omen_ins_local(LLVMValueRef root); /* nobody else is given its address, not even for a call */
/* instrument_bounds.c: comparisons in place of checks that are left out. The size of an object, if known. */
void omen_fn_bounds(struct omen_fn *f);
bool omen_fn_inside(struct omen_fn *f,
                    const struct omen_ins_access *a); /* certainly in an object of known size */
bool omen_ins_extent(struct omen_ins *x, LLVMValueRef root, uint64_t *size);
void omen_ins_emit_bounds(struct omen_ins *x, const struct omen_ins_access *a, LLVMValueRef ptr,
                          LLVMValueRef len, uint32_t site);
/* instrument_arithmetic.c */
void omen_fn_see_sum(struct omen_fn *f, LLVMValueRef inst);
void omen_fn_emit_sums(struct omen_fn *f);
bool omen_ins_is_mark(LLVMValueRef call); /* marks.h */
void omen_fn_see_mark(struct omen_fn *f, LLVMValueRef call);
bool omen_fn_is_marked(struct omen_fn *f);
void omen_ins_drop_marks(struct omen_ins *x); /* those of functions that are left alone */
/* instrument_frames.c: gaps around locals. Planned before anything is emitted, whose calls would be taken for
 * the program's own; emitted last, because variables get other addresses. */
void omen_fn_plan_frame(struct omen_fn *f);
/* instrument_scopes.c: finds locals of inner blocks that the function may use after their block. */
void omen_fn_find_outlived(struct omen_fn *f);
bool omen_fn_uses_outlived(struct omen_fn *f, LLVMValueRef ptr); /* may it point to such a local? */
bool omen_ins_outlived(struct omen_ins *x, LLVMValueRef alloca);
bool omen_ins_is_scope_end(struct omen_ins *x, LLVMValueRef call); /* and the variable is bad from here on */
void omen_fn_emit_frame(struct omen_fn *f);
LLVMValueRef omen_ins_frame_layout(struct omen_fn *f, LLVMValueRef array,
                                   uint64_t at); /* of an array alone */
LLVMValueRef omen_ins_frame_address(struct omen_ins *x);
/* instrument_arrays.c: the same for arrays of a length that is not known. */
void omen_fn_plan_arrays(struct omen_fn *f);
void omen_fn_emit_arrays(struct omen_fn *f);
/* instrument_globals.c: gaps behind globals; the constructor that tells the runtime. */
void omen_ins_pad_globals(struct omen_ins *x);
/* instrument_ticks.c */
void omen_fn_find_ticks(struct omen_fn *f);
bool omen_ins_has_ticks(struct omen_ins *x, LLVMValueRef fn);
void omen_fn_emit_tick(struct omen_fn *f, int block);
/* instrument_loops.c: checks that can be made once for a whole loop move in front of it. */
void omen_fn_hoist(struct omen_fn *f);
/* How an access moves on from round to round: the first address, and the bytes that are added each time.
 * False when that is not constant. */
bool omen_fn_course(struct omen_fn *f, int loop, const struct omen_ins_access *a, struct omen_linear *first,
                    int64_t *stride);
/* instrument_searches.c: reads of single bytes, one after the other, in loops of which nobody knows how long
 * they take. Decided after all else; emitted in place of the check. */
void omen_fn_find_searches(struct omen_fn *f);
/* A loop without others inside, with one way in and one way round, whose ways out are its own. */
bool omen_fn_neat_loop(const struct omen_fn *f, int loop);
void omen_fn_each_exit(const struct omen_fn *f, int loop, void (*visit)(void *with, int block), void *with);
void omen_ins_at_phis(struct omen_ins *x, LLVMBasicBlockRef b); /* where the next phi of a block is built */
LLVMValueRef omen_ins_behind_phis(LLVMBasicBlockRef b);         /* the first instruction that is none */
void omen_fn_emit_search(struct omen_fn *f, const struct omen_ins_access *a, uint32_t site);
void omen_fn_emit_ahead(struct omen_fn *f, const struct omen_ins_access *a, uint32_t site);
/* instrument_ranges.c: of the ranges in front of one loop, those that touch or cover each other become one.
 */
void omen_fn_join_ranges(struct omen_fn *f, int preheader);
/* instrument_redundant.c: checks that an earlier one makes needless go. */
void omen_fn_merge(struct omen_fn *f);
/* instrument_pieces.c: an object for each piece, and the list of them. `code` makes the code of x->m. */
typedef LLVMMemoryBufferRef omen_piece_code(struct omen_ins *x, void *with, struct omen_err *err);
int omen_ins_emit_pieces(struct omen_ins *x, omen_piece_code *code, void *with, struct omen_err *err);
/* instrument_emit.c */
void omen_fn_emit(struct omen_fn *f);
/* instrument_atomics.c */
bool omen_ins_is_atomic(LLVMValueRef inst);
void omen_ins_emit_atomic(struct omen_ins *x, LLVMValueRef inst);
/* instrument_site.c: the number, in its piece, of the site for this instruction; `ptr` may be NULL. The
 * builder's location is set to the instruction's. */
uint32_t omen_ins_site(struct omen_ins *x, LLVMValueRef inst, const char *kind, uint64_t size,
                       LLVMValueRef ptr);
/* The site of a write whose check stands for a read just before it too. */
uint32_t omen_ins_pair_site(struct omen_ins *x, LLVMValueRef read, LLVMValueRef write, uint64_t size,
                            LLVMValueRef ptr);
/* A new site for a place, whoever has one there already. */
uint32_t omen_ins_place_site(struct omen_ins *x, LLVMValueRef fn, LLVMMetadataRef at, const char *kind);
void omen_ins_globals(struct omen_ins *x);
LLVMValueRef omen_ins_site_value(struct omen_ins *x,
                                 uint32_t site); /* with the module's base, where it has one */

static inline LLVMValueRef omen_ins_u32(struct omen_ins *x, uint64_t v) { return LLVMConstInt(x->i32, v, 0); }
static inline LLVMValueRef omen_ins_u64(struct omen_ins *x, uint64_t v) { return LLVMConstInt(x->i64, v, 0); }
LLVMValueRef omen_ins_build(struct omen_ins *x, struct omen_callee f, LLVMValueRef *args, unsigned n);
bool omen_has_attr(LLVMValueRef fn, LLVMAttributeIndex at, const char *name); /* an enum attribute */
#endif
