/* See more_schedules.h. The others are recorded in a folder beside that of the first. */
#include "cli/more_schedules.h"
#include "base/interrupt.h"
#include "cli/campaign_deliver.h"
#include "cli/schedule_news.h"
#include "explore/derive.h"
#include "record/logged.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A first run that took no longer than this, of the processor and by the wall, is cheap. Each of the others
 * gets ten times as much of the processor as the first took, and a second: one of them may go on for ever. */
#define CHEAP_CPU 1.0
#define CHEAP_WALL 3.0
#define TIMES 10
#define MORE 1.0
/* Where the first run shows races, there is something to judge already: no further one begins when the others
 * took so many times as long as it, and so many seconds. */
#define RACY_TIMES 4
#define RACY_MORE 0.3
/* Seeds for each strategy, where threads never began in the first run: they need a schedule that lets them.
 */
enum { SEEDS = 3 };

/* Round-robin first: every thread begins soon, and none gets ahead of the others. */
static const uint32_t others[] = {OMEN_STRATEGY_RR, OMEN_STRATEGY_RANDOM, OMEN_STRATEGY_PCT,
                                  OMEN_STRATEGY_POS};

#define OTHERS (sizeof others / sizeof *others)

struct seen { /* of a recorded run */
  uint64_t threads, not_begun, events, races;
  bool exits, fails;
  bool converses; /* with somebody outside, who cannot be asked again */
  bool likely;    /* it may have races that none before it has */
  double seconds, cpu_seconds;
};

/* The runs that are made beside the first. */
struct others {
  char *dir;                       /* where they are until all are made */
  struct omen_schedule_news known; /* races of those that are kept, the first included */
  size_t racy;                     /* kept: that show new races and end in order */
  char *last;                      /* the folder of the last that is kept */
  double until;                    /* omen_now() from which on no further one begins; 0: any time */
};

static bool fails(const struct omen_outcome *o) {
  return o->end == OMEN_END_DEADLOCK || o->end == OMEN_END_ENDLESS || o->ndefects ||
         (o->end == OMEN_END_SIGNAL && !omen_outcome_told_to_end(o));
}

/* Somebody behind a pipe, a socket or a terminal answers what the program asked in its first run: given again
 * at once, the answers would come before the questions, and the others would race for reasons that nobody
 * has.
 */
static bool may_answer(void) {
  struct stat st;
  return isatty(0) || (!fstat(0, &st) && (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode)));
}

static bool converses(const struct omen_recording *r) {
  struct omen_buf log = {0};
  char *path = omen_format("%s/log", r->dir);
  bool any = !omen_file_read(path, &log, NULL) && omen_log_converses(log.data, log.len, may_answer());
  omen_buf_release(&log);
  free(path);
  return any;
}

static bool look(const struct omen_recording *r, const struct omen_schedule_news *known, struct seen *out) {
  struct omen_outcome o;
  *out = (struct seen){0};
  char *path = omen_format("%s/outcome", r->dir);
  bool read = !omen_outcome_read(&o, path, NULL);
  free(path);
  if (read) {
    *out = (struct seen){.threads = omen_outcome_counter(&o, "threads"),
                         .not_begun = omen_outcome_counter(&o, "threads_not_begun"),
                         .events = omen_outcome_counter(&o, "events"),
                         .races = o.nracy,
                         .exits = o.end == OMEN_END_EXIT,
                         .fails = fails(&o),
                         .likely = omen_schedule_news_likely(known, &o),
                         .seconds = r->manifest.seconds,
                         .cpu_seconds = r->manifest.cpu_seconds};
    omen_outcome_release(&o);
  }
  return read;
}

/* Most runs show what is known, and need no second pass. */
static bool deserves(void *context, const struct omen_outcome *o) {
  const struct others *all = context;
  return o->end == OMEN_END_EXIT && !fails(o) && omen_schedule_news_likely(&all->known, o);
}

