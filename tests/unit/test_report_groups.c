/* report/: which races are one mistake, on reports made by hand; and which are not. */
/* rooms: report, quick */
#include "report/groups.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct omen_frame alloc_here = {.function = "make", .file = "a.c", .line = 3},
                         alloc_there = {.function = "make", .file = "a.c", .line = 9};

static struct omen_access at(int line, const char *text, uint64_t size, bool write) {
  return (struct omen_access){.known = true,
                              .function = "f",
                              .file = "a.c",
                              .line = line,
                              .column = 1,
                              .size = size,
                              .text = text,
                              .write = write};
}

static struct omen_race global(const char *name, const char *shape, int first, int second) {
  struct omen_race r = {
      .location = {.name = shape, .shape = shape, .size = 4, .variable = {.name = name, .file = "a.c"}},
      .access = {at(first, name, 4, true), at(second, name, 4, false)}};
  snprintf(r.id, sizeof r.id, "%d-%d", first, second);
  return r;
}

static struct omen_race heap(struct omen_frame *allocated, const char *name, int first, int second) {
  struct omen_race r = global(NULL, "", first, second);
  r.location.place = OMEN_PLACE_HEAP;
  r.location.name = name;
  r.location.block_size = 64;
  r.location.allocated = (struct omen_stack){allocated, 1};
  return r;
}

/* A copy of 64 bytes at line 100, against one field. */
static struct omen_race copy(struct omen_frame *allocated, const char *field, int line) {
  struct omen_race r = heap(allocated, field, line, 100);
  r.access[1].size = 64;
  r.access[1].text = "*h";
  return r;
}

static struct omen_groups groups(struct omen_race *races, size_t n) {
  struct omen_report r = {.races = races, .nraces = n};
  return omen_groups_make(&r, NULL);
}

static void one_variable(void **state) {
  (void)state;
  struct omen_race r[] = {global("stop", "stop", 1, 10), global("go", "go", 2, 20),
                          global("stop", "stop", 1, 11)};
  r[2].severity = 3;
  struct omen_groups g = groups(r, 3);
  assert_int_equal(g.n, 1);
  assert_true(g.v[0].kind == OMEN_GROUP_VARIABLE && g.v[0].n == 2);
  assert_true(g.v[0].race[0] == 2 && g.v[0].race[1] == 0); /* the worst first */
  assert_true(g.of[0] == 1 && g.of[1] == 0 && g.of[2] == 1);
  assert_string_equal(g.v[0].what, "accesses to `stop` at 3 places, which nothing orders");
  omen_groups_release(&g);
}

/* Two fields of one structure, two variables of one name in two functions, a suppressed race: two mistakes.
 */
static void not_one_variable(void **state) {
  (void)state;
  struct omen_race r[] = {global("s", "s.hits", 1, 10), global("s", "s.misses", 2, 20),
                          global("n", "n", 3, 30), global("n", "n", 4, 40), global("s", "s.hits", 1, 11)};
  r[2].location.variable.scope = "f";
  r[3].location.variable.scope = "g";
  r[4].mark.suppressed = "x";
  struct omen_groups g = groups(r, 5);
  assert_int_equal(g.n, 0);
  omen_groups_release(&g);
}

/* Memory without a name: by where it was allocated, and the member. */
static void one_field_of_blocks(void **state) {
  (void)state;
  struct omen_race r[] = {heap(&alloc_here, "ctx->stop", 1, 10), heap(&alloc_here, "conn->ctx->stop", 1, 20),
                          heap(&alloc_there, "ctx->stop", 2, 30), heap(&alloc_here, "ctx->other", 1, 40)};
  struct omen_groups g = groups(r, 4);
  assert_true(g.n == 1 && g.v[0].n == 2 && g.of[0] && g.of[1]);
  omen_groups_release(&g);
}

