/* The fast paths, written as IR text, linked into the module and inlined by LLVM's own always-inliner. That
 * way the block splitting which LLVM-C lacks is done by LLVM, phis and debug locations included: an inlined
 * instruction without a location takes the location of the call, which is the access's. */
#include "build/instrument_parts.h"
#include "runtime/abi.h"
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const char *const sides[2] = {"read", "write"};

struct how {
  bool shared; /* in a shared library, which gets its base when it is loaded */
  bool pieces; /* in a piece, which gets its base when it is linked (pieces.h) */
  bool called; /* the checks of accesses are called, not inlined: see put_check */
};

/* %number: the site's in the whole program, of the one within the piece. */
static void put_number(struct omen_buf *b, struct how how) {
  omen_buf_addf(b, "  %%in_module = add i32 %%site, %s\n",
                how.pieces ? "ptrtoint (ptr @" OMEN_PIECE_BASE " to i32)" : "0");
  if (how.shared) omen_buf_adds(b, "  %base = load i32, ptr @__omen_site_base, align 4\n");
  omen_buf_addf(b, "  %%number = add i32 %%in_module, %s\n", how.shared ? "%base" : "0");
}

/* The cold path: `arguments` come before the site, to which a shared library adds its base. */
static void put_cold(struct omen_buf *b, struct how how, const char *call, const char *arguments) {
  omen_buf_adds(b, "cold:\n");
  put_number(b, how);
  omen_buf_addf(
      b, "  call preserve_mostcc void @%s(%si32 %%number) #1\n  br label %%done\ndone:\n  ret void\n}\n",
      call, arguments);
}

/* Compares the k-th piece of shadow, at %qK, with what hot code knows; goes to `next` when all is well. A
 * read is content with either of two ids. Which of them is there follows no pattern where some of the data
 * has been written and some has not, so the choice is a conditional move and no branch. */
static void put_test(struct omen_buf *b, int bits, int k, bool write, const char *next) {
  omen_buf_addf(b, "  %%c%d = load i%d, ptr %%q%d, align 4\n  %%w%d = load i%d, ptr @__omen_hot, align 8\n",
                k, bits, k, k, bits);
  omen_buf_addf(b, "  %%is_w%d = icmp eq i%d %%c%d, %%w%d\n", k, bits, k, k);
  if (write) {
    omen_buf_addf(b, "  br i1 %%is_w%d, label %%%s, label %%cold, !prof !0\n", k, next);
    return;
  }
  omen_buf_addf(b, "  %%r%d = load i%d, ptr getelementptr (i8, ptr @__omen_hot, i64 8), align 8\n", k, bits);
  omen_buf_addf(b, "  %%e%d = select i1 %%is_w%d, i%d %%r%d, i%d %%c%d, !unpredictable !2\n", k, k, bits, k,
                bits, k);
  omen_buf_addf(b, "  %%is_r%d = icmp eq i%d %%e%d, %%r%d\n", k, bits, k, k);
  omen_buf_addf(b, "  br i1 %%is_r%d, label %%%s, label %%cold, !prof !0\n", k, next);
}

/* %qK: where the shadow of byte `at` is. */
static void put_cell(struct omen_buf *b, int k, int at, bool whole) {
  omen_buf_addf(b, "  %%b%d = add i64 %%a, %d\n", k, at);
  omen_buf_addf(b, whole ? "  %%f%d = add i64 %%b%d, 0\n" : "  %%f%d = and i64 %%b%d, -4\n", k, k);
  omen_buf_addf(b, "  %%x%d = xor i64 %%f%d, %llu\n  %%s%d = sub i64 %%x%d, %llu\n", k, k,
                (unsigned long long)OMEN_SHADOW_XOR, k, k, (unsigned long long)OMEN_SHADOW_SHIFT);
  omen_buf_addf(b, "  %%q%d = inttoptr i64 %%s%d to ptr\n", k, k);
}

/* The comparisons of an access: one for each piece of shadow that it has. One that may lie across cells has
 * one more cell to look at, its last byte's. */
