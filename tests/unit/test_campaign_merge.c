/* Races of several recordings as one list: what is the same race, whose verdict counts, how ids are given,
 * which runs failed alike; and which race a campaign judges next. The reports are made up here. */
/* rooms: triage, quick */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include "triage/campaign_merge.c"
#include "triage/campaign_judge.c"
#include "triage/campaign_news.c"
#include "triage/likely_harm.c"

int omen_campaign_try_inversions(struct omen_campaign *c, struct omen_err *err) { return 0; }
void omen_campaign_inversions(const struct omen_campaign *c, struct omen_report *out) {
  out->inversions = NULL;
  out->ninversions = 0;
}

/* What the two files need of others, and tests do not get to. */
bool omen_verdict_harmful(const struct omen_verdict *v) { return v->consequence != OMEN_CONSEQUENCE_NONE; }
bool omen_campaign_may_record(const struct omen_campaign *c) { return false; }
int omen_campaign_record(struct omen_campaign *c, struct omen_err *err) { return -1; }
int omen_classify_recording(const struct omen_classify_job *job, struct omen_err *err) { return -1; }

enum { RUNS = 3, RACES = 4 };
static struct omen_campaign_run runs[RUNS];
static struct omen_race races[RUNS][RACES];
static struct omen_campaign c;

static void begin(void) {
  for (size_t i = 0; i < c.nraces; i++) free(c.races[i].seen);
  free(c.races);
  omen_table_release(&c.by_place);
  for (int i = 0; i < RUNS; i++) omen_pool_release(&runs[i].report.pool);
  for (int i = 0; i < RUNS; i++) free(runs[i].merged);
  memset(runs, 0, sizeof runs);
  memset(races, 0, sizeof races);
  c = (struct omen_campaign){
      .dir = "/campaign", .shown = "campaign", .runs = runs, .nruns = RUNS, .schedules = 2};
  for (int i = 0; i < RUNS; i++) {
    runs[i].report = (struct omen_report){.races = races[i], .recording = "recording"};
    runs[i].shown = "campaign/run";
    snprintf(runs[i].name, sizeof runs[i].name, "run-00%d", i + 1);
  }
}

static struct omen_race *race(int run, const char *id, int line1, int line2, uint64_t instances) {
  struct omen_race *r = &races[run][runs[run].report.nraces++];
  snprintf(r->id, sizeof r->id, "%s", id);
  r->access[0] = (struct omen_access){.known = true, .file = "a.c", .line = line1};
  r->access[1] = (struct omen_access){.known = true, .file = "a.c", .line = line2};
  r->location.name = "x";
  r->instances = instances;
  return r;
}

static void judge(struct omen_race *r, enum omen_class class, int severity, enum omen_proof proof, int k) {
  r->severity = severity;
  r->verdict = (struct omen_verdict){
      .class = class, .proof = proof, .k = k, .schedules = 2, .what = "one", .seconds = 1};
  if (severity >= 3)
    r->verdict.consequence = severity == 4 ? OMEN_CONSEQUENCE_CRASH : OMEN_CONSEQUENCE_OUTPUT;
}

static void merged(struct omen_report *out) {
  for (size_t i = 0; i < RUNS; i++) assert_int_equal(omen_campaign_add(&c, i, NULL), 0);
  omen_campaign_report(&c, out);
}

static const struct omen_race *at_line(const struct omen_report *r, int line) {
  for (size_t i = 0; i < r->nraces; i++)
    if (r->races[i].access[0].line == line || r->races[i].access[1].line == line) return &r->races[i];
  fail_msg("no race at line %d", line);
  return NULL;
}

/* Which of two races of one name a recording has depends on the schedule, and so does the order of accesses.
 */
