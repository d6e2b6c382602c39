/* Plans as values (record/plan.h): random plans come back unchanged from JSON and from bytes; damaged JSON
 * and damaged bytes are refused, or are another plan that comes back unchanged; never a crash (run it under a
 * sanitizer to be sure of the bytes). */
/* rooms: record, quick */
#include "record/config.h"
#include "record/plan.h"
#include "record/plan_bytes.h"
#include "record/plan_json.h"
#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t state = 88172645463325252ull;
static uint64_t any(void) { /* xorshift */
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}
/* Small numbers, and those at the edges of what fits. */
static uint64_t any64(void) {
  static const uint64_t edges[] = {0, 1, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX, 1ull << 40};
  uint64_t k = any();
  return k % 3 == 0 ? any() % 100 : k % 3 == 1 ? any() : edges[any() % 6];
}
static uint32_t any32(void) { return any() % 4 ? (uint32_t)any() % 50 : (uint32_t)any(); }

static struct omen_plan_event any_event(void) {
  struct omen_plan_event e = {.thread = any32(),
                              .site = any32(),
                              .point = any64(),
                              .repeat = any64(),
                              .call = any() % 2 ? any32() : 0};
  if (e.call) e.call_point = any64(), e.writes = any() % 2;
  return e;
}

static struct omen_plan_constraint any_constraint(void) {
  struct omen_plan_constraint c = {.how = (uint32_t)(any() % OMEN_HOWS)};
  if (c.how == OMEN_HOW_LOCKS) {
    c.thread = any32();
    c.took = any64();
    c.wants = any64();
    return c;
  }
  if (c.how == OMEN_HOW_ORDERED) {
    c.earlier.site = any32();
    c.took = any64();
    c.wants = any64();
    return c;
  }
  c.brink = any() % 2;
  c.earlier = any_event();
  c.later = any_event();
  c.where = (struct omen_watch){any64(), any64()};
  return c;
}

static void add_any_decision(struct omen_plan *p) {
  uint8_t bytes[40];
  struct omen_plan_decision d = {
      .kind = (uint32_t)(any() % OMEN_DECISIONS), .thread = any32(), .turn = any32(), .point = any64()};
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)any();
  if (d.kind == OMEN_DECISION_INPUT)
    return omen_plan_add_input(p, d, bytes, (uint32_t)(any() % sizeof bytes));
  d.to = any32();
  omen_plan_add_decision(p, &d);
}

static struct omen_plan any_plan(void) {
  struct omen_plan p = {.then = (uint32_t)(any() % OMEN_THENS),
                        .follow = any() % 2,
                        .tell = any() % 2,
                        .region = any() % 2,
                        .every = any() % 2,
                        .tail = {.strategy = (uint32_t)(any() % OMEN_STRATEGY_COUNT),
                                 .seed = any64(),
                                 .decisions = any64(),
                                 .max_events = any64()}};
  for (uint64_t n = any() % 5; n; n--) {
    struct omen_plan_constraint c = any_constraint();
    omen_plan_add_constraint(&p, &c);
  }
  for (uint64_t n = any() % 2 ? 0 : any() % 60; n; n--) add_any_decision(&p);
  p.leave.at = (uint32_t)(any() % OMEN_LEAVES);
  if (p.leave.at == OMEN_LEAVE_RACE && !omen_plan_race(&p)) p.leave.at = OMEN_LEAVE_NEVER;
  if (omen_plan_at_point(&p)) p.leave.thread = any32();
  if (omen_plan_at_point(&p) || p.leave.at == OMEN_LEAVE_EVENT) p.leave.count = any64();
  if (p.leave.at == OMEN_LEAVE_EVENT) p.leave.seed = any64();
  return p;
}

static char *text_of(const struct omen_plan *p) {
  json_t *j = omen_plan_to_json(p);
  assert_non_null(j);
  char *text = json_dumps(j, 0);
  json_decref(j);
  return text;
}

static void json_gives_the_same_plan(void **unused) {
  for (int i = 0; i < 500; i++) {
    struct omen_plan p = any_plan(), q;
    struct omen_err err;
    char *text = text_of(&p);
    json_t *j = json_loads(text, 0, NULL);
    assert_int_equal(omen_plan_from_json(&q, j, &err), 0);
    assert_true(omen_plan_same(&p, &q));
    json_decref(j);
    free(text);
    omen_plan_release(&p);
    omen_plan_release(&q);
  }
}

