/* The helpers of the symbolic variant, written as IR text like those of the checks (instrument_helpers.c): a
 * test that costs two or three instructions where nothing depends on inputs, and the runtime's call in a cold
 * block. The values that only the call needs are computed in front of the helper; LLVM's sinking pass moves
 * them into the cold block once it is inlined. */
#include "build/symbolic_parts.h"
#include <stddef.h>
#include <string.h>

#define FIELD(name) (unsigned)offsetof(struct omen_sym_hot, name)

/* %flag of the bytes at ptr NAME. */
static void put_flag(struct omen_buf *b, const char *name, const char *out) {
  omen_buf_addf(b,
                "  %%a%s = ptrtoint ptr %%%s to i64\n  %%g%s = lshr i64 %%a%s, %u\n"
                "  %%h%s = add i64 %%g%s, %llu\n  %%q%s = inttoptr i64 %%h%s to ptr\n"
                "  %%%s = load i8, ptr %%q%s, align 1\n",
                out, name, out, out, OMEN_SYM_SHIFT, out, out, (unsigned long long)OMEN_SYM_FLAGS, out, out,
                out, out);
}

/* Begins a helper; its test follows, which must define i1 %some. */
static void put_head(struct omen_buf *b, const char *result, const char *name, const char *params) {
  omen_buf_addf(b, "define %s @__omen_sx_%s(%s) #0 {\nentry:\n", result, name, params);
}

/* %number: the site's, to which a library adds its base. */
static void put_number(struct omen_buf *b, bool shared) {
  omen_buf_adds(b, shared ? "  %base_of = load i32, ptr @__omen_site_base, align 4\n"
                            "  %number = add i32 %site, %base_of\n"
                          : "  %number = add i32 %site, 0\n");
}

/* Ends a helper: the cold block with the call, and `plain` as the result without it (NULL: there is none). */
static void put_tail(struct omen_buf *b, bool shared, const char *call, const char *plain) {
  omen_buf_adds(b, "  br i1 %some, label %cold, label %done, !prof !0\ncold:\n");
  if (strstr(call, "%number")) put_number(b, shared);
  omen_buf_addf(b, "  %scall preserve_mostcc %s #1\n  br label %%done\ndone:\n", plain ? "%e = " : "", call);
  if (plain)
    omen_buf_addf(b, "  %%r = phi i32 [ %s, %%entry ], [ %%e, %%cold ]\n  ret i32 %%r\n}\n", plain);
  else
    omen_buf_adds(b, "  ret void\n}\n");
}

/* Helpers whose test is: does any of these expressions exist? */
static void put_any(struct omen_buf *b, bool shared, const char *result, const char *name, const char *params,
                    const char *of, const char *call, const char *plain) {
  put_head(b, result, name, params);
  char last[16] = "";
  int k = 0;
  for (const char *p = of; *p; p += strcspn(p, " "), p += strspn(p, " ")) {
    int len = (int)strcspn(p, " ");
    if (*last) omen_buf_addf(b, "  %%t%d = or i32 %s, %%%.*s\n", k, last, len, p);
    if (*last)
      snprintf(last, sizeof last, "%%t%d", k++);
    else
      snprintf(last, sizeof last, "%%%.*s", len, p);
  }
  omen_buf_addf(b, "  %%some = icmp ne i32 %s, 0\n", last);
  put_tail(b, shared, call, plain);
}

