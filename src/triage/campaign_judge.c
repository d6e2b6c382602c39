/* Which race is judged next, where and how hard: see campaign.h.
 *
 * Races without a verdict come first. Then the weakest verdicts: what could not be explored, single ordering
 * that rests on a time limit, and witnesses by their number, few first. Such a race is judged in another
 * recording that has it; where all were used, again with more schedules. A harmful verdict is final: its
 * evidence was replayed. Recording and judging take about equal time. */
#include "base/interrupt.h"
#include "record/loaded.h"
#include "report/foreign.h"
#include "triage/campaign.h"
#include "triage/classify_recording.h"
#include "triage/likely_harm.h"
#include <limits.h>
#include <string.h>

/* EXPLORING: free exploration takes one part in so many of the time, where races are left to be judged, and
 * so does prediction. TELL_DRY: so many runs without anything new are told. */
enum {
  TELL_DRY = 16,
  MOST_PUT_OFF = 8,
  PARTS = 4,
  EXPLORING = 4,
  MOST_SCHEDULES = 10,
  /* A race is judged in so many, where no budget says how long; in fewer where that makes more verdicts than
   * ENOUGH, but for those that rest on nothing yet, or on a time limit. */
  RECORDINGS = 3,
  ENOUGH = 96,
  WEAKEST = 2
};

/* Seconds that a race gets however many there are: less would do for none. */
#define LEAST_SHARE 0.3
#define LEAST_TURN 0.3
#define LEAST_PART 0.5

struct choice {
  size_t run;
  int schedules, weakness; /* INT_MAX: nothing to do */
};

void omen_campaign_silence(struct omen_campaign *c, struct omen_suppressions *s) {
  c->suppressions = s;
  for (size_t i = 0; i < c->nruns; i++)
    if (!c->runs[i].lost) omen_suppressions_mark(s, &c->runs[i].report);
}

/* A report is worth no more than half of a budget. */
static void leave_room(struct omen_campaign *c) {
  double room = c->telling * c->finding;
  if (room > c->budget / 2) room = c->budget / 2;
  c->deadline = c->budget > 0 ? c->start + c->budget - room : 0;
}

void omen_campaign_budget(struct omen_campaign *c, double start, double seconds, double telling) {
  c->start = start;
  c->telling = telling;
  c->budget = seconds;
  leave_room(c);
}

void omen_campaign_tells(struct omen_campaign *c, const struct omen_campaign_run *r) {
  if (r->report.nraces) c->finding += r->finding * (double)r->fresh / (double)r->report.nraces;
  leave_room(c);
}

/* One part in PARTS of what is left, or in as many as there are recordings. */
double omen_campaign_part(const struct omen_campaign *c) {
  double left = c->deadline - omen_now(), mine = left / (double)(c->nruns > PARTS ? c->nruns : PARTS);
  if (mine < LEAST_PART) mine = left < LEAST_PART ? left : LEAST_PART;
  return c->deadline > 0 ? omen_now() + mine : 0;
}

bool omen_campaign_over(const struct omen_campaign *c) { return omen_over(c->deadline); }

static bool known(const struct omen_campaign *c, const struct omen_sighting *s) {
  const struct omen_race *race = &c->runs[s->run].report.races[s->race];
  return !s->failed && !c->runs[s->run].refused && !race->home && race->access[0].known;
}

/* Negative: there is no verdict yet. Those that took too long come after the others, and then what is likely
 * harmful comes first. */
static int no_verdict(const struct omen_race *race, int put_off) {
  int least = put_off < MOST_PUT_OFF ? put_off : MOST_PUT_OFF;
  return (least - MOST_PUT_OFF) * (OMEN_LIKELY_MOST + 1) - 1 - omen_likely_harm(race);
}