static void bytes_give_the_same_plan(void **unused) {
  for (int i = 0; i < 500; i++) {
    struct omen_plan p = any_plan(), q, copy = omen_plan_copy(&p);
    uint64_t size = omen_plan_size(&p);
    void *bytes = calloc(1, size);
    omen_plan_pack(&p, bytes);
    assert_null(omen_plan_view(&q, bytes, size, OMEN_STRATEGY_COUNT));
    assert_true(omen_plan_same(&p, &q) && omen_plan_same(&p, &copy));
    assert_non_null(omen_plan_view(&q, bytes, size - 8, OMEN_STRATEGY_COUNT));
    free(bytes);
    omen_plan_release(&p);
    omen_plan_release(&copy);
  }
}

/* Any number anywhere in the bytes. */
static void damaged_bytes_are_refused_or_a_plan(void **unused) {
  int refused = 0;
  for (int i = 0; i < 2000; i++) {
    struct omen_plan p = any_plan(), q;
    uint64_t size = omen_plan_size(&p);
    uint32_t *bytes = calloc(1, size);
    omen_plan_pack(&p, bytes);
    for (uint64_t n = 1 + any() % 3; n; n--)
      bytes[any() % ((any() % 2 ? sizeof(struct omen_plan_bytes) : size) / 4)] = (uint32_t)any64();
    if (omen_plan_view(&q, bytes, size, OMEN_STRATEGY_COUNT))
      refused++;
    else
      free(text_of(&q)); /* every word and every byte is where it should be */
    free(bytes);
    omen_plan_release(&p);
  }
  assert_in_range(refused, 200, 2000);
}

/* Some letter is changed, taken out, or doubled. */
static void damaged_json_is_refused_or_a_plan(void **unused) {
  int refused = 0;
  for (int i = 0; i < 2000; i++) {
    struct omen_plan p = any_plan(), q;
    struct omen_err err = {0};
    char *text = text_of(&p);
    size_t n = strlen(text), at = any() % n;
    if (any() % 2)
      text[at] = (char)(' ' + any() % 95);
    else
      memmove(text + at, text + at + 1, n - at);
    json_t *j = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    if (j && omen_plan_from_json(&q, j, &err) == 0) {
      free(text_of(&q));
      omen_plan_release(&q);
    } else if (j) {
      assert_true(err.msg[0]);
      refused++;
    }
    json_decref(j);
    free(text);
    omen_plan_release(&p);
  }
  assert_true(refused > 50);
}

static json_t *walk(json_t *j) { /* some value inside of it */
  for (;;) {
    size_t n = json_is_object(j) ? json_object_size(j) : json_array_size(j);
    if (!n || any() % 4 == 0) return j;
    if (json_is_array(j)) {
      j = json_array_get(j, any() % n);
      continue;
    }
    void *it = json_object_iter(j);
    for (uint64_t k = any() % n; k; k--) it = json_object_iter_next(j, it);
    j = json_object_iter_value(it);
  }
}

/* The text is still JSON, but something of another type, or more or less of it, stands somewhere. */
static void other_json_is_refused(void **unused) {
  for (int i = 0; i < 2000; i++) {
    struct omen_plan p = any_plan(), q;
    struct omen_err err = {0};
    json_t *j = omen_plan_to_json(&p), *at = walk(j), *was = json_deep_copy(j);
    if (json_is_object(at) && any() % 2)
      json_object_set_new(at, "folow", json_true());
    else if (json_is_object(at))
      json_object_del(at, json_object_iter_key(json_object_iter(at)));
    else if (json_is_array(at))
      json_array_append_new(at, json_real(0.5));
    else if (json_is_integer(at))
      json_integer_set(at, -1 - json_integer_value(at));
    else if (json_is_string(at))
      json_string_set(at, "0xg");
    if (json_equal(j, was))
      ; /* true and false are not changed */
    else if (!omen_plan_from_json(&q, j, &err))
      fail_msg("taken: %s", json_dumps(j, 0));
    else
      assert_true(err.msg[0]);
    json_decref(j);
    json_decref(was);
    omen_plan_release(&p);
  }
}

static void a_flipped_plan_holds_the_same_thread(void **unused) {
  for (int i = 0; i < 1000; i++) {
    struct omen_plan_event first = any_event(), second = any_event();
    struct omen_plan p = {0}, q = {0};
    bool brink = any() % 2;
    omen_plan_add_race(&p, &first, &second, (struct omen_watch){1, 2}, false, brink);
    omen_plan_add_race(&q, &first, &second, (struct omen_watch){1, 2}, true, brink);
    assert_memory_equal(omen_constraint_held(omen_plan_race(&p)), &first, sizeof first);
    assert_memory_equal(omen_constraint_held(omen_plan_race(&q)), &first, sizeof first);
    assert_memory_equal(omen_constraint_awaited(omen_plan_race(&q)), &second, sizeof first);
    assert_false(omen_plan_same(&p, &q));
    omen_plan_flip(&p, false);
    assert_false(omen_plan_same(&p, &q));
    omen_plan_flip(&p, true);
    assert_true(omen_plan_same(&p, &q));
    omen_plan_release(&p);
    omen_plan_release(&q);
  }
}

