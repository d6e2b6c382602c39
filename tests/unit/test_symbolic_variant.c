/* The symbolic variant against two oracles: each program under symbolic/ runs with a naive runtime that
 * checks every expression against the value which the code passes with it; and what it would observe with
 * other inputs, as the expressions say, must be what a native run with those inputs observes. */
/* rooms: build, slow */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <glob.h>
#include "build/symbolic.h"
#include "instrument_tools.h"

#define INPUT "abcdefgh1234567890QWERTYzyxw"
static const char *const others[] = {"abcdefgh1234567891QWERTYzyxw", "bbcdefgh1234567890QWERTYzyxw",
                                     "abcdefgh1234567890QWERTYzyxW", "0123456789012345678901234567"};

static const char *compiler(const char *source) { return strstr(source, ".cpp") ? "clang++-19" : "clang-19"; }

/* From p.bc to NAME.exe, with the stub runtime. */
static void build_variant(const char *source, const char *name, bool symbolic) {
  tools_run("[ %s = p ] || cp %s/p.bc %s/%s.bc", name, scratch, scratch, name);
  tools_instrument(
      name, (struct omen_instrument_options){.opt_level = 2, .no_optimise = true, .symbolic = symbolic});
  tools_run("%s -no-pie -fuse-ld=lld-19 %s/%s.o %s/stub.o %s/derived.o %s/parts.o %s/tail.o -o %s/%s.exe",
            compiler(source), scratch, name, scratch, scratch, scratch, scratch, scratch, name);
}

static void build(const char *source, const char *flags) {
  tools_run("%s -g -flto=full %s -I%s/symbolic -c %s -o %s/p.bc", compiler(source), flags, tests_folder,
            source, scratch);
  build_variant(source, "p", true);
  build_variant(source, "exact", false);
  tools_run("%s %s -I%s/symbolic %s %s/native.o -o %s/n.exe", compiler(source), flags, tests_folder, source,
            scratch, scratch);
}

static bool same_site(const struct omen_site *a, const struct omen_site *b) {
  return !strcmp(a->kind, b->kind) && !strcmp(a->file, b->file) && !strcmp(a->text, b->text) &&
         !strcmp(a->inlined, b->inlined) && a->line == b->line && a->column == b->column &&
         a->size == b->size && a->pair == b->pair;
}

/* The exact variant's sites, then those of its own, the blocks last. */
static void check_sites(const char *source, const char *flags) {
  struct omen_sites own, exact;
  struct omen_err e;
  char *p = in_scratch("p.sites"), *x = in_scratch("exact.sites");
  if (omen_sites_read(&own, p, &e) || omen_sites_read(&exact, x, &e)) fail_msg("%s", e.msg);
  size_t blocks = 0;
  for (size_t i = 0; i < own.n; i++) {
    bool block = !strcmp(own.sites[i].kind, "block");
    if (i < exact.n && !same_site(&own.sites[i], &exact.sites[i]))
      fail_msg("%s %s: site %zu is another", source, flags, i);
    if (blocks && !block) fail_msg("%s %s: site %zu comes behind the blocks", source, flags, i);
    blocks += block;
  }
  assert_true(own.n > exact.n + blocks && blocks > 3);
  omen_sites_release(&own);
  omen_sites_release(&exact);
  free(p);
  free(x);
}

static size_t events;
/* Both variants make the same accesses, at the same sites, in the same order. */
static void check_events(const char *source, const char *flags) {
  tools_run("cd %s && for v in p exact; do STUB_EVENTS=$v.events STUB_INPUT='%s' timeout 60 ./$v.exe; done "
            "> /dev/null 2>&1",
            scratch, INPUT);
  char *own = tools_text("p.events"), *exact = tools_text("exact.events");
  events += (size_t)tools_count(own, "\n");
  if (strcmp(own, exact)) fail_msg("%s %s: other events than in the exact variant", source, flags);
  free(own);
  free(exact);
}

/* What the program says with that input; with `other`, what it is predicted to say. */
static char *said(const char *exe, const char *text, const char *other) {
  tools_run("cd %s && STUB_INPUT='%s' %s%s timeout 60 ./%s > %s.out 2> %s.err || { cat %s.out; exit 1; }",
            scratch, text, other ? "STUB_OTHER=" : "", other ? other : "", exe, exe, exe, exe);
  char name[64];
  snprintf(name, sizeof name, "%s.out", exe);
  return tools_text(name);
}

/* Returns how many values were predicted. */
static int check_other(const char *source, const char *flags, const char *other) {
  char *real = said("n.exe", other, NULL), *predicted = said("p.exe", INPUT, other);
  if (strncmp(real, predicted, strlen(predicted)))
    fail_msg("%s %s: with %s something else is predicted", source, flags, other);
  int n = tools_count(predicted, "\n");
  free(real);
  free(predicted);
  return n;
}

/* Programs say in their first line how much must come through: "lost N" and "stale N" at most. */
static void check_losses(const char *source, const char *flags) {
  char *counts = tools_text("p.exe.err");
  unsigned long lost, stale;
  const char *at = strstr(counts, " branches ");
  assert_non_null(at);
  assert_int_equal(sscanf(at, " branches %lu lost %lu stale", &lost, &stale), 2);
  struct omen_buf text = {0};
  struct omen_err e;
  if (omen_file_read(source, &text, &e)) fail_msg("%s", e.msg);
  bool may = strstr(text.data, "some are lost") != NULL;
  if ((lost && !may) || stale) fail_msg("%s %s: %lu lost, %lu stale", source, flags, lost, stale);
  omen_buf_release(&text);
  free(counts);
}

static void check(const char *source, const char *flags) {
  build(source, flags);
  char *real = said("n.exe", INPUT, NULL), *own = said("p.exe", INPUT, NULL);
  if (strcmp(real, own)) fail_msg("%s %s: it observes something else", source, flags);
  check_losses(source, flags);
  check_sites(source, flags);
  check_events(source, flags);
  free(real);
  free(own);
  int all = 0;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) all += check_other(source, flags, others[i]);
  assert_true(all >= 8);
}

static void expressions_are_right(void **state) {
  char pattern[600];
  glob_t g;
  tools_run("clang-19 -O1 -w -I%s/../../src -c %s/symbolic/stub.c -o %s/stub.o", tests_folder, tests_folder,
            scratch);
  static const char *const own[] = {"derived", "parts", "tail"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    tools_run("clang-19 -O1 -I%s/../../src -c %s/../../src/runtime/symbolic/%s.c -o %s/%s.o", tests_folder,
              tests_folder, own[i], scratch, own[i]);
  tools_run("clang-19 -O1 -c %s/symbolic/native.c -o %s/native.o", tests_folder, scratch);
  snprintf(pattern, sizeof pattern, "%s/symbolic/case_*.c*", tests_folder);
  assert_int_equal(glob(pattern, 0, NULL, &g), 0);
  for (size_t i = 0; i < g.gl_pathc; i++) {
    check(g.gl_pathv[i], "-fwrapv -O0");
    check(g.gl_pathv[i], "-fwrapv -O1");
    check(g.gl_pathv[i], "-fwrapv -O2");
  }
  globfree(&g);
  assert_true(events > 1000);
}

static void the_lists_agree(void **state) { assert_null(omen_symbolic_mismatch()); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_lists_agree),
      cmocka_unit_test_setup_teardown(expressions_are_right, tools_start, tools_stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
