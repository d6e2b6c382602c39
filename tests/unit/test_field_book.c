/* The agent's book: RaceMob's state machine (figure 5), step by step, and what survives in state.json. Any
 * bytes are survived. */
/* rooms: field, quick */
#include "field/agent.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define CODE "0123456789abcdef"

static struct omen_field_verdict *listed(struct omen_field_book *b) {
  char text[] =
      "code " CODE "\ntask c order=both tau=7\nunwatched u a loop waits for the other access\nbudget 3\n";
  struct omen_buf settings = {0};
  omen_field_book_list(b, text, &settings);
  assert_int_equal(b->n, 2);
  assert_int_equal(settings.len, strlen("budget 3\n"));
  omen_buf_release(&settings);
  return omen_field_book_at(b, CODE, "c");
}

static bool tell(struct omen_field_book *b, const char *result, int tau, bool end, const char *more) {
  char line[512];
  int n = snprintf(line, sizeof line, "{\"task\":\"c\",\"result\":\"%s\",\"tau_ms\":%d,\"end\":%s%s}\n",
                   result, tau, end ? "true" : "false", more);
  return omen_field_book_take(b, CODE, line, (size_t)n);
}

static void a_pair_is_looked_for_then_validated(void **unused) {
  (void)unused;
  struct omen_field_book b = {0};
  struct omen_field_verdict *v = listed(&b);
  struct omen_buf line = {0};
  omen_field_task_line(v, &line);
  assert_string_equal(line.data, "task c tau=25 phase=context order=both\n");
  omen_buf_release(&line);
  assert_true(tell(&b, "NotSeen", 25, true, ",\"why\":\"one thread only\",\"context\":false"));
  assert_int_equal(v->state, OMEN_FIELD_NOT_SEEN);
  assert_string_equal(v->why, "one thread only");
  tell(&b, "NotSeen", 25, false, ",\"context\":true");
  assert_int_equal(v->state, OMEN_FIELD_UNKNOWN);
  line = (struct omen_buf){0};
  omen_field_task_line(v, &line);
  assert_non_null(strstr(line.data, "phase=validate"));
  omen_buf_release(&line);
  omen_field_book_release(&b);
}

static void timeouts_grow_and_count_at_the_longest(void **unused) {
  (void)unused;
  struct omen_field_book b = {0};
  struct omen_field_verdict *v = listed(&b);
  for (unsigned tau = 25; tau < OMEN_FIELD_TAU_MOST; tau *= 2) {
    assert_int_equal(v->tau_ms, tau);
    tell(&b, "Timeout", (int)tau, false, ",\"context\":true");
    tell(&b, "Timeout", (int)tau, true, ",\"context\":true"); /* of the same wait: nothing new */
    assert_int_equal(v->state, OMEN_FIELD_UNKNOWN);
  }
  assert_int_equal(v->tau_ms, OMEN_FIELD_TAU_MOST);
  tell(&b, "Timeout", 200, false, ",\"context\":true");
  assert_int_equal(v->state, OMEN_FIELD_LIKELY_FALSE);
  assert_string_equal(v->why, "did not meet within the longest wait");
  assert_true(omen_field_settled(v));
  tell(&b, "Race", 200, false, ",\"context\":true,\"orders\":{\"first\":true,\"second\":false}");
  assert_int_equal(v->state, OMEN_FIELD_TRUE_RACE); /* it can still become one */
  omen_field_book_release(&b);
}

static void a_race_stays_one(void **unused) {
  (void)unused;
  struct omen_field_book b = {0};
  struct omen_field_verdict *v = listed(&b);
  tell(&b, "NoRace", 25, true, ",\"context\":true");
  assert_int_equal(v->state, OMEN_FIELD_LIKELY_FALSE);
  assert_string_equal(v->why, "ordered in the field");
  assert_false(omen_field_settled(v)); /* other processes go on */
  tell(&b, "Race", 25, false, ",\"orders\":{\"first\":true,\"second\":false}");
  assert_false(omen_field_settled(v)); /* the other order is open */
  tell(&b, "NoRace", 25, true, "");
  tell(&b, "Timeout", 200, true, "");
  assert_int_equal(v->state, OMEN_FIELD_TRUE_RACE);
  tell(&b, "Race", 25, true, ",\"orders\":{\"first\":false,\"second\":true}");
  assert_true(v->first && v->second && omen_field_settled(v));
  omen_field_book_release(&b);
}