static void put_comparing(struct omen_buf *b, int size, bool across, bool write) {
  bool whole = size >= 4 && !across;
  omen_buf_adds(b, "  %a = ptrtoint ptr %p to i64\n");
  put_cell(b, 0, 0, whole);
  put_test(b, size >= 8 ? 64 : 32, 0, write, size == 16 ? "half" : across ? "last" : "done");
  if (size == 16) {
    omen_buf_adds(b, "half:\n");
    put_cell(b, 1, 8, whole);
    put_test(b, 64, 1, write, across ? "last" : "done");
  }
  if (across) {
    omen_buf_adds(b, "last:\n");
    put_cell(b, 2, size - 1, false);
    put_test(b, 32, 2, write, "done");
  }
}

/* The test is inlined; what comes after it, in one access of many, is the runtime's function: it would be
 * most of the code, and most of the time that making the code takes. The exact variant, which checks every
 * access, calls that function at once. */
static void put_check(struct omen_buf *b, struct how how, int side, int size, bool across) {
  bool renews = size >= 4 && size <= 8 && !across;
  char name[16], missed[32];
  snprintf(name, sizeof name, "%s%d%s", sides[side], size, across ? "u" : "");
  snprintf(missed, sizeof missed, "__omen_%s%s", how.called ? "check_" : renews ? "missed_" : "", name);
  omen_buf_addf(b, "declare preserve_mostcc void @%s(ptr, i32) #2\n", missed);
  omen_buf_addf(b, "define void @__omen_chk_%s(ptr %%p, i32 %%site) #0 {\n", name);
  if (!how.called) put_comparing(b, size, across, side == OMEN_WRITE);
  if (how.called) omen_buf_adds(b, "  br label %cold\n");
  put_cold(b, how, missed, "ptr %p, ");
}

/* The k-th piece of shadow holds plain histories: nothing is bad, watched, guarded or split. */
static void put_light_test(struct omen_buf *b, int bits, int k, const char *next) {
  omen_buf_addf(b, "  %%c%d = load i%d, ptr %%q%d, align 4\n", k, bits, k);
  if (bits == 32)
    omen_buf_addf(b, "  %%plain%d = icmp ult i32 %%c%d, %u\n", k, k, OMEN_CELL_LEAST);
  else
    omen_buf_addf(b,
                  "  %%d%d = shl i64 %%c%d, 1\n  %%e%d = and i64 %%c%d, %%d%d\n"
                  "  %%f%dh = and i64 %%e%d, -9223372034707292160\n  %%plain%d = icmp eq i64 %%f%dh, 0\n",
                  k, k, k, k, k, k, k, k, k);
  omen_buf_addf(b, "  br i1 %%plain%d, label %%%s, label %%cold, !prof !0\n", k, next);
}

/* Of an access that is pruned: see instrument_prune.c. */
static void put_light(struct omen_buf *b, struct how how, int side, int size, bool across) {
  char name[16], missed[32];
  snprintf(name, sizeof name, "%s%d%s", sides[side], size, across ? "u" : "");
  snprintf(missed, sizeof missed, "__omen_%s", name);
  if (how.called || (size >= 4 && size <= 8 && !across))
    omen_buf_addf(b, "declare preserve_mostcc void @%s(ptr, i32) #2\n", missed);
  omen_buf_addf(b, "define void @__omen_chk_light_%s(ptr %%p, i32 %%site) #0 {\n", name);
  omen_buf_adds(b, "  %a = ptrtoint ptr %p to i64\n");
  put_cell(b, 0, 0, size >= 4 && !across);
  put_light_test(b, size >= 8 ? 64 : 32, 0, size == 16 ? "half" : across ? "last" : "done");
  if (size == 16) {
    omen_buf_adds(b, "half:\n");
    put_cell(b, 1, 8, !across);
    put_light_test(b, 64, 1, across ? "last" : "done");
  }
  if (across) {
    omen_buf_adds(b, "last:\n");
    put_cell(b, 2, size - 1, false);
    put_light_test(b, 32, 2, "done");
  }
  put_cold(b, how, missed, "ptr %p, ");
}

/* What is called without a helper. The linker leaves out declarations that nothing refers to, hence the
 * array. */
