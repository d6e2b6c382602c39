/* omen run: one controlled, recorded execution, and the races in it.
 *
 * The run itself is triage/record.h's. Here is what a user sees of it: the report, what else there is to say,
 * and the exit code. Everything of ours that goes wrong is one line and 125. */
#include "cli/cli.h"
#include "cli/common.h"
#include "cli/record_options.h"
#include "cli/deliver.h"
#include "report/write.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char about[] = "Runs a program that was built with 'omen cc' or 'omen c++' under control, "
                            "records the run, and shows the data\n"
                            "races in it on standard error. Ends as the program ended: its status, or 128 + "
                            "the signal it died of; 124 when\n"
                            "it came to a deadlock; 125 when Omen itself failed, 126 when the program cannot "
                            "be run, 127 when it is not found.";

struct front {
  const struct omen_options *o;
  struct omen_delivery delivery;
  int pruned_wrongly;
};

static void say_notes(void *context, const char *notes) {
  const struct front *f = context;
  if (!f->o->quiet) fprintf(stderr, "omen: %s", notes);
}

static int say_report(struct front *f, const struct omen_record_told *told, struct omen_err *err) {
  struct omen_buf text = {0};
  omen_report_text(told->report, f->o->all ? OMEN_TEXT_ORDERED | OMEN_TEXT_EACH : 0, &text);
  if (!f->o->quiet) omen_delivery_say(&f->delivery, &text);
  omen_buf_release(&text);
  return told->written && omen_delivery_finish(&f->delivery, told->report, err) < 0 ? -1 : 0;
}

static void say_more(const struct omen_options *o, const struct omen_record_told *told) {
  if (o->quiet) return;
  if (told->recording->manifest.limited)
    omen_say("the time limit of %g s was over, and the program got SIGTERM", o->time_limit);
  if (!told->outcome->nracy && !o->no_detect)
    fprintf(stderr, "omen: no data race was seen in this run; 'omen triage --budget 1m' makes many, by other "
                    "schedules\n");
}

/* --check-prune: how many races are of an access that pruning leaves unchecked. */
static int say_pruned(const struct omen_report *r) {
  int wrong = 0;
  for (size_t i = 0; i < r->nraces; i++)
    for (int k = 0; k < 2; k++) {
      const struct omen_access *a = &r->races[i].access[k];
      if (!a->pruned) continue;
      wrong++;
      omen_say("DEFECT of pruning: %s:%d in %s races (%s), and the static analysis says that it cannot",
               a->file ? a->file : "?", a->line, a->function ? a->function : "?", r->races[i].id);
    }
  return wrong;
}

static int tell(void *context, const struct omen_record_told *told, struct omen_err *err) {
  struct front *f = context;
  int result = told->report ? say_report(f, told, err) : 0;
  if (told->report && f->o->check_prune) f->pruned_wrongly = say_pruned(told->report);
  say_more(f->o, told);
  return result;
}

/* The command that goes on from here, as it can be typed. */
static void say_next(char **argv) {
  fprintf(stderr, "omen: which of them matter? omen triage --");
  for (char **word = argv; *word; word++) {
    char *quoted = omen_shell_word(*word);
    fprintf(stderr, " %s", quoted);
    free(quoted);
  }
  fputc('\n', stderr);
}

/* A recording below the current folder is named from there. */
static void say_recorded(const char *dir) {
  char *cwd = getcwd(NULL, 0);
  size_t n = cwd ? strlen(cwd) : 0;
  const char *shown = n && !strncmp(dir, cwd, n) && dir[n] == '/' ? dir + n + 1 : dir;
  char *word = omen_shell_word(shown);
  omen_say("recorded in %s (again: omen replay %s)", shown, word);
  free(word);
  free(cwd);
}

static int record(struct front *f, char **argv) {
  struct omen_record_request request;
  struct omen_record_result result;
  struct omen_err err = {0};
  omen_record_options(&request, f->o, argv);
  request.suppressions = &f->delivery.suppressions;
  request.noted = say_notes;
  request.told = tell;
  request.context = f;
  int failed = omen_record(&request, &result, &err);
  omen_record_options_release(&request);
  if (failed && err.msg[0]) omen_die(omen_record_exit(result.end), "%s", err.msg);
  if (failed) return omen_record_exit(result.end);
  if (result.unreported.msg[0]) omen_die(OMEN_EXIT_RUN_FAILED, "%s", result.unreported.msg);
  if (!f->o->quiet) say_recorded(result.dir);
  if (!f->o->quiet && result.races) say_next(argv);
  return f->pruned_wrongly ? OMEN_EXIT_RUN_FAILED : result.status;
}

int omen_cmd_run(int argc, char **argv) {
  struct omen_options o;
  int n = omen_options_take(OMEN_OPTIONS_RUN, "omen run [options] [--] PROGRAM [ARGUMENTS]", about, argc,
                            argv, &o);
  if (o.filter && strcmp(o.filter, "tree"))
    omen_die(OMEN_EXIT_USAGE, "run: no filter '%s': tree is the one there is", o.filter);
  if (!n) omen_die(OMEN_EXIT_USAGE, "run: which program? ('omen run --help' tells more)");
  omen_need_kernel();
  struct front front = {.o = &o};
  omen_delivery_open(&front.delivery, "run", &o, OMEN_EXIT_RUN_FAILED);
  int status = record(&front, argv);
  omen_delivery_release(&front.delivery);
  return status;
}
