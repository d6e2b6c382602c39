/* See more_schedules.h. The recording of the first run is put aside while others are made in its place, so
 * that the one that stays was made where it is. */
#include "cli/more_schedules.h"
#include "base/interrupt.h"
#include "triage/shared_stdin.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
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
  double seconds, cpu_seconds;
};

static bool look(const char *dir, struct seen *out) {
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

/* Records the others in `dir`, until one of them shows a race and ends in order. */
static void record_others(struct omen_record_request *q, size_t most, struct omen_more_schedules *more) {
  uint64_t seed = q->seed;
  for (size_t i = 0; i < most && !more->taken && !omen_interrupt(); i++) {
    struct omen_record_result result;
    struct seen s;
    q->strategy = others[i % OTHERS];
    q->seed = seed + i / OTHERS;
    if (!record(q, &result, NULL) || !look(q->dir, &s)) continue;
    more->recorded++;
    more->taken = s.races && s.exits && !s.fails;
    if (more->taken) more->strategy = q->strategy, more->seed = q->seed;
    if (s.fails && !more->failed)
      more->failed = true, more->failed_by = q->strategy, more->failed_seed = q->seed;
  }
}

static void try_others(struct omen_record_request *q, const struct seen *first,
                       struct omen_more_schedules *more) {
  char *aside = omen_format("%s.first", q->dir);
  omen_recording_remove(aside);
  if (!rename(q->dir, aside)) {
    q->unheard = true;
    q->pct_steps = first->events;
    q->limit.cpu_seconds = TIMES * first->cpu_seconds + MORE;
    record_others(q, OTHERS * (first->not_begun ? SEEDS : 1), more);
    if (more->taken)
      omen_recording_remove(aside);
    else if (omen_recording_remove(q->dir) || rename(aside, q->dir))
      omen_warn("the recording of the first run is in %s", aside);
  }
  free(aside);
}

bool omen_record_schedules(const struct omen_options *o, const char *dir, char **program,
                           struct omen_suppressions *suppressions, struct omen_record_result *result,
                           struct omen_more_schedules *more) {
  struct omen_record_request q;
  struct omen_err err = {0};
  struct seen first;
  *more = (struct omen_more_schedules){.recorded = 1, .strategy = o->strategy, .seed = o->seed};
  if (!wanted(o)) return omen_record_first(o, dir, program, suppressions, result);
  omen_record_first_options(&q, o, dir, program, suppressions);
  bool made = record(&q, result, &err);
  omen_record_first_say(made, result, &err);
  if (made && look(dir, &first) && worth_it(&first) && !omen_interrupt()) try_others(&q, &first, more);
  omen_record_options_release(&q);
  return made;
}

int omen_more_schedules_say(const struct omen_options *o, const struct omen_more_schedules *more, int code) {
  bool unseen = more->failed && code == OMEN_EXIT_OK;
  if (more->recorded > 1 && !o->quiet && more->taken)
    omen_say("%d schedules were recorded: the first shows no race, this one is by --strategy %s --seed %llu",
             more->recorded, omen_strategy_name(more->strategy), (unsigned long long)more->seed);
  else if (more->recorded > 1 && !o->quiet)
    omen_say("%d schedules were recorded, and none shows a race in a run that ends in order", more->recorded);
  if (unseen)
    omen_say("another recorded run failed: 'omen triage --strategy %s --seed %llu' shows how",
             omen_strategy_name(more->failed_by), (unsigned long long)more->failed_seed);
  return unseen ? OMEN_EXIT_HARMFUL : code;
}