static void tasks_are_for_their_code_and_given_least_first(void **unused) {
  (void)unused;
  struct omen_field_book b = {0};
  listed(&b);
  assert_int_equal(omen_field_book_next(&b, "fedcba9876543210", NULL, 0), -1);
  int first = omen_field_book_next(&b, CODE, NULL, 0);
  assert_string_equal(b.v[first].id, "c"); /* u is unwatched */
  assert_int_equal(omen_field_book_next(&b, CODE, &first, 1), -1);
  omen_field_book_at(&b, CODE, "d");
  b.v[first].given = 1;
  assert_string_equal(b.v[omen_field_book_next(&b, CODE, NULL, 0)].id, "d");
  assert_false(
      omen_field_book_take(&b, "", "{\"task\":\"other\",\"result\":\"Race\"}", 33)); /* not in the list */
  omen_field_book_release(&b);
}

static void failures_are_counted_where_a_race_was_met(void **unused) {
  (void)unused;
  struct omen_field_book b = {0};
  struct omen_field_verdict *v = listed(&b);
  const char crash[] =
      "{\"crash\":11,\"tasks\":[{\"task\":\"c\",\"raced\":true},{\"task\":\"u\",\"raced\":false}]}";
  const char fine[] = "{\"stopped\":2,\"expected\":true,\"tasks\":[{\"task\":\"c\",\"raced\":true}]}";
  assert_true(omen_field_book_take(&b, CODE, crash, strlen(crash)));
  assert_false(omen_field_book_take(&b, CODE, fine, strlen(fine)));
  assert_int_equal(v->failures, 1);
  omen_field_book_release(&b);
}

static void state_survives(void **unused) {
  (void)unused;
  struct omen_field_book b = {0}, again = {0};
  struct omen_err err;
  struct omen_field_process p = {.pid = 7, .name = "prog", .code = CODE, .hits = 5}, *read;
  char path[] = "/tmp/omen-book-XXXXXX";
  close(mkstemp(path));
  listed(&b);
  tell(&b, "Race", 25, true,
       ",\"context\":true,\"orders\":{\"first\":true},\"places\":[\"a.c:1\",\"b.c:2\"]");
  assert_int_equal(omen_field_book_write(&b, &p, 1, path, &err), 0);
  assert_int_equal(omen_field_book_read(&again, path, &err), 0);
  assert_int_equal(again.n, b.n);
  for (size_t i = 0; i < b.n; i++) assert_memory_equal(&b.v[i], &again.v[i], sizeof b.v[i]);
  assert_int_equal(omen_field_processes_read(&read, path), 1);
  assert_int_equal(read->pid, 7);
  free(read);
  unlink(path);
  omen_field_book_release(&b);
  omen_field_book_release(&again);
}

static void any_bytes_are_survived(void **unused) {
  (void)unused;
  struct omen_field_book b = {0};
  listed(&b);
  srand(1);
  for (int i = 0; i < 20000; i++) {
    char line[200] =
        "{\"task\":\"c\",\"result\":\"Race\",\"end\":true,\"orders\":{\"first\":true},\"tau_ms\":25}";
    size_t n = strlen(line);
    for (int k = rand() % 6; k--;) line[(size_t)rand() % n] = (char)rand();
    omen_field_book_take(&b, CODE, line, n - (size_t)rand() % 20);
  }
  assert_int_equal(b.n, 2);
  omen_field_book_release(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_pair_is_looked_for_then_validated),
                                     cmocka_unit_test(timeouts_grow_and_count_at_the_longest),
                                     cmocka_unit_test(a_race_stays_one),
                                     cmocka_unit_test(tasks_are_for_their_code_and_given_least_first),
                                     cmocka_unit_test(failures_are_counted_where_a_race_was_met),
                                     cmocka_unit_test(state_survives),
                                     cmocka_unit_test(any_bytes_are_survived)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
