/* Invariants from their text to their truth: expect/ compiles each expression with the debug information of
 * this very program, the runtime's machine (runtime/invariant/eval.c) runs it on the program's memory, and C
 * says what must come out. Then what is refused, with its column, and programs of any bytes. */
/* rooms: expect runtime/invariant, quick */
#include "expect/invariant.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>
#include <cmocka.h>
#include "../../src/runtime/invariant/eval.c"

/* ---- what the machine stands on ---- */

static bool loaded_there = true;
static uint64_t unreadable; /* a page */

bool omrt_page_readable(uint64_t addr) {
  char c;
  struct iovec to = {&c, 1}, from = {(void *)addr, 1};
  return addr >> 12 != unreadable >> 12 && process_vm_readv(getpid(), &to, 1, &from, 1, 0) == 1;
}
bool omrt_extras_base(uint32_t module, uint64_t *base) {
  extern const char __ehdr_start;
  *base = (uint64_t)&__ehdr_start;
  return loaded_there && module == 0;
}

/* ---- variables of the expressions ---- */

enum colour { RED, GREEN = 5, BLUE };
struct node {
  struct node *next;
  int key;
  unsigned low : 3, high : 5;
  int sign : 4;
};
static struct node second = {NULL, -7, 5, 17, -3}, first = {&second, 40, 7, 1, 2};
static struct node *volatile head = &first, *volatile nobody;
static volatile int table[2][3] = {{1, 2, 3}, {-4, 5, 6}};
static volatile unsigned count = 4000000000u;
static volatile signed char small = -100;
static volatile unsigned char byte = 200;
static volatile long wide = -5000000000L;
static volatile float ratio = 0.1f;
static volatile double exact = 2.5;
static volatile enum colour shade = BLUE;
static volatile bool flag = true;
static const char *volatile name = "abc";

static struct omen_program_names names;

static int read_names(void **state) {
  struct omen_err err = {0};
  if (omen_program_names(&names, "/proc/self/exe", NULL, &err)) fail_msg("%s", err.msg);
  return 0;
}
static int release_names(void **state) {
  omen_program_names_release(&names);
  return 0;
}

/* A block with one invariant, as expect.c makes it. */
struct block {
  struct omen_extras head;
  struct omen_invariant one;
  struct omen_invariant_op ops[OMEN_INVARIANT_OPS];
};
static const struct omrt_evaluation *evaluate(const struct omen_code *code) {
  static struct block b;
  static struct omrt_evaluation e;
  memset(&b, 0, sizeof b);
  b.head.invariants = 1;
  b.head.ops = b.one.nops = code->nops;
  memcpy(b.ops, code->ops, code->nops * sizeof *code->ops);
  assert_ptr_equal(omen_extra_ops(&b.head), b.ops);
  omrt_evaluate(&b.head, &b.one, &e);
  return &e;
}
static const struct omrt_evaluation *truth_of(const char *text) {
  static struct omen_code code;
  struct omen_err err = {0};
  memset(&code, 0, sizeof code);
  if (omen_compile(&names, text, &code, &err)) fail_msg("%s: %s", text, err.msg);
  return evaluate(&code);
}
static void is(const char *text, bool wanted) {
  const struct omrt_evaluation *e = truth_of(text);
  if (e->truth == OMRT_UNKNOWN) fail_msg("%s: unknown: %s", text, e->why);
  if ((e->truth == OMRT_TRUE) != wanted) fail_msg("%s: C says %d", text, wanted);
}
#define SAME(expression) is(#expression, (expression) != 0)

/* ---- the tests ---- */

#pragma clang diagnostic ignored "-Wsign-compare"
#pragma clang diagnostic ignored "-Wliteral-range"
static void as_c_says(void **state) {
  SAME(table[1][0] == -4 && table[0][2] == 3);
  SAME(count + 500000000 < count);
  SAME(count > small);
  SAME(-1 < (int)byte);
  SAME(small < byte && small * 2 == -200 && (unsigned char)small == 156);
  SAME(wide / 7 * 7 + wide % 7 == wide);
  SAME(wide >> 3 == -625000000 && wide << 1 < wide);
  SAME((byte & 0x0f) << 2 == 32 && (byte ^ 0xff) == 55 && ~byte < 0);
  SAME(ratio == 0.1);
  SAME(ratio == 0.1f);
  SAME(exact * 2 == 5 && (int)exact == 2 && exact / 0.5 > 4.9);
  SAME(shade == BLUE && shade != GREEN && shade - RED == 6);
  SAME(flag ? table[1][1] : count == 0);
  SAME(!flag || head->key == 40);
  SAME(head->next->key == -7 && head->next->next == 0);
  SAME(head->low == 7 && head->high == 1 && head->next->sign == -3);
  SAME(head->sign + head->next->low == 7);
  SAME(name[0] == 'a' && name[3] == 0);
  SAME(*(&table[0][0] + 5) == 6);
  SAME(sizeof(table) == 24 && sizeof(struct node) == 16 && count);
  SAME((count, 0));
  SAME(nobody && nobody->key == 1);
  SAME(!nobody || nobody->key == 1);
}

