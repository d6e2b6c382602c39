/* The recorded runs of a campaign: see campaign.h.
 *
 * The n-th run's strategy and seed depend on n alone: the first is the strategy asked for (run-until-blocked,
 * unless the user chose one), then random, PCT and POS take turns, with a new seed every round. A strategy
 * that the user chose is used throughout. Every run gets the same standard input (shared_stdin.h). */
#include "base/interrupt.h"
#include "record/outcome.h"
#include "triage/campaign.h"
#include "triage/foreign_log.h"
#include "triage/shared_stdin.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* DRY: so many runs in a row without anything new: no more, if something that matters was found; if not,
 * those that come then are not kept. LOST: so many that could not be recorded: no more. */
enum { DRY = 64, LOST = 3 };
/* A run that takes ten times as long as any before it does not end by itself. CPU_MORE: seconds beyond that,
 * in which most endless loops are proved to be some (runtime/explore/recur.h). WALL_MORE: for those that only
 * wait, with room for a busy machine. FIRST_CPU: for a first run that has no budget to be measured by either.
 */
#define TIMES 10
#define CPU_MORE 2.0
#define WALL_MORE 5.0
#define FIRST_CPU 300.0

static void plan(const struct omen_campaign *c, size_t n, uint32_t *strategy, uint64_t *seed) {
  static const uint32_t turns[] = {OMEN_STRATEGY_RANDOM, OMEN_STRATEGY_PCT, OMEN_STRATEGY_POS};
  bool chosen = c->run.strategy != OMEN_STRATEGY_RUN;
  *strategy = chosen || !n ? c->run.strategy : turns[(n - 1) % 3];
  *seed = c->run.seed + (chosen ? n : n ? (n - 1) / 3 : 0);
}

/* For one more like those before. */
static bool enough_time(const struct omen_campaign *c) {
  double mean = c->recorded ? c->recording_time / (double)c->recorded : 0;
  return c->deadline <= 0 || c->deadline - omen_now() > 1.5 * mean;
}

bool omen_campaign_may_record(const struct omen_campaign *c) {
  if (omen_interrupt() || (c->wanted && omen_foreign_log_found(c))) return false;
  if (c->most_runs) return c->nruns < c->most_runs && enough_time(c);
  size_t lost = 0;
  for (size_t i = c->nruns; i-- > 0 && c->runs[i].lost && !c->runs[i].dropped;) lost++;
  if (c->deadline <= 0 || lost >= LOST || !enough_time(c)) return false;
  return omen_campaign_dry(c) < DRY || !omen_campaign_found_harm(c);
}

/* Many runs may be endless: each further one gets less, since it tells less. */
static double more_for(const struct omen_campaign *c) {
  size_t endless = 0;
  for (size_t i = 0; i < c->nruns; i++) endless += omen_campaign_stopped(&c->runs[i]) && !c->runs[i].cut;
  return CPU_MORE / (double)(1 + endless);
}

/* The first has nothing to be measured by but the budget. Looking at its races takes about as long as the run
 * once more, so that the end of the budget may cut a run short before it is known to hang. */
static void limit(const struct omen_campaign *c, struct omen_campaign_run *r) {
  double left = c->deadline > 0 ? c->deadline - omen_now() : 0;
  if (left < 0.2) left = 0.2;
  if (c->longest.seconds <= 0 && c->run.limit.seconds > 0)
    r->limit = c->run.limit, r->cut = true; /* the user's: nothing is known of a run that it ends */
  else if (c->longest.seconds > 0)
    r->limit = (struct omen_run_limit){.seconds = TIMES * c->longest.seconds + WALL_MORE,
                                       .cpu_seconds = TIMES * c->longest.cpu_seconds + more_for(c)};
  else if (c->deadline > 0)
    r->limit.seconds = left / 3;
  else
    r->limit.cpu_seconds = FIRST_CPU;
  if (c->deadline <= 0 || (r->limit.seconds <= left / 2 && r->limit.cpu_seconds <= left / 2)) return;
  r->limit = (struct omen_run_limit){.seconds = left / 2};
  r->cut = true;
}

/* -1: the run could not even be prepared. Otherwise *result says what came of it, and `why` why there is no
 * recording. */
static int run(const struct omen_campaign *c, const struct omen_campaign_run *r,
               struct omen_record_result *result, struct omen_err *why, struct omen_err *err) {
  uint64_t steps =
      c->nruns && !c->runs[0].lost ? omen_outcome_counter(&c->runs[0].report.outcome, "events") : 1000;
  char *dir = omen_format("%s/%s", c->dir, r->name);
  struct omen_record_request call = c->run;
  call.strategy = r->strategy;
  call.seed = r->seed;
  call.pct_steps = steps ? steps : 1;
  call.limit = r->limit;
  call.dir = dir;
  call.exact = call.quiet = true;
  call.suppressions = c->suppressions;
  pid_t feeder;
  omen_rmtree(dir); /* half of a run that was killed */
  int failed = omen_shared_stdin_begin(&call.input, &feeder, err);
  if (!failed) {
    omen_record_apart(&call, result, why);
    omen_shared_stdin_end(call.input, feeder);
  }
  free(dir);
  return failed;
}