static int weakness(const struct omen_race *worst, const struct omen_race *race, int put_off, int k) {
  if (!worst) return no_verdict(race, put_off);
  const struct omen_verdict *v = &worst->verdict;
  if (omen_verdict_harmful(v)) return INT_MAX;
  if (v->class == OMEN_CLASS_UNKNOWN) return 1;
  if (v->proof == OMEN_PROOF_TIMEOUT) return 2;
  return (v->proof == OMEN_PROOF_PROVED ? 1000 : 3) + k;
}

static size_t recordings(const struct omen_campaign *c, int weakness) {
  size_t n = weakness > WEAKEST ? ENOUGH / (c->nraces ? c->nraces : 1) : RECORDINGS;
  return n < 1 ? 1 : n < RECORDINGS ? n : RECORDINGS;
}

/* Where to look at this race next. */
static struct choice choose(const struct omen_campaign *c, const struct omen_merged *m) {
  struct choice best = {.weakness = INT_MAX};
  size_t judged = 0;
  int k = 0, least = INT_MAX, put_off = 0;
  const struct omen_race *race = &c->runs[m->seen[0].run].report.races[m->seen[0].race];
  if (race->mark.suppressed || (c->wanted && !omen_foreigns_want(c->wanted, race))) return best;
  for (size_t i = 0; i < m->nseen; i++) {
    const struct omen_sighting *s = &m->seen[i];
    judged += s->tried > 0 && omen_campaign_counts(c, m, s);
    k += s->tried ? c->runs[s->run].report.races[s->race].verdict.k : 0;
    if (known(c, s) && s->tried < least && omen_campaign_counts(c, m, s)) {
      least = s->tried;
      best.run = s->run;
    }
    if (s->put_off > put_off) put_off = s->put_off;
  }
  int weak = weakness(omen_campaign_worst(c, m, NULL), race, put_off, k);
  if (least == INT_MAX || weak == INT_MAX) return best;
  if (c->deadline <= 0 && (judged >= recordings(c, weak) || least > 0))
    return best; /* no budget: that is enough */
  best.schedules = least ? least * 2 : c->schedules;
  if (best.schedules > MOST_SCHEDULES && least) best.schedules = MOST_SCHEDULES;
  if (best.schedules > least) best.weakness = weak;
  return best;
}

/* Of equal ones, the one whose recording had the least time: `omen test` has many programs. */
static bool before(const struct omen_campaign *c, const struct choice *a, const struct choice *b) {
  if (a->weakness != b->weakness || a->weakness == INT_MAX) return a->weakness < b->weakness;
  return c->runs[a->run].judging < c->runs[b->run].judging;
}

static struct omen_merged *weakest(struct omen_campaign *c, struct choice *best) {
  struct omen_merged *m = NULL;
  *best = (struct choice){.weakness = INT_MAX};
  for (size_t i = 0; i < c->nraces; i++) {
    struct choice x = choose(c, &c->races[i]);
    if (!before(c, &x, best)) continue;
    *best = x;
    m = &c->races[i];
  }
  return m;
}

/* ---- one recording at a time ---- */

struct work {
  struct omen_campaign *c;
  struct choice choice;
  double until;                 /* when recording should have its turn again */
  struct omen_sighting *trying; /* what is being judged now */
  size_t tried;                 /* races that had their time */
};

static struct omen_sighting *sighting(struct omen_campaign *c, size_t run, const struct omen_race *race,
                                      struct omen_merged **of) {
  size_t n = (size_t)(race - c->runs[run].report.races);
  *of = &c->races[c->runs[run].merged[n]];
  for (size_t j = 0; j < (*of)->nseen; j++)
    if ((*of)->seen[j].run == run && (*of)->seen[j].race == n) return &(*of)->seen[j];
  OMEN_BUG("a race of run %zu is not in the campaign", run);
}

static size_t unjudged(const struct omen_campaign *c) {
  size_t n = 0;
  for (size_t i = 0; i < c->nraces; i++) n += !omen_campaign_worst(c, &c->races[i], NULL);
  return n;
}

