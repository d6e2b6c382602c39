/* The hash tables of base/, beside an array that is searched from front to back: random keys, keys that begin
 * at one place, growth, key 0, clearing, and the end of growth. */
/* rooms: base, quick */
#include "base/base.h"
#include "base/table.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static uint64_t seed = 7;
static uint64_t any(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return seed >> 11 ^ seed << 53;
}
static uint64_t below(uint64_t n) { return any() % n; }

/* ---- the oracle ---- */

enum { MOST = 3000 };
struct known {
  uint64_t key, value;
} known[MOST];
static size_t n_known;

static struct known *search(uint64_t key) {
  for (size_t i = 0; i < n_known; i++)
    if (known[i].key == key) return &known[i];
  return NULL;
}
static struct known *search_or_add(uint64_t key) {
  struct known *k = search(key);
  if (k) return k;
  known[n_known] = (struct known){.key = key};
  return &known[n_known++];
}

/* Keys as rooms use them: small numbers (0 among them), aligned addresses, two numbers side by side, hashes,
 * and some that begin at one place of every table. */
static uint64_t some_key(unsigned shape) {
  static const uint64_t inverse = 0xf1de83e19937733dull; /* of the multiplier, modulo 2^64 */
  uint64_t small = below(900);
  switch (shape) {
  case 0: return small;
  case 1: return 0x7f0000000000 + small * 16;
  case 2: return small % 30 << 32 | small / 30;
  case 3: return small * 0x94d049bb133111ebull;
  default: {
    uint64_t k = small * inverse; /* the product is `small`: its upper bits are 0 in all */
    return k ^ k >> 32;
  }
  }
}

static void check_all(const struct omen_table *t) {
  assert_int_equal(t->n, n_known);
  for (size_t i = 0; i < n_known; i++) {
    assert_true(omen_table_has(t, known[i].key));
    assert_int_equal(omen_table_get(t, known[i].key), known[i].value);
  }
}

static void one_step(struct omen_table *t, uint64_t key) {
  struct known *k = search(key);
  assert_int_equal(omen_table_has(t, key), k != NULL);
  assert_int_equal(omen_table_get(t, key), k ? k->value : 0);
  uint64_t value = below(3) ? any() : 0;
  switch (below(4)) {
  case 0: return;
  case 1:
    assert_int_equal(omen_table_put(t, key, value), k == NULL);
    search_or_add(key)->value = value;
    return;
  case 2:
    assert_int_equal(*omen_table_at(t, key), k ? k->value : 0);
    search_or_add(key);
    return;
  default: assert_int_equal(omen_table_count(t, key), ++search_or_add(key)->value);
  }
}

static void as_the_oracle_says(void **state) {
  for (unsigned round = 0; round < 30; round++) {
    struct omen_table t = {0};
    n_known = 0;
    for (int i = 0; i < 3000; i++) one_step(&t, some_key(round % 6 == 5 ? (unsigned)below(5) : round % 6));
    check_all(&t);
    omen_table_clear(&t);
    n_known = 0;
    check_all(&t);
    assert_false(omen_table_has(&t, 0));
    for (int i = 0; i < 500; i++) one_step(&t, some_key((unsigned)below(5)));
    check_all(&t);
    omen_table_release(&t);
    assert_null(t.entries);
  }
}

static void never_more_than_half_full(void **state) {
  struct omen_table t = {0};
  for (uint64_t i = 0; i < 100000; i++) {
    omen_table_put(&t, i * 64, i);
    assert_true(t.n <= ((size_t)1 << t.bits) / 2 + 1 /* key 0 */ || !t.bits);
  }
  for (uint64_t i = 0; i < 100000; i++) assert_int_equal(omen_table_get(&t, i * 64), i);
  assert_null(omen_table_find(&t, 1));
  omen_table_release(&t);
}

/* ---- the index ---- */

struct name {
  char text[24];
};
static bool is_called(const void *names, uint32_t number, const void *text) {
  return !strcmp(((const struct name *)names)[number].text, text);
}

static void index_finds_bytes(void **state) {
  static struct name names[MOST];
  uint32_t n = 0;
  struct omen_index x = {0};
  for (int i = 0; i < 20000; i++) {
    char text[24];
    snprintf(text, sizeof text, "name%llu", (unsigned long long)below(2500));
    uint32_t hash = omen_index_hash(text, strlen(text)), want = OMEN_INDEX_NONE;
    if (i % 2) hash &= 0xf0, text[0] = 'N'; /* many of one hash */
    for (uint32_t k = 0; k < n && want == OMEN_INDEX_NONE; k++)
      if (!strcmp(names[k].text, text)) want = k;
    assert_int_equal(omen_index_find(&x, hash, is_called, names, text), want);
    if (want != OMEN_INDEX_NONE || n == MOST) continue;
    omen_index_room(&x);
    uint64_t *slot = omen_index_slot(&x, hash, is_called, names, text);
    assert_int_equal(*slot, 0);
    strcpy(names[n].text, text);
    omen_index_fill(&x, slot, hash, n++);
  }
  assert_int_equal(x.n, n);
  assert_true(n > 2400);
  omen_index_release(&x);
}

/* A table at its maximum says so and ends the command. */
static void growth_ends(void **state) {
  int pipe_of[2], status;
  assert_int_equal(pipe(pipe_of), 0);
  pid_t child = fork();
  if (!child) {
    dup2(pipe_of[1], 2);
    struct omen_table full = {.n = OMEN_TABLE_MAX, .bits = 31};
    omen_table_grow(&full);
    _exit(0);
  }
  close(pipe_of[1]);
  char said[200] = "";
  for (size_t len = 0; len < sizeof said - 1;) { /* the message may come in pieces */
    ssize_t n = read(pipe_of[0], said + len, sizeof said - 1 - len);
    if (n <= 0) break;
    len += (size_t)n;
  }
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == OMEN_EXIT_FAILED);
  assert_non_null(strstr(said, "cannot grow any more"));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(as_the_oracle_says),
                                     cmocka_unit_test(never_more_than_half_full),
                                     cmocka_unit_test(index_finds_bytes), cmocka_unit_test(growth_ends)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
