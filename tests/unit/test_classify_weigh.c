/* Weighing families of runs (classify/weigh.h), and the instances that stand for others (detect/samples.h).
 */
/* rooms: classify detect, quick */
#include "classify/say_differs.h"
#include "classify/weigh.h"
#include "detect/samples.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct omen_family path;
static struct omen_suspect suspect;
static uint64_t state = 1;

static unsigned dice(unsigned n) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % n;
}

static void fresh(int n) {
  omen_units_release(&path.units);
  memset(&path, 0, sizeof path);
  suspect = (struct omen_suspect){0};
  path.s = &suspect;
  path.n = n;
  for (int order = 0; order < 2; order++)
    for (int i = 0; i < n; i++) path.run[order][i].outcome.awaited = OMEN_PLAN_MET;
}
static void crash(int order, int i, uint64_t pc) {
  path.run[order][i].outcome.end = OMEN_END_SIGNAL;
  path.run[order][i].outcome.status = 11;
  path.run[order][i].outcome.pc = pc;
}
static struct omen_out_defect defects[2][OMEN_FAMILY_MAX][2];
static uint64_t pcs[] = {1, 2, 3, 4};
/* One that the recorded run has as well, or, with `ends`, one that ends the run. */
static void defect(int order, int i, enum omen_defect_kind kind, uint64_t pc, bool ends) {
  struct omen_outcome *o = &path.run[order][i].outcome;
  o->defects = defects[order][i];
  o->defects[o->ndefects++] =
      (struct omen_out_defect){.kind = kind, .pcs = {pcs + pc - 1, 1}, .thread = 1, .place = "heap"};
  if (ends) o->end = OMEN_END_DEFECT;
}
static void writes(int order, int i, uint64_t what, uint64_t loose) {
  path.run[order][i].hash = what;
  path.loose[order][i] = loose;
}

/* "Alike" is said, by saying nothing else, if and only if no two runs differ, of any family: whatever the
 * schedules, the orders and the number of families. */
static void alike_only_if(void **unused) {
  enum { FAMILIES = 3, TRIES = 3000 };
  static struct omen_family all[FAMILIES];
  int said = 0;
  for (int n = 0; n < TRIES; n++) {
    size_t families = 1 + dice(FAMILIES);
    unsigned rate = dice(4) ? 40 : 1; /* how seldom one differs */
    bool same = true, lines_same = dice(2);
    memset(all, 0, sizeof all);
    for (size_t f = 0; f < families; f++) {
      all[f].n = 1 + (int)dice(6);
      for (int order = 0; order < 2; order++)
        for (int i = 0; i < all[f].n; i++) {
          struct omen_result *r = &all[f].run[order][i];
          r->outcome.awaited = OMEN_PLAN_MET;
          r->hash = 7 + !dice(rate);
          all[f].loose[order][i] = lines_same ? 7 : r->hash;
          same &= r->hash == all[0].run[0][0].hash;
        }
    }
    char out[200];
    omen_say_differs(all, families, out, sizeof out);
    if (same != !out[0])
      fail_msg("%s is said of runs that are %s", out[0] ? out : "alike", same ? "" : "not");
    said += !out[0];
  }
  assert_in_range(said, 100, TRIES - 100);
}