/* Verdicts made so far, and (left) those that will be, as far as is known now. */
static size_t verdicts(const struct omen_campaign *c, size_t *left) {
  size_t made = 0;
  *left = 0;
  for (size_t i = 0; i < c->nraces; i++) {
    const struct omen_merged *m = &c->races[i];
    size_t mine = 0, most = recordings(c, INT_MAX);
    if (most > m->nseen) most = m->nseen;
    for (size_t j = 0; j < m->nseen; j++) mine += m->seen[j].tried > 0;
    made += mine;
    if (most > mine && choose(c, m).weakness != INT_MAX) *left += most - mine;
  }
  return made;
}

/* What is left at the pace so far, but never more than the budget. -1: nothing to tell it by. */
static double estimate(const struct omen_campaign *c) {
  size_t left, made = verdicts(c, &left);
  double seconds = -1, budget = c->deadline - omen_now();
  if (c->most_runs && c->recorded && (made || !left)) {
    size_t runs = c->most_runs > c->nruns ? c->most_runs - c->nruns : 0;
    seconds = (double)runs * c->recording_time / (double)c->recorded;
    if (left) seconds += (double)left * c->judging_time / (double)made;
  }
  if (c->deadline > 0 && (seconds < 0 || seconds > budget)) seconds = budget > 0 ? budget : 0;
  return seconds;
}

static void tell(struct omen_campaign *c, const struct omen_race *race, size_t run) {
  double seconds = estimate(c);
  struct omen_buf line = {0};
  omen_buf_addf(&line, "run %zu", c->nruns);
  if (c->most_runs) omen_buf_addf(&line, " of %llu", (unsigned long long)c->most_runs);
  omen_buf_addf(&line, ", %zu of %zu races judged", c->nraces - unjudged(c), c->nraces);
  if (race)
    omen_buf_addf(&line, "; trying %s (%.40s) in %s", race->id, race->location.name, c->runs[run].name);
  if (!race && omen_campaign_dry(c) >= TELL_DRY)
    omen_buf_addf(&line, "; nothing new for %zu runs", omen_campaign_dry(c));
  if (seconds >= 0) omen_buf_addf(&line, "; about %.0f s left", seconds);
  if (race) omen_progress_urge(&c->progress);
  omen_progress_say(&c->progress, line.data);
  omen_buf_release(&line);
}

static bool wanted(void *context, const struct omen_race *race) {
  struct work *w = context;
  struct omen_merged *m;
  sighting(w->c, w->choice.run, race, &m);
  struct choice x = choose(w->c, m);
  if (x.weakness == INT_MAX || x.run != w->choice.run || x.schedules != w->choice.schedules) return false;
  /* Those without a verdict come first, of them the worse ones if time may not do for all: if it does, races
   * of one copy are judged together. */
  bool later = x.weakness != w->choice.weakness && (w->c->deadline > 0 || x.weakness >= 0);
  return !(w->choice.weakness < 0 && later) &&
         !(w->tried && (omen_campaign_over(w->c) || omen_now() > w->until));
}

/* Races differ much in what they take: twice what is there for each, and twice that for one that had too
 * little, once the others had their turns. */
static double share(void *context, const struct omen_race *race) {
  struct work *w = context;
  struct omen_campaign *c = w->c;
  struct omen_merged *m;
  w->trying = sighting(c, w->choice.run, race, &m);
  tell(c, race, w->choice.run);
  size_t left = unjudged(c);
  double seconds = c->deadline > 0 ? 2 * (c->deadline - omen_now()) / (double)(left ? left : 1) : 1e9;
  if (seconds < LEAST_SHARE) seconds = LEAST_SHARE;
  return seconds * (double)(1 << w->trying->put_off);
}

static void put_off(void *context, const struct omen_race *race) {
  struct work *w = context;
  if (w->trying->put_off < MOST_PUT_OFF) w->trying->put_off++;
  w->tried++;
  w->trying = NULL;
}