static void put_values(struct omen_buf *b, bool s) {
  put_any(b, s, "i32", "binary", "i32 %op, i32 %bits, i32 %a, i64 %av, i32 %b, i64 %bv", "a b",
          "i32 @__omen_sym_binary(i32 %op, i32 %bits, i32 %a, i64 %av, i32 %b, i64 %bv)", "0");
  put_any(b, s, "i32", "compare", "i32 %op, i32 %bits, i32 %a, i64 %av, i32 %b, i64 %bv", "a b",
          "i32 @__omen_sym_compare(i32 %op, i32 %bits, i32 %a, i64 %av, i32 %b, i64 %bv)", "0");
  put_any(b, s, "i32", "cast", "i32 %op, i32 %bits, i32 %a", "a",
          "i32 @__omen_sym_cast(i32 %op, i32 %bits, i32 %a)", "0");
  put_any(b, s, "i32", "extract", "i32 %a, i32 %from, i32 %bits", "a",
          "i32 @__omen_sym_extract(i32 %a, i32 %from, i32 %bits)", "0");
  put_any(b, s, "i32", "byteswap", "i32 %a, i32 %bits", "a", "i32 @__omen_sym_byteswap(i32 %a, i32 %bits)",
          "0");
  put_any(b, s, "i32", "gep", "i32 %a, i64 %av, i32 %b, i64 %bv, i32 %bits, i64 %scale", "a b",
          "i32 @__omen_sym_gep(i32 %a, i64 %av, i32 %b, i64 %bv, i32 %bits, i64 %scale)", "0");
  put_any(b, s, "i32", "derive", "i32 %what, i32 %bits, i32 %a, i64 %av, i32 %b, i64 %bv, i32 %c, i64 %cv",
          "a b c",
          "i32 @__omen_sym_derive(i32 %what, i32 %bits, i32 %a, i64 %av, i32 %b, i64 %bv, i32 %c, i64 %cv)",
          "0");
  put_any(b, s, "i32", "wide", "i32 %op, i32 %a, i64 %al, i64 %ah, i32 %b, i64 %bl, i64 %bh", "a b",
          "i32 @__omen_sym_wide(i32 %op, i32 %a, i64 %al, i64 %ah, i32 %b, i64 %bl, i64 %bh)", "0");
  /* one of two, by a condition that depends on inputs; else simply the one that it was */
  put_head(b, "i32", "select", "i32 %c, i1 %cv, i32 %bits, i32 %a, i64 %av, i32 %b, i64 %bv");
  omen_buf_adds(b, "  %plain = select i1 %cv, i32 %a, i32 %b\n  %taken = zext i1 %cv to i32\n"
                   "  %some = icmp ne i32 %c, 0\n");
  put_tail(b, s, "i32 @__omen_sym_select(i32 %c, i32 %taken, i32 %bits, i32 %a, i64 %av, i32 %b, i64 %bv)",
           "%plain");
}

static void put_steps(struct omen_buf *b, bool s) {
  put_head(b, "void", "branch", "i32 %c, i1 %cv, i32 %site");
  omen_buf_adds(b, "  %taken = zext i1 %cv to i32\n  %some = icmp ne i32 %c, 0\n");
  put_tail(b, s, "void @__omen_sym_branch(i32 %c, i32 %taken, i32 %number)", NULL);
  put_head(b, "void", "decide", "i32 %op, i32 %bits, i32 %a, i64 %av, i32 %b, i64 %bv, i1 %cv, i32 %site");
  omen_buf_adds(b, "  %o = or i32 %a, %b\n  %some = icmp ne i32 %o, 0\n"
                   "  br i1 %some, label %cold, label %done, !prof !0\ncold:\n"
                   "  %taken = zext i1 %cv to i32\n");
  put_number(b, s);
  omen_buf_adds(
      b, "  %c = call preserve_mostcc i32 @__omen_sym_compare(i32 %op, i32 %bits, i32 %a, i64 %av, i32 %b, "
         "i64 %bv) #1\n"
         "  call preserve_mostcc void @__omen_sym_branch(i32 %c, i32 %taken, i32 %number) #1\n"
         "  br label %done\ndone:\n  ret void\n}\n");
  put_any(b, s, "void", "choice", "i32 %e, i32 %bits, i64 %v, i32 %n, ptr %cases, i32 %site", "e",
          "void @__omen_sym_switch(i32 %e, i32 %bits, i64 %v, i32 %n, ptr %cases, i32 %number)", NULL);
  put_any(b, s, "void", "divisor", "i32 %e, i32 %bits, i64 %v, i32 %site", "e",
          "void @__omen_sym_divisor(i32 %e, i32 %bits, i64 %v, i32 %number)", NULL);
  put_any(b, s, "void", "pin", "i32 %e, i32 %bits, i64 %v, i32 %site", "e",
          "void @__omen_sym_pin(i32 %e, i32 %bits, i64 %v, i32 %number)", NULL);
  put_any(b, s, "void", "lost", "i32 %e, i32 %site", "e", "void @__omen_sym_lost(i32 %e, i32 %number)", NULL);
}

