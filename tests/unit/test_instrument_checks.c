/* Which accesses get checks, and of which kind: small functions, and what must and must not be called in the
 * result. */
/* rooms: build, quick */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "instrument_tools.h"
#include "build/instrument_parts.h"

static char *text; /* of the instrumented module */
static struct omen_sites sites;

static void instrument(const char *source, const char *flags, struct omen_instrument_options o) {
  char *path = in_scratch("t.c"), *sites_path = in_scratch("t.sites");
  struct omen_err e;
  assert_int_equal(omen_file_write(path, source, strlen(source), &e), 0);
  tools_compile(path, flags, "t.bc");
  tools_instrument("t", o);
  free(text);
  text = tools_text("t.ll");
  omen_sites_release(&sites);
  assert_int_equal(omen_sites_read(&sites, sites_path, &e), 0);
  free(path);
  free(sites_path);
}

static int stop(void **state) {
  free(text);
  text = NULL;
  omen_sites_release(&sites);
  return tools_stop(state);
}

static const struct omen_instrument_options usual = {.opt_level = 2, .pic = true};

/* Expected calls: pairs of a name and a number. */
static void calls(const char *name, int n) {
  char what[80];
  snprintf(what, sizeof what, " @%s(", name);
  int got = 0;
  for (const char *p = text; (p = strstr(p, what)); p++) {
    const char *line = p;
    while (line > text && line[-1] != '\n') line--;
    if (strncmp(line, "declare", 7) && strncmp(line, "define", 6)) got++;
  }
  if (got != n) fail_msg("%s is called %d times, not %d, in:\n%s", name, got, n, text);
}

static const struct omen_site *site_of(const char *kind, const char *expression) {
  for (size_t i = 0; i < sites.n; i++)
    if (!strcmp(sites.sites[i].kind, kind) && !strcmp(sites.sites[i].text, expression))
      return &sites.sites[i];
  fail_msg("no site %s of %s", kind, expression);
  return NULL;
}

static void sizes_and_alignments(void **state) {
  instrument(
      "char c; short s; int i; long l; __int128 w; long double x; struct __attribute__((packed)) { char a; "
      "int b; } p;\n"
      "void f(void) { c = 1; }  void g(void) { s = 1; } void h(void) { i = 1; } void j(void) { l = 1; }\n"
      "void k(void) { w = 1; }  void m(void) { x = 1; } void n(void) { p.b = 1; } int o(void) { return i; "
      "}\n",
      "-O1", usual);
  calls("__omen_write1", 1);
  calls("__omen_write2", 1);
  calls("__omen_missed_write4", 1);
  calls("__omen_missed_write8", 1);
  calls("__omen_write16", 1);
  calls("__omen_write4u", 1);
  calls("__omen_writen", 1);
  calls("__omen_missed_read4", 1);
}

/* The exact variant calls its checks, tests and all. */
static void exact_checks_are_calls(void **state) {
  struct omen_instrument_options exact = usual;
  exact.no_optimise = true;
  instrument("int x; char *p; int f(void) { return x + (*p = 1); }\n", "-O0", exact);
  calls("__omen_check_read4", 1);
  calls("__omen_check_read8", 1);
  calls("__omen_check_write1", 1);
  assert_null(strstr(text, "@__omen_hot,"));
}

static void what_is_not_shared_is_left_alone(void **state) {
  static const char source[] =
      "static const int table[4] = {1, 2, 3, 4}; static _Thread_local int mine; struct s { int v[20]; };\n"
      "int local(int k) { int a[10]; for (int i = 0; i < 10; i++) a[i] = k * i; a[k] = 3; return a[k - 1]; "
      "}\n"
      "int constant(int k) { return table[k]; }\n"
      "int own(void) { return ++mine; }\n"
      "int by_value(struct s s, int k) { s.v[k] = 1; return s.v[k + 1]; }\n";
  for (int level = 0; level < 2; level++) { /* only what may leave its bounds is looked at */
    instrument(source, level ? "-O2" : "-O0", usual);
    assert_int_equal(tools_count(text, "call preserve_mostcc void @__omen_"),
                     tools_count(text, "call preserve_mostcc void @__omen_bounds("));
    assert_true(tools_count(text, "call preserve_mostcc void @__omen_bounds(") >= 3);
  }
}

