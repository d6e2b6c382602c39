/* omen report: the report of a recording again, in another form. */
#include "cli/campaign.h"
#include "cli/cli.h"
#include "cli/common.h"
#include "cli/evidence.h"
#include "cli/options.h"
#include "report/write.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char about[] =
    "Shows the report of a recording again: text on standard output, or JSON. With verdicts where 'omen "
    "classify' or 'omen triage' gave them.";

int omen_cmd_report(int argc, char **argv) {
  struct omen_options o;
  int n = omen_options_take(OMEN_OPTIONS_REPORT, "omen report [options] RECORDING", about, argc, argv, &o);
  if (n != 1) omen_die(OMEN_EXIT_USAGE, "report: one recording is needed ('omen report --help' tells more)");
  bool json = !strcmp(o.format, "json");
  if (!json && strcmp(o.format, "text"))
    omen_die(OMEN_EXIT_USAGE, "report: --format: no form '%s': text or json", o.format);
  if (omen_campaign_is(argv[0])) return omen_campaign_show(argv[0], &o);
  struct omen_err err = {0};
  struct omen_recording r;
  struct omen_report report;
  if (omen_recording_open(&r, argv[0], &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  if (omen_report_build(&report, &r, NULL, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  if (omen_evidence_load(&report, r.dir)) omen_report_sort(&report);
  report.color = omen_report_color(STDOUT_FILENO);
  struct omen_buf text = {0}, object = {0};
  omen_report_text(&report, o.all, &text);
  omen_report_json(&report, &object);
  bool once = o.json && !strcmp(o.json, "-"); /* then nothing else goes there */
  int result = o.quiet || once ? 0 : omen_write_to("-", json ? &object : &text, &err);
  if (!result && o.json) result = omen_write_to(o.json, &object, &err);
  if (result) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  omen_buf_release(&text);
  omen_buf_release(&object);
  omen_report_release(&report);
  omen_recording_release(&r);
  return OMEN_EXIT_OK;
}