static void lines_tell_equal_names_apart(void **unused) {
  struct omen_report r;
  begin();
  race(0, "aaaa", 20, 21, 3);
  race(1, "aaaa", 10, 11, 1);
  race(1, "aaaa-2", 21, 20, 4);
  race(2, "bbbb", 5, 6, 7);
  merged(&r);
  assert_int_equal(r.nraces, 3);
  assert_string_equal(at_line(&r, 10)->id, "aaaa");
  assert_int_equal(at_line(&r, 10)->runs, 1);
  assert_string_equal(at_line(&r, 20)->id, "aaaa-2");
  assert_int_equal(at_line(&r, 20)->runs, 2);
  assert_int_equal(at_line(&r, 20)->instances, 7);
  assert_string_equal(at_line(&r, 5)->id, "bbbb");
  assert_int_equal(runs[0].fresh, 1);
  assert_int_equal(runs[1].fresh, 1);
  assert_int_equal(runs[2].fresh, 1);
  assert_int_equal(r.nruns, RUNS);
  omen_campaign_report_release(&r);
}

static void the_worst_verdict_counts(void **unused) {
  struct omen_report r;
  begin();
  judge(race(0, "aaaa", 1, 2, 1), OMEN_CLASS_K_WITNESS, 2, OMEN_PROOF_EXPLORED, 4);
  judge(race(1, "aaaa", 1, 2, 1), OMEN_CLASS_SPEC_VIOLATED, 4, OMEN_PROOF_REPLAYED, 0);
  judge(race(2, "aaaa", 1, 2, 1), OMEN_CLASS_OUTPUT_DIFFERS, 3, OMEN_PROOF_REPLAYED, 0);
  judge(race(0, "bbbb", 3, 4, 1), OMEN_CLASS_UNKNOWN, 1, OMEN_PROOF_EXPLORED, 0);
  judge(race(1, "bbbb", 3, 4, 1), OMEN_CLASS_SINGLE_ORDERING, 0, OMEN_PROOF_PROVED, 0);
  judge(race(0, "cccc", 5, 6, 1), OMEN_CLASS_K_WITNESS, 2, OMEN_PROOF_EXPLORED, 4);
  race(1, "cccc", 5, 6, 1);
  judge(race(2, "cccc", 5, 6, 1), OMEN_CLASS_K_WITNESS, 2, OMEN_PROOF_EXPLORED, 5);
  race(2, "dddd", 7, 8, 1);
  merged(&r);
  assert_int_equal(r.races[0].verdict.consequence, OMEN_CONSEQUENCE_CRASH);
  assert_ptr_equal(r.races[0].home, &runs[1].report);
  assert_int_equal(at_line(&r, 3)->verdict.class, OMEN_CLASS_SINGLE_ORDERING);
  assert_int_equal(at_line(&r, 5)->verdict.k, 9);
  assert_non_null(strstr(at_line(&r, 5)->verdict.what, "9 schedules from 2 recordings"));
  assert_int_equal(at_line(&r, 7)->verdict.class, OMEN_CLASS_NONE);
  omen_campaign_report_release(&r);
}

/* A run that failed by itself says who is to blame only where no other run can. */
static void failed_runs_count_last(void **unused) {
  struct omen_report r;
  begin();
  runs[0].report.outcome.end = OMEN_END_DEADLOCK;
  judge(race(0, "aaaa", 1, 2, 1), OMEN_CLASS_SPEC_VIOLATED, 4, OMEN_PROOF_REPLAYED, 0);
  judge(race(1, "aaaa", 1, 2, 1), OMEN_CLASS_K_WITNESS, 2, OMEN_PROOF_EXPLORED, 4);
  judge(race(0, "bbbb", 3, 4, 1), OMEN_CLASS_SPEC_VIOLATED, 4, OMEN_PROOF_REPLAYED, 0);
  judge(race(0, "cccc", 5, 6, 1), OMEN_CLASS_SPEC_VIOLATED, 4, OMEN_PROOF_REPLAYED, 0);
  race(2, "cccc", 5, 6, 1);
  merged(&r);
  assert_int_equal(at_line(&r, 1)->verdict.class, OMEN_CLASS_K_WITNESS);
  assert_int_equal(at_line(&r, 1)->runs, 2);
  assert_int_equal(at_line(&r, 3)->verdict.class, OMEN_CLASS_SPEC_VIOLATED);
  assert_int_equal(at_line(&r, 5)->verdict.class, OMEN_CLASS_NONE);
  struct choice x;
  assert_string_equal(weakest(&c, &x)->base, "cccc");
  assert_int_equal(x.run, 2);
  omen_campaign_report_release(&r);
}

