/* omen classify: a verdict for each race of a recording, with evidence that replays. */
#include "base/interrupt.h"
#include "cli/campaign_deliver.h"
#include "cli/cli.h"
#include "cli/common.h"
#include "cli/models.h"
#include "cli/options.h"
#include "cli/record_options.h"
#include "report/inversion.h"
#include "report/write.h"
#include "triage/classify_recording.h"
#include "triage/evidence.h"
#include "triage/predicted.h"
#include "triage/paths.h"
#include <stdlib.h>
#include <string.h>

static const char about[] =
    "Explores what each race of a recording can do: replays the run to the race, lets the two "
    "accesses happen in either\n"
    "order, follows several schedules after it, and compares. Potential deadlocks are made to happen "
    "where that can be. Exits 1\n"
    "when a race is harmful, a potential deadlock happens, or the recorded run failed.";

struct state {
  const char *only; /* --race */
  struct omen_progress progress;
  size_t done, total;
};

/* Before each race, since one may take a minute. */
static void tell(struct state *s, const struct omen_race *race) {
  double took = omen_now() - s->progress.start;
  char *line =
      s->done
          ? omen_format("%zu of %zu races judged; trying %s (%.40s); about %.0f s left", s->done, s->total,
                        race->id, race->location.name, took / (double)s->done * (double)(s->total - s->done))
          : omen_format("the first of %zu races: %s (%.40s)", s->total, race->id, race->location.name);
  omen_progress_urge(&s->progress);
  omen_progress_say(&s->progress, line);
  free(line);
}

static bool wanted(void *context, const struct omen_race *race) {
  struct state *s = context;
  if (s->only ? strcmp(s->only, race->id) != 0 : race->mark.suppressed != NULL) return false;
  tell(s, race);
  return true;
}

static void judged(void *context, const struct omen_race *race, size_t done, size_t total) {
  struct state *s = context;
  (void)race;
  (void)total;
  s->done = done;
}

static void explored(void *context, int done, int total) {
  struct state *s = context;
  char *line = omen_format("%d of %d other schedules of the whole run tried", done, total);
  omen_progress_say(&s->progress, line);
  free(line);
}

/* With --race the text is about that one, at full length; the JSON report has all. */
static void show(const struct omen_delivery *delivery, struct omen_report *report, const char *only) {
  unsigned each = only || delivery->o->all ? OMEN_TEXT_EACH : 0;
  struct omen_buf text = {0};
  struct omen_race *all = report->races;
  size_t n = report->nraces, incidents = report->nincidents;
  for (size_t i = 0; only && i < n; i++)
    if (!strcmp(only, all[i].id)) report->races = &all[i], report->nraces = 1, report->nincidents = 0;
  omen_report_text(report, OMEN_TEXT_ORDERED | each, &text);
  report->races = all;
  report->nraces = n;
  report->nincidents = incidents;
  omen_delivery_say(delivery, &text);
  omen_buf_release(&text);
}

/* What is harmless in a recording in which not every access can be stopped at may be a lost update. */
static void say_weak(const struct omen_report *report, const struct omen_recording *r) {
  if (r->manifest.flags & OMEN_FLAG_EXACT) return;
  for (size_t i = 0; i < report->nraces; i++)
    if (report->races[i].verdict.class == OMEN_CLASS_K_WITNESS) {
      fprintf(stderr,
              "omen: recorded without --exact: no thread can be stopped between accesses that are checked "
              "together, so that lost\n"
              "omen: updates look harmless. Verdicts to rely on: 'omen triage -- PROGRAM', or 'omen run "
              "--exact' and classify that\n");
      return;
    }
}

static void say_more(const struct omen_report *report, const struct omen_recording *r,
                     const struct omen_options *o) {
  bool looked = !(r->manifest.flags & OMEN_FLAG_NO_DETECT);
  size_t open = 0;
  for (size_t i = 0; i < report->nraces; i++)
    open += !report->races[i].verdict.class && !report->races[i].mark.suppressed;
  if (!report->nraces)
    omen_say(
        "%s",
        looked ? "no data race was seen in this run; 'omen triage --budget 1m' makes many, by other schedules"
               : "recorded with --no-detect: nobody looked for races");
  else if (open && !o->race && (omen_interrupted() || o->budget > 0))
    omen_say("%s: %zu race%s no verdict yet; 'omen classify' %s goes on",
             omen_interrupted() ? "interrupted" : "the budget was over", open, open == 1 ? " has" : "s have",
             omen_interrupted() ? "with the recording" : "again");
}

/* The id that is asked for, as the report has it: an older report's may be that of a member now. NULL: none
 * is asked for. The caller frees. */
static char *asked_for(const struct omen_report *report, const char *id, const char *recording) {
  if (!id) return NULL;
  const struct omen_race *race = omen_report_race(report, id);
  if (race) return omen_xstrdup(race->id);
  for (size_t i = 0; i < report->ninversions; i++)
    if (!strcmp(report->inversions[i].id, id)) return omen_xstrdup(id);
  omen_die(OMEN_EXIT_FAILED, "%s has no race %s: 'omen report' lists them", recording, id);
}

static char *words_joined(char **words) {
  struct omen_buf all = {0};
  for (; *words; words++) omen_buf_addf(&all, "%s%s", all.len ? ", " : "", *words);
  return all.data;
}