static void put_loads(struct omen_buf *b, bool s) {
  put_head(b, "i32", "load", "ptr %p, i64 %size");
  put_flag(b, "p", "f");
  omen_buf_adds(b, "  %some = icmp ne i8 %f, 0\n");
  put_tail(b, s, "i32 @__omen_sym_load(ptr %p, i64 %size)", "0");
  /* through an address that may depend on inputs */
  put_head(b, "i32", "load_at", "i32 %at, ptr %p, i64 %size, i32 %site");
  omen_buf_adds(b,
                "  %known = call i32 @__omen_sx_load(ptr %p, i64 %size)\n  br label %test\ntest:\n"
                "  %some = icmp ne i32 %at, 0\n  br i1 %some, label %cold, label %done, !prof !0\ncold:\n");
  put_number(b, s);
  omen_buf_adds(
      b, "  %e = call preserve_mostcc i32 @__omen_sym_load_at(i32 %at, ptr %p, i64 %size, i32 %number) #1\n"
         "  br label %done\ndone:\n  %r = phi i32 [ %known, %test ], [ %e, %cold ]\n  ret i32 %r\n}\n");
}

static void put_stores(struct omen_buf *b, bool s) {
  put_head(b, "void", "store", "ptr %p, i64 %size, i32 %e");
  put_flag(b, "p", "f");
  omen_buf_adds(b, "  %w = zext i8 %f to i32\n  %o = or i32 %w, %e\n  %some = icmp ne i32 %o, 0\n");
  put_tail(b, s, "void @__omen_sym_store(ptr %p, i64 %size, i32 %e)", NULL);
  put_head(b, "void", "store_if", "i1 %on, ptr %p, i64 %size, i32 %e");
  put_flag(b, "p", "f");
  omen_buf_adds(b, "  %w = zext i8 %f to i32\n  %o = or i32 %w, %e\n  %any = icmp ne i32 %o, 0\n"
                   "  %some = and i1 %any, %on\n");
  put_tail(b, s, "void @__omen_sym_store(ptr %p, i64 %size, i32 %e)", NULL);
  put_any(b, s, "void", "store_at", "i32 %e, ptr %p, i64 %size, i32 %site", "e",
          "void @__omen_sym_store_at(i32 %e, ptr %p, i64 %size, i32 %number)", NULL);
}

/* Up to a granule's length the flags of the first and the last byte tell about all. %long: it may be more. */
static void put_span(struct omen_buf *b, const char *name, const char *first, const char *last) {
  char end[16];
  snprintf(end, sizeof end, "%s_end", name);
  put_flag(b, name, first);
  omen_buf_addf(b, "  %%%s = getelementptr i8, ptr %%%s, i64 %%back\n", end, name);
  put_flag(b, end, last);
}
static void put_blocks(struct omen_buf *b, bool s) {
  const char *measure = "  %%none = icmp eq i64 %%n, 0\n  %%less = sub i64 %%n, 1\n"
                        "  %%back = select i1 %%none, i64 0, i64 %%less\n"
                        "  %%long = icmp ugt i64 %%n, %u\n";
  put_head(b, "void", "copy", "ptr %to, ptr %from, i64 %n");
  omen_buf_addf(b, measure, OMEN_SYM_GRANULE);
  put_span(b, "to", "f1", "f2");
  put_span(b, "from", "f3", "f4");
  omen_buf_adds(b, "  %o1 = or i8 %f1, %f2\n  %o2 = or i8 %f3, %f4\n  %o3 = or i8 %o1, %o2\n"
                   "  %any = icmp ne i8 %o3, 0\n  %some = or i1 %any, %long\n");
  put_tail(b, s, "void @__omen_sym_copy(ptr %to, ptr %from, i64 %n)", NULL);
  put_head(b, "void", "fill", "ptr %to, i64 %n, i32 %e");
  omen_buf_addf(b, measure, OMEN_SYM_GRANULE);
  put_span(b, "to", "f1", "f2");
  omen_buf_adds(b, "  %o1 = or i8 %f1, %f2\n  %w = zext i8 %o1 to i32\n  %o2 = or i32 %w, %e\n"
                   "  %any = icmp ne i32 %o2, 0\n  %some = or i1 %any, %long\n");
  put_tail(b, s, "void @__omen_sym_fill(ptr %to, i64 %n, i32 %e)", NULL);
}