static struct omen_report_incident explained(const char *id, enum omen_consequence consequence) {
  struct omen_report_incident i = {.consequence = consequence,
                                   .recorded = true,
                                   .tested = true,
                                   .confirmed = true,
                                   .replay = "omen replay x"};
  snprintf(i.id, sizeof i.id, "%s", id);
  return i;
}

/* Once it is known why it failed, it counts like any other. */
static void explained_runs_count(void **unused) {
  struct omen_report r;
  begin();
  struct omen_report_incident why = explained("i1", OMEN_CONSEQUENCE_DEADLOCK);
  runs[0].report.outcome.end = OMEN_END_DEADLOCK;
  runs[0].report.incidents = &why;
  runs[0].report.nincidents = 1;
  judge(race(0, "aaaa", 1, 2, 1), OMEN_CLASS_SPEC_VIOLATED, 4, OMEN_PROOF_REPLAYED, 0);
  judge(race(1, "aaaa", 1, 2, 1), OMEN_CLASS_K_WITNESS, 2, OMEN_PROOF_EXPLORED, 4);
  merged(&r);
  assert_int_equal(at_line(&r, 1)->verdict.class, OMEN_CLASS_SPEC_VIOLATED);
  assert_int_equal(r.nfindings, 1);
  assert_ptr_equal(omen_report_why(&r, &r.findings[0]), &r.incidents[0]);
  why.tested = false;
  omen_campaign_report_release(&r);
  omen_campaign_report(&c, &r);
  assert_int_equal(at_line(&r, 1)->verdict.class, OMEN_CLASS_K_WITNESS);
  assert_null(omen_report_why(&r, &r.findings[0]));
  omen_campaign_report_release(&r);
}

/* The run that failed was over before the race's second access: its list does not have the race. */
static void incidents_blame_races_of_other_runs(void **unused) {
  struct omen_report r;
  begin();
  struct omen_report_incident why = explained("i1", OMEN_CONSEQUENCE_CRASH);
  struct omen_caused_pair pair = {
      .side = {{.at = {.file = "a.c", .line = 2}}, {.at = {.file = "a.c", .line = 1}, .write = true}}};
  why.pairs = &pair;
  why.npairs = 1;
  runs[0].report.incidents = &why;
  runs[0].report.nincidents = 1;
  struct omen_race *cause = race(1, "aaaa", 1, 2, 1), *other = race(1, "bbbb", 1, 2, 1),
                   *unjudged = race(2, "cccc", 1, 2, 1);
  cause->access[0].write = unjudged->access[0].write = true;
  judge(cause, OMEN_CLASS_K_WITNESS, 2, OMEN_PROOF_EXPLORED, 4);
  judge(other, OMEN_CLASS_K_WITNESS, 2, OMEN_PROOF_EXPLORED, 4); /* two reads at these lines are another */
  merged(&r);
  for (size_t i = 0; i < r.nraces; i++) {
    bool blamed = r.races[i].verdict.class == OMEN_CLASS_SPEC_VIOLATED;
    assert_int_equal(blamed, strcmp(r.races[i].id, "bbbb") != 0);
    if (!blamed) continue;
    assert_string_equal(r.races[i].verdict.incident, "i1");
    assert_string_equal(r.races[i].verdict.replay, "omen replay x");
    assert_int_equal(r.races[i].severity, 4);
  }
  omen_campaign_report_release(&r);
}

