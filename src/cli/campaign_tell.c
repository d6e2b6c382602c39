/* What a campaign found, in every form: see campaign.h. */
#include "cli/campaign.h"
#include "cli/classify_recording.h"
#include "cli/common.h"
#include "report/write.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int omen_campaign_tell(struct omen_campaign *c, const struct omen_options *o) {
  struct omen_err err = {0};
  struct omen_report report;
  struct omen_buf text = {0}, json = {0};
  omen_campaign_report(c, &report);
  bool harmful = report.nfindings > 0;
  for (size_t i = 0; i < report.nraces; i++) harmful |= omen_verdict_harmful(&report.races[i].verdict);
  report.color = omen_report_color(STDERR_FILENO);
  omen_report_text(&report, true, &text);
  omen_report_json(&report, &json);
  if (!o->quiet) fwrite(text.data ? text.data : "", 1, text.len, stderr);
  char *path = omen_format("%s/report.json", c->dir);
  int failed = omen_file_write(path, json.data, json.len, &err);
  if (!failed && o->json) failed = omen_write_to(o->json, &json, &err);
  if (failed) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  free(path);
  omen_buf_release(&text);
  omen_buf_release(&json);
  omen_campaign_report_release(&report);
  return harmful ? OMEN_EXIT_HARMFUL : OMEN_EXIT_OK;
}

int omen_campaign_classify(const char *dir, const struct omen_options *o) {
  struct omen_campaign c;
  struct omen_err err = {0};
  if (o->race)
    omen_die(OMEN_EXIT_USAGE, "classify: --race is for one recording: %s/run-001, for example", dir);
  if (omen_campaign_load(&c, dir, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  c.schedules = omen_campaign_schedules(o);
  omen_campaign_effort(&c, o);
  c.jobs = o->jobs > 100000 ? 0 : (unsigned)o->jobs;
  c.most_runs = c.nruns; /* no more of them: they are only judged */
  c.start = omen_now();
  c.deadline = o->budget > 0 ? c.start + o->budget : 0;
  omen_progress_start(&c.progress, "classifying", o->quiet);
  int code = omen_campaign_work(&c);
  omen_progress_end(&c.progress);
  if (!code) code = omen_campaign_tell(&c, o);
  omen_campaign_release(&c);
  return code;
}

int omen_campaign_show(const char *dir, const struct omen_options *o) {
  struct omen_campaign c;
  struct omen_err err = {0};
  struct omen_report report;
  struct omen_buf text = {0}, json = {0};
  if (omen_campaign_load(&c, dir, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  omen_campaign_report(&c, &report);
  report.color = omen_report_color(STDOUT_FILENO);
  omen_report_text(&report, o->all, &text);
  omen_report_json(&report, &json);
  bool once = o->json && !strcmp(o->json, "-"); /* then nothing else goes there */
  int result = o->quiet || once ? 0 : omen_write_to("-", strcmp(o->format, "json") ? &text : &json, &err);
  if (!result && o->json) result = omen_write_to(o->json, &json, &err);
  if (result) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  omen_buf_release(&text);
  omen_buf_release(&json);
  omen_campaign_report_release(&report);
  omen_campaign_release(&c);
  return OMEN_EXIT_OK;
}