/* Races of the recording that are known from here on: how many are news? */
static size_t learn(struct others *all, struct omen_recording *r, struct omen_suppressions *suppressions) {
  struct omen_report report;
  if (omen_report_build(&report, r, NULL, NULL)) return 0;
  if (suppressions) omen_suppressions_mark(suppressions, &report);
  size_t fresh = omen_schedule_news_learn(&all->known, &report);
  omen_report_release(&report);
  return fresh;
}

/* --runs 1 asks for one run, a strategy for that one. */
static bool wanted(const struct omen_options *o) {
  return !o->runs && o->strategy == OMEN_STRATEGY_RUN && !o->client && !o->symbolic.n && !o->no_detect;
}

/* What is told beside the races of the first is told as a campaign: of one memory model. */
static bool worth_it(const struct omen_options *o, const struct seen *first, const struct omen_recording *r) {
  if (first->races && (o->memory.n || !strcmp(o->method, "state"))) return false;
  return first->threads > 1 && first->exits && !first->fails && first->seconds <= CHEAP_WALL &&
         first->cpu_seconds <= CHEAP_CPU && !converses(r);
}

/* Only what shows new races is kept. A run that fails is not: the explorations of the others look for that,
 * with its cause, and if they find nothing the user is told how to see it (omen_more_schedules_say). */
static void keep(struct others *all, struct omen_recording *r, const struct seen *s,
                 struct omen_suppressions *suppressions) {
  bool racy = s->likely && s->exits && !s->fails && learn(all, r, suppressions);
  all->racy += racy;
  if (racy) {
    free(all->last);
    all->last = omen_xstrdup(r->dir);
  } else
    omen_recording_remove(r->dir);
}

/* -1: this program cannot be run so; the next one would fail likewise. */
static int record_other(struct others *all, const struct omen_derivation *how, size_t number,
                        struct omen_suppressions *suppressions, struct omen_more_schedules *more) {
  struct omen_recording r;
  struct omen_err unsaid;
  struct seen s;
  char *dir = omen_format("%s/" OMEN_CAMPAIGN_FOREIGN "%03zu", all->dir, number);
  int result = omen_derive_by(how, dir, &r, &unsaid);
  free(dir);
  if (result) return -1;
  more->recorded++;
  if (!look(&r, &all->known, &s)) s = (struct seen){0};
  if (s.fails && !more->failed)
    more->failed = true, more->failed_by = how->strategy, more->failed_seed = how->seed;
  keep(all, &r, &s, suppressions);
  if (all->racy && !more->strategy) more->strategy = how->strategy, more->seed = how->seed;
  omen_recording_release(&r);
  return 0;
}

static void record_others(const struct omen_derivation *first, size_t most, struct others *all,
                          struct omen_suppressions *suppressions, struct omen_more_schedules *more) {
  for (size_t i = 0; i < most && !omen_interrupt() && !omen_over(all->until); i++) {
    struct omen_derivation how = *first;
    how.strategy = others[i % OTHERS];
    how.seed += i / OTHERS;
    if (record_other(all, &how, i + 1, suppressions, more)) break;
    if (all->racy && i + 1 >= OTHERS) break; /* threads that never began were let begin */
  }
}

