/* ir/linear: what addresses are made of. */
/* rooms: ir, quick */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "ir/linear.h"
#include "ir_text.h"

static const char text[] =
    "target datalayout = "
    "\"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n"
    "%s = type { i32, [8 x i64], i8 }\n"
    "@g = global [10 x %s] zeroinitializer\n"
    "define void @f(ptr %p, i64 %i, i32 %n, i64 %j) {\n"
    " %member = getelementptr %s, ptr %p, i64 %i, i32 1, i64 3\n"
    " %next = getelementptr i8, ptr %member, i64 8\n"
    " %glob = getelementptr [10 x %s], ptr @g, i64 0, i64 2, i32 2\n"
    " %n1 = add nsw i32 %n, 1\n"
    " %w1 = sext i32 %n1 to i64\n"
    " %a1 = getelementptr i32, ptr %p, i64 %w1\n"
    " %n2 = add i32 %n, 1\n"
    " %w2 = sext i32 %n2 to i64\n"
    " %a2 = getelementptr i32, ptr %p, i64 %w2\n"
    " %w0 = sext i32 %n to i64\n"
    " %a0 = getelementptr i32, ptr %p, i64 %w0\n"
    " %z0 = zext i32 %n to i64\n"
    " %b0 = getelementptr i32, ptr %p, i64 %z0\n"
    " %u0 = zext nneg i32 %n to i64\n"
    " %c0 = getelementptr i32, ptr %p, i64 %u0\n"
    " %sh = shl i64 %i, 3\n"
    " %di = sub i64 %sh, %i\n"
    " %m = mul i64 %di, -2\n"
    " %d0 = getelementptr i8, ptr %p, i64 %m\n"
    " %o = or disjoint i64 %sh, 5\n"
    " %e0 = getelementptr i8, ptr %p, i64 %o\n"
    " %zero = sub i64 %j, %j\n"
    " %e1 = getelementptr i8, ptr %p, i64 %zero\n"
    " ret void\n}\n";

static LLVMContextRef c;
static LLVMModuleRef m;
static LLVMTargetDataRef td;
static int start(void **state) {
  c = LLVMContextCreate();
  m = ir_text(c, text);
  td = LLVMCreateTargetData(LLVMGetDataLayoutStr(m));
  return 0;
}
static int stop(void **state) {
  LLVMDisposeTargetData(td);
  LLVMDisposeModule(m);
  LLVMContextDispose(c);
  return 0;
}

static struct omen_linear of(const char *name) {
  struct omen_linear l;
  omen_linear_of(td, ir_value(LLVMGetNamedFunction(m, "f"), name), &l);
  return l;
}

static const struct omen_term *term(const struct omen_linear *l, unsigned arg) {
  LLVMValueRef v = LLVMGetParam(LLVMGetNamedFunction(m, "f"), arg);
  for (int i = 0; i < l->n; i++)
    if (l->t[i].v == v) return &l->t[i];
  return NULL;
}

static void members_and_elements(void **state) {
  struct omen_linear a = of("member"), b = of("next"), g = of("glob");
  assert_int_equal(a.c, 8 + 3 * 8);
  assert_int_equal(term(&a, 1)->coef, 80);
  assert_true(omen_linear_same_terms(&a, &b));
  assert_int_equal(b.c - a.c, 8);
  assert_int_equal(g.n, 1);
  assert_int_equal(g.c, 2 * 80 + 72);
}

static void widening_distributes_only_without_wrap(void **state) {
  struct omen_linear a0 = of("a0"), a1 = of("a1"), a2 = of("a2");
  assert_true(omen_linear_same_terms(&a0, &a1));
  assert_int_equal(a1.c - a0.c, 4);
  assert_false(omen_linear_same_terms(&a0, &a2));
}

static void sign_and_zero_extension_differ(void **state) {
  struct omen_linear a = of("a0"), b = of("b0"), n = of("c0");
  assert_false(omen_linear_same_terms(&a, &b));
  assert_true(omen_linear_same_terms(&a, &n)); /* zext nneg is sext */
}

static void arithmetic(void **state) {
  struct omen_linear d = of("d0"), e = of("e0"), z = of("e1");
  assert_int_equal(term(&d, 1)->coef, -14);
  assert_int_equal(term(&e, 1)->coef, 8);
  assert_int_equal(e.c, 5);
  assert_null(term(&z, 3)); /* j - j */
  assert_int_equal(z.n, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(members_and_elements, start, stop),
      cmocka_unit_test_setup_teardown(widening_distributes_only_without_wrap, start, stop),
      cmocka_unit_test_setup_teardown(sign_and_zero_extension_differ, start, stop),
      cmocka_unit_test_setup_teardown(arithmetic, start, stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