static void put_hot(struct omen_buf *b, const char *name, unsigned at) {
  omen_buf_addf(b, "  %%%s = getelementptr i8, ptr @__omen_sym_hot, i64 %u\n", name, at);
}

/* Before a call with N arguments. */
static void put_args(struct omen_buf *b, unsigned n) {
  omen_buf_addf(b, "define void @__omen_sx_args%u(ptr %%callee", n);
  for (unsigned i = 0; i < n; i++) omen_buf_addf(b, ", i32 %%e%u", i);
  omen_buf_adds(b, ") #0 {\nentry:\n  %o0 = add i32 %e0, 0\n");
  for (unsigned i = 1; i < n; i++) omen_buf_addf(b, "  %%o%u = or i32 %%o%u, %%e%u\n", i, i - 1, i);
  omen_buf_addf(
      b, "  %%some = icmp ne i32 %%o%u, 0\n  br i1 %%some, label %%cold, label %%done, !prof !0\ncold:\n",
      n - 1);
  for (unsigned i = 0; i < n; i++) {
    char name[16];
    snprintf(name, sizeof name, "p%u", i);
    put_hot(b, name, FIELD(arg) + 4 * i);
    omen_buf_addf(b, "  store i32 %%e%u, ptr %%p%u, align 4\n", i, i);
  }
  omen_buf_adds(
      b, "  store ptr %callee, ptr @__omen_sym_hot, align 8\n  br label %done\ndone:\n  ret void\n}\n");
}

