/* omen outcomes: one recorded run of the program, and from its start other schedules, sampled or all of them:
 * what comes out? The recorded run is made in a process of its own (triage/record.h); all others are
 * explorations of it, contained: nothing that they do is seen outside. */
#include "base/interrupt.h"
#include "cli/cli.h"
#include "cli/common.h"
#include "cli/record_options.h"
#include "triage/outcomes.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char about[] =
    "Runs a program that was built with 'omen cc' or 'omen c++' once, and then again by other schedules, "
    "contained: those runs do\n"
    "nothing to files, sockets and so on. Lists the different outcomes: what the program writes to standard "
    "output, its exit status,\n"
    "and what goes wrong, each with the number of runs that came to it and a command that replays one of "
    "them. "
    "With --exhaustive\n"
    "all schedules of a small program are tried, and the report says whether all were. Exits 0 when nothing "
    "goes wrong in any, 1 when\n"
    "something does, 3 when Omen failed, 4 when the program could not be run.";

enum { RUNS = 200, SECONDS = 60 };

static char *folder(const struct omen_options *o, const char *program) {
  if (o->output) return omen_xstrdup(o->output);
  char *dir;
  struct omen_err err = {0};
  if (omen_recording_make_folder(&dir, omen_base_name(program), &err))
    omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  return dir;
}

/* The recorded run is one of many: what it writes is told with the others. */
static bool record(const struct omen_options *o, const char *dir, char **program,
                   struct omen_record_result *result) {
  struct omen_record_request q;
  struct omen_err err = {0};
  omen_record_first_options(&q, o, dir, program, NULL);
  q.strategy = OMEN_STRATEGY_RUN;
  q.unheard = true;
  bool made = !omen_record_apart(&q, result, &err);
  omen_record_first_say(made, result, &err);
  omen_record_options_release(&q);
  return made;
}

static int no_recording(enum omen_recorded end) {
  if (omen_interrupt()) omen_interrupt_die();
  bool cannot = end == OMEN_RECORD_CANNOT || end == OMEN_RECORD_NOT_FOUND;
  return cannot ? OMEN_EXIT_CANNOT_RUN : OMEN_EXIT_FAILED;
}

/* ---- progress ---- */

struct teller {
  struct omen_progress progress;
  uint64_t most;
  bool searches;
};

static void tell(void *context, uint64_t runs, uint64_t states, size_t outcomes) {
  struct teller *t = context;
  char text[128];
  if (!t->searches && t->most)
    omen_progress_step(&t->progress, runs, t->most, "schedules");
  else {
    snprintf(text, sizeof text, "%llu runs, %llu states", (unsigned long long)runs,
             (unsigned long long)states);
    omen_progress_say(&t->progress, text);
  }
}

/* ---- */

static void deliver(const struct omen_outcomes *all, const struct omen_options *o, const char *dir) {
  struct omen_err err = {0};
  struct omen_buf text = {0};
  if (!o->quiet) {
    omen_outcomes_text(all, dir, &text);
    fwrite(text.data, 1, text.len, stderr);
    omen_buf_release(&text);
  }
  if (!o->json) return;
  json_t *j = omen_outcomes_json(all, dir);
  char *dump = json_dumps(j, JSON_INDENT(1) | JSON_PRESERVE_ORDER);
  omen_buf_adds(&text, dump);
  omen_buf_adds(&text, "\n");
  if (omen_write_to(o->json, &text, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  free(dump);
  json_decref(j);
  omen_buf_release(&text);
}

static struct omen_outcomes_how how_of(const struct omen_options *o, struct teller *t) {
  double budget = o->outcome_budget > 0 ? o->outcome_budget : o->exhaustive ? SECONDS : 0;
  t->most = o->outcome_runs ? o->outcome_runs : budget > 0 ? 0 : RUNS;
  t->searches = o->exhaustive;
  return (struct omen_outcomes_how){.exhaustive = o->exhaustive,
                                    .whole = o->no_reduce,
                                    .runs = t->most,
                                    .seed = o->seed,
                                    .jobs = (unsigned)o->jobs,
                                    .deadline = budget > 0 ? omen_now() + budget : 0,
                                    .tick = tell,
                                    .context = t};
}

static int explore(const struct omen_options *o, const char *dir) {
  struct omen_err err = {0};
  struct omen_recording r;
  struct omen_explorer x;
  struct omen_outcomes all;
  struct teller t = {0};
  if (omen_recording_open(&r, dir, &err) || omen_explorer_open(&x, &r, &err))
    omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  x.nknown = 0; /* what the recorded run does wrong is an outcome like others */
  struct omen_outcomes_how how = how_of(o, &t);
  omen_progress_start(&t.progress, "outcomes", o->quiet);
  int result = omen_outcomes_find(&x, &how, &all, &err);
  omen_progress_end(&t.progress);
  if (result || omen_outcomes_keep(&all, &x, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  deliver(&all, o, dir);
  int code = omen_outcomes_harmful(&all) ? OMEN_EXIT_HARMFUL : OMEN_EXIT_OK;
  omen_outcomes_release(&all);
  omen_explorer_close(&x);
  omen_recording_release(&r);
  return code;
}

int omen_cmd_outcomes(int argc, char **argv) {
  struct omen_options o;
  int n = omen_options_take(OMEN_OPTIONS_OUTCOMES, "omen outcomes [options] [--] PROGRAM [ARGUMENTS]", about,
                            argc, argv, &o);
  if (!n) omen_die(OMEN_EXIT_USAGE, "outcomes: which program? ('omen outcomes --help' tells more)");
  if (o.exhaustive && o.outcome_runs)
    omen_die(OMEN_EXIT_USAGE, "outcomes: --runs samples: not with --exhaustive");
  if (o.no_reduce && !o.exhaustive) omen_die(OMEN_EXIT_USAGE, "outcomes: --no-reduce goes with --exhaustive");
  if (omen_memory_options(&o) > 1) omen_die(OMEN_EXIT_USAGE, "outcomes: --memory: one model at a time");
  omen_memory_option(&o, 0);
  omen_need_kernel();
  omen_interrupts_catch();
  char *dir = folder(&o, argv[0]);
  struct omen_record_result result;
  int code;
  if (record(&o, dir, argv, &result)) {
    code = explore(&o, dir);
    if (!o.quiet) omen_say("recorded in %s", dir);
  } else {
    if (!o.output) rmdir(dir);
    code = no_recording(result.end);
  }
  free(dir);
  return code;
}