/* All that is kept, and the first run, as the runs of a campaign in the place of the recording. */
static bool merge(const struct omen_options *o, const char *dir, char **program, struct others *all) {
  struct omen_campaign c;
  struct omen_err err = {0};
  bool resumed;
  char *first = omen_format("%s/" OMEN_CAMPAIGN_FOREIGN "000", all->dir);
  bool moved = !rename(dir, first);
  free(first);
  if (!moved) return false;
  if (omen_campaign_open_for(&c, dir, program, o, &resumed, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  omen_campaign_take(&c, all->dir);
  omen_campaign_adopt(&c);
  if (omen_campaign_save(&c, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  omen_campaign_release(&c);
  return true;
}

/* One that shows races takes the place of the first run, which shows none. */
static bool replace(const char *dir, const struct others *all) {
  return !omen_recording_remove(dir) && !rename(all->last, dir);
}

static void try_others(const struct omen_options *o, const char *dir, char **program,
                       struct omen_suppressions *suppressions, struct omen_recording *r,
                       const struct seen *first, struct omen_more_schedules *more) {
  struct others all = {.dir = omen_format("%s.others", dir)};
  struct omen_inputs same = {0};
  bool racy = first->races;
  double seconds = racy ? RACY_TIMES * first->cpu_seconds + RACY_MORE : TIMES * first->cpu_seconds + MORE;
  struct omen_derivation how = {.base = r,
                                .inputs = &same,
                                .other_schedule = true,
                                .seed = r->manifest.seed,
                                .pct_steps = first->events,
                                .seconds = (unsigned)ceil(seconds),
                                .deserves = deserves,
                                .context = &all};
  omen_rmtree(all.dir);
  if (!mkdir(all.dir, 0777)) {
    more->first_races = racy;
    if (racy) {
      learn(&all, r, suppressions);
      all.until = omen_now() + RACY_TIMES * first->seconds + RACY_MORE;
    }
    record_others(&how, OTHERS * (first->not_begun && !racy ? SEEDS : 1), &all, suppressions, more);
    bool one_model = o->memory.n < 2; /* campaigns are judged under one */
    if (one_model && all.racy > (racy ? 0 : 1))
      more->merged = merge(o, dir, program, &all) ? all.racy : 0;
    else if (all.racy && !racy)
      more->taken = replace(dir, &all);
    omen_rmtree(all.dir);
  }
  omen_schedule_news_release(&all.known);
  free(all.last);
  free(all.dir);
}

bool omen_record_schedules(const struct omen_options *o, const char *dir, char **program,
                           struct omen_suppressions *suppressions, struct omen_record_result *result,
                           struct omen_more_schedules *more) {
  struct omen_recording r;
  struct seen first;
  const struct omen_schedule_news none = {0};
  *more = (struct omen_more_schedules){.recorded = 1};
  bool made = omen_record_first(o, dir, program, suppressions, result);
  if (!made || !wanted(o) || omen_recording_open(&r, dir, NULL)) return made;
  if (look(&r, &none, &first) && worth_it(o, &first, &r) && !omen_interrupt())
    try_others(o, dir, program, suppressions, &r, &first, more);
  omen_recording_release(&r);
  return made;
}

static void say_recorded(const struct omen_more_schedules *more) {
  if (more->merged && more->first_races)
    omen_say("%d schedules were recorded: %zu beside the first show%s other races, and are judged with it",
             more->recorded, more->merged, more->merged == 1 ? "s" : "");
  else if (more->first_races)
    return; /* the report is about the first */
  else if (more->merged)
    omen_say("%d schedules were recorded: the first shows no race; it and %zu others are judged together",
             more->recorded, more->merged);
  else if (more->taken)
    omen_say("%d schedules were recorded: the first shows no race, this one is by --strategy %s --seed %llu",
             more->recorded, omen_strategy_name(more->strategy), (unsigned long long)more->seed);
  else
    omen_say("%d schedules were recorded, and none shows a race in a run that ends in order", more->recorded);
}

int omen_more_schedules_say(const struct omen_options *o, const struct omen_more_schedules *more, int code) {
  bool unseen = more->failed && code == OMEN_EXIT_OK;
  if (more->recorded > 1 && !o->quiet) say_recorded(more);
  if (unseen)
    omen_say("another recorded run failed: 'omen triage --strategy %s --seed %llu' shows how",
             omen_strategy_name(more->failed_by), (unsigned long long)more->failed_seed);
  bool asked = o->fail_on || o->baseline; /* for other reasons to fail */
  return unseen && !(asked && more->first_races) ? OMEN_EXIT_HARMFUL : code;
}
