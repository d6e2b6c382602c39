/* omen triage: run, classify and report in one. The run is that of `omen run --exact`, in a process of its
 * own, so that the program's end is the program's and not ours. */
#include "cli/asked.h"
#include "triage/classify_recording.h"
#include "cli/campaign_tell.h"
#include "cli/cli.h"
#include "cli/common.h"
#include "triage/from.h"
#include "cli/options.h"
#include "triage/record_run.h"
#include "record/manifest.h"
#include "record/outcome.h"
#include "record/recording.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char about[] =
    "Runs a program that was built with 'omen cc' or 'omen c++', finds its races, and says of each what it "
    "can do, with evidence\n"
    "that replays. Locks taken in opposite orders are tried, too: do they lead to a deadlock? Exits 0 when "
    "nothing is harmful, 1 when\n"
    "a race is, a potential deadlock happens, or the run itself failed; 3 when Omen failed, 4 when the "
    "program could not be run.\n\n"
    "With --runs or --budget the program is run several times, and what it does to files, sockets and so on "
    "is done as often.\n"
    "Each run is recorded in the folder named by -o (default: omen-PROG.campaign); races of the same id are "
    "one, and the worst\n"
    "verdict over the recordings counts. Every run gets the same standard input, from a file or a pipe. The "
    "same command again\n"
    "goes on where an earlier one was killed, or adds to it; another command takes its place.";

/* --from, where neither --runs nor --budget says how long to look. */
enum { FROM_RUNS = 32 };

/* The status of `omen run`, which is the program's. */
static int record(const struct omen_options *o, const char *rec, char **program) {
  struct omen_err err = {0};
  int status;
  char **asked = omen_asked_words(o);
  struct omen_record_run call = {.strategy = o->strategy,
                                 .seed = o->seed,
                                 .keep_freed = o->keep_freed,
                                 .no_memory = o->no_memory,
                                 .ignore_mutexes = o->ignore_mutexes,
                                 .dir = rec,
                                 .asked = asked,
                                 .program = program,
                                 .input = -1};
  if (omen_record_run(&call, &status, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  omen_strings_free(asked);
  return status;
}

static int campaign(const struct omen_options *o, char **program) {
  const char *base = strrchr(program[0], '/') ? strrchr(program[0], '/') + 1 : program[0];
  char *dir = o->output ? omen_xstrdup(o->output) : omen_format("omen-%s.campaign", base);
  struct omen_campaign c;
  struct omen_err err = {0};
  bool resumed;
  struct omen_foreigns wanted = {0};
  if (o->from) omen_from_open(&wanted, o->from);
  struct omen_teller teller;
  omen_teller_open(&teller, "triage", o, OMEN_EXIT_FAILED);
  double start = omen_now();
  if (omen_campaign_open_for(&c, dir, program, o, &resumed, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  if (resumed && !o->quiet)
    fprintf(stderr, "omen: going on with the campaign in %s: %zu runs\n", dir, c.nruns);
  omen_campaign_silence(&c, &teller.suppressions);
  c.start = start;
  c.deadline = o->budget > 0 ? start + o->budget : 0;
  c.most_runs = o->runs || o->budget > 0 ? o->runs : FROM_RUNS;
  if (o->from) c.wanted = &wanted;
  omen_progress_start(&c.progress, "triage", o->quiet);
  int code = omen_campaign_work(&c);
  omen_progress_end(&c.progress);
  if (!code) code = omen_campaign_tell(&c, &teller);
  omen_teller_release(&teller);
  if (!c.nruns)
    omen_campaign_remove(&c);
  else if (!o->quiet)
    fprintf(stderr, "omen: recorded in %s\n", dir);
  omen_campaign_release(&c);
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

/* Was a recording made there, or is there none, or an older one? The run's status does not say: the program
 * may end with 125 to 127 itself. */
static bool recorded(const char *rec, struct stat *last) {
  char *manifest = omen_format("%s/manifest.json", rec);
  struct stat now = {0};
  bool is =
      !stat(manifest, &now) && !(now.st_ino == last->st_ino && now.st_mtim.tv_sec == last->st_mtim.tv_sec &&
                                 now.st_mtim.tv_nsec == last->st_mtim.tv_nsec);
  *last = now;
  free(manifest);
  return is;
}

int omen_cmd_triage(int argc, char **argv) {
  struct omen_options o;
  int n = omen_options_take(OMEN_OPTIONS_TRIAGE, "omen triage [options] [--] PROGRAM [ARGUMENTS]", about,
                            argc, argv, &o);
  if (!n) omen_die(OMEN_EXIT_USAGE, "triage: which program? ('omen triage --help' tells more)");
  bool several = o.runs > 1 || (o.budget > 0 && !o.symbolic.n) || o.from;
  if (several && o.symbolic.n)
    omen_die(OMEN_EXIT_USAGE, "triage: --symbolic is for one run: without --runs and --from");
  if (omen_options_by_state("triage", &o) && several)
    omen_die(OMEN_EXIT_USAGE, "triage: --method state is for one run: without --runs and --budget");
  omen_teller_check("triage", &o, OMEN_EXIT_FAILED);
  if (several) return campaign(&o, argv);
  char *rec = folder(&o, argv[0]);
  struct stat last = {0};
  recorded(rec, &last);
  int status = record(&o, rec, argv);
  if (!recorded(rec, &last)) {
    if (!o.output) rmdir(rec);
    free(rec);
    if (status == OMEN_EXIT_USAGE) return OMEN_EXIT_USAGE; /* --invariant, --without: said so */
    bool cannot = status == OMEN_EXIT_RUN_CANNOT || status == OMEN_EXIT_RUN_NOT_FOUND;
    return cannot ? OMEN_EXIT_CANNOT_RUN : OMEN_EXIT_FAILED;
  }
  omen_need_kernel();
  int result = omen_classify_command(&o, rec);
  if (!o.quiet) fprintf(stderr, "omen: recorded in %s\n", rec);
  free(rec);
  return result;
}