static void put_declarations(struct omen_buf *b) {
  static const struct {
    const char *name, *types;
  } plain[] = {
      {"readn", "ptr, i64, i32"},
      {"writen", "ptr, i64, i32"},
      {"read_strided", "ptr, i64, i64, i64, i32"},
      {"write_strided", "ptr, i64, i64, i64, i32"},
      {"atomic_load", "ptr, i32, i32"},
      {"atomic_store", "ptr, i32, i32"},
      {"atomic_rmw", "ptr, i32, i32"},
      {"atomic_cas", "ptr, i64, i32, i32"},
      {"fence", "i32, i32"},
      {"pause", "i32"},
      {"array_enter", "ptr, i64, ptr, ptr"},
      {"arrays_leave", "ptr, ptr"},
  };
  const size_t n = sizeof plain / sizeof plain[0];
  for (size_t i = 0; i < n; i++)
    omen_buf_addf(b, "declare void @__omen_%s(%s) #2\n", plain[i].name, plain[i].types);
  omen_buf_adds(b, "declare preserve_mostcc void @__omen_frame_enter(ptr, ptr) #2\n"
                   "declare preserve_mostcc void @__omen_frame_leave(ptr, ptr) #2\n"
                   "declare preserve_mostcc void @__omen_scope_enter(ptr, i32) #2\n"
                   "declare preserve_mostcc void @__omen_scope_leave(ptr, i32) #2\n");
  omen_buf_addf(
      b,
      "@__omen_chk_keep = global [%zu x ptr] [ptr @__omen_frame_enter, ptr @__omen_frame_leave, ptr "
      "@__omen_scope_enter, ptr @__omen_scope_leave, ptr @__omen_left",
      n + 5);
  for (size_t i = 0; i < n; i++) omen_buf_addf(b, ", ptr @__omen_%s", plain[i].name);
  omen_buf_adds(b, "]\n");
}

static void put_fixed(struct omen_buf *b) {
  omen_buf_adds(b,
                "declare preserve_mostcc void @__omen_tick(i32) #2\n"
                "declare preserve_mostcc void @__omen_opaque() #2\n"
                "define void @__omen_chk_opaque() #0 {\n"
                "  %o = load i64, ptr getelementptr (i8, ptr @__omen_hot, i64 24), align 8\n"
                "  %n = add i64 %o, 1\n"
                "  store i64 %n, ptr getelementptr (i8, ptr @__omen_hot, i64 24), align 8\n"
                "  %due = icmp slt i64 %n, 0\n"
                "  br i1 %due, label %cold, label %done, !prof !1\n"
                "cold:\n  call preserve_mostcc void @__omen_opaque() #1\n  br label %done\n"
                "done:\n  ret void\n}\n"
                "declare preserve_mostcc void @__omen_pointer_begin(i64, i32, i64, i64, i64, i64) #2\n"
                "declare preserve_mostcc void @__omen_pointer_end(i64) #2\n"
                "define void @__omen_chk_pointer_begin(i64 %f, i32 %w, i64 %a, i64 %b, i64 %c, i64 %d) #0 {\n"
                "  %o = load i32, ptr getelementptr (i8, ptr @__omen_hot, i64 44), align 4\n"
                "  %on = icmp ne i32 %o, 0\n"
                "  br i1 %on, label %cold, label %done, !prof !1\n"
                "cold:\n"
                "  call preserve_mostcc void @__omen_pointer_begin(i64 %f, i32 %w, i64 %a, i64 %b, i64 %c, "
                "i64 %d) #1\n"
                "  br label %done\n"
                "done:\n  ret void\n}\n"
                "define void @__omen_chk_pointer_end(i64 %f) #0 {\n"
                "  %o = load i32, ptr getelementptr (i8, ptr @__omen_hot, i64 44), align 4\n"
                "  %on = icmp ne i32 %o, 0\n"
                "  br i1 %on, label %cold, label %done, !prof !1\n"
                "cold:\n  call preserve_mostcc void @__omen_pointer_end(i64 %f) #1\n  br label %done\n"
                "done:\n  ret void\n}\n"
                "define void @__omen_chk_tick(i32 %site) #0 {\n"
                "  %o = load i64, ptr getelementptr (i8, ptr @__omen_hot, i64 16), align 8\n"
                "  %n = add i64 %o, -1\n"
                "  store i64 %n, ptr getelementptr (i8, ptr @__omen_hot, i64 16), align 8\n"
                "  %late = icmp slt i64 %n, 0\n"
                "  br i1 %late, label %cold, label %done, !prof !1\n");
}

