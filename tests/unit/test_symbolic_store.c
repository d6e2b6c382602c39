/* Expressions of the runtime: whatever is made of them, simplified, has the value that the plain operations
 * give, in this run and under other inputs. */
/* rooms: runtime/symbolic, quick */
#include "symbolic_fake.h"

enum { POOL = 64, ROUNDS = 300, STEPS = 120, TRIALS = 4 };

/* Beside every expression what it is by itself, under each of the inputs tried; the first are the run's. */
struct thing {
  uint32_t e, width;
  struct fake_value v[TRIALS];
};
static struct thing pool[POOL];
static uint8_t trials[TRIALS][4][FAKE_LEN];
static int things;

static uint64_t number(const struct thing *t, int i) { return fake_number(&t->v[i], t->width); }
static struct thing *any(void) { return &pool[fake_random() % (unsigned)things]; }
static struct thing *any_of(uint32_t width) {
  for (int i = 0; i < 4 * POOL; i++) {
    struct thing *t = any();
    if (t->width == width) return t;
  }
  return NULL;
}

static uint64_t interesting(uint32_t width) {
  switch (fake_random() % 6) {
  case 0: return 0;
  case 1: return ~0ull & fake_low(width);
  case 2: return 1ull << fake_random() % width;
  case 3: return fake_random() % 256 & fake_low(width);
  case 4: return ((1ull << fake_random() % width) - 1) & fake_low(width);
  default: return ((uint64_t)fake_random() << 32 | fake_random()) & fake_low(width);
  }
}

static void constant(struct thing *t) {
  static const uint32_t widths[] = {1, 8, 16, 32, 64, 24, 7};
  t->width = widths[fake_random() % 7];
  uint64_t v = interesting(t->width);
  t->e = omrt_expr_const(t->width, v);
  for (int i = 0; i < TRIALS; i++) fake_put(&t->v[i], v, t->width);
}

static void input(struct thing *t) {
  uint32_t source = fake_random() % 4, at = fake_random() % 6;
  t->width = 8;
  t->e = omrt_input_byte(source, at);
  for (int i = 0; i < TRIALS; i++) fake_put(&t->v[i], trials[i][source][at], 8);
}

static bool binary(struct thing *t) {
  int op = OMEN_SYM_ADD + (int)(fake_random() % (OMEN_SYM_SLE - OMEN_SYM_ADD + 1));
  struct thing *a = any(), *b = a->width <= 64 ? any_of(a->width) : NULL;
  if (!b) return false;
  bool compares = op >= OMEN_SYM_EQ;
  t->width = compares ? 1 : a->width;
  t->e = compares ? omrt_expr_compare((uint32_t)op, a->e, b->e) : omrt_expr_binary((uint32_t)op, a->e, b->e);
  for (int i = 0; i < TRIALS; i++)
    fake_put(&t->v[i], fake_binary(op, a->width, number(a, i), number(b, i)), t->width);
  return true;
}

static bool extend(struct thing *t, bool sign) {
  struct thing *a = any();
  static const uint32_t widths[] = {8, 16, 24, 32, 64, 128, 512};
  t->width = widths[fake_random() % 7];
  if (t->width <= a->width) return false;
  t->e = sign ? omrt_expr_sext(a->e, t->width) : omrt_expr_zext(a->e, t->width);
  for (int i = 0; i < TRIALS; i++) {
    memset(&t->v[i], 0, sizeof t->v[i]);
    for (uint32_t k = 0; k < t->width; k++)
      t->v[i].bit[k] = k < a->width ? a->v[i].bit[k] : sign ? a->v[i].bit[a->width - 1] : 0;
  }
  return true;
}

static bool extract(struct thing *t) {
  struct thing *a = any();
  uint32_t from = fake_random() % a->width;
  if (fake_random() % 3) from &= ~7u;
  t->width = 1 + fake_random() % (a->width - from);
  if (fake_random() % 3 && t->width > 8) t->width &= ~7u;
  t->e = omrt_expr_extract(a->e, from, t->width);
  for (int i = 0; i < TRIALS; i++) {
    memset(&t->v[i], 0, sizeof t->v[i]);
    memcpy(t->v[i].bit, a->v[i].bit + from, t->width);
  }
  return true;
}