static void chance(void **unused) {
  assert_float_equal(omen_chance_sign(1, 0), 0.5, 1e-9);
  assert_float_equal(omen_chance_sign(10, 0), 1.0 / 1024, 1e-9);
  assert_float_equal(omen_chance_sign(0, 5), 1, 1e-9);
  const uint64_t a[8] = {0}, b[8] = {1, 1, 1, 1, 1, 1, 1, 1}, all[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  assert_float_equal(omen_chance_apart(a, a, 8), 1, 1e-9);
  assert_true(omen_chance_apart(a, b, 8) < 0.002);
  assert_true(omen_chance_apart(a, b, 2) > 0.2);
  assert_true(omen_chance_apart(a, all, 8) < 0.01);
}

static void one_order_always(void **unused) {
  fresh(8);
  for (int i = 0; i < 8; i++) crash(OMEN_FLIPPED, i, 7);
  struct omen_weighing f = omen_weigh_violations(&path);
  assert_int_equal(f.weight, OMEN_WEIGHT_SURE);
  assert_int_equal(f.order, OMEN_FLIPPED);
  assert_int_equal(f.consequence, OMEN_CONSEQUENCE_CRASH);
  fresh(4);
  for (int i = 0; i < 4; i++) crash(OMEN_RECORDED, i, 7);
  assert_int_equal(omen_weigh_violations(&path).weight, OMEN_WEIGHT_MAYBE);
}

/* In all neighbours of both orders, at whatever place; the others do not count. */
static void whatever_the_order(void **unused) {
  fresh(0);
  assert_false(omen_weigh_always(&path));
  fresh(8);
  for (int order = 0; order < 2; order++)
    for (int i = 0; i < 8; i++)
      if (omen_member_adjacent(i)) crash(order, i, 7 + (uint64_t)order);
  assert_true(omen_weigh_always(&path));
  path.run[OMEN_FLIPPED][3].outcome.awaited = OMEN_PLAN_SPUN;
  assert_false(omen_weigh_always(&path));
  path.run[OMEN_FLIPPED][3].outcome.awaited = OMEN_PLAN_MET;
  path.run[OMEN_RECORDED][4].outcome.end = OMEN_END_EXIT;
  assert_false(omen_weigh_always(&path));
}

static void seldom(void **unused) {
  fresh(16);
  crash(OMEN_RECORDED, 9, 7);
  assert_int_equal(omen_weigh_violations(&path).weight, OMEN_WEIGHT_MAYBE);
  fresh(OMEN_FAMILY_MAX);
  crash(OMEN_RECORDED, 9, 7);
  struct omen_weighing f = omen_weigh_violations(&path);
  assert_int_equal(f.weight, OMEN_WEIGHT_SURE);
  assert_int_equal(f.pair, 9);
}

/* Whatever the rate, and however unlike the pairs: the schedule's doing. Mistakes are rare. */
static void by_schedule(void **unused) {
  enum { FAMILIES = 400 };
  int blamed = 0;
  for (unsigned percent = 10; percent <= 90; percent += 20)
    for (int family = 0; family < FAMILIES; family++) {
      fresh(OMEN_FAMILY_MAX);
      for (int order = 0; order < 2; order++)
        for (int i = 0; i < OMEN_FAMILY_MAX; i++)
          if (dice(100) < percent) crash(order, i, 7);
      blamed += omen_weigh_violations(&path).weight == OMEN_WEIGHT_SURE;
    }
  print_message("blamed: %d of %d\n", blamed, 5 * FAMILIES);
  assert_in_range(blamed, 0, 5 * FAMILIES / 200);
}

static void likelier_is_not_enough(void **unused) {
  fresh(OMEN_FAMILY_MAX);
  for (int i = 0; i < OMEN_FAMILY_MAX; i++) {
    if (i % 3) crash(OMEN_RECORDED, i, 7);
    if (i % 6 == 1) crash(OMEN_FLIPPED, i, 7);
  }
  assert_int_not_equal(omen_weigh_violations(&path).weight, OMEN_WEIGHT_SURE);
}

/* Another race crashes at the same place now and then. */
static void certain(void **unused) {
  fresh(OMEN_FAMILY_MAX);
  for (int i = 0; i < OMEN_FAMILY_MAX; i++) {
    crash(OMEN_FLIPPED, i, 7);
    if (i % 5 == 0) crash(OMEN_RECORDED, i, 7);
  }
  struct omen_weighing f = omen_weigh_violations(&path);
  assert_int_equal(f.weight, OMEN_WEIGHT_SURE);
  assert_int_equal(f.order, OMEN_FLIPPED);
}

/* Elsewhere, another bug: it does not excuse this one. */
static void other_place(void **unused) {
  fresh(OMEN_FAMILY_MAX);
  for (int i = 0; i < OMEN_FAMILY_MAX; i++) {
    crash(OMEN_FLIPPED, i, 7);
    if (i % 2) crash(OMEN_RECORDED, i, 9);
  }
  assert_int_equal(omen_weigh_violations(&path).weight, OMEN_WEIGHT_SURE);
}

/* Found in one order only, and it ended the run; the recorded run's own overflow is in all. */
static void defect_beside_one_of_all_runs(void **unused) {
  fresh(8);
  for (int i = 0; i < 8; i++) {
    defect(OMEN_RECORDED, i, OMEN_DEFECT_OUT_OF_BOUNDS, 1, false);
    defect(OMEN_FLIPPED, i, OMEN_DEFECT_OUT_OF_BOUNDS, 1, false);
  }
  assert_int_equal(omen_weigh_violations(&path).weight, OMEN_WEIGHT_NONE);
  for (int i = 0; i < 8; i++) writes(OMEN_FLIPPED, i, 5, 5);
  assert_int_equal(omen_weigh_outputs(&path).weight, OMEN_WEIGHT_SURE); /* such runs are whole */
  for (int i = 0; i < 8; i++) defect(OMEN_FLIPPED, i, OMEN_DEFECT_OUT_OF_BOUNDS, 2, true);
  struct omen_weighing f = omen_weigh_violations(&path);
  assert_int_equal(f.weight, OMEN_WEIGHT_SURE);
  assert_int_equal(f.order, OMEN_FLIPPED);
  assert_int_equal(f.consequence, OMEN_CONSEQUENCE_OVERFLOW);
  assert_int_equal(f.defect, omen_defect_name(OMEN_DEFECT_OUT_OF_BOUNDS, 0, pcs + 1, 1));
}

/* The same where the one of all runs comes later, and the flipped ones broke off before it. */
static void defect_before_one_of_all_runs(void **unused) {
  fresh(8);
  for (int i = 0; i < 8; i++) {
    defect(OMEN_RECORDED, i, OMEN_DEFECT_OUT_OF_BOUNDS, 1, false);
    defect(OMEN_FLIPPED, i, OMEN_DEFECT_OUT_OF_BOUNDS, 2, true);
  }
  struct omen_weighing f = omen_weigh_violations(&path);
  assert_int_equal(f.weight, OMEN_WEIGHT_SURE);
  assert_int_equal(f.order, OMEN_FLIPPED); /* that the recorded order has its own nobody can tell */
}

/* The recorded run has it, the other order has not: what comes of it is named after it. */
static void recorded_order_is_guilty(void **unused) {
  fresh(8);
  for (int i = 0; i < 8; i++) {
    defect(OMEN_RECORDED, i, OMEN_DEFECT_USE_AFTER_FREE, 1, false);
    if (i % 2) crash(OMEN_RECORDED, i, 7);
  }
  struct omen_weighing f = omen_weigh_violations(&path);
  assert_int_equal(f.weight, OMEN_WEIGHT_SURE);
  assert_int_equal(f.order, OMEN_RECORDED);
  assert_int_equal(f.consequence, OMEN_CONSEQUENCE_USE_AFTER_FREE);
}

/* An end that one order alone has is not hidden by a defect of both. */
static void end_behind_a_defect(void **unused) {
  fresh(8);
  for (int i = 0; i < 8; i++) {
    for (int order = 0; order < 2; order++) defect(order, i, OMEN_DEFECT_SHIFT, 1, false);
    crash(OMEN_FLIPPED, i, 7);
  }
  struct omen_weighing f = omen_weigh_violations(&path);
  assert_int_equal(f.weight, OMEN_WEIGHT_SURE);
  assert_int_equal(f.consequence, OMEN_CONSEQUENCE_CRASH);
  assert_int_equal(f.defect, 0);
}

/* A run that broke off says nothing of what comes later in the recorded one. */
static void nothing_is_known_behind_an_end(void **unused) {
  fresh(8);
  for (int i = 0; i < 8; i++) {
    defect(OMEN_RECORDED, i, OMEN_DEFECT_DOUBLE_FREE, 1, false);
    path.run[OMEN_FLIPPED][i].outcome.end = OMEN_END_LOST;
  }
  assert_int_equal(omen_weigh_violations(&path).weight, OMEN_WEIGHT_NONE);
}

/* Two orders, each with an end of its own: one of them is blamed, and the race is not let off. */
static void either_order_is_wrong(void **unused) {
  fresh(8);
  for (int i = 0; i < 8; i++) {
    defect(OMEN_RECORDED, i, OMEN_DEFECT_DIVISION, 1, true);
    defect(OMEN_FLIPPED, i, OMEN_DEFECT_USE_AFTER_FREE, 2, true);
  }
  assert_int_equal(omen_weigh_violations(&path).weight, OMEN_WEIGHT_SURE);
}

/* What was not flipped, and what nothing is known of, shows nothing. */
static void not_met(void **unused) {
  fresh(8);
  for (int i = 0; i < 8; i++) {
    crash(OMEN_FLIPPED, i, 7);
    path.run[OMEN_FLIPPED][i].outcome.awaited = OMEN_PLAN_BLOCKED;
  }
  assert_int_equal(omen_weigh_violations(&path).weight, OMEN_WEIGHT_NONE);
  fresh(8);
  for (int i = 0; i < 8; i++) {
    path.run[OMEN_FLIPPED][i].outcome.end = OMEN_END_LOST;
    writes(OMEN_FLIPPED, i, 5, 5);
  }
  assert_int_equal(omen_weigh_outputs(&path).weight, OMEN_WEIGHT_NONE);
}

static void outputs(void **unused) {
  fresh(8);
  for (int i = 0; i < 8; i++) writes(OMEN_FLIPPED, i, 5, 5);
  assert_int_equal(omen_weigh_outputs(&path).weight, OMEN_WEIGHT_SURE);
  for (int i = 0; i < 8; i++) writes(OMEN_RECORDED, i, 5, 5);
  assert_int_equal(omen_weigh_outputs(&path).weight, OMEN_WEIGHT_NONE);
}

/* So many orders of lines that no two runs write the same. */
static void any_order(void **unused) {
  enum { FAMILIES = 1000 };
  int blamed = 0;
  for (int family = 0; family < FAMILIES; family++) {
    fresh(OMEN_FAMILY_MAX);
    unsigned orders = 2u << dice(9);
    for (int order = 0; order < 2; order++)
      for (int i = 0; i < OMEN_FAMILY_MAX; i++) writes(order, i, 100 + dice(orders), 1);
    blamed += omen_weigh_outputs(&path).weight == OMEN_WEIGHT_SURE;
  }
  print_message("blamed: %d of %d\n", blamed, FAMILIES);
  assert_in_range(blamed, 0, FAMILIES / 200);
  fresh(OMEN_FAMILY_MAX); /* and among them a line that one order alone writes */
  for (int order = 0; order < 2; order++)
    for (int i = 0; i < OMEN_FAMILY_MAX; i++)
      writes(order, i, 100 + dice(1000) * 2 + (unsigned)order, (uint64_t)order);
  assert_int_equal(omen_weigh_outputs(&path).weight, OMEN_WEIGHT_SURE);
}

/* ---- units ---- */

static void says(int order, int i, const char *text) {
  struct omen_output one = {.fd = 1, .data = text, .len = strlen(text)};
  struct omen_result *r = &path.run[order][i];
  *r = (struct omen_result){.outcome.awaited = OMEN_PLAN_MET, .outputs = &one, .noutputs = 1};
  r->hash = path.loose[order][i] = ++state; /* no two runs write the same */
  omen_units_add(&path.units, order, i, r);
  r->outputs = NULL;
  r->noutputs = 0;
}
/* Lines with a number that is free, and a thread's that is free, too; then `more`. */
static void talks(int order, int i, unsigned lines, const char *more) {
  char text[4000];
  int n = 0;
  for (unsigned k = 0; k < lines; k++)
    n += snprintf(text + n, sizeof text - (size_t)n, "%u: number %u\n", dice(4), dice(40));
  snprintf(text + n, sizeof text - (size_t)n, "%s", more);
  says(order, i, text);
}

/* One line among others that are free: "value 6" against "value 5". */
static void one_line_is_decided(void **unused) {
  fresh(OMEN_FAMILY_MAX);
  for (int order = 0; order < 2; order++)
    for (int i = 0; i < OMEN_FAMILY_MAX; i++) talks(order, i, 40, order ? "value 6\n" : "value 5\n");
  struct omen_weighing f = omen_weigh_outputs(&path);
  assert_int_equal(f.weight, OMEN_WEIGHT_SURE);
  assert_int_equal(f.order, OMEN_FLIPPED);
  assert_true(f.unit != 0);
  assert_true(omen_member_adjacent(f.pair));
}

/* One number in a line whose other number is free. */
static void one_field_is_decided(void **unused) {
  fresh(OMEN_FAMILY_MAX);
  for (int order = 0; order < 2; order++)
    for (int i = 0; i < OMEN_FAMILY_MAX; i++) {
      char line[80];
      snprintf(line, sizeof line, "%u,%d,%u\n", dice(1000), order ? 6 : 5, dice(1000));
      talks(order, i, 10, line);
    }
  assert_int_equal(omen_weigh_outputs(&path).weight, OMEN_WEIGHT_SURE);
}

/* Not in all runs, but in most, and never in the other order. */
static void mostly_decided(void **unused) {
  fresh(OMEN_FAMILY_MAX);
  for (int order = 0; order < 2; order++)
    for (int i = 0; i < OMEN_FAMILY_MAX; i++)
      talks(order, i, 20, dice(4) == 0 ? "value 7\n" : order ? "value 6\n" : "value 5\n");
  assert_int_equal(omen_weigh_outputs(&path).weight, OMEN_WEIGHT_SURE);
}

/* However much is free, and however many units there are: mistakes are rare. */
static void all_is_free(void **unused) {
  enum { FAMILIES = 300 };
  int blamed = 0;
  for (int family = 0; family < FAMILIES; family++) {
    int n = OMEN_FAMILY_MAX >> dice(3);
    unsigned lines = 1 + dice(40);
    fresh(n);
    for (int order = 0; order < 2; order++)
      for (int i = 0; i < n; i++) talks(order, i, lines, dice(2) ? "yes\n" : "no\n");
    blamed += omen_weigh_outputs(&path).weight == OMEN_WEIGHT_SURE;
  }
  print_message("blamed: %d of %d\n", blamed, FAMILIES);
  assert_in_range(blamed, 0, FAMILIES / 200);
}

/* What the other order writes once is not this one's doing; nor is what this one writes now and then. */
/* Both orders write the same two lines, by schedule. Two runs that draw nothing and went the same course are
 * enough, unless something else came between, or a drawn schedule did it. */
static struct omen_out_counter counters[2][2];
static void same_course(int i, uint64_t flipped, uint64_t bystanders) {
  fresh(8);
  for (int order = 0; order < 2; order++) {
    for (int k = 0; k < path.n; k++) writes(order, k, (uint64_t)(order + k) % 2, (uint64_t)(order + k) % 2);
    counters[order][0] = (struct omen_out_counter){(char *)"course", order ? flipped : 7};
    counters[order][1] = (struct omen_out_counter){(char *)"bystanders", order ? bystanders : 0};
    path.run[order][i].outcome.counters = counters[order];
    path.run[order][i].outcome.ncounters = 2;
  }
}
static void course(void **unused) {
  same_course(4, 7, 0);
  struct omen_weighing f = omen_weigh_outputs(&path);
  assert_int_equal(f.weight, OMEN_WEIGHT_SURE);
  assert_true(f.course && f.pair == 4 && f.order == OMEN_FLIPPED);
  same_course(4, 8, 0);
  assert_int_not_equal(omen_weigh_outputs(&path).weight, OMEN_WEIGHT_SURE);
  same_course(4, 7, 1);
  assert_int_not_equal(omen_weigh_outputs(&path).weight, OMEN_WEIGHT_SURE);
  same_course(3, 7, 0);
  assert_int_not_equal(omen_weigh_outputs(&path).weight, OMEN_WEIGHT_SURE);
  same_course(4, 7, 0);
  crash(OMEN_FLIPPED, 4, 1);
  assert_int_not_equal(omen_weigh_outputs(&path).weight, OMEN_WEIGHT_SURE);
  same_course(4, 7, 0);
  suspect.second.call = 1;
  assert_int_not_equal(omen_weigh_outputs(&path).weight, OMEN_WEIGHT_SURE);
}

static void not_decided(void **unused) {
  fresh(OMEN_FAMILY_MAX);
  for (int order = 0; order < 2; order++)
    for (int i = 0; i < OMEN_FAMILY_MAX; i++) talks(order, i, 20, order || i == 17 ? "hint seen\n" : "");
  assert_int_equal(omen_weigh_outputs(&path).weight, OMEN_WEIGHT_NONE);
  fresh(OMEN_FAMILY_MAX);
  for (int order = 0; order < 2; order++)
    for (int i = 0; i < OMEN_FAMILY_MAX; i++) talks(order, i, 20, order && i % 5 == 0 ? "late\n" : "");
  assert_int_equal(omen_weigh_outputs(&path).weight, OMEN_WEIGHT_NONE);
}

static void add_pattern(uint64_t hash, uint64_t recorded, uint64_t flipped) {
  struct omen_units *u = &path.units;
  OMEN_GROW(u->kept, u->n, u->capacity);
  u->kept[u->n++] = (struct omen_unit_kept){.hash = hash, .in = {recorded, flipped}};
}

/* 13 pairs for one unit; units of the same runs count once; those that come seldom not at all; twice as many
 * different ones need one pair more. */
static void pairs_needed(void **unused) {
  const uint64_t all = (1ull << 48) - 1;
  fresh(OMEN_FAMILY_MAX);
  assert_int_equal(omen_units_needed(&path.units, all), 13);
  for (uint64_t i = 0; i < 100; i++) add_pattern(i, all, 0);
  assert_int_equal(omen_units_needed(&path.units, all), 13);
  for (uint64_t i = 0; i < 1000; i++) add_pattern(1000 + i, 1ull << i % 48, 0);
  assert_int_equal(omen_units_needed(&path.units, all), 13);
  for (uint64_t i = 1; i < 64; i++) add_pattern(5000 + i, all ^ i, 0);
  assert_int_equal(omen_units_needed(&path.units, all), 13 + 6);
  assert_int_equal(omen_units_needed(&path.units, 0xfff), 13); /* 12 pairs are never enough */
}

static void samples(void **unused) {
  struct omen_samples s = {0};
  struct omen_sample out[OMEN_SAMPLES_MAX];
  assert_int_equal(omen_samples_take(&s, out), 0);
  for (uint64_t i = 0; i < 1000; i++)
    omen_samples_add(&s, (struct omen_sample){{i, i + 5000}, true}, i == 517 ? 2 : 1);
  uint32_t n = omen_samples_take(&s, out);
  assert_in_range(n, 5, OMEN_SAMPLES_MAX);
  assert_int_equal(out[0].event[0], 0);
  assert_int_equal(out[1].event[0], 999);
  bool other_kind = false;
  uint64_t tenths = 0;
  for (uint32_t i = 0; i < n; i++) {
    other_kind |= out[i].event[0] == 517;
    tenths |= 1u << out[i].event[0] / 100;
    for (uint32_t k = 0; k < i; k++) assert_true(out[k].event[0] != out[i].event[0]);
  }
  assert_true(other_kind);
  assert_true(__builtin_popcountll(tenths) >= 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(chance),
                                     cmocka_unit_test(alike_only_if),
                                     cmocka_unit_test(one_order_always),
                                     cmocka_unit_test(defect_beside_one_of_all_runs),
                                     cmocka_unit_test(defect_before_one_of_all_runs),
                                     cmocka_unit_test(recorded_order_is_guilty),
                                     cmocka_unit_test(end_behind_a_defect),
                                     cmocka_unit_test(nothing_is_known_behind_an_end),
                                     cmocka_unit_test(either_order_is_wrong),
                                     cmocka_unit_test(whatever_the_order),
                                     cmocka_unit_test(seldom),
                                     cmocka_unit_test(outputs),
                                     cmocka_unit_test(likelier_is_not_enough),
                                     cmocka_unit_test(certain),
                                     cmocka_unit_test(not_met),
                                     cmocka_unit_test(by_schedule),
                                     cmocka_unit_test(other_place),
                                     cmocka_unit_test(one_line_is_decided),
                                     cmocka_unit_test(one_field_is_decided),
                                     cmocka_unit_test(mostly_decided),
                                     cmocka_unit_test(all_is_free),
                                     cmocka_unit_test(not_decided),
                                     cmocka_unit_test(course),
                                     cmocka_unit_test(pairs_needed),
                                     cmocka_unit_test(samples),
                                     cmocka_unit_test(any_order)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
