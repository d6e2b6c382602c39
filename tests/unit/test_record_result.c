/* What came of a recorded run that leaves no recording, for a front that is not the command: the reason is
 * returned, nothing is left, and the process goes on. A run apart says the same as one of this process's. */
/* rooms: record, quick */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include "triage/record.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char home[] = "/tmp/omen-record-XXXXXX";

static int enter(void **state) { return mkdtemp(home) && !chdir(home) ? 0 : -1; }
static int leave(void **state) { return chdir("/") || omen_rmtree(home) ? -1 : 0; }

typedef int recording(const struct omen_record_request *, struct omen_record_result *, struct omen_err *);

static void none(recording *record, char *program, enum omen_recorded end, const char *why) {
  struct omen_record_request q = {
      .program = (char *[]){program, NULL}, .dir = "made.rec", .quiet = true, .input = -1};
  struct omen_record_result result;
  struct omen_err err = {0};
  assert_int_equal(record(&q, &result, &err), -1);
  assert_int_equal(result.end, end);
  assert_non_null(strstr(err.msg, why));
  assert_string_equal(result.dir, "");
  assert_int_equal(access("made.rec", F_OK), -1);
}

static void both(char *program, enum omen_recorded end, const char *why) {
  none(omen_record, program, end, why);
  none(omen_record_apart, program, end, why);
}

static void not_found(void **state) {
  both("./nowhere", OMEN_RECORD_NOT_FOUND, "is it built, and is the name right?");
}

static void found_here_alone(void **state) {
  assert_int_equal(omen_file_write("omen-here-alone", "#!/bin/sh\n", 10, NULL), 0);
  assert_int_equal(chmod("omen-here-alone", 0755), 0);
  both("omen-here-alone", OMEN_RECORD_NOT_FOUND, "the one here is called ./omen-here-alone");
}

static void cannot_be_run(void **state) {
  assert_int_equal(omen_file_write("text", "no program\n", 11, NULL), 0);
  both("./text", OMEN_RECORD_CANNOT, "cannot be run");
  assert_int_equal(chmod("text", 0755), 0);
  both("./text", OMEN_RECORD_CANNOT, "text");
}

static void not_of_omen_cc(void **state) { both("/bin/true", OMEN_RECORD_CANNOT, "omen cc"); }

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(not_found), cmocka_unit_test(found_here_alone),
                                     cmocka_unit_test(cannot_be_run), cmocka_unit_test(not_of_omen_cc)};
  return cmocka_run_group_tests(tests, enter, leave);
}
