/* Expressions of memory: compared with a plain list of what every byte should have; and the file. */
/* rooms: runtime/symbolic, quick */
#include "symbolic_fake.h"
#include "record/inputs.h"
#include <sys/uio.h>

enum { AREA = 16384, ROUNDS = 20000 };
static uint8_t *area;         /* across pages */
static uint32_t wanted[AREA]; /* by byte: an expression of 8 bits, or 0 */

/* The flag's promise: 0: nothing in its granule, nor in the first 64 bytes of the next. */
static void check_flags(void) {
  for (uint32_t g = 0; g < AREA; g += OMEN_SYM_GRANULE) {
    bool any = false;
    for (uint32_t i = g; i < g + OMEN_SYM_GRANULE + 64 && i < AREA; i++) any |= wanted[i] != 0;
    assert_int_equal(*(uint8_t *)(OMEN_SYM_FLAGS + ((uint64_t)(area + g) >> OMEN_SYM_SHIFT)), any);
  }
}

static void store(uint32_t at, uint32_t n) {
  uint32_t e = omrt_input_byte(fake_random() % 4, fake_random() % FAKE_LEN);
  while (omrt_expr_width(e) < n * 8) {
    uint32_t more = omrt_input_byte(fake_random() % 4, fake_random() % FAKE_LEN);
    e = fake_random() % 5 ? omrt_expr_concat(e, more) : omrt_expr_concat(omrt_expr_const(8, 1), e);
    if (omrt_expr_width(e) <= 64 && fake_random() % 2) e = omrt_expr_add(e, e);
  }
  for (uint32_t i = 0; i < n; i++) {
    area[at + i] = (uint8_t)omrt_expr_bits(e, i * 8, 8);
    uint32_t b = omrt_expr_extract(e, i * 8, 8);
    wanted[at + i] = omrt_expr_constant(e) ? 0 : b;
  }
  __omen_sym_store(area + at, n, e);
}

/* A byte that is a constant has no expression, whatever it is a part of. */
static uint32_t symbolic(uint32_t e) { return e && !omrt_expr_constant(e) ? e : 0; }

static void load(uint32_t at, uint32_t n) {
  uint32_t e = __omen_sym_load(area + at, n), any = 0;
  for (uint32_t i = 0; i < n; i++) any |= symbolic(wanted[at + i]);
  assert_int_equal(!e, !any);
  if (!e) return;
  assert_int_equal(omrt_expr_width(e), n * 8);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t w = wanted[at + i] ? wanted[at + i] : omrt_expr_const(8, area[at + i]);
    assert_int_equal(omrt_expr_extract(e, i * 8, 8), w);
  }
}

static void copy(uint32_t to, uint32_t from, uint32_t n) {
  __omen_sym_copy(area + to, area + from, n);
  memmove(area + to, area + from, n);
  memmove(wanted + to, wanted + from, n * sizeof *wanted);
}

/* Other code, which is not followed. */
static void overwrite(uint32_t at) {
  if (!wanted[at]) return;
  area[at]++;
  wanted[at] = 0;
  assert_int_equal(omrt_shade_byte(area + at), 0);
}

static void random_accesses(void **state) {
  (void)state;
  static const uint32_t sizes[] = {1, 2, 4, 8, 16, 32, 64, 3};
  for (int round = 0; round < ROUNDS; round++) {
    uint32_t n = sizes[fake_random() % 8], at = fake_random() % (AREA - 64), far = 1 + fake_random() % 3000;
    if (fake_random() % 2) at = at % 8 * 1024 + 1024 - fake_random() % 70; /* at the edges of granules */
    if (far > AREA - at) far = AREA - at;
    switch (fake_random() % 8) {
    case 0:
    case 1:
    case 2: store(at, n); break;
    case 3:
    case 4: load(at, n); break;
    case 5: copy(at, fake_random() % (AREA - far), far); break;
    case 6:
      omrt_sym_overwritten(area + at, far);
      memset(wanted + at, 0, far * sizeof *wanted);
      break;
    default: overwrite(at);
    }
    if (round % 50 == 0) check_flags();
  }
  omrt_sym_overwritten(area, AREA);
  memset(wanted, 0, sizeof wanted);
  check_flags();
  assert_int_equal(omrt_shade_missed, 0);
}

