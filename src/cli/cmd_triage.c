/* omen triage: run, classify and report in one. The run is made in a process of its own (triage/record.h), so
 * that the program's end is the program's and not ours. */
#include "base/interrupt.h"
#include "build/variant.h"
#include "cli/campaign_deliver.h"
#include "cli/cli.h"
#include "cli/common.h"
#include "cli/more_schedules.h"
#include "record/inputs.h"
#include "record/launch.h"
#include "record/recording.h"
#include "triage/classify_recording.h"
#include "triage/foreign_log.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char about[] =
    "Runs a program that was built with 'omen cc' or 'omen c++', finds its races, and says of each what it "
    "can do, with evidence\n"
    "that replays. Locks taken in opposite orders are tried, too: do they lead to a deadlock? Exits 0 when "
    "nothing is harmful, 1 when\n"
    "a race is, a potential deadlock happens, or the run itself failed; 3 when Omen failed, 4 when the "
    "program could not be run.\n\n"
    "Where the first run is short, a few more are made by other schedules, unless --runs 1 is given; where "
    "one "
    "shows other races\n"
    "than the first, the folder is that of a campaign.\n"
    "With --runs or --budget the program is run several times, and what it does to files, sockets and so on "
    "is done as often.\n"
    "Each run is recorded in the folder named by -o (default: omen-PROG.campaign); races of the same id are "
    "one, and the worst\n"
    "verdict over the recordings counts. Every run gets the same standard input, from a file or a pipe. The "
    "same command again\n"
    "goes on where an earlier one was killed, or adds to it; another command takes its place.";

/* --from, where neither --runs nor --budget says how long to look. */
enum { FROM_RUNS = 32 };