static void not_known(const char *text, const char *why) {
  const struct omrt_evaluation *e = truth_of(text);
  if (e->truth != OMRT_UNKNOWN) fail_msg("%s: %s", text, e->truth == OMRT_TRUE ? "true" : "false");
  assert_non_null(strstr(e->why, why));
}

/* Nothing faults: what cannot be computed is unknown, and why. */
static void unknown(void **state) {
  not_known("nobody->key == 1", "NULL");
  not_known("count / (shade - BLUE) == 1", "divisor");
  not_known("wide % (long)(shade - BLUE) == 1", "divisor");
  unreadable = (uint64_t)name;
  not_known("name[0] == 'a'", "leads nowhere");
  unreadable = 0;
  loaded_there = false;
  not_known("count > 0", "not loaded");
  loaded_there = true;
}

/* What the result depends on, so that the runtime knows which writes can change it; terms for the reader. */
static void dependencies(void **state) {
  const struct omrt_evaluation *e = truth_of("head->key == 40 || count == 1");
  assert_int_equal(e->ndeps, 2); /* the right side was not needed */
  assert_int_equal(e->dep[0].addr, (uint64_t)&head);
  assert_true(e->dep[0].fixed);
  assert_int_equal(e->dep[1].addr, (uint64_t)&first.key);
  assert_int_equal(e->dep[1].len, 4);
  assert_false(e->dep[1].fixed);
  assert_int_equal(*(const int *)e->dep[1].bytes, 40);
  int shown = 0;
  for (int i = 0; i < OMEN_INVARIANT_TERMS; i++) shown += e->seen[i].there && e->seen[i].value == 40;
  assert_int_equal(shown, 1);
}

static void refused(void **state) {
  static const struct {
    const char *text, *says;
  } wrong[] = {
      {"nowhere == 1", "column 1: "}, {"head->kay == 1", "column 7: "}, {"head.key == 1", "column 6: "},
      {"count == ", "column 10: "},   {"count == 1)", "column 11: "},   {"getpid() == 1", "column 1: "},
      {"1 == 1", "column 1: "},       {"head == 1.5", "column 6: "},    {"table[0][7] == 1", "column 10: "},
      {"(count == 1", "column 12: "}, {"count = 1", "column 7: "},      {"", "column 1: "},
      {"*count == 1", "column 1: "},  {"count == 'ab'", "column 10: "}, {"first == second", "column 1: "},
  };
  static struct omen_code code;
  int bad = 0;
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    struct omen_err err = {0};
    if (!omen_compile(&names, wrong[i].text, &code, &err))
      print_error("'%s' is compiled\n", wrong[i].text), bad++;
    if (strncmp(err.msg, wrong[i].says, strlen(wrong[i].says)))
      print_error("'%s': %s\n", wrong[i].text, err.msg), bad++;
  }
  assert_int_equal(bad, 0);
}

/* The machine survives any program: the block comes from a file. */
static void any_program(void **state) {
  static struct omen_code code;
  srandom(1);
  int told = 0;
  for (int round = 0; round < 20000; round++) {
    code.nops = (uint32_t)random() % 12;
    for (uint32_t i = 0; i < code.nops; i++)
      code.ops[i] = (struct omen_invariant_op){.code = (uint8_t)(random() % (OMEN_INV_CODES + 2)),
                                               .size = (uint8_t)(random() % 20),
                                               .flags = (uint8_t)(random() & ~(long)OMEN_INV_FIXED),
                                               .arg = (uint32_t)random() % 5,
                                               .imm = (uint64_t)(random() % 3 ? random() % 9 : -1)};
    told += evaluate(&code)->truth != OMRT_UNKNOWN;
  }
  assert_in_range(told, 100, 19900); /* both happen */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_c_says), cmocka_unit_test(unknown),     cmocka_unit_test(dependencies),
      cmocka_unit_test(refused),   cmocka_unit_test(any_program),
  };
  return cmocka_run_group_tests(tests, read_names, release_names);
}