static bool join(struct thing *t) {
  struct thing *a = any(), *b = any();
  t->width = a->width + b->width;
  if (t->width > OMRT_EXPR_WIDEST) return false;
  t->e = omrt_expr_concat(a->e, b->e);
  for (int i = 0; i < TRIALS; i++) {
    memset(&t->v[i], 0, sizeof t->v[i]);
    memcpy(t->v[i].bit, b->v[i].bit, b->width);
    memcpy(t->v[i].bit + b->width, a->v[i].bit, a->width);
  }
  return true;
}

static bool choose(struct thing *t) {
  struct thing *c = any_of(1), *a = any(), *b = any_of(a->width);
  if (!c || !b) return false;
  t->width = a->width;
  t->e = omrt_expr_ite(c->e, a->e, b->e);
  for (int i = 0; i < TRIALS; i++) t->v[i] = c->v[i].bit[0] ? a->v[i] : b->v[i];
  return true;
}

static bool invert(struct thing *t) {
  struct thing *a = any();
  if (a->width > 64) return false;
  t->width = a->width;
  t->e = omrt_expr_not(a->e);
  for (int i = 0; i < TRIALS; i++) fake_put(&t->v[i], ~number(a, i), t->width);
  return true;
}

static bool multiply_wide(struct thing *t) {
  struct thing *a = any_of(128), *b = any_of(128);
  if (!a || !b) return false;
  t->width = 128;
  t->e = omrt_expr_binary(OMEN_SYM_MUL, a->e, b->e);
  for (int i = 0; i < TRIALS; i++) {
    unsigned __int128 x = 0, y = 0;
    for (int k = 0; k < 128; k++)
      x |= (unsigned __int128)a->v[i].bit[k] << k, y |= (unsigned __int128)b->v[i].bit[k] << k;
    x *= y;
    memset(&t->v[i], 0, sizeof t->v[i]);
    for (int k = 0; k < 128; k++) t->v[i].bit[k] = x >> k & 1;
  }
  return true;
}

static bool make(struct thing *t) {
  memset(t, 0, sizeof *t);
  switch (fake_random() % 12) {
  case 0: return constant(t), true;
  case 1: return input(t), true;
  case 2: return extend(t, false);
  case 3: return extend(t, true);
  case 4: return extract(t);
  case 5: return join(t);
  case 6: return choose(t);
  case 7: return invert(t);
  case 8: return multiply_wide(t);
  default: return binary(t);
  }
}

static void check(const struct thing *t, int trial, int round) {
  const struct fake_value *v = fake_evaluate(t->e);
  assert_int_equal(omrt_expr_width(t->e), t->width);
  for (uint32_t k = 0; k < t->width; k++)
    if (v->bit[k] != t->v[trial].bit[k])
      fail_msg("round %d, trial %d: bit %u of expression %u (operation %u)", round, trial, k, t->e,
               omrt_expr_nodes[t->e].op);
}

static void check_round(int round) {
  for (int trial = 0; trial < TRIALS; trial++) {
    memcpy(fake_inputs, trials[trial], sizeof fake_inputs);
    fake_forget();
    for (int i = 0; i < things; i++) check(&pool[i], trial, round);
  }
  for (int i = 0; i < things; i++) /* and what the store says about this run */
    for (uint32_t at = 0; at < pool[i].width; at += 64) {
      uint32_t n = pool[i].width - at < 64 ? pool[i].width - at : 64;
      uint64_t v = omrt_expr_bits(pool[i].e, at, n);
      for (uint32_t k = 0; k < n; k++) assert_int_equal(v >> k & 1, pool[i].v[0].bit[at + k]);
    }
}