static void judged(void *context, const struct omen_race *race, size_t done, size_t total) {
  struct work *w = context;
  w->trying->tried = w->choice.schedules;
  w->trying = NULL;
  w->tried++;
}

bool omen_campaign_fits(struct omen_campaign_run *r) {
  struct omen_err err = {0};
  if (!r->looked && omen_recording_fits(&r->recording, &err) && !omen_interrupted()) {
    r->refused = true;
    if (err.msg[0]) omen_warn("%s", err.msg);
  }
  r->looked = true;
  return !r->refused;
}

/* When another recording has its turn, or recording has. Opening one costs something: a turn is not too
 * short for that. */
static double turn_ends(const struct omen_campaign *c) {
  double behind = c->recording_time - c->judging_time, left = c->deadline - omen_now();
  if (omen_campaign_may_record(c)) return omen_now() + (behind > 0 ? behind : 0);
  if (c->deadline <= 0) return omen_now() + 1e9;
  double turn = left / 2 / (double)c->nruns;
  return omen_now() + (turn > LEAST_TURN ? turn : LEAST_TURN);
}

int omen_campaign_judge(struct omen_campaign *c, bool *more, struct omen_err *err) {
  struct work w = {.c = c};
  double start = omen_now();
  *more = weakest(c, &w.choice) != NULL;
  if (!*more) return 0;
  w.until = turn_ends(c);
  struct omen_campaign_run *r = &c->runs[w.choice.run];
  if (!omen_campaign_fits(r)) return 0; /* other recordings may do */
  struct omen_classify_job job = {.recording = &r->recording,
                                  .report = &r->report,
                                  .shown = r->shown,
                                  .schedules = w.choice.schedules,
                                  .instances = c->instances,
                                  .pre_race = c->pre_race,
                                  .outside = c->outside,
                                  .jobs = c->jobs,
                                  .deadline = c->deadline,
                                  .causes = !r->asked && r->report.outcome.end != OMEN_END_ENDLESS,
                                  .blames = true,
                                  .wanted = wanted,
                                  .share = share,
                                  .put_off = put_off,
                                  .judged = judged,
                                  .context = &w};
  r->asked = true;
  int result = omen_classify_recording(&job, err);
  c->judging_time += omen_now() - start;
  r->judging += omen_now() - start;
  if (!result || !w.trying) return result;
  omen_warn("%s: a race could not be explored: %s", r->shown, err->msg);
  w.trying->failed = true; /* other races, and other recordings, may do better */
  return 0;
}

static bool weak_ones_left(struct omen_campaign *c) {
  struct choice x;
  return weakest(c, &x) != NULL;
}

int omen_campaign_work(struct omen_campaign *c, struct omen_err *err) {
  for (;;) {
    bool may_record = omen_campaign_may_record(c), left = weak_ones_left(c), more;
    if (c->nruns && omen_campaign_over(c)) return 0;
    if (omen_campaign_ask_next(c)) continue;
    bool turn = !may_record || c->judging_time <= c->recording_time;
    if (turn && (!left || c->exploring_time * EXPLORING < c->judging_time) && omen_campaign_explore_next(c))
      continue;
    if (turn && (!left || c->predicting_time * EXPLORING < c->judging_time) && omen_campaign_predict_next(c))
      continue;
    if (!may_record && !left) {
      if (omen_campaign_try_inversions(c, err))
        omen_warn("a potential deadlock could not be explored: %s", err->msg);
      return 0;
    }
    int code = 0;
    if (may_record && (!left || c->recording_time <= c->judging_time)) {
      tell(c, NULL, 0);
      omen_progress_end(&c->progress); /* the terminal is the program's now */
      code = omen_campaign_record(c, err);
    } else
      code = omen_campaign_judge(c, &more, err);
    if (code) return code;
  }
}
