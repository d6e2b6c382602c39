/* Races of one copy: see classify_parts.h and copies.h. */
#include "classify/together.h"
#include "triage/classify_parts.h"
#include <stdlib.h>

/* FULL: schedules that nobody asked for more than. SCHEDULES: of a whole group, with the copy on either side
 * of everything; a race by itself has about as many. */
enum { FULL = 2, SCHEDULES = 8 };

const struct omen_race *omen_classify_leader(const struct omen_classify_work *w,
                                             const struct omen_race *race) {
  const struct omen_race *leader = omen_copies_leader(&w->copies, w->job->report, race);
  bool asked = w->job->schedules > FULL || w->job->pre_race || w->job->only || w->job->states_only;
  bool harmless = leader && leader->verdict.class == OMEN_CLASS_K_WITNESS && !leader->verdict.not_judged;
  return harmless && !asked ? leader : NULL;
}

static void give(struct omen_classify_work *w, struct omen_race *race, const struct omen_race *leader,
                 const struct omen_together *t, size_t all, double seconds) {
  struct omen_pool *pool = &w->job->report->pool;
  race->severity = omen_class_info(OMEN_CLASS_K_WITNESS)->severity;
  race->verdict = (struct omen_verdict){
      .class = OMEN_CLASS_K_WITNESS,
      .proof = OMEN_PROOF_EXPLORED,
      .k = SCHEDULES + 1,
      .paths = 1,
      .schedules = SCHEDULES,
      .seconds = seconds,
      .what = omen_pool_fmt(
          pool,
          "judged together with [race %s]: %d schedules with the copy before all %zu accesses "
          "that it races with or behind them, and one with it right at this access, "
          "%s",
          leader->id, t->recorded + SCHEDULES, all,
          t->outputs == 1 ? "end and write alike"
                          : "end alike; what varies by schedule varies in the recorded order, too")};
  omen_evidence_add(&w->evidence, race, NULL, &w->options);
}

static struct omen_suspect suspect(const struct omen_classify_work *w, size_t race) {
  return omen_suspect_of(&w->job->report->races[race].sample[w->copies.sample[race]]);
}

/* All races that have this leader, in one exploration. Those that are alike have their verdicts then; the
 * others are judged by themselves. */
static int judge_together(struct omen_classify_work *w, const struct omen_race *leader) {
  struct omen_report *r = w->job->report;
  size_t all = 1, number = (size_t)(leader - r->races), *of = omen_xcalloc(r->nraces, sizeof *of);
  struct omen_suspect *s = omen_xcalloc(r->nraces, sizeof *s), farthest = suspect(w, number),
                      nearest = suspect(w, w->copies.nearest[number]);
  struct omen_together t = {.nearest = &nearest,
                            .farthest = &farthest,
                            .s = s,
                            .schedules = SCHEDULES,
                            .alike = omen_xcalloc(r->nraces, sizeof *t.alike)};
  for (size_t i = 0; i < r->nraces; i++) {
    if (w->copies.leader[i] != number + 1 || i == number) continue;
    all++;
    if (!omen_classify_wants(w->job, &r->races[i])) continue;
    of[t.n] = i;
    s[t.n++] = suspect(w, i);
  }
  w->copies.done[number] = true;
  double start = omen_now();
  int result = omen_together_run(&w->x, &t, w->err);
  double each = t.n ? (omen_now() - start) / (double)t.n : 0;
  for (size_t i = 0; !result && i < t.n; i++)
    if (t.alike[i]) give(w, &r->races[of[i]], leader, &t, all, each);
  free(of);
  free(s);
  free(t.alike);
  return result;
}

int omen_classify_together(struct omen_classify_work *w, const struct omen_race *race) {
  const struct omen_race *leader = omen_classify_leader(w, race);
  return leader && !w->copies.done[leader - w->job->report->races] ? judge_together(w, leader) : 0;
}