static void put_calls(struct omen_buf *b, bool s) {
  for (unsigned n = 1; n <= OMEN_SYM_ARGS; n++) put_args(b, n);
  /* at the entry: was this function meant? */
  put_head(b, "i1", "enter", "ptr %self");
  omen_buf_adds(b, "  %c = load ptr, ptr @__omen_sym_hot, align 8\n  %mine = icmp eq ptr %c, %self\n"
                   "  store ptr null, ptr @__omen_sym_hot, align 8\n  ret i1 %mine\n}\n");
  put_head(b, "i32", "param", "i1 %mine, i64 %i");
  put_hot(b, "args", FIELD(arg));
  omen_buf_adds(b, "  %p = getelementptr i32, ptr %args, i64 %i\n  %v = load i32, ptr %p, align 4\n"
                   "  %e = select i1 %mine, i32 %v, i32 0\n  ret i32 %e\n}\n");
  put_head(b, "void", "expect", "");
  put_hot(b, "p", FIELD(ret_from));
  omen_buf_adds(b, "  store ptr null, ptr %p, align 8\n  ret void\n}\n");
  put_head(b, "i32", "result", "ptr %callee");
  put_hot(b, "p", FIELD(ret_from));
  put_hot(b, "q", FIELD(ret));
  omen_buf_adds(b, "  %c = load ptr, ptr %p, align 8\n  %some = icmp eq ptr %c, %callee\n"
                   "  br i1 %some, label %cold, label %done, !prof !0\ncold:\n"
                   "  %e = load i32, ptr %q, align 4\n  br label %done\ndone:\n"
                   "  %r = phi i32 [ 0, %entry ], [ %e, %cold ]\n  ret i32 %r\n}\n");
  put_head(b, "void", "give", "i32 %e, ptr %self");
  put_hot(b, "p", FIELD(ret_from));
  put_hot(b, "q", FIELD(ret));
  omen_buf_adds(b, "  %some = icmp ne i32 %e, 0\n  br i1 %some, label %cold, label %done, !prof !0\ncold:\n"
                   "  store i32 %e, ptr %q, align 4\n  store ptr %self, ptr %p, align 8\n"
                   "  br label %done\ndone:\n  ret void\n}\n");
  put_any(b, s, "void", "unfollowed", "i32 %e, ptr %callee, i32 %n, i32 %site", "e",
          "void @__omen_sym_unfollowed(ptr %callee, i32 %n, i32 %number)", NULL);
  put_head(b, "void", "outward", "ptr %callee, i32 %n, i32 %how, i32 %site");
  put_hot(b, "p", FIELD(on));
  omen_buf_adds(b, "  %on = load i32, ptr %p, align 4\n  %some = icmp ne i32 %on, 0\n");
  put_tail(b, s, "void @__omen_sym_outward(ptr %callee, i32 %n, i32 %how, i32 %number)", NULL);
  put_head(b, "void", "inward", "");
  put_hot(b, "p", FIELD(on));
  omen_buf_adds(b, "  %on = load i32, ptr %p, align 4\n  %some = icmp ne i32 %on, 0\n");
  put_tail(b, s, "void @__omen_sym_inward()", NULL);
  /* an argument by value arrives: its bytes were copied by code that nobody instruments */
  put_head(b, "void", "byval", "i1 %mine, ptr %p, i64 %i, i64 %n");
  put_hot(b, "list", FIELD(byval));
  omen_buf_adds(b, "  %at = getelementptr ptr, ptr %list, i64 %i\n  %given = load ptr, ptr %at, align 8\n"
                   "  %from = select i1 %mine, ptr %given, ptr null\n  store ptr null, ptr %at, align 8\n"
                   "  %f = icmp ne ptr %from, null\n");
  put_flag(b, "p", "g");
  omen_buf_adds(b, "  %stale = icmp ne i8 %g, 0\n  %some = or i1 %f, %stale\n");
  put_tail(b, s, "void @__omen_sym_byval(ptr %p, ptr %from, i64 %n)", NULL);
  /* where the string's bytes are it is the first word of it, in itself or elsewhere */
  put_head(b, "void", "string_lost", "ptr %p, i32 %site");
  omen_buf_adds(b, "  %at = load ptr, ptr %p, align 8\n");
  put_flag(b, "at", "f");
  omen_buf_adds(b, "  %some = icmp ne i8 %f, 0\n");
  put_tail(b, s, "void @__omen_sym_string_lost(ptr %p, i32 %number)", NULL);
  /* a variadic function begins; va_start has been */
  put_head(b, "void", "tail_take", "i1 %some, ptr %to");
  omen_buf_adds(b, "  store ptr null, ptr %to, align 8\n");
  put_tail(b, s, "void @__omen_sym_tail_take(ptr %to)", NULL);
  put_head(b, "void", "tail_put", "ptr %list, ptr %from, i32 %fixed");
  omen_buf_adds(b, "  %kinds = load ptr, ptr %from, align 8\n  %some = icmp ne ptr %kinds, null\n");
  put_tail(b, s, "void @__omen_sym_tail_put(ptr %list, ptr %from, i32 %fixed)", NULL);
  put_head(b, "i32", "by_parts", "ptr %how, i32 %a, i32 %b, i32 %c, ptr %values");
  omen_buf_adds(b,
                "  %e = call preserve_mostcc i32 @__omen_sym_by_parts(ptr %how, i32 %a, i32 %b, i32 %c, ptr "
                "%values) #1\n  ret i32 %e\n}\n");
  put_head(b, "i32", "argc", "");
  omen_buf_adds(b, "  %e = call i32 @__omen_sym_argc()\n  ret i32 %e\n}\n");
}

