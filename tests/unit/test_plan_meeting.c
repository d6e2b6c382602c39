/* The state machine of two accesses (runtime/explore/meeting.h) with fake threads: three coroutines and a
 * scheduler that takes turns. Thread 1 makes the access A at which it is held, thread 2 the access B that is
 * awaited; a and b are their other steps, x those of thread 3, which has no part in the race. What they did,
 * in order, is a string. */
/* rooms: runtime/explore, quick */
#include "runtime/explore/meeting.c"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include <cmocka.h>

enum { THREADS = 4, STACK = 64 << 10, STEPS = 3 }; /* thread 0 is the scheduler */
static struct thread {
  ucontext_t context;
  bool held, done, blocked;
} thread[THREADS];
static int current;
static struct omrt_meeting meeting;
static bool making; /* thread 1 is yet to make its access */
static bool needs;  /* thread 2 cannot go on before thread 1 ended */
static bool alone;  /* there is no thread 3 */
static int given_up, parked[THREADS];
static char did[200];

static void yield(void) {
  int me = current;
  current = 0;
  swapcontext(&thread[me].context, &thread[0].context);
}

static void park(void) {
  thread[current].held = true;
  parked[current]++;
  yield();
}
static void wake(int who) {
  assert_true(thread[who].held); /* nobody is woken who was not held */
  thread[who].held = false;
}
static void stop_early(bool on) {}
static bool pending(void) { return making; }
static void tell(int which) {}
static void give_up(void) { given_up++; }
static const struct omrt_meeting_acts acts = {park, wake, yield, stop_early, pending, tell, give_up};

static void step(char what) {
  size_t n = strlen(did);
  assert_true(n + 1 < sizeof did);
  did[n] = what;
  did[n + 1] = 0;
}
/* A place where the thread can be stopped: others may go on here. */
static void place(void) {
  omrt_meeting_stop(&meeting, current);
  yield();
}
static void steps(char what) {
  for (int i = 0; i < STEPS; i++) {
    place();
    step(what);
  }
}

static void first(void) {
  steps('a');
  making = true;
  omrt_meeting_first(&meeting, 1, true);
  omrt_meeting_stop(&meeting, 1); /* the access was told before it is made */
  step('A');
  making = false;
  steps('a');
}
static void second(void) {
  steps('b');
  while (needs) thread[2].blocked = true, yield();
  omrt_meeting_second(&meeting, 2, true); /* the library call that makes it begins */
  omrt_meeting_second(&meeting, 2, false);
  step('B');
  steps('b');
  omrt_meeting_second(&meeting, 2, false); /* another one like it: nobody waits for that */
  steps('b');
}
static void third(void) { steps('x'); }

static void begin(int which) {
  (which == 1 ? first : which == 2 ? second : third)();
  thread[which].done = true;
  if (which == 1) needs = thread[2].blocked = false;
  yield();
}

static bool can_run(int i) { return !thread[i].done && !thread[i].held && !thread[i].blocked; }

/* Thread 1 comes to its access first, as in a recorded run; then the awaited thread is favoured, as explore.c
 * does. */
static int next(int last) {
  int turn = omrt_meeting_turn(&meeting);
  assert_int_equal(meeting.next_turn, -1); /* answered once */
  if (turn >= 0 && can_run(turn)) return turn;
  if (!meeting.held && can_run(1)) return 1;
  if (omrt_meeting_holds(&meeting) && can_run(2)) return 2;
  for (int i = 1; i < THREADS; i++)
    if (can_run((last + i) % 3 + 1)) return (last + i) % 3 + 1;
  return 0;
}