/* The same deadlock, with one thread more asleep in it, and another one named first. */
static void deadlocks_alike_are_one(void **unused) {
  struct omen_report r;
  struct omen_frame sleeps = {.function = "work", .file = "a.c", .line = 9},
                    joins = {.function = "main", .file = "a.c", .line = 20},
                    locks = {.function = "work", .file = "a.c", .line = 5};
  struct omen_hold two[] = {{.thread = 0, .what = "join", .stack = {&joins, 1}},
                            {.thread = 1, .what = "condition", .object = "wake", .stack = {&sleeps, 1}}},
                   three[] = {two[1], two[1], two[0]},
                   others[] = {two[0], {.what = "mutex", .object = "l", .stack = {&locks, 1}}};
  begin();
  struct omen_report_incident why[] = {explained("i1", OMEN_CONSEQUENCE_DEADLOCK),
                                       explained("i2", OMEN_CONSEQUENCE_DEADLOCK)};
  why[0].at.line = 20;
  why[1].at.line = 9;
  for (int i = 0; i < RUNS; i++) runs[i].report.outcome.end = OMEN_END_DEADLOCK;
  runs[0].report.waits = two, runs[0].report.nwaits = 2;
  runs[1].report.waits = three, runs[1].report.nwaits = 3;
  runs[2].report.waits = others, runs[2].report.nwaits = 2;
  for (int i = 0; i < 2; i++) runs[i].report.incidents = &why[i], runs[i].report.nincidents = 1;
  merged(&r);
  assert_int_equal(r.nfindings, 2);
  assert_int_equal(r.findings[0].runs, 2);
  assert_int_equal(r.findings[1].runs, 1);
  assert_int_equal(r.nincidents, 1);
  omen_campaign_report_release(&r);
}

static void failures_alike_are_one(void **unused) {
  struct omen_report r;
  struct omen_frame here = {.function = "f", .file = "a.c", .line = 3},
                    there = {.function = "f", .file = "a.c", .line = 4};
  begin();
  for (int i = 0; i < RUNS; i++) {
    runs[i].report.outcome.end = OMEN_END_SIGNAL;
    runs[i].report.outcome.status = 11;
    runs[i].report.fault = (struct omen_stack){i == 1 ? &there : &here, 1};
  }
  merged(&r);
  assert_int_equal(r.nfindings, 2);
  assert_int_equal(r.findings[0].runs, 2);
  assert_int_equal(r.findings[1].runs, 1);
  assert_true(runs[0].novel && runs[1].novel && !runs[2].novel);
  assert_string_equal(r.findings[0].replay, "omen replay campaign/run");
  omen_campaign_report_release(&r);

  begin(); /* ended by the limit: a finding, unless the budget made the limit */
  for (int i = 0; i < RUNS; i++) runs[i].limit.seconds = 5;
  runs[0].recording.manifest.seconds = 1;
  runs[1].recording.manifest.seconds = runs[2].recording.manifest.seconds = 5.1;
  runs[2].cut = true;
  merged(&r);
  assert_int_equal(r.nfindings, 1);
  assert_int_equal(r.findings[0].consequence, OMEN_CONSEQUENCE_INFINITE_LOOP);
  assert_int_equal(r.findings[0].runs, 1);
  assert_int_equal(r.runs[2].how, OMEN_END_STOPPED);
  assert_true(c.longest.seconds == 1);
  omen_campaign_report_release(&r);
}

/* Without a verdict: a pointer, then a flag, then two writes; what took too long comes after all of them. */
static void the_likely_harmful_is_first(void **unused) {
  struct choice x;
  begin();
  race(0, "aaaa", 1, 2, 1);
  race(0, "bbbb", 3, 4, 1)->access[0].size = 8;
  race(0, "cccc", 5, 6, 1)->location.name = "job.isDone";
  struct omen_race *both = race(0, "dddd", 7, 8, 1);
  both->access[0].write = both->access[1].write = true;
  for (size_t i = 0; i < RUNS; i++) assert_int_equal(omen_campaign_add(&c, i, NULL), 0);
  const char *order[] = {"bbbb", "cccc", "dddd", "aaaa"};
  for (int i = 0; i < 4; i++) {
    struct omen_merged *m = weakest(&c, &x);
    assert_string_equal(m->base, order[i]);
    m->seen[0].put_off = 1;
  }
  assert_string_equal(weakest(&c, &x)->base, "bbbb");
}

