/* Comparisons with bounds, gaps around locals and behind globals, divisions and shifts: which code gets them.
 */
/* rooms: build, quick */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "instrument_tools.h"

static char *text; /* of the instrumented module */
static const struct omen_instrument_options usual = {.opt_level = 2, .pic = true};

static void instrument(const char *source, const char *flags, struct omen_instrument_options o) {
  char *path = in_scratch("t.c");
  struct omen_err e;
  assert_int_equal(omen_file_write(path, source, strlen(source), &e), 0);
  tools_compile(path, flags, "t.bc");
  tools_instrument("t", o);
  free(text);
  text = tools_text("t.ll");
  free(path);
}

static int stop(void **state) {
  free(text);
  text = NULL;
  return tools_stop(state);
}

/* Calls of a function of the runtime that are left in the code. */
static int calls(const char *name) {
  char what[80];
  int n = 0;
  snprintf(what, sizeof what, " @%s(", name);
  for (const char *p = text; (p = strstr(p, what)); p++) {
    const char *line = p;
    while (line > text && line[-1] != '\n') line--;
    n += strncmp(line, "declare", 7) && strncmp(line, "define", 6);
  }
  return n;
}

static void at(const char *flags, const char *source, const char *name, int expected) {
  instrument(source, flags, usual);
  if (calls(name) != expected)
    fail_msg("%s: %s is called %d times, not %d, in:\n%s", flags, name, calls(name), expected, text);
}

static void everywhere(const char *source, const char *name, int expected) {
  at("-O0", source, name, expected);
  at("-O1", source, name, expected);
  at("-O2", source, name, expected);
}

#define TABLE "static const int t[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};\n"

static void what_may_leave_is_compared(void **state) {
  everywhere(TABLE "int f(int k) { return t[k]; }", "__omen_bounds", 1);
  everywhere(TABLE "int f(unsigned char k) { return t[k]; }", "__omen_bounds", 1);
  everywhere(TABLE "int f(unsigned k) { return t[k & 31]; }", "__omen_bounds", 1);
  everywhere(TABLE "int f(unsigned k) { return t[k % 17]; }", "__omen_bounds", 1);
  everywhere(TABLE "int f(int k) { return t[k % 16]; }", "__omen_bounds", 1);
  everywhere(TABLE "int f(int k) { return k < 16 ? t[k] : 0; }", "__omen_bounds", 1);
  everywhere("int f(int k) { int a[4] = {k, 2, 3, k}; return a[k]; }", "__omen_bounds", 1);
  everywhere("struct s { int v[20]; }; int f(struct s s, int k) { return s.v[k]; }", "__omen_bounds", 1);
}

static void what_cannot_leave_is_not(void **state) {
  everywhere(TABLE "int f(void) { return t[3]; }", "__omen_bounds", 0);
  everywhere(TABLE "int f(unsigned k) { return t[k & 15]; }", "__omen_bounds", 0);
  everywhere(TABLE "int f(unsigned k) { return t[k % 16]; }", "__omen_bounds", 0);
  everywhere(TABLE "int f(unsigned k) { return t[k >> 28]; }", "__omen_bounds", 0);
  everywhere(TABLE "int f(unsigned char k) { return t[k / 16]; }", "__omen_bounds", 0);
  everywhere(TABLE "int f(int k) { if (k < 0 || k >= 16) return 0; return t[k]; }", "__omen_bounds", 0);
  everywhere(TABLE "int f(unsigned k) { if (k < 15) return t[k + 1]; return 0; }", "__omen_bounds", 0);
  everywhere(TABLE "int f(int k) { int s = 0; for (int i = 0; i < 16; i++) s += t[i] * k; return s; }",
             "__omen_bounds", 0);
  everywhere(TABLE "int f(int k) { int s = 0; for (int i = 15; i >= 0; i--) s = t[i] - s * k; return s; }",
             "__omen_bounds", 0);
  everywhere(TABLE "int *g; int f(int k) { return t[15] + g[k]; }", "__omen_bounds", 0);
}