static void what_gets_out_is_checked(void **state) {
  instrument("extern void keep(int *); int f(void) { int x = 1; keep(&x); return x; }\n"
             "int *out; int g(void) { int x; out = &x; x = 2; keep(0); return x; }\n"
             "_Thread_local int t; int *h(void) { return &t; } void i(void) { t = 3; }\n",
             "-O0", usual);
  calls("__omen_missed_write4", 3);
  calls("__omen_missed_read4", 2);
  calls("__omen_missed_write8", 1);
}

static void redundant_checks_go(void **state) {
  instrument("int x, y; extern void call(void);\n"
             "int twice(void) { return x + (x ? x : 3) + x; }\n"      /* one read */
             "void up(void) { y++; }\n"                               /* one write for both */
             "int apart(void) { int a = x; call(); return a + x; }\n" /* two reads */
             "int later(int k) { x = k; if (k) y = 2; return x; }\n", /* writes of x and y */
             "-O0", usual);
  calls("__omen_missed_read4", 3);
  calls("__omen_missed_write4", 3);
  const struct omen_site *w = site_of("w", "y");
  assert_true(w->pair >= 0);
  assert_string_equal(sites.sites[w->pair].kind, "r");
}

static void unoptimised_code_keeps_its_accesses(void **state) {
  instrument("int flag, x; void wait(void) { while (!flag); } int two(void) { return x - x; }\n", "-O0",
             usual);
  assert_int_equal(tools_count(text, "load volatile i32, ptr @x"), 2);
  assert_true(tools_count(text, "load volatile i32, ptr @flag") >= 1);
  calls("__omen_tick", 1);
}

static void searches_are_checked_in_pieces(void **state) {
  static const char table[] = "static unsigned char kind[256]; void set(int i) { kind[i & 255] = 1; }\n";
  char source[2000];
  for (int level = 0; level < 3; level += 2) {
    snprintf(source, sizeof source, "%s",
             "unsigned long f(const char *s) { unsigned long h = 1; while (*s) h = h * 31 + "
             "*s++; return h; }\n");
    instrument(source, level ? "-O2" : "-O0", usual);
    calls("__omen_read_run", 2);
    calls("__omen_read1", level ? 1 : 0); /* of an empty string: compilers test that first */
  }
  /* a table's entry is certainly there; another string may not be, nor may what a pointer leads to */
  snprintf(source, sizeof source, "%s%s", table,
           "long f(const unsigned char *s) { long n = 0; while (kind[s[n]]) n++; "
           "return n; }\n");
  instrument(source, "-O1", usual);
  assert_true(tools_count(text, "void @__omen_read_run(") >= 3);
  instrument(
      "long f(const char *a, const char *b) { long n = 0; while (a[n] && a[n] == b[n]) n++; return n; }\n"
      "long g(const char *s, int *p) { long n = 0; while (s[n]) { n++; *p = 1 / *p; } return n; }\n",
      "-O1", usual);
  calls("__omen_read_run", 0);
}

/* Comparing with a short literal: code generation puts it in line, where nothing else needs the call. */
static void inner_loops_count_in_registers(void **state) {
  static const char hot[] = "getelementptr (i8, ptr @__omen_hot, i64 16)";
  instrument("long f(long n) { long k = 0; while (n != 1) n = n & 1 ? 3 * n + 1 : n / 2, k++; return k; }\n",
             "-O1", usual);
  calls("__omen_tick", 1);
  assert_int_equal(tools_count(text, hot), 4); /* before and behind the loop, and around the call */
  instrument("extern void p(void); long f(long n) { while (n != 1) n = n & 1 ? 3 * n + 1 : n / 2, p(); "
             "return n; }\n",
             "-O1", usual);
  calls("__omen_tick", 1);
  assert_int_equal(tools_count(text, hot), 2);
}

