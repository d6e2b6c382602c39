/* omen classify: a verdict for each race of a recording, with evidence that replays. */
#include "classify/classify.h"
#include "cli/cli.h"
#include "cli/common.h"
#include "cli/evidence.h"
#include "cli/options.h"
#include "report/write.h"
#include <stdlib.h>
#include <string.h>

static const char about[] =
    "Explores what each race of a recording can do: replays the run to the race, lets the two "
    "accesses happen in either\n"
    "order, follows several schedules after it, and compares. Exits 1 when a race is harmful.";

static int by_severity(const void *a, const void *b) {
  const struct omen_race *x = a, *y = b;
  return y->severity - x->severity;
}

static void fill(struct omen_report *report, struct omen_race *race, const struct omen_judgement *j,
                 const char *rec) {
  struct omen_pool *pool = &report->pool;
  race->severity = omen_class_severity(j->class);
  race->verdict = (struct omen_verdict){.class = omen_class_name(j->class),
                                        .consequence = j->consequence,
                                        .proof = j->proof,
                                        .k = j->k,
                                        .paths = 1,
                                        .schedules = j->schedules,
                                        .seconds = j->seconds,
                                        .what = omen_pool_str(pool, j->what)};
  if (!j->consequence) return;
  char *command = omen_format("omen replay %s --race %s --order %s", rec, race->id,
                              j->guilty_alternate ? "alternate" : "primary");
  race->verdict.replay = omen_pool_str(pool, command);
  race->verdict.primary = omen_pool_str(pool, j->output[0].data ? j->output[0].data : "");
  race->verdict.alternate = omen_pool_str(pool, j->output[1].data ? j->output[1].data : "");
  free(command);
}

static struct omen_plan_access name(const struct omen_access *a) {
  return (struct omen_plan_access){.thread = (uint32_t)a->thread, .site = a->site, .point = a->point};
}

int omen_cmd_classify(int argc, char **argv) {
  struct omen_options o;
  int n =
      omen_options_take(OMEN_OPTIONS_CLASSIFY, "omen classify [options] RECORDING", about, argc, argv, &o);
  if (n != 1)
    omen_die(OMEN_EXIT_USAGE, "classify: one recording is needed ('omen classify --help' tells more)");
  omen_need_kernel();
  struct omen_err err = {0};
  struct omen_recording r;
  struct omen_report report;
  if (omen_recording_open(&r, argv[0], &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  if (omen_report_build(&report, &r, NULL, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  struct omen_explorer x;
  if (omen_explorer_open(&x, &r, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  struct omen_evidence evidence = {0};
  struct omen_progress progress;
  omen_progress_start(&progress, "classifying", o.quiet);
  bool harmful = false;
  for (size_t i = 0; i < report.nraces; i++) {
    struct omen_race *race = &report.races[i];
    if ((o.race && strcmp(o.race, race->id)) || !race->access[0].known) continue;
    struct omen_suspect s = {.where = {race->location.addr, race->location.size},
                             .first = name(&race->access[0]),
                             .second = name(&race->access[1])};
    struct omen_judgement j;
    if (omen_classify(&x, &s, (int)o.schedules, &j, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
    fill(&report, race, &j, argv[0]);
    if (j.consequence) omen_evidence_add(&evidence, race->id, &s, &j);
    harmful |= j.consequence != NULL;
    omen_judgement_release(&j);
    omen_progress_step(&progress, i + 1, report.nraces, "races");
  }
  omen_progress_end(&progress);
  omen_explorer_close(&x);
  qsort(report.races, report.nraces, sizeof *report.races, by_severity);
  if (omen_evidence_write(&evidence, r.dir, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  struct omen_buf text = {0}, json = {0};
  omen_report_text(&report, true, &text);
  omen_report_json(&report, &json);
  if (!o.quiet) fwrite(text.data ? text.data : "", 1, text.len, stderr);
  if (o.json && omen_write_to(o.json, &json, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  omen_buf_release(&text);
  omen_buf_release(&json);
  omen_report_release(&report);
  omen_recording_release(&r);
  return harmful ? OMEN_EXIT_HARMFUL : OMEN_EXIT_OK;
}