/* One comparison in front of the loop; none inside. */
static void loops_are_compared_once(void **state) {
  instrument(TABLE "int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += t[i] ^ s; return s; }", "-O1",
             usual);
  assert_int_equal(calls("__omen_bounds"), 1);
  const char *call = strstr(text, "call preserve_mostcc void @__omen_bounds"), *phi = strstr(text, "phi i64");
  assert_non_null(call);
  assert_non_null(phi);
  assert_true(strstr(text, "mul i64") || strstr(text, "shl")); /* the length, from the number of rounds */
}

static void arrays_in_structs(void **state) {
  at("-O0", "struct s { int a[4], b; }; int f(struct s *p, int k) { return p->a[k]; }", "__omen_bounds", 1);
  at("-O0", "struct s { int a[4], b; }; int f(struct s *p, int k) { return p->a[k & 3]; }", "__omen_bounds",
     0);
  /* what may be longer than its type says has a beginning, at least */
  at("-O0", "struct s { int n, a[4]; }; int f(struct s *p, unsigned k) { return p->a[k / 2]; }",
     "__omen_bounds", 0);
  at("-O0", "struct s { int n, a[4]; }; int f(struct s *p, int k) { return p->a[k]; }", "__omen_bounds", 1);
  at("-O0", "struct s { int n, a[1]; }; int f(struct s *p, int k) { return p->a[k]; }", "__omen_bounds", 0);
  at("-O0", "struct s { int n, a[]; }; int f(struct s *p, int k) { return p->a[k]; }", "__omen_bounds", 0);
  /* a known place in a known object; a row, if the code says so itself */
  everywhere("struct { int a[4], b; } s; int f(int k) { return s.a[k]; }", "__omen_bounds", 1);
  everywhere("struct { int b, a[4], c; } s; int f(int k) { return s.a[k]; }", "__omen_bounds", 1);
  at("-O0", "int m[4][5]; int f(int i, int k) { return m[i & 3][k]; }", "__omen_bounds", 1);
  at("-O0", "int m[4][5]; int f(int i, int k) { int *p = m[i & 3]; return p[k]; }", "__omen_bounds", 0);
  at("-O2", "int m[4][5]; int f(int i, int k) { int *p = m[i & 3]; return p[k]; }", "__omen_bounds", 0);
  at("-O0",
     "union u { int a[2]; char b[64]; }; struct s { union u u; int c; };\n"
     "int f(struct s *p, int k) { return p->u.b[k] + p->u.a[k]; }",
     "__omen_bounds", 0);
}

static void who_gets_a_frame(void **state) {
  const char *enter = "__omen_frame_enter";
  everywhere("extern void g(int *); int f(void) { int x = 1; g(&x); return x; }", enter, 1);
  everywhere("extern int g(char *); int f(void) { char a[10]; return g(a); }", enter, 1);
  everywhere("int f(int k) { int a[4] = {1, 2, 3, k}; return a[k & 3]; }", enter, 0);
  everywhere("struct s { long v[9]; }; extern void g(struct s *); void f(struct s s) { g(&s); }", enter, 1);
  everywhere("int f(int a, int b) { return a + b; }", enter, 0);
  instrument("extern int g(char *); int f(void) { char a[10], b[3]; return g(a) + g(b); }", "-O1", usual);
  assert_int_equal(calls("__omen_frame_leave"), 1);
  /* header and gaps are bad; of the last cell of a, two bytes */
  assert_non_null(strstr(text, "i32 -113, i32 -113, i32 -113, i32 -113"));
  assert_non_null(strstr(text, "i32 -1073741818"));
  assert_non_null(strstr(text, "c\"a\\00\""));
}