static int campaign(const struct omen_options *o, char **program, struct omen_delivery *delivery) {
  const char *base = strrchr(program[0], '/') ? strrchr(program[0], '/') + 1 : program[0];
  char *dir = o->output ? omen_xstrdup(o->output) : omen_format("omen-%s.campaign", base);
  struct omen_campaign c;
  struct omen_err err = {0};
  bool resumed;
  struct omen_foreigns wanted = {0};
  if (o->from && omen_foreign_log_open(&wanted, o->from, &err))
    omen_die(OMEN_EXIT_FAILED, "triage: --from: %s", err.msg);
  if (o->from_field && omen_foreign_field_open(&wanted, o->from_field, &err))
    omen_die(OMEN_EXIT_FAILED, "triage: --from-field: %s", err.msg);
  double start = omen_now();
  if (omen_campaign_open_for(&c, dir, program, o, &resumed, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  if (resumed && !o->quiet) omen_say("going on with the campaign in %s: %zu runs", dir, c.nruns);
  omen_campaign_silence(&c, &delivery->suppressions);
  omen_campaign_budget(&c, start, o->budget, omen_delivery_cost(o));
  c.most_runs = o->runs || o->budget > 0 ? o->runs : FROM_RUNS;
  if (o->from || o->from_field) c.wanted = &wanted;
  c.predicts = !o->no_predict;
  omen_progress_start(&c.progress, "triage", o->quiet);
  int code = omen_campaign_work(&c, &err);
  omen_progress_end(&c.progress);
  if (code < 0) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  if (!code) code = omen_campaign_deliver(&c, delivery);
  bool none = !c.nruns;
  if (none)
    omen_campaign_remove(&c);
  else if (!o->quiet)
    omen_say("recorded in %s", dir);
  omen_campaign_release(&c);
  if (none && omen_interrupt()) omen_interrupt_die();
  omen_foreign_release(&wanted);
  free(dir);
  return code;
}

/* Where the recording goes: as with `omen run`, none that is there is replaced unasked. */
static char *folder(const struct omen_options *o, const char *program) {
  if (o->output) return omen_xstrdup(o->output);
  char *dir;
  struct omen_err err = {0};
  const char *slash = strrchr(program, '/');
  if (omen_recording_make_folder(&dir, slash ? slash + 1 : program, &err))
    omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  return dir;
}

/* What triage ends with when there is no recording; the reason was said. */
static int no_recording(enum omen_recorded end) {
  if (omen_interrupt()) omen_interrupt_die();
  if (end == OMEN_RECORD_ASKED) return OMEN_EXIT_USAGE;
  bool cannot = end == OMEN_RECORD_CANNOT || end == OMEN_RECORD_NOT_FOUND;
  return cannot ? OMEN_EXIT_CANNOT_RUN : OMEN_EXIT_FAILED;
}

static bool varies_stdin(const struct omen_options *o) {
  for (size_t i = 0; i < o->symbolic.n; i++)
    if (!strcmp(o->symbolic.v[i], "stdin")) return true;
  return false;
}

/* A campaign that stands where the recording shall be gives way, as an earlier recording does. */
static void make_way(const struct omen_options *o, const char *dir, char **program) {
  struct omen_campaign c;
  struct omen_err err = {0};
  bool resumed;
  if (!omen_campaign_is(dir)) return;
  if (omen_campaign_open_for(&c, dir, program, o, &resumed, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  omen_campaign_remove(&c);
  omen_campaign_release(&c);
}

/* One run, or a few where they are cheap (more_schedules.h), and the verdicts. */
static int single(const struct omen_options *o, char **program, struct omen_suppressions *suppressions) {
  char *rec = folder(o, program[0]);
  struct omen_record_result result;
  struct omen_more_schedules more;
  int code;
  bool keep = varies_stdin(o) && omen_inputs_stdin_is_file();
  make_way(o, rec, program);
  if (omen_record_schedules(o, rec, program, suppressions, &result, &more)) {
    if (keep) omen_inputs_keep_stdin(rec);
    omen_need_kernel();
    code = more.merged ? omen_campaign_classify(rec, o, !o->no_predict)
                       : omen_classify_command(o, rec, !o->no_predict, true);
    code = omen_more_schedules_say(o, &more, code);
    if (!o->quiet) omen_say("recorded in %s", rec);
  } else {
    if (!o->output) rmdir(rec);
    code = no_recording(result.end);
  }
  free(rec);
  return code;
}

/* The budget is for runs and verdicts: of a large program's first use nothing would be left of it. What
 * cannot be made is told by the run. */
static void prepare(char **program) {
  struct omen_variant variant;
  struct omen_err err;
  int why;
  char *found = omen_find_program(program[0], &why);
  if (found && !omen_variant_get(found, OMEN_VARIANT_EXACT, &variant, &err)) omen_variant_release(&variant);
  free(found);
}

int omen_cmd_triage(int argc, char **argv) {
  struct omen_options o;
  int n = omen_options_take(OMEN_OPTIONS_TRIAGE, "omen triage [options] [--] PROGRAM [ARGUMENTS]", about,
                            argc, argv, &o);
  if (!n) omen_die(OMEN_EXIT_USAGE, "triage: which program? ('omen triage --help' tells more)");
  omen_options_outside(&o);
  bool several = o.runs > 1 || (o.budget > 0 && !o.symbolic.n) || o.from || o.from_field;
  if (several && o.symbolic.n)
    omen_die(OMEN_EXIT_USAGE, "triage: --symbolic is for one run: without --runs and --from");
  if (omen_options_by_state("triage", &o) && several)
    omen_die(OMEN_EXIT_USAGE, "triage: --method state is for one run: without --runs and --budget");
  struct omen_delivery delivery;
  omen_delivery_open(&delivery, "triage", &o, OMEN_EXIT_FAILED);
  if (several && o.budget > 0) prepare(argv);
  omen_interrupts_catch();
  int code = several ? campaign(&o, argv, &delivery) : single(&o, argv, &delivery.suppressions);
  omen_delivery_release(&delivery);
  return code;
}