/* What the three did; `round`: after so many switches all are said to go round; 0: never. */
static const char *run(enum omen_plan_how how, bool brink, enum omen_plan_then then, bool waits, int round) {
  static char stacks[THREADS][STACK];
  struct omen_plan_constraint c = {.how = how,
                                   .brink = brink,
                                   .earlier = {.thread = how == OMEN_HOW_HOLD_BEHIND ? 1 : 2},
                                   .later = {.thread = how == OMEN_HOW_HOLD_BEHIND ? 2 : 1}};
  struct omen_plan plan = {.constraints = &c, .nconstraints = 1, .then = then};
  memset(thread, 0, sizeof thread);
  thread[3].done = alone;
  making = false;
  needs = waits;
  given_up = 0;
  memset(parked, 0, sizeof parked);
  did[0] = 0;
  omrt_meeting_init(&meeting, omen_plan_race(&plan), plan.then, &acts);
  assert_false(omrt_meeting_live(&meeting));
  for (int i = 1; i < THREADS; i++) {
    getcontext(&thread[i].context);
    thread[i].context.uc_stack = (stack_t){.ss_sp = stacks[i], .ss_size = STACK};
    makecontext(&thread[i].context, (void (*)(void))begin, 1, i);
  }
  for (int ran = 1, n = 1;; n++) {
    if (n == round) omrt_meeting_round(&meeting, OMEN_KNOWN_PROVED);
    int i = next(ran);
    if (!i && !omrt_meeting_stuck(&meeting, false)) break;
    if (!i && can_run(ran))
      i = ran; /* the last one to wait finds its wait over: it goes on, nobody is asked */
    if (!i) continue;
    current = ran = i;
    swapcontext(&thread[0].context, &thread[i].context);
  }
  for (int i = 1; i < THREADS; i++) assert_true(thread[i].done); /* nobody stays held for good */
  assert_true(parked[2] <= 1 && parked[3] == 0);
  assert_int_equal(meeting.state, OMRT_MEETING_FREE);
  assert_int_equal(meeting.held, OMEN_PLAN_MET);
  meeting.race = NULL; /* it was ours */
  return did;
}

static int at(const char *text, char what) { return (int)(strchr(text, what) - text); }
static int last(const char *text, char what) { return (int)(strrchr(text, what) - text); }

static void the_order_is_the_plans(void **state) {
  for (int i = 0; i < 4; i++)
    for (int then = 0; then < OMEN_THENS; then++) {
      bool brink = i & 1;
      alone = i & 2;
      const char *s = run(OMEN_HOW_HOLD_BEHIND, brink, then, false, 0);
      assert_true(at(s, 'A') < at(s, 'B'));
      assert_int_equal(meeting.awaited, OMEN_PLAN_MET);
      s = run(OMEN_HOW_HOLD_BEFORE, brink, then, false, 0);
      assert_true(at(s, 'B') < at(s, 'A'));
      assert_int_equal(meeting.awaited, OMEN_PLAN_MET);
      assert_int_equal(given_up, 0);
    }
  alone = false;
}

static void nothing_of_the_held_thread_comes_between(void **state) {
  const char *s = run(OMEN_HOW_HOLD_BEHIND, false, OMEN_THEN_STRATEGY, false, 0);
  for (int i = at(s, 'A') + 1; i < at(s, 'B'); i++) assert_int_not_equal(s[i], 'a');
}

static void at_once_the_accesses_are_neighbours(void **state) {
  assert_non_null(strstr(run(OMEN_HOW_HOLD_BEFORE, false, OMEN_THEN_AT_ONCE, false, 0), "BA"));
  assert_non_null(strstr(run(OMEN_HOW_HOLD_BEFORE, true, OMEN_THEN_AT_ONCE, false, 0), "BA"));
  assert_non_null(strstr(run(OMEN_HOW_HOLD_BEHIND, true, OMEN_THEN_AT_ONCE, false, 0), "AB"));
}

static void who_stays_comes_last(void **state) {
  const char *s = run(OMEN_HOW_HOLD_BEFORE, false, OMEN_THEN_STAY, false, 0);
  assert_true(at(s, 'A') > last(s, 'b') && at(s, 'A') > last(s, 'x'));
  s = run(OMEN_HOW_HOLD_BEHIND, false, OMEN_THEN_STAY, false, 0);
  assert_string_equal(s + strlen(s) - STEPS, "aaa");
  char behind[sizeof did];
  strcpy(behind, run(OMEN_HOW_HOLD_BEHIND, false, OMEN_THEN_BEHIND, false, 0)); /* the same */
  assert_string_equal(behind, run(OMEN_HOW_HOLD_BEHIND, false, OMEN_THEN_STAY, false, 0));
}

static void behind_is_at_once_and_then_last(void **state) {
  const char *s = run(OMEN_HOW_HOLD_BEFORE, false, OMEN_THEN_BEHIND, false, 0);
  assert_non_null(strstr(s, "BA"));
  assert_string_equal(s + strlen(s) - STEPS, "aaa");
}