/* Comparisons: see instrument_bounds.c and instrument_arithmetic.c. */
static void put_comparisons(struct omen_buf *b, struct how how) {
  const char *cold = "ptr %p, i64 %len, ptr %object, i64 %extent, i32 %how, ";
  omen_buf_adds(
      b, "declare preserve_mostcc void @__omen_bounds(ptr, i64, ptr, i64, i32, i32) #2\n"
         "declare preserve_mostcc void @__omen_arithmetic(i64, i64, i32, i32) #2\n"
         "define void @__omen_chk_bounds(ptr %p, i64 %len, ptr %object, i64 %extent, i32 %how, i64 %last, "
         "i32 %site) #0 {\n"
         "  %a = ptrtoint ptr %p to i64\n  %o = ptrtoint ptr %object to i64\n  %at = sub i64 %a, %o\n"
         "  %bad = icmp ugt i64 %at, %last\n  br i1 %bad, label %cold, label %done, !prof !1\n");
  put_cold(b, how, "__omen_bounds", cold);
  omen_buf_adds(
      b, "define void @__omen_chk_bounds_range(ptr %p, i64 %len, ptr %object, i64 %extent, i32 %how, i32 "
         "%site) #0 {\n"
         "  %a = ptrtoint ptr %p to i64\n  %o = ptrtoint ptr %object to i64\n  %at = sub i64 %a, %o\n"
         "  %out = icmp ugt i64 %at, %extent\n  %left = sub i64 %extent, %at\n"
         "  %over = icmp ugt i64 %len, %left\n  %either = or i1 %out, %over\n"
         "  %some = icmp ne i64 %len, 0\n  %bad = and i1 %either, %some\n"
         "  br i1 %bad, label %cold, label %done, !prof !1\n");
  put_cold(b, how, "__omen_bounds", cold);
  omen_buf_addf(b, "define void @__omen_chk_divide(i64 %%x, i64 %%y, i32 %%site) #0 {\n"
                   "  %%bad = icmp eq i64 %%y, 0\n  br i1 %%bad, label %%cold, label %%done, !prof !1\n");
  put_cold(b, how, "__omen_arithmetic", "i64 %x, i64 %y, i32 0, ");
  omen_buf_adds(
      b, "define void @__omen_chk_divide_signed(i64 %x, i64 %y, i64 %least, i32 %site) #0 {\n"
         "  %zero = icmp eq i64 %y, 0\n  %minus = icmp eq i64 %y, -1\n  %min = icmp eq i64 %x, %least\n"
         "  %large = and i1 %minus, %min\n  %bad = or i1 %zero, %large\n"
         "  %how = zext i1 %large to i32\n  br i1 %bad, label %cold, label %done, !prof !1\n");
  put_cold(b, how, "__omen_arithmetic", "i64 %x, i64 %y, i32 %how, ");
  omen_buf_adds(b, "define void @__omen_chk_shift(i64 %x, i64 %y, i64 %width, i32 %site) #0 {\n"
                   "  %bad = icmp uge i64 %y, %width\n  br i1 %bad, label %cold, label %done, !prof !1\n");
  put_cold(b, how, "__omen_arithmetic", "i64 %x, i64 %y, i32 2, ");
  omen_buf_adds(b, "declare preserve_mostcc void @__omen_index(i64, i64, i32, i32) #2\n"
                   "define void @__omen_chk_index(i64 %index, i64 %limit, i32 %how, i32 %site) #0 {\n"
                   "  %bad = icmp uge i64 %index, %limit\n"
                   "  br i1 %bad, label %cold, label %done, !prof !1\n");
  put_cold(b, how, "__omen_index", "i64 %index, i64 %limit, i32 %how, ");
}

/* Searches: see instrument_searches.c. What was read since %lo is checked when another line of memory begins;
 * the result is what is not checked yet. */
