/* The words of verdicts (record/verdicts.def): each is one thing, and is found again. */
/* rooms: record, quick */
#include "record/defect_words.h"
#include "record/verdict.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void words_are_found(void **unused) {
  for (int i = 1; i < OMEN_CLASS_COUNT; i++)
    assert_int_equal(omen_class_find(omen_class_word((enum omen_class)i)), i);
  for (int i = 1; i < OMEN_CONSEQUENCE_COUNT; i++)
    assert_int_equal(omen_consequence_find(omen_consequence_word((enum omen_consequence)i)), i);
  for (int i = 1; i < OMEN_PROOF_COUNT; i++)
    assert_int_equal(omen_proof_find(omen_proof_word((enum omen_proof)i)), i);
  for (int i = 1; i < OMEN_ENDLESS_COUNT; i++)
    assert_int_equal(omen_endless_find(omen_endless_word((enum omen_endless)i)), i);
  for (int i = 0; i < OMEN_END_UNKNOWN; i++)
    assert_int_equal(omen_end_find(omen_end_word((enum omen_end)i)), i);
  for (int i = 0; i < OMEN_DEFECT_KINDS; i++)
    assert_int_equal(omen_defect_find(omen_defect_word((enum omen_defect_kind)i)), i);
}

static void others_are_not(void **unused) {
  static const char *const bad[] = {NULL, "", "Crash", "crash ", "spec", "none", "unknown"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_equal(omen_class_find(bad[i]), OMEN_CLASS_NONE);
    assert_int_equal(omen_consequence_find(bad[i]), OMEN_CONSEQUENCE_NONE);
    assert_int_equal(omen_proof_find(bad[i]), OMEN_PROOF_NONE);
    assert_int_equal(omen_endless_find(bad[i]), OMEN_ENDLESS_NONE);
    assert_int_equal(omen_end_find(bad[i]), OMEN_END_UNKNOWN);
    assert_int_equal(omen_defect_find(bad[i]), OMEN_DEFECT_KINDS);
  }
  assert_null(omen_class_word(OMEN_CLASS_NONE));
  assert_null(omen_consequence_word(OMEN_CONSEQUENCE_NONE));
  assert_null(omen_proof_word(OMEN_PROOF_NONE));
  assert_null(omen_end_word(OMEN_END_UNKNOWN));
}

/* --fail-on takes both, with nothing to tell them apart. */
static void no_class_is_a_consequence(void **unused) {
  for (int i = 1; i < OMEN_CLASS_COUNT; i++)
    assert_int_equal(omen_consequence_find(omen_class_word((enum omen_class)i)), OMEN_CONSEQUENCE_NONE);
}

/* Reports are sorted by severity: harmful classes come before harmless ones, and no two are alike. */
static void severities(void **unused) {
  for (int i = 1; i < OMEN_CLASS_COUNT; i++)
    for (int k = 1; k < OMEN_CLASS_COUNT; k++) {
      const struct omen_class_info *a = omen_class_info((enum omen_class)i),
                                   *b = omen_class_info((enum omen_class)k);
      assert_true(i == k || a->severity != b->severity);
      assert_true(!a->harmful || b->harmful || a->severity > b->severity);
    }
}

/* SARIF knows three levels; what is harmful is no mere note. */
static void levels(void **unused) {
  for (int i = 0; i < OMEN_CLASS_COUNT; i++) {
    const struct omen_class_info *c = omen_class_info((enum omen_class)i);
    assert_true(!strcmp(c->level, "error") || !strcmp(c->level, "warning") || !strcmp(c->level, "note"));
    assert_true(!c->harmful || strcmp(c->level, "note"));
    assert_non_null(omen_tone_word(c->tone));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(words_are_found), cmocka_unit_test(others_are_not),
                                     cmocka_unit_test(no_class_is_a_consequence),
                                     cmocka_unit_test(severities), cmocka_unit_test(levels)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
