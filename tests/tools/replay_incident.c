/* replay_incident REC ID N SECONDS: replays an incident N times in fresh processes, as it goes wrong and,
 * where its cause is known, as often with that reversed; without the command's start and report. Every run
 * must end and write as the first of its kind did; the one must go wrong, and the other must not in that way.
 * After SECONDS of either kind no more are begun. Says how many there were; or what is not so, and exits
 * with 1. What exactly the two show, tests/verdicts/run compares in replays by the command. */
#include "classify/incident.h"
#include "record/defect_words.h"
#include "triage/evidence.h"
#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 10 };

struct replays {
  struct omen_explorer x;
  struct omen_plan plan;
  struct omen_result first;
  long n;
};

static bool same_defects(const struct omen_outcome *a, const struct omen_outcome *b) {
  if (a->ndefects != b->ndefects) return false;
  for (size_t i = 0; i < a->ndefects; i++)
    if (omen_defect_name_of(&a->defects[i]) != omen_defect_name_of(&b->defects[i])) return false;
  return true;
}

static bool same(const struct omen_result *a, const struct omen_result *b) {
  const struct omen_outcome *x = &a->outcome, *y = &b->outcome;
  return x->end == y->end && x->status == y->status && x->pc == y->pc && a->hash == b->hash &&
         x->awaited == y->awaited && same_defects(x, y) &&
         omen_outcome_counter(x, "events") == omen_outcome_counter(y, "events");
}

static void replay(struct replays *all, const char *what, long n) {
  struct omen_plan plans[AT_ONCE];
  struct omen_result r[AT_ONCE];
  struct omen_err err;
  for (long i = 0; i < n; i++) plans[i] = all->plan;
  if (omen_explore_fresh(&all->x, plans, (size_t)n, r, &err)) omen_die(1, "%s: %s", what, err.msg);
  for (long i = 0; i < n; i++) {
    if (!all->n++)
      all->first = r[i];
    else if (!same(&all->first, &r[i]))
      omen_die(1, "%s: replay %ld differs from the first", what, all->n);
    else
      omen_result_release(&r[i]);
  }
}

/* All replays of one kind. Of no time left, two are made all the same. */
static struct replays many(const struct omen_recording *r, const struct omen_plan *plan, const char *what,
                           long n, double until) {
  struct replays all = {.plan = *plan};
  struct omen_err err;
  if (omen_explorer_open(&all.x, r, &err)) omen_die(1, "%s", err.msg);
  all.x.budget.jobs = 1;
  while (all.n < n && (all.n < 2 || omen_now() < until)) {
    long left = n - all.n;
    replay(&all, what, all.n < 2 ? 1 : left < AT_ONCE ? left : AT_ONCE);
  }
  omen_explorer_close(&all.x);
  return all;
}

static bool shows(const struct omen_result *r, uint64_t defect) {
  if (defect) return omen_outcome_defect(&r->outcome, defect);
  return omen_wrong_of(r).what || r->outcome.end == OMEN_END_ENDLESS;
}

/* Wherever in a loop a run is ended: that is no place. */
static bool shows_the_same(const struct omen_result *r, const struct omen_result *wrong, uint64_t defect) {
  if (defect || wrong->outcome.end == OMEN_END_ENDLESS) return shows(r, defect);
  return omen_wrong_same(omen_wrong_of(r), omen_wrong_of(wrong));
}

int main(int argc, char **argv) {
  struct omen_recording r;
  struct omen_err err;
  struct omen_plan plan;
  uint64_t defect;
  if (argc != 5) omen_die(2, "usage: replay_incident REC ID N SECONDS");
  const char *rec = argv[1], *id = argv[2];
  long n = atol(argv[3]);
  double seconds = atof(argv[4]);
  if (omen_recording_open(&r, rec, &err) || omen_evidence_find_incident(rec, id, false, &plan, &defect, &err))
    omen_die(1, "%s", err.msg);
  struct replays wrong = many(&r, &plan, "as it goes wrong", n, omen_now() + seconds), well = {0};
  if (!shows(&wrong.first, defect)) omen_die(1, "nothing goes wrong");
  if (!omen_evidence_find_incident(rec, id, true, &plan, &defect, &err)) {
    well = many(&r, &plan, "prevented", n, omen_now() + seconds);
    if (shows_the_same(&well.first, &wrong.first, defect))
      omen_die(1, "prevented: it goes wrong all the same");
  }
  printf("%ld %ld\n", wrong.n, well.n);
  return 0;
}