static void on_the_brink_all_others_come_first(void **state) {
  const char *s = run(OMEN_HOW_HOLD_BEFORE, true, OMEN_THEN_AT_ONCE, false, 0);
  assert_true(last(s, 'x') < at(s, 'B'));
  s = run(OMEN_HOW_HOLD_BEHIND, true, OMEN_THEN_AT_ONCE, false, 0);
  assert_true(last(s, 'x') < at(s, 'A'));
}

static void an_order_that_cannot_be_is_given_up(void **state) {
  const char *s = run(OMEN_HOW_HOLD_BEFORE, false, OMEN_THEN_AT_ONCE, true, 0);
  assert_true(at(s, 'A') < at(s, 'B'));
  assert_int_equal(meeting.awaited, OMEN_PLAN_BLOCKED);
  assert_int_equal(given_up, 1);
}

static void who_goes_round_has_spun(void **state) {
  for (int round = 6; round < 9; round++) { /* thread 2 is on its way then */
    run(OMEN_HOW_HOLD_BEFORE, false, OMEN_THEN_AT_ONCE, false, round);
    assert_int_equal(meeting.awaited, OMEN_PLAN_SPUN);
    assert_int_equal(meeting.spun_by, OMEN_KNOWN_PROVED);
    assert_int_equal(given_up, 1);
  }
}

static void a_hold_has_its_limit(void **state) {
  struct omrt_meeting m = {.state = OMRT_MEETING_HELD};
  uint64_t n = 1;
  for (; !omrt_meeting_event(&m); n++) assert_true(n < 1000000);
  assert_int_equal(n, 200001);
  m = (struct omrt_meeting){.state = OMRT_MEETING_STAYING, .awaited = OMEN_PLAN_MET};
  for (n = 1; !omrt_meeting_event(&m); n++) assert_true(n < 1000000);
  assert_int_equal(n, 5001);
  m.state = OMRT_MEETING_FREE;
  assert_false(omrt_meeting_event(&m) || omrt_meeting_stuck(&m, false) || omrt_meeting_round(&m, 0));
}

static void standing_begins_the_hold_anew(void **state) {
  thread[1].held = thread[2].held = true;
  struct omen_plan_constraint c = {.how = OMEN_HOW_HOLD_BEFORE, .brink = 1};
  struct omrt_meeting m = {.acts = &acts,
                           .race = &c,
                           .state = OMRT_MEETING_STANDING,
                           .thread = 1,
                           .standing = 2,
                           .next_turn = -1,
                           .events = 100};
  assert_true(omrt_meeting_stuck(&m, true));
  assert_int_equal(m.state, OMRT_MEETING_HELD);
  assert_int_equal(m.events, 0);
  assert_true(thread[1].held && !thread[2].held);
}

static void what_the_outside_could_end_is_not_proved(void **state) {
  thread[1].held = true;
  struct omen_plan_constraint c = {.how = OMEN_HOW_HOLD_BEFORE};
  struct omrt_meeting m = {
      .acts = &acts, .race = &c, .state = OMRT_MEETING_HELD, .thread = 1, .next_turn = -1};
  assert_true(omrt_meeting_stuck(&m, true));
  assert_int_equal(m.awaited, OMEN_PLAN_SPUN);
  assert_int_equal(m.spun_by, OMEN_KNOWN_OUTSIDE);
  assert_int_equal(m.next_turn, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_order_is_the_plans),
                                     cmocka_unit_test(nothing_of_the_held_thread_comes_between),
                                     cmocka_unit_test(at_once_the_accesses_are_neighbours),
                                     cmocka_unit_test(who_stays_comes_last),
                                     cmocka_unit_test(behind_is_at_once_and_then_last),
                                     cmocka_unit_test(on_the_brink_all_others_come_first),
                                     cmocka_unit_test(an_order_that_cannot_be_is_given_up),
                                     cmocka_unit_test(who_goes_round_has_spun),
                                     cmocka_unit_test(a_hold_has_its_limit),
                                     cmocka_unit_test(standing_begins_the_hold_anew),
                                     cmocka_unit_test(what_the_outside_could_end_is_not_proved)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