static void random_expressions(void **state) {
  (void)state;
  for (int t = 1; t < TRIALS; t++)
    for (int i = 0; i < 4; i++)
      for (int k = 0; k < FAKE_LEN; k++)
        trials[t][i][k] = fake_random() % 3 ? (uint8_t)fake_random() : (uint8_t)(fake_random() % 4);
  memcpy(trials[0], fake_run_inputs, sizeof trials[0]);
  for (int round = 0; round < ROUNDS; round++) {
    things = 0;
    while (things < 8) input(&pool[things++]);
    while (things < 12) constant(&pool[things++]);
    for (int step = 0; step < STEPS; step++) {
      struct thing t;
      if (!make(&t)) continue;
      assert_int_not_equal(t.e, 0);
      pool[things < POOL ? things++ : (int)(fake_random() % POOL)] = t;
    }
    check_round(round);
  }
  assert_int_equal(omrt_expr_missed, 0);
}

/* What compilers make of bytes becomes what it was. */
static void shapes(void **state) {
  (void)state;
  uint32_t b[4], whole, or = 0;
  for (uint32_t i = 0; i < 4; i++) b[i] = omrt_input_byte(0, i);
  whole = omrt_expr_concat(omrt_expr_concat(omrt_expr_concat(b[3], b[2]), b[1]), b[0]);
  for (uint32_t i = 0; i < 4; i++) {
    uint32_t wide = omrt_expr_zext(b[i], 32);
    wide = omrt_expr_binary(OMEN_SYM_SHL, wide, omrt_expr_const(32, 8 * i));
    or = i ? omrt_expr_or(or, wide) : wide;
  }
  assert_int_equal(or, whole);
  uint32_t sum = omrt_expr_add(whole, b[0] ? omrt_expr_zext(b[0], 32) : 0), again = 0;
  for (uint32_t i = 4; i--;)
    again =
        i == 3 ? omrt_expr_extract(sum, 24, 8) : omrt_expr_concat(again, omrt_expr_extract(sum, 8 * i, 8));
  assert_int_equal(again, sum);
  /* (int)byte == 'a' is a comparison of a byte */
  uint32_t c = omrt_expr_is_const(omrt_expr_zext(b[0], 32), 'a');
  assert_int_equal(omrt_expr_nodes[c].a, b[0]);
  assert_int_equal(omrt_expr_is_const(omrt_expr_zext(b[0], 32), 300), omrt_expr_const(1, 0));
  /* x - y == 0 is x == y; !(x < y) is y <= x */
  uint32_t x = omrt_expr_zext(b[0], 32), y = omrt_expr_zext(b[1], 32);
  assert_int_equal(omrt_expr_is_const(omrt_expr_sub(x, y), 0), omrt_expr_compare(OMEN_SYM_EQ, b[0], b[1]));
  assert_int_equal(omrt_expr_not(omrt_expr_compare(OMEN_SYM_ULT, x, y)),
                   omrt_expr_compare(OMEN_SYM_ULE, b[1], b[0]));
}

/* Of 0 there is nothing, and no more than the limit is made. */
static void limit(void **state) {
  (void)state;
  uint32_t a = omrt_input_byte(0, 0), e = omrt_expr_zext(a, 64);
  assert_int_equal(omrt_expr_add(0, e), 0);
  assert_int_equal(omrt_expr_ite(0, e, e), 0);
  assert_int_equal(omrt_expr_compare(OMEN_SYM_EQ, e, 0), 0);
  assert_int_equal(omrt_expr_extract(0, 0, 8), 0);
  uint32_t last = e;
  for (uint64_t i = 0; e && i < 2 * OMRT_EXPR_LIMIT; i++) {
    last = e;
    e = omrt_expr_binary(OMEN_SYM_MUL, e, e);
  }
  assert_int_equal(e, 0);
  assert_true(omrt_expr_missed > 0);
  assert_int_equal(omrt_expr_width(last), 64);
}

int main(void) {
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < FAKE_LEN; k++) fake_run_inputs[i][k] = (uint8_t)fake_random();
  fake_begin();
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_expressions), cmocka_unit_test(shapes),
                                     cmocka_unit_test(limit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
