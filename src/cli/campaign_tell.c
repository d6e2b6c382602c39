/* What a campaign found, in every form: see campaign.h. */
#include "cli/campaign.h"
#include "cli/classify_recording.h"
#include "cli/common.h"
#include "cli/from.h"
#include "cli/tell.h"
#include "report/write.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int omen_campaign_tell(struct omen_campaign *c, struct omen_teller *teller) {
  struct omen_err err = {0};
  struct omen_report report;
  struct omen_buf text = {0}, json = {0};
  omen_campaign_report(c, &report);
  if (c->wanted) omen_from_answer(c, &report);
  omen_teller_mark(teller, &report);
  report.color = omen_report_color(STDERR_FILENO);
  report.width = omen_report_width(STDERR_FILENO);
  omen_report_text(&report, true, &text);
  omen_report_json(&report, &json);
  if (!teller->o->quiet) omen_teller_say(teller, &text);
  char *path = omen_format("%s/report.json", c->dir);
  if (omen_file_write(path, json.data, json.len, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  int code = omen_teller_finish(teller, &report, &err);
  if (code < 0) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  free(path);
  omen_buf_release(&text);
  omen_buf_release(&json);
  omen_campaign_report_release(&report);
  return code;
}

int omen_campaign_classify(const char *dir, const struct omen_options *o) {
  struct omen_campaign c;
  struct omen_err err = {0};
  if (o->race)
    omen_die(OMEN_EXIT_USAGE, "classify: --race is for one recording: %s/run-001, for example", dir);
  struct omen_teller teller;
  omen_teller_open(&teller, "classify", o, OMEN_EXIT_FAILED);
  if (omen_campaign_load(&c, dir, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  omen_campaign_silence(&c, &teller.suppressions);
  c.schedules = omen_campaign_schedules(o);
  omen_campaign_effort(&c, o);
  c.jobs = o->jobs > 100000 ? 0 : (unsigned)o->jobs;
  c.most_runs = c.nruns; /* no more of them: they are only judged */
  c.start = omen_now();
  c.deadline = o->budget > 0 ? c.start + o->budget : 0;
  omen_progress_start(&c.progress, "classifying", o->quiet);
  int code = omen_campaign_work(&c);
  omen_progress_end(&c.progress);
  if (!code) code = omen_campaign_tell(&c, &teller);
  omen_teller_release(&teller);
  omen_campaign_release(&c);
  return code;
}

int omen_campaign_show(const char *dir, struct omen_teller *teller) {
  struct omen_campaign c;
  struct omen_err err = {0};
  struct omen_report report;
  if (omen_campaign_load(&c, dir, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  omen_campaign_report(&c, &report);
  int code = omen_teller_show(teller, &report);
  omen_campaign_report_release(&report);
  omen_campaign_release(&c);
  return code;
}