/* Processor time counts; a loop that was proved is no measure for others; each end has its own word. */
static void endless_runs(void **unused) {
  struct omen_report r;
  begin();
  for (int i = 0; i < RUNS; i++) runs[i].limit = (struct omen_run_limit){.seconds = 90, .cpu_seconds = 3};
  runs[0].report.outcome.end = OMEN_END_CUT;
  runs[0].recording.manifest.cpu_seconds = 0.125;
  runs[1].recording.manifest.cpu_seconds = 3.2;
  runs[2].report.outcome.end = OMEN_END_ENDLESS;
  runs[2].recording.manifest.cpu_seconds = 2.5;
  merged(&r);
  assert_true(c.longest.cpu_seconds == 0.125);
  assert_int_equal(r.nfindings, 2);
  assert_string_equal(r.findings[0].what,
                      "it did not end within 3 s of processor time; others took 0.12 s at most");
  assert_int_equal(r.runs[0].how, OMEN_END_CUT);
  assert_int_equal(r.runs[1].how, OMEN_END_STOPPED);
  assert_int_equal(r.runs[2].how, OMEN_END_ENDLESS);
  omen_campaign_report_release(&r);
}

/* A race that is known, at places that are known, is no news. */
static void what_is_news(void **unused) {
  struct omen_report r;
  begin();
  race(0, "aaaa", 1, 2, 1);
  race(1, "aaaa", 2, 1, 1);
  race(2, "aaaa", 1, 3, 1);
  for (int i = 0; i < RUNS; i++) runs[i].report.outcome.end = OMEN_END_EXIT;
  assert_true(omen_campaign_is_news(&c, &runs[0]));
  merged(&r);
  assert_int_equal(omen_campaign_dry(&c), 0);
  assert_false(omen_campaign_is_news(&c, &runs[1]));
  assert_false(omen_campaign_found_harm(&c));
  runs[2].fresh = 0;
  assert_int_equal(omen_campaign_dry(&c), 2);
  runs[1].report.outcome.end = OMEN_END_DEADLOCK;
  assert_true(omen_campaign_is_news(&c, &runs[1]) && omen_campaign_found_harm(&c));
  omen_campaign_report_release(&r);
}

/* By kind and place in the source, whatever the thread; a run counts once. A defect is no failure of the run.
 */
static void defects_alike_are_one(void **unused) {
  struct omen_report r;
  struct omen_report_defect here = {.kind = OMEN_DEFECT_USE_AFTER_FREE, .access = {.file = "a.c", .line = 3}},
                            again = {.kind = OMEN_DEFECT_USE_AFTER_FREE, .thread = 2, .access = here.access},
                            other = {.kind = OMEN_DEFECT_OUT_OF_BOUNDS, .access = here.access};
  struct omen_report_defect *had[RUNS][2] = {{&here, &again}, {&other, NULL}, {&again, NULL}};
  struct omen_finding found[RUNS][2] = {{{.defect = &here, .runs = 1}, {.defect = &again, .runs = 1}},
                                        {{.defect = &other, .runs = 1}},
                                        {{.defect = &again, .runs = 1}}};
  begin();
  for (int i = 0; i < RUNS; i++) {
    runs[i].report.outcome.end = OMEN_END_EXIT;
    runs[i].report.defects = had[i];
    runs[i].report.findings = found[i];
    runs[i].report.ndefects = runs[i].report.nfindings = i ? 1 : 2;
    race(i, "aaaa", 1, 2, 1);
  }
  merged(&r);
  assert_int_equal(r.nfindings, 2);
  assert_int_equal(r.findings[0].runs, 2);
  assert_ptr_equal(r.findings[0].defect, &here);
  assert_int_equal(r.findings[1].runs, 1);
  assert_string_equal(r.findings[1].replay, "omen replay campaign/run");
  assert_true(runs[0].novel && runs[1].novel && !runs[2].novel);
  assert_int_equal(r.runs[0].how, OMEN_END_EXIT);
  for (int i = 0; i < RUNS; i++) assert_true(omen_campaign_counts(&c, &c.races[0], &c.races[0].seen[i]));
  omen_campaign_report_release(&r);
}

