/* ir/cfg: blocks, dominators and loops, on small graphs and against a brute-force definition on random ones.
 */
/* rooms: ir, quick */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "ir/cfg.h"
#include "base/base.h"
#include "ir_text.h"

static LLVMContextRef c;
static int start(void **state) { return (c = LLVMContextCreate()) ? 0 : -1; }
static int stop(void **state) {
  LLVMContextDispose(c);
  return 0;
}

static const char nested[] = "define void @f(i1 %a, i1 %b) {\n"
                             "entry:\n br label %outer\n"
                             "outer:\n br label %inner\n"
                             "inner:\n br i1 %a, label %inner, label %next\n"
                             "next:\n br i1 %b, label %outer, label %out\n"
                             "out:\n ret void\n"
                             "dead:\n br label %out\n}\n";

static void nested_loops(void **state) {
  LLVMModuleRef m = ir_text(c, nested);
  LLVMValueRef f = LLVMGetNamedFunction(m, "f");
  struct omen_cfg g;
  omen_cfg_init(&g, f);
  int outer = omen_cfg_block(&g, ir_block(f, "outer")), inner = omen_cfg_block(&g, ir_block(f, "inner"));
  int next = omen_cfg_block(&g, ir_block(f, "next")), out = omen_cfg_block(&g, ir_block(f, "out"));
  assert_int_equal(g.n, 5);
  assert_int_equal(omen_cfg_block(&g, ir_block(f, "dead")), -1);
  assert_int_equal(g.nloops, 2);
  assert_int_equal(g.loops[0].header, outer);
  assert_int_equal(g.loops[0].latch, next);
  assert_int_equal(g.loops[0].preheader, 0);
  assert_int_equal(g.loops[0].nblocks, 3);
  assert_int_equal(g.loops[0].exiting, next);
  assert_true(g.loops[0].has_inner);
  assert_int_equal(g.loops[1].header, inner);
  assert_int_equal(g.loops[1].parent, 0);
  assert_int_equal(g.loops[1].depth, 2);
  assert_int_equal(g.loops[1].preheader, outer);
  assert_int_equal(g.blocks[out].loop, -1);
  assert_false(g.irreducible);
  assert_true(omen_cfg_dominates(&g, outer, out));
  assert_false(omen_cfg_dominates(&g, out, outer));
  omen_cfg_release(&g);
  LLVMDisposeModule(m);
}

static void goto_into_a_loop_is_no_natural_loop(void **state) {
  LLVMModuleRef m = ir_text(c, "define void @f(i1 %a) {\n"
                               "entry:\n br i1 %a, label %x, label %y\n"
                               "x:\n br label %y\n"
                               "y:\n br i1 %a, label %x, label %out\n"
                               "out:\n ret void\n}\n");
  struct omen_cfg g;
  omen_cfg_init(&g, LLVMGetNamedFunction(m, "f"));
  assert_int_equal(g.nloops, 0);
  assert_true(g.irreducible);
  bool found = false;
  for (int i = 0; i < g.n; i++)
    for (int s = 0; s < g.blocks[i].nsucc; s++) found |= omen_cfg_retreating(&g, i, g.blocks[i].succ[s]);
  assert_true(found);
  omen_cfg_release(&g);
  LLVMDisposeModule(m);
}

/* b can be reached from the entry without passing a */
static bool reaches_without(const struct omen_cfg *g, int a, int b, char *seen, int at) {
  if (at == a || seen[at]) return false;
  if (at == b) return true;
  seen[at] = 1;
  for (int s = 0; s < g->blocks[at].nsucc; s++)
    if (reaches_without(g, a, b, seen, g->blocks[at].succ[s])) return true;
  return false;
}

static void random_graphs_by_definition(void **state) {
  unsigned seed = 7;
  for (int round = 0; round < 60; round++) {
    int n = 3 + round % 14;
    struct omen_buf t = {0};
    omen_buf_adds(&t, "define void @f(i1 %a) {\nentry:\n br label %b0\n");
    for (int i = 0; i < n; i++) {
      seed = seed * 1103515245u + 12345u;
      int x = (int)(seed >> 16) % n, y = (int)(seed >> 20) % n;
      if (i % 5 == 4)
        omen_buf_addf(&t, "b%d:\n ret void\n", i);
      else
        omen_buf_addf(&t, "b%d:\n br i1 %%a, label %%b%d, label %%b%d\n", i, x,
                      i + 1 < n && round % 2 ? i + 1 : y);
    }
    omen_buf_adds(&t, "}\n");
    LLVMModuleRef m = ir_text(c, t.data);
    struct omen_cfg g;
    omen_cfg_init(&g, LLVMGetNamedFunction(m, "f"));
    for (int a = 0; a < g.n; a++) {
      for (int b = 0; b < g.n; b++) {
        char seen[32] = {0};
        assert_int_equal(omen_cfg_dominates(&g, a, b), !reaches_without(&g, a, b, seen, 0));
      }
      if (a) assert_true(g.blocks[a].idom < a && omen_cfg_dominates(&g, g.blocks[a].idom, a));
    }
    for (int l = 0; l < g.nloops; l++)
      for (int i = 0; i < g.loops[l].nblocks; i++)
        assert_true(omen_cfg_dominates(&g, g.loops[l].header, g.loops[l].blocks[i]));
    omen_cfg_release(&g);
    LLVMDisposeModule(m);
    omen_buf_release(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(nested_loops, start, stop),
      cmocka_unit_test_setup_teardown(goto_into_a_loop_is_no_natural_loop, start, stop),
      cmocka_unit_test_setup_teardown(random_graphs_by_definition, start, stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