/* bzip2 has such loops: nothing in a register changes in them, and what is said of variables comes first. */
static void counts_stand_before_what_is_said_of_variables(void **state) {
  static const char ir[] =
      "target triple = \"x86_64-pc-linux-gnu\"\n"
      "define void @f(i1 %a, i1 %b) !dbg !3 {\n"
      "entry:\n br label %head\n"
      "head:\n #dbg_value(i32 5, !5, !DIExpression(), !6)\n br i1 %a, label %latch, label %out\n"
      "latch:\n br i1 %b, label %head, label %rest\n"
      "out:\n #dbg_value(i32 6, !5, !DIExpression(), !6)\n ret void\n"
      "rest:\n #dbg_value(i32 7, !5, !DIExpression(), !6)\n ret void\n"
      "}\n"
      "!llvm.dbg.cu = !{!0}\n!llvm.module.flags = !{!2}\n"
      "!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)\n"
      "!1 = !DIFile(filename: \"f.c\", directory: \"/\")\n"
      "!2 = !{i32 2, !\"Debug Info Version\", i32 3}\n"
      "!3 = distinct !DISubprogram(name: \"f\", file: !1, line: 1, unit: !0, type: !4, spFlags: "
      "DISPFlagDefinition)\n"
      "!4 = !DISubroutineType(types: !{null})\n"
      "!5 = !DILocalVariable(name: \"k\", scope: !3, file: !1, line: 2, type: !7)\n"
      "!6 = !DILocation(line: 2, scope: !3)\n"
      "!7 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n";
  struct omen_err e;
  char *bc = in_scratch("t.bc");
  assert_int_equal(omen_file_write(bc, ir, strlen(ir), &e), 0);
  free(bc);
  tools_instrument("t", usual);
  free(text);
  text = tools_text("t.ll");
  assert_non_null(strstr(text, "tick_kept"));
}

static void short_comparisons_stay(void **state) {
  static const char source[] =
      "int f(const char *s) { return !__builtin_memcmp(s, \"abcde\", 5); }\n"
      "int g(const char *s, const char *t) { return __builtin_memcmp(s, t, 5); }\n" /* its sign matters */
      "int h(const char *s) { return !__builtin_memcmp(s, \"abcdefghijklmnopqrst\", 20); }\n"; /* long */
  instrument(source, "-O2", usual);
  calls("__omen_lib_bcmp", 1);
  calls("__omen_lib_memcmp", 1);
  calls("bcmp", 1);
  calls("__omen_readn", 1); /* of s: the literal is constant */
}

static void loops_become_ranges(void **state) {
  static const char source[] = "struct p { double x, y; }; double sum(double *a, int n) { double s = 0; for "
                               "(int i = 0; i < n; i++) s += a[i]; return s; }\n"
                               "void set(struct p *a, long n) { for (long i = 0; i < n; i++) a[i].y = 0; }\n"
                               "void inc(int *a, int n) { for (int i = n; i > 0; i--) a[i]++; }\n";
  instrument(source, "-O1", usual);
  calls("__omen_readn", 1);
  calls("__omen_write_strided", 1);
  calls("__omen_writen", 1);
  assert_null(strstr(text, "call preserve_mostcc"));
  instrument(source, "-O0", usual);
  calls("__omen_readn", 1);
  calls("__omen_write_strided", 1);
  calls("__omen_writen", 1);
}

static void loops_that_may_spin_tick(void **state) {
  instrument("volatile int flag; struct n { struct n *next; }; extern void call(void);\n"
             "void wait(void) { while (!flag) __builtin_ia32_pause(); }\n"
             "void relax(void) { while (!flag) __asm__ volatile(\"rep; nop\"); }\n"
             "int length(struct n *p) { int k = 0; for (; p; p = p->next) k++; return k; }\n"
             "void counted(int *a, int n) { for (int i = 0; i < n; i++) if (a[i]) call(); }\n",
             "-O1", usual);
  calls("__omen_tick", 3);
  calls("__omen_pause", 2);
}