static int open_run(struct omen_campaign_run *r, const char *dir, struct omen_err *err) {
  if (omen_recording_open(&r->recording, dir, err)) return -1;
  if (!omen_report_build(&r->report, &r->recording, NULL, err)) return 0;
  omen_recording_release(&r->recording);
  return -1;
}

/* Opens what was recorded, and says why there is nothing. Otherwise than 0 the exit code. */
static int take(struct omen_campaign_run *r, const struct omen_record_result *result, struct omen_err *why) {
  bool made = result->end == OMEN_RECORD_MADE || result->end == OMEN_RECORD_CUT;
  if (made && result->unreported.msg[0]) omen_say("%s", result->unreported.msg);
  double start = omen_now();
  int opened = made ? open_run(r, result->dir, why) : -1;
  r->finding = omen_now() - start;
  if (!opened) return 0;
  if (made)
    omen_warn("%s: %s", r->shown, why->msg);
  else if (why->msg[0])
    omen_say("%s", why->msg);
  if (result->end == OMEN_RECORD_CANNOT || result->end == OMEN_RECORD_NOT_FOUND) return OMEN_EXIT_CANNOT_RUN;
  r->lost = omen_format("%s", r->limit.seconds > 0 || r->limit.cpu_seconds > 0
                                  ? "it did not end, and could not be stopped in order"
                                  : "it could not be recorded");
  return 0;
}

/* All runs are of one program: its files are kept once, under as many names. Where the file system cannot,
 * the copies stay. A recording that is moved or copied away is whole all the same. */
static void share_files(const struct omen_campaign_run *first, const struct omen_campaign_run *r) {
  const struct omen_manifest *a = &first->recording.manifest, *b = &r->recording.manifest;
  for (size_t i = 0; i < b->nfiles; i++) {
    const struct omen_manifest_file *f = &b->files[i];
    if (strncmp(f->name, "program", 7) && strncmp(f->name, "lib/", 4)) continue;
    for (size_t j = 0; j < a->nfiles; j++) {
      if (strcmp(a->files[j].name, f->name) || a->files[j].size != f->size || a->files[j].hash != f->hash)
        continue;
      char *from = omen_format("%s/%s", first->recording.dir, f->name),
           *to = omen_format("%s/%s", r->recording.dir, f->name);
      char *between = omen_format("%s.link", to);
      if (!link(from, between) && rename(between, to)) unlink(between); /* fails: the copy stays */
      free(from);
      free(to);
      free(between);
    }
  }
}

/* Only that there was this run is kept: a budget may be for thousands of them. */
static void drop(struct omen_campaign_run *r) {
  r->lost = omen_xstrdup("it showed nothing new, and was not kept");
  r->dropped = true;
  r->seconds = r->recording.manifest.seconds;
  r->status = r->report.outcome.status;
  omen_rmtree(r->recording.dir);
  omen_report_release(&r->report);
  omen_recording_release(&r->recording);
}

int omen_campaign_record(struct omen_campaign *c, struct omen_err *err) {
  struct omen_campaign_run r = {0};
  limit(c, &r);
  plan(c, c->nruns, &r.strategy, &r.seed);
  snprintf(r.name, sizeof r.name, "run-%03zu", c->nruns + 1);
  r.shown = omen_format("%s/%s", c->shown, r.name);
  double before = omen_now();
  struct omen_record_result result;
  struct omen_err why = {0};
  int code = run(c, &r, &result, &why, err) ? -1 : take(&r, &result, &why);
  c->recording_time += omen_now() - before;
  c->recorded++;
  if (!code && !r.lost && r.report.unheard) r.cut = true;    /* it may have waited for something, too */
  bool none = !code && r.lost && omen_interrupt();           /* it is no run of the campaign */
  if (!code && r.lost && !c->nruns) code = OMEN_EXIT_FAILED; /* the reason was said */
  if (code || none) {
    free(r.lost);
    free(r.shown);
    return code;
  }
  if (!r.lost && !c->most_runs && omen_campaign_dry(c) >= DRY && !omen_campaign_is_news(c, &r)) drop(&r);
  OMEN_GROW(c->runs, c->nruns, c->cruns);
  c->runs[c->nruns++] = r;
  if (!r.lost && !c->runs[0].lost && c->nruns > 1) share_files(&c->runs[0], &r);
  return omen_campaign_add(c, c->nruns - 1, err) || omen_campaign_save(c, err) ? -1 : 0;
}