static void one_copy(void **state) {
  (void)state;
  struct omen_race r[] = {copy(&alloc_here, "h->a", 1), copy(&alloc_here, "h->b", 2),
                          copy(&alloc_here, "h->c", 3),
                          copy(&alloc_there, "h->a", 4),    /* the same helper copies something else */
                          heap(&alloc_here, "h->a", 5, 6)}; /* not by the copy: another mistake */
  struct omen_groups g = groups(r, 5);
  assert_int_equal(g.n, 1);
  assert_true(g.v[0].kind == OMEN_GROUP_COPY && g.v[0].n == 3 && !g.of[3] && !g.of[4]);
  assert_string_equal(g.v[0].what, "the copy of `*h` at a.c:100 in f, against 3 accesses to parts of it");
  omen_groups_release(&g);
}

/* One field, though by a copy: a matter of that field, with whoever else accesses it. */
static void a_copy_of_one_field(void **state) {
  (void)state;
  struct omen_race r[] = {copy(&alloc_here, "h->a", 1), copy(&alloc_here, "h->a", 2),
                          heap(&alloc_here, "h->a", 5, 6)};
  struct omen_groups g = groups(r, 3);
  assert_true(g.n == 1 && g.v[0].kind == OMEN_GROUP_VARIABLE && g.v[0].n == 3);
  omen_groups_release(&g);
}

/* A free() against all that is done to the block is one mistake; what the others do among each other is not.
 */
static void one_free(void **state) {
  (void)state;
  struct omen_frame frames[] = {{.function = "free"}, {.function = "close", .file = "a.c", .line = 18}};
  struct omen_race r[] = {heap(&alloc_here, "h->a", 1, 18), heap(&alloc_here, "h->b", 2, 18),
                          heap(&alloc_here, "h->a", 1, 3)};
  for (int i = 0; i < 2; i++) {
    r[i].access[1].function = "free";
    r[i].access[1].file = NULL;
    r[i].access[1].stack = (struct omen_stack){frames, 2};
  }
  struct omen_groups g = groups(r, 3);
  assert_true(g.n == 1 && g.v[0].kind == OMEN_GROUP_CALL && g.v[0].n == 2 && !g.of[2]);
  assert_string_equal(g.v[0].what, "the call of `free` at a.c:18 in close, against 2 accesses to the memory");
  omen_groups_release(&g);
}

static void one_pair_of_lines(void **state) {
  (void)state;
  struct omen_race r[] = {heap(&alloc_here, "p->n", 1, 10), heap(&alloc_there, "p->n", 10, 1),
                          heap(&alloc_there, "p->m", 1, 10), global("p", "p", 1, 10),
                          global("q", "q", 1, 10)};
  struct omen_groups g = groups(r, 5);
  assert_true(g.n == 1 && g.v[0].kind == OMEN_GROUP_LINES && g.v[0].n == 2 && g.of[0] && g.of[1]);
  omen_groups_release(&g);
}

/* The id keeps when lines move, and two groups have two ids. */
static void ids(void **state) {
  (void)state;
  struct omen_race r[] = {global("a", "a", 1, 2),       global("a", "a", 1, 3),      global("b", "b", 1, 2),
                          global("b", "b", 1, 3),       global("a", "a", 51, 52),    global("a", "a", 51, 53),
                          copy(&alloc_here, "h->a", 1), copy(&alloc_here, "h->b", 2)};
  struct omen_groups g = groups(r, 4), moved = groups(r + 4, 2), other = groups(r + 6, 2);
  assert_true(g.n == 2 && moved.n == 1 && other.n == 1);
  assert_string_equal(g.v[0].id, moved.v[0].id);
  assert_string_not_equal(g.v[0].id, g.v[1].id);
  r[6].access[1].line = r[7].access[1].line = 200;
  struct omen_groups again = groups(r + 6, 2);
  assert_string_equal(again.v[0].id, other.v[0].id);
  omen_groups_release(&g);
  omen_groups_release(&moved);
  omen_groups_release(&other);
  omen_groups_release(&again);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_variable),
                                     cmocka_unit_test(not_one_variable),
                                     cmocka_unit_test(one_field_of_blocks),
                                     cmocka_unit_test(one_copy),
                                     cmocka_unit_test(a_copy_of_one_field),
                                     cmocka_unit_test(one_pair_of_lines),
                                     cmocka_unit_test(one_free),
                                     cmocka_unit_test(ids)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