static void arrays_without_a_length(void **state) {
  const char *vla = "extern void g(int *); int f(int n) { int a[n]; g(a); return a[0]; }";
  everywhere(vla, "__omen_array_enter", 1);
  at("-O0", vla, "__omen_arrays_leave", 2); /* the array's scope and the call */
  at("-O2", vla, "__omen_arrays_leave", 1);
  everywhere("int f(int n, int k) { int a[n]; for (int i = 0; i < n; i++) a[i] = i; return a[k]; }",
             "__omen_array_enter", 1);
}

static void globals_get_gaps(void **state) {
  const char *source =
      "int x = 3; static char s[40]; _Thread_local int t; extern int e; __attribute__((weak)) int w;\n"
      "__attribute__((section(\"mine\"))) int m; int *p = &x + 1; char *q = s + 39; int c[300];\n"
      "int f(int k) { s[k] = 1; q = s; return x + t + e + w + m + c[k]; }\n";
  instrument(source, "-O1", usual);
  assert_non_null(
      strstr(text, "@x = dso_local global <{ i32, [28 x i8] }> <{ i32 3, [28 x i8] zeroinitializer }>"));
  assert_non_null(strstr(text, "@s = internal global <{ [40 x i8], [56 x i8] }>"));
  assert_non_null(strstr(text, "@c = dso_local local_unnamed_addr global <{ [300 x i32], [304 x i8] }>"));
  assert_non_null(strstr(text, "@t = dso_local thread_local local_unnamed_addr global i32 0"));
  assert_non_null(strstr(text, "@m = dso_local local_unnamed_addr global i32 0, section \"mine\""));
  assert_non_null(strstr(text, "@w = weak dso_local local_unnamed_addr global i32 0"));
  assert_non_null(
      strstr(text, "@p = dso_local local_unnamed_addr global <{ ptr, [24 x i8] }> <{ ptr getelementptr"));
  assert_int_equal(calls("__omen_globals_register"), 1);
  instrument(source, "-O1 -fPIC", (struct omen_instrument_options){.opt_level = 2, .shared_library = true});
  assert_non_null(strstr(text, "@s = internal global <{ [40 x i8], [56 x i8] }>"));
  assert_null(strstr(text, "@x = dso_local")); /* others may know its size */
  assert_null(strstr(text, "<{ i32, [28 x i8] }>"));
}

static void arithmetic(void **state) {
  const char *name = "__omen_arithmetic";
  everywhere("int f(int a, int b) { return a / b; }", name, 1);
  everywhere("unsigned f(unsigned a, unsigned b) { return a % b; }", name, 1);
  everywhere("int f(int a) { return a / 7 + a % -3; }", name, 0);
  everywhere("int f(int a, unsigned char b) { return a / (b + 1); }", name, 0);
  everywhere("int f(int a, int b) { if (b <= 0) return 1; return a / b; }", name, 0);
  everywhere("double f(double a, double b) { return a / b; }", name, 0);
  everywhere("unsigned f(unsigned a, unsigned b) { return a << b; }", name, 1);
  everywhere("unsigned f(unsigned a, unsigned b) { return a << (b & 31); }", name, 0);
  everywhere("unsigned f(unsigned a) { return a >> 3; }", name, 0);
  /* what is computed for nothing */
  at("-O2", "unsigned f(unsigned a, unsigned b) { return b < 32 ? a << b : 0; }", name, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(what_may_leave_is_compared, tools_start, stop),
      cmocka_unit_test_setup_teardown(what_cannot_leave_is_not, tools_start, stop),
      cmocka_unit_test_setup_teardown(loops_are_compared_once, tools_start, stop),
      cmocka_unit_test_setup_teardown(arrays_in_structs, tools_start, stop),
      cmocka_unit_test_setup_teardown(who_gets_a_frame, tools_start, stop),
      cmocka_unit_test_setup_teardown(arrays_without_a_length, tools_start, stop),
      cmocka_unit_test_setup_teardown(globals_get_gaps, tools_start, stop),
      cmocka_unit_test_setup_teardown(arithmetic, tools_start, stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
