/* ir/iv: trip counts. Every accepted loop over small numbers is also run by hand, in 8-bit arithmetic so that
 * wrapping happens; what must not be accepted is listed. */
/* rooms: ir, quick */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "base/base.h"
#include "ir/iv.h"
#include "ir_text.h"

static const char layout[] =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
static LLVMContextRef c;
static LLVMTargetDataRef td;
static int start(void **state) {
  c = LLVMContextCreate();
  td = LLVMCreateTargetData(layout);
  return 0;
}
static int stop(void **state) {
  LLVMDisposeTargetData(td);
  LLVMContextDispose(c);
  return 0;
}

/* A loop  x = from; do { next = x + step } while (x-or-next PRED bound). */
static LLVMModuleRef loop(const char *flags, int from, int step, const char *what, const char *pred,
                          int bound) {
  char text[600];
  snprintf(text, sizeof text,
           "define void @f() {\nentry:\n br label %%h\nh:\n %%x = phi i8 [ %d, %%entry ], [ %%next, %%h ]\n"
           " %%next = add %s i8 %%x, %d\n %%t = icmp %s i8 %%%s, %d\n br i1 %%t, label %%h, label "
           "%%out\nout:\n ret void\n}\n",
           from, flags, step, pred, what, bound);
  return ir_text(c, text);
}

/* -1: not accepted. */
static int64_t rounds(LLVMModuleRef m, bool *counted) {
  LLVMValueRef f = LLVMGetNamedFunction(m, "f");
  struct omen_cfg g;
  struct omen_test t;
  int64_t n = -1;
  omen_cfg_init(&g, f);
  assert_int_equal(g.nloops, 1);
  *counted = omen_loop_counted(&g, 0, td);
  if (omen_iv_test(&g, 0, td, g.loops[0].exiting, &t)) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(LLVMGetEntryBasicBlock(f)));
    LLVMValueRef v = omen_iv_build_rounds(b, &t); /* all constants: folded on the way */
    assert_non_null(LLVMIsAConstantInt(v));
    n = LLVMConstIntGetSExtValue(v);
    LLVMDisposeBuilder(b);
  }
  omen_cfg_release(&g);
  return n;
}

static bool holds(const char *pred, int a, int b) {
  unsigned ua = (uint8_t)a, ub = (uint8_t)b;
  if (!strcmp(pred, "ne")) return ua != ub;
  bool u = pred[0] == 'u', less = pred[1] == 'l', equal = pred[2] == 'e';
  int d = u ? (ua > ub) - (ua < ub) : (a > b) - (a < b);
  return d == 0 ? equal : less ? d < 0 : d > 0;
}

/* Tests passed before the loop ends; -1: it wraps in a way that the flags forbid (undefined), or goes on for
 * ever. */
static int64_t by_hand(const char *flags, int from, int step, bool next, const char *pred, int bound) {
  int x = (int8_t)from;
  for (int n = 0; n < 600; n++) {
    int wide = x + step, uwide = (uint8_t)x + step;
    bool wraps = (strstr(flags, "nsw") && wide != (int8_t)wide) ||
                 (strstr(flags, "nuw") && (uwide < 0 || uwide > 255));
    int then = (int8_t)wide;
    if (next && wraps) return -1;
    if (!holds(pred, next ? then : x, (int8_t)bound)) return n;
    if (wraps) return -1;
    x = then;
  }
  return -1;
}

static void counts_like_the_loop_does(void **state) {
  static const char *const preds[] = {"ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"};
  static const char *const flags[] = {"", "nsw", "nuw", "nuw nsw"};
  static const int steps[] = {1, -1, 2, 3, -2, -5, 16},
                   values[] = {-128, -127, -3, 0, 1, 2, 8, 100, 126, 127};
  int accepted = 0, all = 0;
  for (int p = 0; p < 9; p++)
    for (int fl = 0; fl < 4; fl++)
      for (int s = 0; s < 7; s++)
        for (int k = 0; k < 60; k++) {
          int from = values[k % 10], bound = values[(k / 10 * 3 + k) % 10];
          bool next = k & 1, counted;
          if (steps[s] < 0 && strstr(flags[fl], "nuw")) continue; /* such an add always wraps */
          LLVMModuleRef m = loop(flags[fl], from, steps[s], next ? "next" : "x", preds[p], bound);
          int64_t got = rounds(m, &counted), want = by_hand(flags[fl], from, steps[s], next, preds[p], bound);
          all++;
          if (got >= 0) {
            accepted++;
            assert_true(counted);
            if (want >= 0 && got != want)
              fail_msg("%s i8 from %d step %d %s %s %d: %lld, not %lld", flags[fl], from, steps[s],
                       next ? "next" : "x", preds[p], bound, (long long)got, (long long)want);
            /* without flags there is no undefined behaviour to blame: it must end */
            if (want < 0 && !*flags[fl])
              fail_msg("i8 from %d step %d %s %s %d never ends", from, steps[s], next ? "next" : "x",
                       preds[p], bound);
          }
          LLVMDisposeModule(m);
        }
  assert_true(accepted > all / 5);
}

