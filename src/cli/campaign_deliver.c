/* Campaigns on the command line: see campaign_deliver.h. */
#include "cli/campaign_deliver.h"
#include "base/interrupt.h"
#include "cli/common.h"
#include "cli/record_options.h"
#include "report/write.h"
#include "triage/foreign_log.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How hard to look at each race. At least one schedule, since that is how a verdict is known to have been
 * given. */
static int schedules(const struct omen_options *o) {
  return o->schedules < 1 ? 1 : o->schedules > 1000 ? 1000 : (int)o->schedules;
}
static int instances(const struct omen_options *o) { return o->instances > 1000 ? 1000 : (int)o->instances; }
static int pre_race(const struct omen_options *o) { return o->pre_race > 200 ? 200 : (int)o->pre_race; }
static unsigned jobs(const struct omen_options *o) { return o->jobs > 100000 ? 0 : (unsigned)o->jobs; }

int omen_campaign_open_for(struct omen_campaign *c, const char *dir, char **argv,
                           const struct omen_options *o, bool *resumed, struct omen_err *err) {
  struct omen_campaign_request request = {.schedules = schedules(o),
                                          .instances = instances(o),
                                          .pre_race = pre_race(o),
                                          .outside = omen_options_outside(o),
                                          .jobs = jobs(o)};
  omen_record_options(&request.run, o, argv);
  int result = omen_campaign_open(c, dir, &request, resumed, err);
  omen_record_options_release(&request.run);
  return result;
}

static void say_open(const struct omen_campaign *c, const struct omen_report *report) {
  size_t open = 0;
  for (size_t i = 0; i < report->nraces; i++)
    open += !report->races[i].verdict.class && !report->races[i].mark.suppressed;
  bool late = !omen_interrupt() && open && c->deadline > 0 && omen_campaign_over(c);
  if (late)
    omen_say("the budget was over: %zu race%s no verdict yet, the likely harmful were tried first; 'omen "
             "classify %s' goes on",
             open, open == 1 ? " has" : "s have", c->shown);
  if (omen_interrupt())
    omen_say("interrupted after %zu run%s; %zu race%s no verdict yet; 'omen classify %s' goes on", c->nruns,
             c->nruns == 1 ? "" : "s", open, open == 1 ? " has" : "s have", c->shown);
}

static void cover(const struct omen_campaign *c, struct omen_report *report) {
  char **dirs = omen_xcalloc(c->nruns + 1, sizeof *dirs);
  size_t n = 0;
  for (size_t i = 0; i < c->nruns; i++)
    if (!c->runs[i].lost && !c->runs[i].dropped) dirs[n++] = omen_format("%s/%s", c->dir, c->runs[i].name);
  omen_cover_races(report, dirs, n);
  for (size_t i = 0; i < n; i++) free(dirs[i]);
  free(dirs);
}

int omen_campaign_deliver(struct omen_campaign *c, struct omen_delivery *delivery) {
  struct omen_err err = {0};
  struct omen_report report;
  struct omen_buf text = {0}, json = {0};
  omen_campaign_report(c, &report);
  report.predicted.told = delivery->o->all;
  if (c->wanted) omen_foreign_log_answer(c, &report);
  omen_delivery_mark(delivery, &report);
  if (delivery->o->race_coverage) cover(c, &report);
  report.color = omen_report_color(STDERR_FILENO);
  report.width = omen_report_width(STDERR_FILENO);
  omen_report_text(&report, OMEN_TEXT_ORDERED | (delivery->o->all ? OMEN_TEXT_EACH : 0), &text);
  omen_report_json(&report, &json);
  if (!delivery->o->quiet) omen_delivery_say(delivery, &text);
  if (!delivery->o->quiet) say_open(c, &report);
  char *path = omen_format("%s/report.json", c->dir);
  if (omen_file_write(path, json.data, json.len, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  delivery->json = &json;
  int code = omen_delivery_finish(delivery, &report, &err);
  delivery->json = NULL;
  if (code < 0) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  free(path);
  omen_buf_release(&text);
  omen_buf_release(&json);
  omen_campaign_report_release(&report);
  for (size_t i = 0; !code && i < c->nruns; i++)
    if (c->runs[i].refused) code = OMEN_EXIT_FAILED; /* not all that was asked for could be judged */
  return code;
}

int omen_campaign_classify(const char *dir, const struct omen_options *o, bool predicts) {
  struct omen_campaign c;
  struct omen_err err = {0};
  if (o->race)
    omen_die(OMEN_EXIT_USAGE, "classify: --race is for one recording: %s/run-001, for example", dir);
  struct omen_delivery delivery;
  omen_delivery_open(&delivery, "classify", o, OMEN_EXIT_FAILED);
  double start = omen_now();
  if (omen_campaign_load(&c, dir, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  omen_campaign_silence(&c, &delivery.suppressions);
  c.schedules = schedules(o);
  c.instances = instances(o);
  c.pre_race = pre_race(o);
  c.outside = omen_options_outside(o);
  c.jobs = jobs(o);
  c.predicts = predicts;
  c.most_runs = c.nruns; /* no more of them: they are only judged */
  omen_campaign_budget(&c, start, o->budget, omen_delivery_cost(o));
  omen_progress_start(&c.progress, "classifying", o->quiet);
  int code = omen_campaign_work(&c, &err);
  omen_progress_end(&c.progress);
  if (code < 0) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  if (!code) code = omen_campaign_deliver(&c, &delivery);
  omen_delivery_release(&delivery);
  omen_campaign_release(&c);
  return code;
}

int omen_campaign_show(const char *dir, struct omen_delivery *delivery) {
  struct omen_campaign c;
  struct omen_err err = {0};
  struct omen_report report;
  if (omen_campaign_load(&c, dir, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  omen_campaign_report(&c, &report);
  report.predicted.told = delivery->o->all;
  int code = omen_delivery_show(delivery, &report);
  omen_campaign_report_release(&report);
  omen_campaign_release(&c);
  return code;
}