static void put_search(struct omen_buf *b, int size) {
  omen_buf_addf(b,
                "define i64 @__omen_chk_search%d(i64 %%lo, ptr %%p, i32 %%site) #0 {\n"
                "entry:\n  %%a = ptrtoint ptr %%p to i64\n"
                "  %%line = load i64, ptr getelementptr (i8, ptr @__omen_hot, i64 48), align 8\n"
                "  %%in = and i64 %%a, %%line\n  %%new = icmp ult i64 %%in, %d\n"
                "  %%end = add i64 %%a, %d\n  br i1 %%new, label %%cold, label %%done, !prof !1\n"
                "cold:\n  %%len = sub i64 %%end, %%lo\n  %%from = inttoptr i64 %%lo to ptr\n"
                "  %%number = call i32 @__omen_chk_site(i32 %%site)\n"
                "  call preserve_mostcc void @__omen_read_run(ptr %%from, i64 %%len, i32 %%number) #1\n"
                "  br label %%done\n"
                "done:\n  %%next = phi i64 [ %%lo, %%entry ], [ %%end, %%cold ]\n  ret i64 %%next\n}\n",
                size, size, size);
  omen_buf_addf(b,
                "define void @__omen_chk_ahead%d(i1 %%enters, ptr %%p, i32 %%site) #0 {\n"
                "  br i1 %%enters, label %%done, label %%look\n"
                "look:\n  call void @__omen_chk_read%d(ptr %%p, i32 %%site)\n  br label %%done\n"
                "done:\n  ret void\n}\n",
                size, size);
}

/* The count is in a register: what is left of it. */
static void put_kept_tick(struct omen_buf *b) {
  omen_buf_adds(b, "define i64 @__omen_chk_tick_kept(i64 %left, i32 %site) #0 {\n"
                   "entry:\n  %n = add i64 %left, -1\n  %late = icmp slt i64 %n, 0\n"
                   "  br i1 %late, label %cold, label %done, !prof !1\n"
                   "cold:\n  store i64 %n, ptr getelementptr (i8, ptr @__omen_hot, i64 16), align 8\n"
                   "  %number = call i32 @__omen_chk_site(i32 %site)\n"
                   "  call preserve_mostcc void @__omen_tick(i32 %number) #1\n"
                   "  %again = load i64, ptr getelementptr (i8, ptr @__omen_hot, i64 16), align 8\n"
                   "  br label %done\n"
                   "done:\n  %next = phi i64 [ %n, %entry ], [ %again, %cold ]\n  ret i64 %next\n}\n");
}

static void put_searches(struct omen_buf *b) {
  omen_buf_adds(b, "declare preserve_mostcc void @__omen_read_run(ptr, i64, i32) #2\n");
  put_search(b, 1);
  put_search(b, 2);
  omen_buf_adds(b,
                "define void @__omen_chk_search_end(i64 %lo, i64 %end, i32 %site) #0 {\n"
                "  %len = sub i64 %end, %lo\n  %none = icmp eq i64 %len, 0\n"
                "  br i1 %none, label %done, label %some\n"
                "some:\n  %from = inttoptr i64 %lo to ptr\n  %number = call i32 @__omen_chk_site(i32 %site)\n"
                "  call preserve_mostcc void @__omen_read_run(ptr %from, i64 %len, i32 %number)\n"
                "  br label %done\ndone:\n  ret void\n}\n");
}

static void put_site(struct omen_buf *b, struct how how) {
  omen_buf_adds(b, "define i32 @__omen_chk_site(i32 %site) #0 {\n");
  put_number(b, how);
  omen_buf_adds(b, "  ret i32 %number\n}\n");
  if (how.shared) omen_buf_adds(b, "@__omen_site_base = global i32 0\n");
  if (how.pieces) /* a number that the linker puts in, not an address */
    omen_buf_adds(b, "@" OMEN_PIECE_BASE " = external hidden global i8, !absolute_symbol !3\n"
                     "!3 = !{i64 0, i64 2147483648}\n");
}

static void put_all(struct omen_buf *b, struct how how) {
  omen_buf_addf(b, "@__omen_hot = external %sglobal [7 x i64], align 8\n", how.shared ? "" : "dso_local ");
  omen_buf_addf(b, "@__omen_left = external %sglobal [%u x ptr], align 16\n", how.shared ? "" : "dso_local ",
                2 * OMEN_LEFT);
  for (int side = 0; side < 2; side++)
    for (int size = 1; size <= 16; size *= 2) {
      put_check(b, how, side, size, false);
      put_light(b, how, side, size, false);
      if (size > 1) put_check(b, how, side, size, true);
      if (size > 1) put_light(b, how, side, size, true);
    }
  put_declarations(b);
  put_fixed(b);
  put_cold(b, how, "__omen_tick", "");
  put_comparisons(b, how);
  put_searches(b);
  put_kept_tick(b);
  put_site(b, how);
  omen_buf_addf(b,
                "attributes #0 = { alwaysinline nounwind }\nattributes #1 = { cold nounwind }\n"
                /* a lazily bound call would lose registers that preserve_most keeps */
                "attributes #2 = { nounwind%s }\n",
                how.shared ? " nonlazybind" : "");
  omen_buf_adds(b, "!0 = !{!\"branch_weights\", i32 100000, i32 1}\n!1 = !{!\"branch_weights\", i32 1, i32 "
                   "100000}\n!2 = !{}\n");
}