static void what_may_spin_is_not_counted(void **state) {
  static const char *const texts[] = {
      /* waits for memory */
      "define void @f(ptr %p) {\nentry:\n br label %h\nh:\n %v = load volatile i32, ptr %p\n %t = icmp eq "
      "i32 %v, 0\n"
      " br i1 %t, label %h, label %out\nout:\n ret void\n}\n",
      /* the bound is in memory */
      "define void @f(ptr %p) {\nentry:\n br label %h\nh:\n %x = phi i32 [ 0, %entry ], [ %next, %h ]\n"
      " %next = add nsw i32 %x, 1\n %v = load i32, ptr %p\n %t = icmp slt i32 %next, %v\n"
      " br i1 %t, label %h, label %out\nout:\n ret void\n}\n",
      /* the test is skipped in some rounds */
      "define void @f(i1 %c) {\nentry:\n br label %h\nh:\n %x = phi i32 [ 0, %entry ], [ %next, %l ]\n"
      " %next = add nsw i32 %x, 1\n br i1 %c, label %test, label %l\ntest:\n %t = icmp slt i32 %next, 10\n"
      " br i1 %t, label %l, label %out\nl:\n br label %h\nout:\n ret void\n}\n",
      /* stands still */
      "define void @f(i32 %n) {\nentry:\n br label %h\nh:\n %x = phi i32 [ 0, %entry ], [ %next, %h ]\n"
      " %next = add nsw i32 %x, 0\n %t = icmp slt i32 %next, %n\n br i1 %t, label %h, label %out\nout:\n ret "
      "void\n}\n",
      /* the step is not constant */
      "define void @f(i32 %n, i32 %s) {\nentry:\n br label %h\nh:\n %x = phi i32 [ 0, %entry ], [ %next, %h "
      "]\n"
      " %next = add nsw i32 %x, %s\n %t = icmp slt i32 %next, %n\n br i1 %t, label %h, label %out\nout:\n "
      "ret void\n}\n",
  };
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    LLVMModuleRef m = ir_text(c, texts[i]);
    struct omen_cfg g;
    omen_cfg_init(&g, LLVMGetNamedFunction(m, "f"));
    assert_int_equal(g.nloops, 1);
    assert_false(omen_loop_counted(&g, 0, td));
    omen_cfg_release(&g);
    LLVMDisposeModule(m);
  }
}

static void
rounded_bounds_are_met(void **state) { /* as unrolled loops have them: no flags, but a multiple of the step */
  for (int mask = 0; mask < 2; mask++) {
    char text[600];
    snprintf(text, sizeof text,
             "define void @f(i64 %%n) {\nentry:\n %%b = and i64 %%n, %d\n br label %%h\nh:\n"
             " %%x = phi i64 [ 0, %%entry ], [ %%next, %%h ]\n %%next = add i64 %%x, 4\n"
             " %%t = icmp eq i64 %%next, %%b\n br i1 %%t, label %%out, label %%h\nout:\n ret void\n}\n",
             mask ? 1020 : 1022);
    LLVMModuleRef m = ir_text(c, text);
    struct omen_cfg g;
    omen_cfg_init(&g, LLVMGetNamedFunction(m, "f"));
    assert_int_equal(omen_loop_counted(&g, 0, td), mask);
    omen_cfg_release(&g);
    LLVMDisposeModule(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(counts_like_the_loop_does, start, stop),
      cmocka_unit_test_setup_teardown(what_may_spin_is_not_counted, start, stop),
      cmocka_unit_test_setup_teardown(rounded_bounds_are_met, start, stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