static void atomics(void **state) {
  instrument("#include <stdatomic.h>\natomic_int a; _Atomic(int *) p; int l(void) { return "
             "atomic_load_explicit(&a, memory_order_acquire); }\n"
             "void s(void) { atomic_store_explicit(&a, 1, memory_order_release); } int r(void) { return "
             "atomic_fetch_add(&a, 1); }\n"
             "int c(int e) { return atomic_compare_exchange_strong_explicit(&a, &e, 5, memory_order_acq_rel, "
             "memory_order_relaxed); }\n"
             "void f(void) { atomic_thread_fence(memory_order_seq_cst); "
             "atomic_signal_fence(memory_order_seq_cst); }\n",
             "-O2", usual);
  assert_non_null(strstr(text, "call void @__omen_atomic_load(ptr nonnull @a, i32 516, i32")
                      ?: strstr(text, "call void @__omen_atomic_load(ptr @a, i32 516, i32"));
  assert_non_null(strstr(text, "@__omen_atomic_store(ptr @a, i32 772, i32"));
  assert_non_null(strstr(text, "@__omen_atomic_rmw(ptr @a, i32 1284, i32"));
  assert_non_null(strstr(text, ", i32 1028, i32")); /* size 4, acq_rel, relaxed */
  assert_non_null(strstr(text, "@__omen_fence(i32 5, i32"));
  calls("__omen_fence", 1);
  calls("__omen_atomic_cas", 1);
}

static void library_calls(void **state) {
  instrument("#include <string.h>\n#include <stdio.h>\nextern void unknown(void); extern double "
             "sqrt(double); double d;\n"
             "unsigned long f(const char *s) { return strlen(s); } void g(char *a, const char *b) { "
             "strcpy(a, b); }\n"
             "int h(int k) { return printf(\"%d\", k); } void i(void) { unknown(); } double j(double x) { "
             "return sqrt(x); }\n"
             "void m(void *a, void *b, long n) { memcpy(a, b, n); }\n",
             "-O0", usual);
  calls("__omen_lib_strlen", 1);
  calls("__omen_lib_strcpy", 1);
  calls("__omen_lib_printf", 1);
  calls("strlen", 0);
  calls("unknown", 1);
  calls("sqrt", 1);
  calls("__omen_readn", 1); /* memcpy is an intrinsic here */
  calls("__omen_writen", 1);
  assert_int_equal(tools_count(text, "getelementptr (i8, ptr @__omen_hot, i64 24)"),
                   2); /* one load, one store */
  assert_null(omen_ins_library_mismatch());
  instrument("extern int strlen(int); int f(int k) { return strlen(k); }\n", "-O0 -fno-builtin -w", usual);
  calls("strlen", 1); /* some other function of that name */
}

static void left_as_they_are(void **state) {
  instrument(
      "int x; __attribute__((disable_sanitizer_instrumentation)) void a(void) { x++; }\n"
      "__attribute__((naked)) void b(void) { __asm__(\"ret\"); } static void impl(void) { x++; }\n"
      "static void *pick(void) { x = 1; return impl; } void c(void) __attribute__((ifunc(\"pick\")));\n",
      "-O1", usual);
  calls("__omen_missed_write4", 1); /* impl alone */
}

static void shared_library(void **state) {
  struct omen_instrument_options o = {.opt_level = 2, .shared_library = true, .module_name = "libx.so"};
  instrument("int x; extern void g(void); void f(void) { x = 1; } __attribute__((constructor)) static void "
             "mine(void) { g(); }\n",
             "-O1 -fPIC", o);
  calls("__omen_module_register", 1);
  assert_non_null(strstr(text, "c\"libx.so\\00\""));
  assert_non_null(
      strstr(text, "@__omen_chk_register, section \".init_array.00000\"")); /* before all others */
  assert_non_null(strstr(text, "@mine, section \".init_array\""));
  assert_non_null(strstr(text, "load i32, ptr @__omen_site_base"));
  assert_null(strstr(text, "__omen_exe_sites"));
  assert_null(strstr(text, "@__omen_hot = external dso_local"));
}

