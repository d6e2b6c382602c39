/* The predictors on small traces. */
/* rooms: predict, quick */
#include "predict/predict.h"
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

static void names(void **state) {
  for (unsigned p = 0; p < OMEN_PREDICTORS; p++) {
    const char *name = omen_predictor_name((enum omen_predictor)p);
    assert_int_equal(omen_predictor_find(name, strlen(name)), p);
    assert_int_equal(omen_predictor_find(name, strlen(name) - 1), OMEN_PREDICTORS);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(names)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