static void places_tell_where_the_recording_is_left(void **unused) {
  struct omen_plan_event first = {.thread = 3, .point = 17, .call = 2, .call_point = 11}, second = {0};
  struct omen_plan p = {0};
  assert_int_equal(omen_plan_place(&p).point, UINT64_MAX); /* never */
  omen_plan_add_race(&p, &first, &second, (struct omen_watch){1, 2}, false, false);
  assert_int_equal(omen_plan_place(&p).thread, 3);
  assert_int_equal(omen_plan_place(&p).point, 17); /* held behind the access */
  omen_plan_flip(&p, true);
  assert_int_equal(omen_plan_place(&p).point, 11); /* held before the call that makes it */
  p.leave.at = OMEN_LEAVE_POINT;
  p.leave.thread = 5;
  p.leave.count = 6;
  assert_int_equal(omen_plan_place(&p).thread, 5);
  assert_int_equal(omen_plan_place(&p).point, 6);
  omen_plan_release(&p);
}

static void what_the_runtime_cannot_do_is_refused(void **unused) {
  struct omen_plan_event e = {0};
  struct omen_plan_constraint locks = {.how = OMEN_HOW_LOCKS};
  struct omen_plan_decision d = {.kind = OMEN_DECISION_SWITCH};
  struct omen_plan p = {0};
  omen_plan_add_race(&p, &e, &e, (struct omen_watch){1, 2}, false, false);
  for (int i = 0; i < 1000; i++) omen_plan_add_decision(&p, &d);
  assert_null(omen_plan_refused(&p));
  d.kind = OMEN_DECISION_STORE;
  omen_plan_add_decision(&p, &d);
  assert_null(omen_plan_refused(&p));
  p.ndecisions = 0;
  omen_plan_add_input(&p, d, "abc", 3);
  assert_non_null(strstr(omen_plan_refused(&p), "input"));
  p.ndecisions = 0;
  d = (struct omen_plan_decision){.kind = OMEN_DECISION_SIGNAL, .to = 65};
  omen_plan_add_decision(&p, &d);
  assert_non_null(strstr(omen_plan_refused(&p), "signal"));
  p.decisions[0].to = 64;
  assert_null(omen_plan_refused(&p));
  p.ndecisions = 0;
  omen_plan_add_race(&p, &e, &e, (struct omen_watch){1, 2}, false, false);
  assert_non_null(strstr(omen_plan_refused(&p), "more than one"));
  p.nconstraints = 1;
  omen_plan_add_constraint(&p, &locks);
  assert_non_null(strstr(omen_plan_refused(&p), "at once"));
  p.nconstraints = 0;
  for (int i = 0; i < OMEN_PLAN_LOCKS; i++) omen_plan_add_constraint(&p, &locks);
  p.leave.at = OMEN_LEAVE_NEVER;
  assert_null(omen_plan_refused(&p));
  omen_plan_add_constraint(&p, &locks);
  assert_non_null(omen_plan_refused(&p));
  omen_plan_release(&p);
}

/* A long plan: far beyond any fixed room. */
static void plans_are_as_long_as_they_must_be(void **unused) {
  struct omen_plan p = {0}, q;
  struct omen_err err;
  for (uint32_t i = 0; i < 100000; i++)
    omen_plan_add_decision(&p, &(struct omen_plan_decision){.thread = i % 7, .point = i, .to = i % 5});
  json_t *j = omen_plan_to_json(&p);
  assert_int_equal(omen_plan_from_json(&q, j, &err), 0);
  assert_true(omen_plan_same(&p, &q));
  assert_int_equal(q.ndecisions, 100000);
  assert_null(omen_plan_wrong(&q, OMEN_STRATEGY_COUNT));
  q.ndecisions = OMEN_PLAN_DECISIONS + 1;
  assert_non_null(strstr(omen_plan_wrong(&q, OMEN_STRATEGY_COUNT), "too many"));
  json_decref(j);
  omen_plan_release(&p);
  omen_plan_release(&q);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(json_gives_the_same_plan),
                                     cmocka_unit_test(bytes_give_the_same_plan),
                                     cmocka_unit_test(damaged_bytes_are_refused_or_a_plan),
                                     cmocka_unit_test(damaged_json_is_refused_or_a_plan),
                                     cmocka_unit_test(other_json_is_refused),
                                     cmocka_unit_test(a_flipped_plan_holds_the_same_thread),
                                     cmocka_unit_test(places_tell_where_the_recording_is_left),
                                     cmocka_unit_test(what_the_runtime_cannot_do_is_refused),
                                     cmocka_unit_test(plans_are_as_long_as_they_must_be)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
