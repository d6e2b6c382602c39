/* omen report: the report of a recording again, in another form. */
#include "cli/campaign_deliver.h"
#include "cli/cli.h"
#include "cli/common.h"
#include "cli/options.h"
#include "record/loaded.h"
#include "report/write.h"
#include "triage/evidence.h"
#include "triage/model_join.h"
#include "triage/predicted.h"
#include "triage/paths.h"
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
  omen_delivery_check_format(&o);
  struct omen_delivery delivery;
  omen_delivery_open(&delivery, "report", &o, OMEN_EXIT_FAILED);
  int code = 0;
  if (omen_campaign_is(argv[0])) {
    code = omen_campaign_show(argv[0], &delivery);
  } else {
    struct omen_err err = {0};
    struct omen_recording r;
    struct omen_report report;
    if (omen_recording_open(&r, argv[0], &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
    if (omen_loaded_check(&r, &err))
      omen_warn("%s", err.msg); /* names in it may be wrong, but nothing runs */
    if (omen_report_build(&report, &r, NULL, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
    size_t judged = omen_evidence_load(&report, r.dir);
    struct omen_paths_found *found = omen_paths_load(&report, r.dir);
    struct omen_predicted_races *predicted = omen_predicted_races_load(&report, r.dir);
    struct omen_models models = {0};
    omen_models_load(&models, &report, argv[0]);
    report.predicted.told = o.all;
    if (judged || found || predicted || models.n) omen_report_sort(&report);
    code = omen_delivery_show(&delivery, &report);
    omen_report_release(&report);
    omen_models_release(&models);
    omen_paths_found_release(found);
    omen_predicted_races_release(predicted);
    omen_recording_release(&r);
  }
  omen_delivery_release(&delivery);
  return code;
}