int omen_ins_link_text(struct omen_ins *x, const struct omen_buf *text, struct omen_err *err) {
  char *why = NULL;
  LLVMModuleRef helpers = NULL;
  LLVMMemoryBufferRef mem = LLVMCreateMemoryBufferWithMemoryRangeCopy(text->data, text->len, "omen helpers");
  if (LLVMParseIRInContext(x->c, mem, &helpers, &why)) {
    int rc = omen_fail(err, "the instrumenter's helpers: %s", why);
    LLVMDisposeMessage(why);
    return rc;
  }
  LLVMSetTarget(helpers, LLVMGetTarget(x->m));
  LLVMSetDataLayout(helpers, LLVMGetDataLayoutStr(x->m));
  return LLVMLinkModules2(x->m, helpers) ? omen_fail(err, "cannot add the instrumenter's helpers") : 0;
}

static struct omen_callee callee(struct omen_ins *x, const char *name) {
  LLVMValueRef fn = LLVMGetNamedFunction(x->m, name);
  if (!fn) OMEN_BUG("no helper %s", name);
  return (struct omen_callee){fn, LLVMGlobalGetValueType(fn)};
}

static void find_all(struct omen_ins *x) {
  for (int side = 0; side < 2; side++) {
    char name[64];
    for (int log = 0; log < 5; log++) {
      snprintf(name, sizeof name, "__omen_chk_%s%d", sides[side], 1 << log);
      x->check[side][log] = callee(x, name);
      snprintf(name, sizeof name, "__omen_chk_light_%s%d", sides[side], 1 << log);
      x->light[side][log] = callee(x, name);
      if (log == 0) continue;
      snprintf(name, sizeof name, "__omen_chk_light_%s%du", sides[side], 1 << log);
      x->light_across[side][log] = callee(x, name);
      snprintf(name, sizeof name, "__omen_chk_%s%du", sides[side], 1 << log);
      x->across[side][log] = callee(x, name);
    }
    snprintf(name, sizeof name, "__omen_%sn", sides[side]);
    x->range[side] = callee(x, name);
    snprintf(name, sizeof name, "__omen_%s_strided", sides[side]);
    x->strided[side] = callee(x, name);
  }
  x->atomic_load = callee(x, "__omen_atomic_load");
  x->atomic_store = callee(x, "__omen_atomic_store");
  x->atomic_rmw = callee(x, "__omen_atomic_rmw");
  x->atomic_cas = callee(x, "__omen_atomic_cas");
  x->fence = callee(x, "__omen_fence");
  x->pause = callee(x, "__omen_pause");
  x->tick = callee(x, "__omen_chk_tick");
  x->tick_kept = callee(x, "__omen_chk_tick_kept");
  x->opaque = callee(x, "__omen_chk_opaque");
  x->pointer_begin = callee(x, "__omen_chk_pointer_begin");
  x->pointer_end = callee(x, "__omen_chk_pointer_end");
  x->site = callee(x, "__omen_chk_site");
  x->search[0] = callee(x, "__omen_chk_search1");
  x->search[1] = callee(x, "__omen_chk_search2");
  x->ahead[0] = callee(x, "__omen_chk_ahead1");
  x->ahead[1] = callee(x, "__omen_chk_ahead2");
  x->search_end = callee(x, "__omen_chk_search_end");
  x->bounds = callee(x, "__omen_chk_bounds");
  x->bounds_range = callee(x, "__omen_chk_bounds_range");
  x->divide = callee(x, "__omen_chk_divide");
  x->divide_signed = callee(x, "__omen_chk_divide_signed");
  x->shift = callee(x, "__omen_chk_shift");
  x->index = callee(x, "__omen_chk_index");
  x->array_enter = callee(x, "__omen_array_enter");
  x->arrays_leave = callee(x, "__omen_arrays_leave");
  x->frame_enter = callee(x, "__omen_frame_enter");
  x->frame_leave = callee(x, "__omen_frame_leave");
  x->scope_enter = callee(x, "__omen_scope_enter");
  x->scope_leave = callee(x, "__omen_scope_leave");
}

