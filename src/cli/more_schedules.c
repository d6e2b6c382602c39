/* See more_schedules.h. The others are recorded in a folder beside that of the first. */
#include "cli/more_schedules.h"
#include "base/interrupt.h"
#include "base/table.h"
#include "cli/campaign_deliver.h"
#include "triage/shared_stdin.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A first run that took no longer than this, of the processor and by the wall, is cheap. Each of the others
 * gets ten times as long as the first took, and a second: one of them may go on for ever. */
#define CHEAP_CPU 1.0
#define CHEAP_WALL 3.0
#define TIMES 10
#define MORE 1.0
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
  bool fresh; /* it raced where none before did */
  double seconds, cpu_seconds;
};

/* The runs that are made beside the first. */
struct others {
  char *dir;               /* where they are until all are made */
  struct omen_table sites; /* accesses that raced */
  size_t racy;             /* kept: that show new races and end in order */
  char *last;              /* the folder of the last that is kept */
};

static bool add_sites(struct omen_table *sites, const struct omen_outcome *o) {
  bool fresh = false;
  for (size_t i = 0; i < o->nracy; i++) fresh |= omen_table_put(sites, o->racy[i].site + 1ull, 1);
  return fresh;
}

static bool look(const char *dir, struct omen_table *sites, struct seen *out) {
  struct omen_recording r;
  struct omen_outcome o;
  *out = (struct seen){0};
  if (omen_recording_open(&r, dir, NULL)) return false;
  char *path = omen_format("%s/outcome", r.dir);
  bool known = !omen_outcome_read(&o, path, NULL);
  free(path);
  if (known) {
    bool wrong = o.end == OMEN_END_DEADLOCK || o.end == OMEN_END_ENDLESS ||
                 (o.end == OMEN_END_SIGNAL && !omen_outcome_told_to_end(&o));
    *out = (struct seen){.threads = omen_outcome_counter(&o, "threads"),
                         .not_begun = omen_outcome_counter(&o, "threads_not_begun"),
                         .events = omen_outcome_counter(&o, "events"),
                         .races = o.nracy,
                         .exits = o.end == OMEN_END_EXIT,
                         .fails = wrong || o.ndefects,
                         .fresh = add_sites(sites, &o),
                         .seconds = r.manifest.seconds,
                         .cpu_seconds = r.manifest.cpu_seconds};
    omen_outcome_release(&o);
  }
  omen_recording_release(&r);
  return known;
}

/* --runs 1 asks for one run, a strategy for that one. A server's client may have its own ideas of how often.
 */
static bool wanted(const struct omen_options *o) {
  return !o->runs && o->strategy == OMEN_STRATEGY_RUN && !o->client && !o->symbolic.n && !o->no_detect;
}

static bool worth_it(const struct seen *first) {
  return first->threads > 1 && first->exits && !first->races && !first->fails &&
         first->seconds <= CHEAP_WALL && first->cpu_seconds <= CHEAP_CPU;
}

/* A terminal is asked once: the others get no input. */
static int no_input(void) { return isatty(0) ? open("/dev/null", O_RDONLY | O_CLOEXEC) : -1; }

static bool record(struct omen_record_request *q, struct omen_record_result *result, struct omen_err *err) {
  struct omen_err unsaid = {0};
  pid_t feeder = 0;
  if (omen_shared_stdin_begin(&q->input, &feeder, err ? err : &unsaid)) return false;
  if (q->unheard && q->input < 0) q->input = no_input();
  bool made = !omen_record_apart(q, result, err ? err : &unsaid);
  omen_shared_stdin_end(q->input, feeder);
  return made;
}

/* Only what shows new races is kept. A run that fails is not: the explorations of the others look for that,
 * with its cause, and if they find nothing the user is told how to see it (omen_more_schedules_say). */
static void keep(struct others *all, char *dir, const struct seen *s) {
  bool racy = s->fresh && s->exits && !s->fails;
  all->racy += racy;
  if (racy) {
    free(all->last);
    all->last = dir;
    return;
  }
  omen_recording_remove(dir);
  free(dir);
}

static void record_others(struct omen_record_request *q, size_t most, struct others *all,
                          struct omen_more_schedules *more) {
  uint64_t seed = q->seed;
  for (size_t i = 0; i < most && !omen_interrupt(); i++) {
    struct omen_record_result result;
    struct seen s;
    char *dir = omen_format("%s/" OMEN_CAMPAIGN_FOREIGN "%03zu", all->dir, i + 1);
    q->dir = dir;
    q->strategy = others[i % OTHERS];
    q->seed = seed + i / OTHERS;
    bool made = record(q, &result, NULL) && look(dir, &all->sites, &s);
    more->recorded += made;
    if (!made) s = (struct seen){0};
    if (s.fails && !more->failed)
      more->failed = true, more->failed_by = q->strategy, more->failed_seed = q->seed;
    keep(all, dir, &s);
    if (all->racy && !more->strategy) more->strategy = q->strategy, more->seed = q->seed;
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

static void try_others(const struct omen_options *o, struct omen_record_request *q, char **program,
                       const struct seen *first, struct omen_more_schedules *more) {
  const char *dir = q->dir;
  struct others all = {.dir = omen_format("%s.others", dir)};
  omen_rmtree(all.dir);
  if (!mkdir(all.dir, 0777)) {
    q->unheard = true;
    q->pct_steps = first->events;
    q->limit.cpu_seconds = TIMES * first->cpu_seconds + MORE;
    record_others(q, OTHERS * (first->not_begun ? SEEDS : 1), &all, more);
    bool one_model = o->memory.n < 2; /* campaigns are judged under one */
    if (one_model && all.racy > 1)
      more->merged = merge(o, dir, program, &all) ? all.racy : 0;
    else if (all.racy)
      more->taken = replace(dir, &all);
    omen_rmtree(all.dir);
  }
  q->dir = dir;
  omen_table_release(&all.sites);
  free(all.last);
  free(all.dir);
}

bool omen_record_schedules(const struct omen_options *o, const char *dir, char **program,
                           struct omen_suppressions *suppressions, struct omen_record_result *result,
                           struct omen_more_schedules *more) {
  struct omen_record_request q;
  struct omen_err err = {0};
  struct seen first;
  struct omen_table none = {0};
  *more = (struct omen_more_schedules){.recorded = 1};
  if (!wanted(o)) return omen_record_first(o, dir, program, suppressions, result);
  omen_record_first_options(&q, o, dir, program, suppressions);
  bool made = record(&q, result, &err);
  omen_record_first_say(made, result, &err);
  if (made && look(dir, &none, &first) && worth_it(&first) && !omen_interrupt())
    try_others(o, &q, program, &first, more);
  omen_table_release(&none);
  omen_record_options_release(&q);
  return made;
}

static void say_recorded(const struct omen_more_schedules *more) {
  if (more->merged)
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
  return unseen ? OMEN_EXIT_HARMFUL : code;
}