/* What other inputs make of the races that are harmless with the recorded ones. */
static struct omen_paths *other_inputs(const struct omen_classify_job *job, const struct omen_options *o,
                                       struct omen_progress *progress) {
  struct omen_err err = {0};
  struct omen_paths *paths = NULL;
  if (!o->symbolic.n || job->states_only) {
    if (!o->race) omen_paths_forget(job->recording->dir);
    return NULL;
  }
  double begun = omen_now();
  omen_prepare_symbolic(job->recording->manifest.program, o->quiet);
  char **words = omen_list_strings(&o->symbolic);
  struct omen_paths_job other = {.single = job,
                                 .symbolic = words,
                                 .paths = o->paths > 1000 ? 1000 : (int)o->paths,
                                 .deadline = job->deadline ? job->deadline + (omen_now() - begun) : 0,
                                 .only = job->only,
                                 .no_proofs = o->no_proofs,
                                 .heads = o->race_coverage,
                                 .progress = progress};
  int failed = omen_paths_work(&other, &paths, &err);
  omen_progress_end(progress);
  if (failed) omen_die(OMEN_EXIT_FAILED, "other inputs cannot be tried: %s", err.msg);
  int races, tried = omen_paths_tried(paths, &races);
  if (!o->quiet && !o->race) {
    char *what = words_joined(words);
    omen_say("other inputs (%s): %d tried; %d race%s that the tested input does not show", what, tried, races,
             races == 1 ? "" : "s");
    free(what);
  }
  omen_strings_free(words);
  return paths;
}

/* Of a budget, where prediction follows: the part for what was seen. */
#define JUDGING 0.75

int omen_classify_command(const struct omen_options *o, const char *recording, bool predicts, bool made) {
  bool states_only = omen_options_by_state("classify", o);
  struct omen_delivery delivery;
  omen_delivery_open(&delivery, "classify", o, OMEN_EXIT_FAILED);
  struct omen_err err = {0};
  struct omen_recording r;
  struct omen_report report;
  struct omen_models models = {0};
  if (omen_recording_open(&r, recording, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  omen_models_of(&models, &r, o);
  omen_need_trust(&r, o->trust, OMEN_EXIT_FAILED);
  omen_need_fit(&r, OMEN_EXIT_FAILED);
  if (omen_report_build(&report, &r, NULL, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  char *only = asked_for(&report, o->race, recording);
  omen_report_add_failure(&report, recording);
  omen_delivery_mark(&delivery, &report); /* what is suppressed need not be explored */
  struct omen_predicted_trace trace = {0};
  double start = omen_now();
  struct state state = {.only = only, .total = only ? 1 : report.nraces};
  omen_progress_start(&state.progress, "classifying", o->quiet);
  struct omen_classify_job job = {.recording = &r,
                                  .from_start = o->from_start,
                                  .report = &report,
                                  .shown = recording,
                                  .schedules = o->schedules > 1000 ? 1000 : (int)o->schedules,
                                  .instances = o->instances > 1000 ? 1000 : (int)o->instances,
                                  .pre_race = o->pre_race > 200 ? 200 : (int)o->pre_race,
                                  .states_only = states_only,
                                  .outside = omen_options_outside(o),
                                  .jobs = o->jobs > 100000 ? 0 : (unsigned)o->jobs,
                                  .deadline =
                                      o->budget > 0 ? start + o->budget * (predicts ? JUDGING : 1) : 0,
                                  .freely = !only,
                                  .trace = predicts ? &trace : NULL,
                                  .only = only,
                                  .explored = explored,
                                  .wanted = wanted,
                                  .judged = judged,
                                  .context = &state};
  int failed = omen_classify_recording(&job, &err);
  omen_progress_end(&state.progress);
  if (failed) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  struct omen_predicted_races *predicted = NULL;
  if (o->budget > 0) job.deadline = start + o->budget;
  if (predicts)
    omen_predicted_races_work(&job, &predicted);
  else
    predicted = omen_predicted_races_load(&report, r.dir);
  omen_predicted_trace_release(&trace);
  report.predicted.told = o->all;
  struct omen_paths *paths = other_inputs(&job, o, &state.progress);
  if (models.nmodels > 1 && !only) omen_models_judge(&job, o, !made, &models);
  omen_report_sort(&report);
  omen_delivery_mark(&delivery, &report);
  if (o->race_coverage) omen_cover_races(&report, &r.dir, 1);
  if (!o->quiet) show(&delivery, &report, only);
  if (!o->quiet) say_more(&report, &r, o);
  if (!o->quiet) say_weak(&report, &r);
  int code = omen_delivery_finish(&delivery, &report, &err);
  if (code < 0) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  omen_delivery_release(&delivery);
  omen_paths_release(paths);
  omen_report_release(&report);
  omen_models_release(&models);
  omen_predicted_races_release(predicted);
  omen_recording_release(&r);
  free(only);
  return code;
}

int omen_cmd_classify(int argc, char **argv) {
  struct omen_options o;
  int n =
      omen_options_take(OMEN_OPTIONS_CLASSIFY, "omen classify [options] RECORDING", about, argc, argv, &o);
  if (n != 1)
    omen_die(OMEN_EXIT_USAGE, "classify: one recording is needed ('omen classify --help' tells more)");
  omen_options_by_state("classify", &o);
  omen_options_outside(&o);
  omen_need_kernel();
  omen_interrupts_catch();
  if (o.memory.n && omen_campaign_is(argv[0]))
    omen_die(OMEN_EXIT_USAGE, "classify: --memory is for one recording: %s/run-001, for instance", argv[0]);
  if (omen_campaign_is(argv[0]) && o.symbolic.n)
    omen_die(OMEN_EXIT_USAGE, "classify: --symbolic is for one recording: %s/run-001, for instance", argv[0]);
  if (omen_campaign_is(argv[0])) return omen_campaign_classify(argv[0], &o, o.predict);
  return omen_classify_command(&o, argv[0], o.predict, false);
}