static void put_declarations(struct omen_buf *b) {
  static const struct {
    const char *result, *name, *types;
  } cold[] = {
      {"i32", "load", "ptr, i64"},
      {"void", "store", "ptr, i64, i32"},
      {"i32", "binary", "i32, i32, i32, i64, i32, i64"},
      {"i32", "compare", "i32, i32, i32, i64, i32, i64"},
      {"i32", "cast", "i32, i32, i32"},
      {"i32", "select", "i32, i32, i32, i32, i64, i32, i64"},
      {"i32", "extract", "i32, i32, i32"},
      {"i32", "byteswap", "i32, i32"},
      {"i32", "gep", "i32, i64, i32, i64, i32, i64"},
      {"i32", "derive", "i32, i32, i32, i64, i32, i64, i32, i64"},
      {"void", "branch", "i32, i32, i32"},
      {"void", "switch", "i32, i32, i64, i32, ptr, i32"},
      {"i32", "load_at", "i32, ptr, i64, i32"},
      {"void", "store_at", "i32, ptr, i64, i32"},
      {"void", "divisor", "i32, i32, i64, i32"},
      {"void", "pin", "i32, i32, i64, i32"},
      {"void", "lost", "i32, i32"},
      {"void", "copy", "ptr, ptr, i64"},
      {"void", "fill", "ptr, i64, i32"},
      {"void", "unfollowed", "ptr, i32, i32"},
      {"void", "outward", "ptr, i32, i32, i32"},
      {"void", "inward", ""},
      {"void", "byval", "ptr, ptr, i64"},
      {"void", "string_lost", "ptr, i32"},
      {"void", "tail_take", "ptr"},
      {"void", "tail_put", "ptr, ptr, i32"},
      {"i32", "by_parts", "ptr, i32, i32, i32, ptr"},
      {"i32", "wide", "i32, i32, i64, i64, i32, i64, i64"},
  };
  for (size_t i = 0; i < sizeof cold / sizeof *cold; i++)
    omen_buf_addf(b, "declare preserve_mostcc %s @__omen_sym_%s(%s) #2\n", cold[i].result, cold[i].name,
                  cold[i].types);
  omen_buf_adds(b, "declare i32 @__omen_sym_argc() #2\n");
}

static void put_all(struct omen_buf *b, bool shared) {
  omen_buf_addf(b, "@__omen_sym_hot = external %sglobal [%zu x i8], align 8\n", shared ? "" : "dso_local ",
                sizeof(struct omen_sym_hot));
  if (shared) omen_buf_adds(b, "@__omen_site_base = external global i32\n");
  put_declarations(b);
  put_values(b, shared);
  put_steps(b, shared);
  put_loads(b, shared);
  put_stores(b, shared);
  put_blocks(b, shared);
  put_calls(b, shared);
  omen_buf_addf(b,
                "attributes #0 = { alwaysinline nounwind }\nattributes #1 = { cold nounwind }\n"
                "attributes #2 = { nounwind%s }\n!0 = !{!\"branch_weights\", i32 1, i32 100000}\n",
                shared ? " nonlazybind" : "");
}

static struct omen_callee find(struct omen_ins *x, const char *name) {
  char full[64];
  snprintf(full, sizeof full, "__omen_sx_%s", name);
  LLVMValueRef fn = LLVMGetNamedFunction(x->m, full);
  if (!fn) OMEN_BUG("no helper %s", full);
  LLVMSetLinkage(fn, LLVMInternalLinkage);
  return (struct omen_callee){fn, LLVMGlobalGetValueType(fn)};
}

int omen_symbolic_helpers(struct omen_symbolic *s, struct omen_err *err) {
  struct omen_buf b = {0};
  put_all(&b, s->x->o->shared_library);
  LLVMValueRef base = LLVMGetNamedGlobal(s->x->m, "__omen_site_base");
  if (base) LLVMSetLinkage(base, LLVMExternalLinkage); /* so that the helpers find it */
  int rc = omen_ins_link_text(s->x, &b, err);
  omen_buf_release(&b);
  base = LLVMGetNamedGlobal(s->x->m, "__omen_site_base");
  if (base) LLVMSetLinkage(base, LLVMInternalLinkage);
  if (rc) return rc;
#define X(name) s->helper[OMEN_SX_##name] = find(s->x, #name);
  OMEN_SX_HELPERS(X)
#undef X
  for (unsigned n = 1; n <= OMEN_SYM_ARGS; n++) {
    char name[16];
    snprintf(name, sizeof name, "args%u", n);
    s->args[n] = find(s->x, name);
  }
  return 0;
}