int omen_ins_add_helpers(struct omen_ins *x, struct omen_err *err) {
  struct omen_buf b = {0};
  put_all(&b, (struct how){x->o->shared_library, x->pieces.n > 0, x->o->no_optimise && !x->o->symbolic});
  int rc = omen_ins_link_text(x, &b, err);
  omen_buf_release(&b);
  if (rc) return rc;
  find_all(x);
  LLVMDeleteGlobal(LLVMGetNamedGlobal(x->m, "__omen_chk_keep"));
  for (LLVMValueRef f = LLVMGetFirstFunction(x->m); f; f = LLVMGetNextFunction(f)) {
    size_t len;
    if (!LLVMIsDeclaration(f) && strncmp(LLVMGetValueName2(f, &len), "__omen_chk_", 11) == 0)
      LLVMSetLinkage(f, LLVMInternalLinkage);
  }
  LLVMValueRef base = LLVMGetNamedGlobal(x->m, "__omen_site_base");
  if (base) LLVMSetLinkage(base, LLVMInternalLinkage);
  return 0;
}

/* llvm.global_ctors is one array: adding to it means making it anew. */
void omen_ins_add_constructor(struct omen_ins *x, LLVMValueRef fn, unsigned priority) {
  LLVMValueRef old = LLVMGetNamedGlobal(x->m, "llvm.global_ctors");
  LLVMTypeRef fields[] = {x->i32, x->ptr, x->ptr}, entry = LLVMStructTypeInContext(x->c, fields, 3, 0);
  LLVMValueRef list = old ? LLVMGetInitializer(old) : NULL;
  unsigned n = list ? (unsigned)LLVMGetArrayLength2(LLVMTypeOf(list)) : 0;
  LLVMValueRef *all = omen_xcalloc(n + 1, sizeof *all);
  for (unsigned i = 0; i < n; i++) all[i] = LLVMGetAggregateElement(list, i);
  LLVMValueRef mine[] = {omen_ins_u32(x, priority), fn, LLVMConstNull(x->ptr)};
  all[n] = LLVMConstStructInContext(x->c, mine, 3, 0);
  LLVMValueRef made = LLVMAddGlobal(x->m, LLVMArrayType2(entry, n + 1), "");
  LLVMSetInitializer(made, LLVMConstArray2(entry, all, n + 1));
  LLVMSetLinkage(made, LLVMAppendingLinkage);
  if (old) LLVMDeleteGlobal(old);
  LLVMSetValueName2(made, "llvm.global_ctors", strlen("llvm.global_ctors"));
  free(all);
}

/* A constructor before all others asks for the library's site base. */
void omen_ins_add_register(struct omen_ins *x, LLVMValueRef sites) {
  LLVMTypeRef params[] = {x->ptr, x->i32};
  LLVMTypeRef type = LLVMFunctionType(x->i32, params, 2, 0), plain = LLVMFunctionType(x->nothing, NULL, 0, 0);
  LLVMValueRef reg = LLVMAddFunction(x->m, "__omen_module_register", type);
  LLVMValueRef fn = LLVMAddFunction(x->m, "__omen_chk_register", plain);
  LLVMSetLinkage(fn, LLVMInternalLinkage);
  LLVMPositionBuilderAtEnd(x->b, LLVMAppendBasicBlockInContext(x->c, fn, ""));
  LLVMSetCurrentDebugLocation2(x->b, NULL);
  LLVMValueRef args[] = {LLVMBuildGlobalStringPtr(x->b, x->sites.module, "__omen_module_name"), sites};
  LLVMValueRef base = LLVMBuildCall2(x->b, type, reg, args, 2, "");
  LLVMBuildStore(x->b, base, LLVMGetNamedGlobal(x->m, "__omen_site_base"));
  LLVMBuildRetVoid(x->b);
  omen_ins_add_constructor(x, fn, 0);
}