static void try_it(size_t run, int schedules) {
  for (size_t i = 0; i < c.nraces; i++)
    for (size_t j = 0; j < c.races[i].nseen; j++)
      if (c.races[i].seen[j].run == run && c.runs[run].report.races[c.races[i].seen[j].race].verdict.class)
        c.races[i].seen[j].tried = schedules;
}

/* Without a verdict, then unclassified, then by time limit, then few witnesses; never what is harmful. */
static void the_weakest_is_next(void **unused) {
  begin();
  judge(race(0, "aaaa", 1, 1, 1), OMEN_CLASS_K_WITNESS, 2, OMEN_PROOF_EXPLORED, 4);
  judge(race(0, "bbbb", 2, 2, 1), OMEN_CLASS_SPEC_VIOLATED, 4, OMEN_PROOF_REPLAYED, 0);
  judge(race(0, "cccc", 3, 3, 1), OMEN_CLASS_SINGLE_ORDERING, 0, OMEN_PROOF_TIMEOUT, 0);
  race(0, "dddd", 4, 4, 1);
  for (int i = 0; i < 4; i++) race(1, (const char *[]){"aaaa", "bbbb", "cccc", "dddd"}[i], i + 1, i + 1, 1);
  for (size_t i = 0; i < RUNS; i++) omen_campaign_add(&c, i, NULL);
  try_it(0, 2);
  struct choice x;
  assert_string_equal(weakest(&c, &x)->base, "dddd");
  assert_int_equal(x.run, 0);
  assert_int_equal(x.schedules, 2);
  judge(&races[0][3], OMEN_CLASS_K_WITNESS, 2, OMEN_PROOF_EXPLORED, 3);
  try_it(0, 2);
  assert_string_equal(weakest(&c, &x)->base, "cccc");
  assert_int_equal(x.run, 1); /* where it was not judged yet */
  judge(&races[1][2], OMEN_CLASS_SINGLE_ORDERING, 0, OMEN_PROOF_PROVED, 0);
  judge(&races[0][2], OMEN_CLASS_SINGLE_ORDERING, 0, OMEN_PROOF_PROVED, 0);
  try_it(1, 2);
  assert_string_equal(weakest(&c, &x)->base, "dddd"); /* three witnesses are fewer than four */
  judge(&races[1][3], OMEN_CLASS_K_WITNESS, 2, OMEN_PROOF_EXPLORED, 3);
  judge(&races[1][0], OMEN_CLASS_K_WITNESS, 2, OMEN_PROOF_EXPLORED, 4);
  try_it(1, 2);
  assert_null(weakest(&c, &x)); /* both recordings were used, and there is no budget */
  c.deadline = 1;
  assert_string_equal(weakest(&c, &x)->base, "dddd");
  assert_int_equal(x.schedules, 4); /* with one, harder */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lines_tell_equal_names_apart),
                                     cmocka_unit_test(the_worst_verdict_counts),
                                     cmocka_unit_test(failed_runs_count_last),
                                     cmocka_unit_test(explained_runs_count),
                                     cmocka_unit_test(incidents_blame_races_of_other_runs),
                                     cmocka_unit_test(deadlocks_alike_are_one),
                                     cmocka_unit_test(failures_alike_are_one),
                                     cmocka_unit_test(defects_alike_are_one),
                                     cmocka_unit_test(the_weakest_is_next),
                                     cmocka_unit_test(endless_runs),
                                     cmocka_unit_test(what_is_news),
                                     cmocka_unit_test(the_likely_harmful_is_first)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  begin(); /* frees */
  return failed;
}