/* A value that is stored and loaded again is the same expression. */
static void whole_values(void **state) {
  (void)state;
  uint32_t b = omrt_input_byte(1, 3), e = omrt_expr_sext(b, 32);
  int32_t v = (int8_t)fake_run_inputs[1][3];
  memcpy(area + 100, &v, 4);
  __omen_sym_store(area + 100, 4, e);
  assert_int_equal(__omen_sym_load(area + 100, 4), e);
  assert_int_equal(__omen_sym_load(area + 100, 1), b);
  /* one bit is a byte in memory */
  uint32_t bit = omrt_expr_is_const(b, 200);
  area[200] = fake_run_inputs[1][3] == 200;
  __omen_sym_store(area + 200, 1, bit);
  assert_int_equal(__omen_sym_cast(OMEN_SYM_EXTRACT, 1, __omen_sym_load(area + 200, 1)), bit);
  /* what the program stored is another value than the expression's: nothing */
  uint32_t stale = omrt_shade_stale;
  area[300] = (uint8_t)(fake_run_inputs[1][3] + 1);
  __omen_sym_store(area + 300, 1, b);
  assert_int_equal(__omen_sym_load(area + 300, 1), 0);
  assert_true(omrt_shade_stale > stale);
  omrt_sym_overwritten(area, AREA);
}

static void tables(void **state) {
  (void)state;
  uint16_t *t = (uint16_t *)(area + 512);
  for (int i = 0; i < 256; i++) t[i] = (uint16_t)(i * 31);
  fake_object = (struct fake_object){.base = (uint64_t)t, .size = 512};
  uint8_t c = fake_run_inputs[2][7];
  uint32_t i = omrt_input_byte(2, 7);
  uint32_t address = __omen_sym_gep(0, (uint64_t)t, omrt_expr_zext(i, 32), c, 32, 2);
  uint32_t e = __omen_sym_load_at(address, t + c, 2, 5);
  assert_true(e && omrt_expr_is(e, OMEN_SYM_LOOKUP));
  assert_int_equal(omrt_expr_value(e), c * 31);
  for (int v = 0; v < 256; v += 17) {
    fake_inputs[2][7] = (uint8_t)v;
    fake_forget();
    assert_int_equal(fake_value_of(e), v * 31);
  }
  /* the same table again is the same expression; changed, it is another */
  assert_int_equal(__omen_sym_load_at(address, t + c, 2, 5), e);
  t[0] = 1;
  assert_int_not_equal(__omen_sym_load_at(address, t + c, 2, 5), e);
  /* small, and not concrete: a choice */
  fake_object.size = 16;
  uint32_t index = omrt_expr_binary(OMEN_SYM_AND, i, omrt_expr_const(8, 7));
  t[c & 7] = fake_run_inputs[3][1];
  __omen_sym_store(&t[c & 7], 2, omrt_expr_zext(omrt_input_byte(3, 1), 16));
  address = __omen_sym_gep(0, (uint64_t)t, omrt_expr_zext(index, 32), c & 7, 32, 2);
  e = __omen_sym_load_at(address, t + (c & 7), 2, 5);
  fake_inputs[3][1] = 77;
  for (int v = 0; v < 8; v++) {
    fake_inputs[2][7] = (uint8_t)v;
    fake_forget();
    assert_int_equal(fake_value_of(e), v == (c & 7) ? 77 : t[v]);
  }
  /* nobody knows the object: the address is pinned, and the memory says what it has */
  fake_object.size = 0;
  assert_int_equal(__omen_sym_load_at(address, t + (c & 7), 2, 5), omrt_expr_zext(omrt_input_byte(3, 1), 16));
}