static void sites_say_where_and_what(void **state) {
  instrument("struct o { int refs; struct o *next; int v[4]; };\n"
             "struct o all[3]; int grid[4][5];\n"
             "static inline __attribute__((always_inline)) void put(struct o *o, int i) { o->v[i] = 1; }\n"
             "void f(struct o *obj, int i, int j) {\n"
             "  obj->refs++;\n"
             "  all[2].next->refs = 1;\n"
             "  grid[i][j - 1] = 2;\n"
             "  put(obj, i);\n"
             "}\n",
             "-O1", usual);
  const struct omen_site *s = site_of("w", "obj->refs");
  assert_int_equal(s->line, 5);
  assert_int_equal(s->size, 4);
  assert_string_equal(s->function, "f");
  assert_non_null(strstr(s->file, "/t.c"));
  assert_int_equal(site_of("w", "all[2].next->refs")->line, 6);
  assert_int_equal(site_of("w", "grid[i][j - 1]")->line, 7);
  for (size_t i = 0; i < sites.n; i++)
    if (sites.sites[i].line == 3) {
      assert_string_equal(sites.sites[i].function, "put");
      assert_non_null(strstr(sites.sites[i].inlined, "f:"));
      assert_non_null(strstr(sites.sites[i].inlined, "/t.c:8:3"));
    }
  assert_int_equal(sites.nglobals, 2);
}

static void one_access_in_the_source_is_one_site(void **state) {
  instrument("int a[64]; void f(void) { for (int i = 0; i < 64; i++) a[i] += i; }\n", "-O2",
             usual); /* unrolled */
  assert_int_equal(sites.n, 2);
  assert_true(site_of("w", "a[i]")->pair >= 0);
}

static void frames_can_be_walked(void **state) {
  instrument("int x; int g(int); int f(int k) { x++; return g(k); }\n", "-O2 -fomit-frame-pointer", usual);
  assert_non_null(strstr(text, "\"frame-pointer\"=\"all\""));
  assert_null(strstr(text, "\"frame-pointer\"=\"none\""));
  assert_non_null(strstr(text, "\"disable-tail-calls\"=\"true\""));
}

static void bad_input_is_an_error(void **state) {
  struct omen_err e;
  char *bad = in_scratch("bad.bc"), *obj = in_scratch("bad.o"), *out = in_scratch("bad.sites");
  static const char *const inputs[] = {"", "BC\xc0\xde rubbish", "define void @f( {",
                                       "target triple = \"aarch64-linux-gnu\"\n",
                                       "define void @f() {\n ret i32 1\n}\n"};
  for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
    assert_int_equal(omen_file_write(bad, inputs[i], strlen(inputs[i]), &e), 0);
    e.msg[0] = 0;
    assert_int_equal(omen_instrument_file(bad, obj, out, &usual, &e), -1);
    assert_true(e.msg[0] != 0);
    assert_false(omen_file_exists(obj));
    assert_false(omen_file_exists(out));
  }
  assert_int_equal(omen_instrument_file("/no/such.bc", obj, out, &usual, &e), -1);
  assert_non_null(strstr(e.msg, "/no/such.bc"));
  free(bad);
  free(obj);
  free(out);
}

int main(void) {
#define T(f) cmocka_unit_test_setup_teardown(f, tools_start, stop)
  const struct CMUnitTest tests[] = {
      T(sizes_and_alignments),
      T(exact_checks_are_calls),
      T(what_is_not_shared_is_left_alone),
      T(what_gets_out_is_checked),
      T(redundant_checks_go),
      T(unoptimised_code_keeps_its_accesses),
      T(searches_are_checked_in_pieces),
      T(inner_loops_count_in_registers),
      T(counts_stand_before_what_is_said_of_variables),
      T(short_comparisons_stay),
      T(loops_become_ranges),
      T(loops_that_may_spin_tick),
      T(atomics),
      T(library_calls),
      T(left_as_they_are),
      T(shared_library),
      T(sites_say_where_and_what),
      T(one_access_in_the_source_is_one_site),
      T(frames_can_be_walked),
      T(bad_input_is_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