/* ---- the file ---- */

static const struct omen_sym_header *header;
static const char *sections[8];

static void read_file(void) {
  header = (const void *)fake_file;
  uint64_t sizes[] = {sizeof *header,
                      header->nodes * sizeof(struct omen_sym_node),
                      header->steps * sizeof(struct omen_sym_step),
                      header->outputs * sizeof(struct omen_sym_output),
                      header->tables * sizeof(struct omen_sym_table),
                      header->table_bytes,
                      header->string_bytes,
                      header->covered_bytes};
  uint64_t at = 0;
  for (int i = 0; i < 8; i++) {
    sections[i] = fake_file + at;
    at += (sizes[i] + 7) & ~7ull;
  }
  assert_int_equal(at, fake_size);
}

static void written(void **state) {
  (void)state;
  static uint8_t covered[11] = {[0] = 1, [9] = 1};
  __omen_sym_module(covered, 11, NULL, 0);
  uint32_t e = omrt_input_byte(0, 1), c = omrt_expr_is_const(e, 250), wide = omrt_expr_zext(e, 32);
  uint64_t v = fake_run_inputs[0][1];
  __omen_sym_branch(c, v == 250, 42);
  __omen_sym_branch(c, v == 250, 43); /* known */
  __omen_sym_branch(omrt_expr_not(c), v != 250, 44);
  __omen_sym_branch(c, v != 250, 45); /* cannot be */
  uint64_t cases[] = {3, v, 5};
  __omen_sym_switch(wide, 32, v, 3, cases, 46);
  __omen_sym_divisor(wide, 32, v, 47);
  __omen_sym_pin(omrt_input_byte(0, 2), 8, fake_run_inputs[0][2], 48);
  __omen_sym_lost(wide, 49);
  omrt_sym_live();
  memcpy(area, "ab", 2);
  area[2] = (uint8_t)v;
  __omen_sym_store(area + 2, 1, e);
  struct iovec iov[2] = {{area, 2}, {area + 2, 3}};
  omrt_sym_wrote(2, iov, 2, 4);
  omrt_sym_wrote(1, iov, 2, 5);
  omrt_sym_wrote(1, iov, 2, 5);
  omrt_sym_finish();
  read_file();
  assert_int_equal(header->magic, OMEN_SYM_MAGIC);
  assert_int_equal(header->outputs, 3);
  const struct omen_sym_output *o = (const void *)sections[3];
  assert_true(o[0].fd == 1 && o[0].offset == 2 && o[0].expr == e);
  assert_true(o[1].fd == 1 && o[1].offset == 7 && o[2].fd == 2 && o[2].offset == 2);
  assert_int_equal(header->blocks, 11);
  assert_int_equal((uint8_t)sections[7][0], 1);
  assert_int_equal((uint8_t)sections[7][1], 2);
  const struct omen_sym_step *s = (const void *)sections[2];
  uint32_t seen = 0;
  for (uint32_t i = 0; i < header->steps; i++) {
    assert_true(s[i].why < header->string_bytes);
    if (s[i].site < 42 && s[i].kind != OMEN_SYM_LIVE_STEP) continue;
    assert_true(s[i].site != 43 && s[i].site != 44 && s[i].site != 45);
    seen |= s[i].site == UINT32_MAX ? 1u << 31 : 1u << (s[i].site - 42);
    if (s[i].kind <= OMEN_SYM_FAULT_STEP) assert_int_equal(omrt_expr_value(s[i].expr), s[i].taken);
  }
  assert_int_equal(seen, 1u << 31 | 1u | 0xf0u);
}

int main(void) {
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < FAKE_LEN; k++) fake_run_inputs[i][k] = (uint8_t)fake_random();
  memcpy(fake_inputs, fake_run_inputs, sizeof fake_inputs);
  area = mmap(NULL, AREA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  fake_begin();
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_accesses), cmocka_unit_test(whole_values),
                                     cmocka_unit_test(tables), cmocka_unit_test(written)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
