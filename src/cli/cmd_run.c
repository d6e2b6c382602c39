/* omen run: one controlled, recorded execution, and the races in it.
 *
 * The program's variant is copied into a new recording and run there; if racy memory was seen, the run is
 * played again with that memory watched, and the races are made out from what was logged. Everything of ours
 * that goes wrong is one line and 125; whatever was made by then is taken away again. */
#include "build/variant.h"
#include "cli/asked.h"
#include "cli/cli.h"
#include "cli/common.h"
#include "cli/options.h"
#include "cli/tell.h"
#include "expect/expect.h"
#include "record/launch.h"
#include "record/recover.h"
#include "build/libraries.h"
#include "record/outcome.h"
#include "record/watch.h"
#include "report/write.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char about[] = "Runs a program that was built with 'omen cc' or 'omen c++' under control, "
                            "records the run, and shows the data\n"
                            "races in it on standard error. Ends as the program ended: its status, or 128 + "
                            "the signal it died of; 124 when\n"
                            "it came to a deadlock; 125 when Omen itself failed, 126 when the program cannot "
                            "be run, 127 when it is not found.";

/* Absolute; does not return when there is none. */
static char *find_program(const char *name) {
  int why = 0;
  char *found = omen_find_program(name, &why);
  bool here = !found && !strchr(name, '/') && !access(name, X_OK);
  if (!found && !why)
    omen_die(OMEN_EXIT_RUN_NOT_FOUND,
             here ? "%s: not found in PATH; the one here is called ./%s"
                  : "%s: not found: is it built, and is the name right?",
             name, name);
  if (!found) omen_die(OMEN_EXIT_RUN_CANNOT, "%s: cannot be run: %s", name, strerror(why));
  return found;
}

/* ---- the recording ---- */

static int fill_recording(struct omen_recording *r, const struct omen_variant *v,
                          const struct omen_buf *extras, struct omen_err *err) {
  if (omen_recording_add(r, v->path, "program", err) || omen_recording_add(r, v->sites, "program.sites", err))
    return -1;
  if (omen_libraries_begin(r->dir, v, err)) return -1;
  if (extras->len) {
    char *path = omen_format("%s/extras", r->dir);
    int result = omen_file_write(path, extras->data, extras->len, err);
    free(path);
    if (result) return -1;
  }
  return omen_recording_begin(r, err);
}

static void fill_manifest(struct omen_manifest *m, const struct omen_options *o, char *program, char **argv,
                          const char *dir, const struct omen_variant *v) {
  extern char **environ;
  char *cwd = getcwd(NULL, 0);
  *m = (struct omen_manifest){
      .omen = omen_xstrdup(OMEN_VERSION),
      .program = program,
      .argv = omen_strings_copy(argv),
      .env = omen_strings_copy(environ),
      .cwd = cwd ? cwd : omen_xstrdup("/"),
      .recording = omen_xstrdup(dir),
      .variant = omen_xstrdup(v->key),
      .stack_limit = omen_launch_stack_limit(),
      .seed = o->seed,
      .strategy = o->strategy,
      .invariants = omen_asked_copy(&o->invariant),
      .without = omen_asked_copy(&o->without),
      .pct_steps = o->pct_steps,
      .pct_depth = 3,
      .keep_freed = o->keep_freed,
      .flags = (o->no_detect ? OMEN_FLAG_NO_DETECT : 0) | (o->ignore_mutexes ? OMEN_FLAG_NO_MUTEX : 0) |
               (o->no_memory ? OMEN_FLAG_NO_MEMORY : 0) | (o->debug ? OMEN_FLAG_DEBUG : 0) |
               (v->kind == OMEN_VARIANT_EXACT ? OMEN_FLAG_EXACT : 0)};
}

static const char *shown(const struct omen_recording *r) {
  const char *cwd = r->manifest.cwd;
  size_t n = strlen(cwd);
  return !strncmp(r->dir, cwd, n) && r->dir[n] == '/' ? r->dir + n + 1 : r->dir;
}

/* ---- the run ---- */

/* Where files may not grow any more a run that ended in order has no end either. */
static bool no_room(const char *dir) {
  enum { LITTLE = 1 << 20 };
  struct statvfs fs;
  struct rlimit most;
  if (!statvfs(dir, &fs) && fs.f_bavail * fs.f_frsize < LITTLE) return true;
  return !getrlimit(RLIMIT_FSIZE, &most) && most.rlim_cur != RLIM_INFINITY;
}

/* There is no outcome, or it does not say how the run ended. */
static int no_outcome(const struct omen_recording *r, const char *outcome, int status, struct omen_err *err) {
  if (omen_recording_gone(r))
    return omen_fail(err, "%s: the recording was removed or moved while the program ran", r->dir);
  if (WIFEXITED(status) && WEXITSTATUS(status) == OMEN_EXIT_RUN_FAILED)
    return omen_fail(err, "%s", ""); /* said so */
  if (WIFSIGNALED(status))
    return omen_fail(err,
                     "the program was killed by signal %d (%s) before its run could be recorded to the end",
                     WTERMSIG(status), strsignal(WTERMSIG(status)));
  if (omen_file_exists(outcome) && no_room(r->dir))
    return omen_fail(err, "%s: no room for the recording (full, or files are limited): nothing is kept",
                     r->dir);
  return omen_fail(
      err,
      omen_file_exists(outcome)
          ? "the program ended with status %d outside the runtime's control: nothing was recorded"
          : "the program ended with status %d before the runtime began (do its libraries load?): nothing was "
            "recorded",
      WEXITSTATUS(status));
}

/* Killed by what nobody can catch: what is on disk is kept. */
static int killed(struct omen_recording *r, int status, struct omen_outcome *outcome) {
  struct omen_err unused = {0};
  if (!WIFSIGNALED(status) || omen_recording_gone(r) || omen_recording_cut(r, false, outcome, &unused))
    return -1;
  omen_warn("the program was killed by signal %d (%s): the recording has the %llu events until then",
            WTERMSIG(status), strsignal(WTERMSIG(status)),
            (unsigned long long)omen_outcome_counter(outcome, "events"));
  return 0;
}

/* The program went on without being recorded: what there was room for is kept. */
static int without_room(struct omen_recording *r, struct omen_outcome *outcome) {
  struct omen_err unused = {0};
  struct omen_outcome first = *outcome;
  *outcome = (struct omen_outcome){0};
  int result = omen_recording_gone(r) || omen_recording_cut(r, true, outcome, &unused);
  if (!result)
    omen_warn("there was no room for all of the recording (a full disk, or a limit for files): it has the "
              "first %llu events",
              (unsigned long long)omen_outcome_counter(outcome, "events"));
  if (!result && first.nracy > outcome->nracy)
    omen_warn("%zu more places were seen to race after that, which cannot be shown",
              first.nracy - outcome->nracy);
  omen_outcome_release(&first);
  return result;
}

/* The run has ended, and there is no outcome, or log and digest are not whole. */
static int cut_short(struct omen_recording *r, const char *path, bool told, int status,
                     struct omen_outcome *outcome, struct omen_err *err) {
  if (!told && !killed(r, status, outcome)) return 0;
  bool full = told || (omen_file_exists(path) && no_room(r->dir));
  if (full && !without_room(r, outcome)) return 0;
  return told ? omen_fail(err, "%s: the recording could not be written to its end", r->dir)
              : no_outcome(r, path, status, err);
}

/* *ended: as the program did. */
static int record(struct omen_recording *r, double limit, struct omen_outcome *outcome, int *ended,
                  struct omen_err *err) {
  struct omen_launch l = {.recording = r,
                          .mode = OMEN_MODE_RECORD,
                          .flags = r->manifest.flags,
                          .dir = r->dir,
                          .wall_seconds = limit};
  int status;
  double start = omen_now(), spent = omen_spent(true);
  if (omen_launch(&l, &status, err)) return -1;
  r->manifest.seconds = omen_now() - start;
  r->manifest.cpu_seconds = omen_spent(true) - spent;
  char *path = omen_format("%s/outcome", r->dir);
  bool told = !omen_outcome_read(outcome, path, NULL);
  *ended = told                ? omen_outcome_status(outcome)
           : WIFEXITED(status) ? WEXITSTATUS(status)
                               : 128 + WTERMSIG(status);
  bool whole = told && !omen_recording_whole(r, omen_outcome_counter(outcome, "events"), err);
  int result = whole ? 0 : cut_short(r, path, told, status, outcome, err);
  free(path);
  return result;
}

static int write_report(const struct omen_recording *r, const struct omen_options *o, const char *why_not,
                        struct omen_err *err) {
  struct omen_report report;
  struct omen_teller teller;
  struct omen_buf text = {0}, json = {0};
  if (omen_report_build(&report, r, why_not, err)) return -1;
  omen_teller_open(&teller, "run", o, OMEN_EXIT_RUN_FAILED);
  omen_teller_mark(&teller, &report);
  omen_report_json(&report, &json);
  omen_report_text(&report, o->all, &text);
  char *path = omen_format("%s/report.json", r->dir);
  int result = omen_file_write(path, json.data, json.len, err);
  free(path);
  if (!o->quiet) omen_teller_say(&teller, &text);
  if (!result && omen_teller_finish(&teller, &report, err) < 0) result = -1;
  omen_teller_release(&teller);
  omen_report_release(&report);
  omen_buf_release(&text);
  omen_buf_release(&json);
  return result;
}

/* A failure from here on leaves the recording: the run itself is in it. */
static int look_again(const struct omen_recording *r, const struct omen_outcome *outcome,
                      const struct omen_options *o, struct omen_err *err) {
  struct omen_err trouble = {0};
  uint32_t flags = r->manifest.flags | (o->filter ? OMEN_FLAG_TREE : 0);
  struct omen_progress progress;
  omen_progress_start(&progress, "second pass", o->quiet);
  bool failed = omen_watch_wanted(outcome) &&
                omen_watch_pass(r, outcome, flags, o->no_segments ? 0 : o->segments, &progress, &trouble);
  if (failed)
    omen_warn("%s were seen, but the second pass that makes out %s failed: %s",
              outcome->nracy ? "races" : "bad accesses",
              outcome->nracy ? "their first accesses" : "where the memory comes from", trouble.msg);
  return write_report(r, o, failed ? trouble.msg : NULL, err);
}

static void say_more(const struct omen_recording *r, const struct omen_outcome *outcome,
                     const struct omen_options *o) {
  if (o->quiet) return;
  if (o->time_limit > 0 && r->manifest.seconds >= o->time_limit)
    fprintf(stderr, "omen: the time limit of %g s was over, and the program got SIGTERM\n", o->time_limit);
  if (!outcome->nracy && !o->no_detect)
    fprintf(stderr, "omen: no data race was seen in this run; 'omen triage --budget 1m' makes many, by other "
                    "schedules\n");
}

/* The command that goes on from here, as it can be typed. */
static void say_next(const struct omen_recording *r) {
  fprintf(stderr, "omen: which of them matter? omen triage --");
  for (char **word = r->manifest.argv; *word; word++) {
    char *quoted = omen_shell_word(*word);
    fprintf(stderr, " %s", quoted);
    free(quoted);
  }
  fputc('\n', stderr);
}

static void finish(struct omen_recording *r, struct omen_outcome *outcome, const struct omen_options *o) {
  struct omen_err err = {0}, seal = {0};
  int result = look_again(r, outcome, o, &err);
  say_more(r, outcome, o);
  bool races = outcome->nracy > 0;
  omen_outcome_release(outcome);
  if (omen_recording_seal(r, &seal)) {
    omen_recording_remove(r->dir);
    omen_die(OMEN_EXIT_RUN_FAILED, "the recording cannot be kept: %s", seal.msg);
  }
  if (omen_segments_seal(r, &seal)) omen_segments_remove(r); /* it is as good without */
  if (result) omen_die(OMEN_EXIT_RUN_FAILED, "%s", err.msg);
  char *word = omen_shell_word(shown(r));
  if (!o->quiet) fprintf(stderr, "omen: recorded in %s (again: omen replay %s)\n", shown(r), word);
  if (!o->quiet && races) say_next(r);
  free(word);
}

static void get_variant(const char *program, struct omen_variant *v, const struct omen_options *o) {
  struct omen_err err = {0};
  int status = omen_variant_get(
      program, o->exact || o->invariant.n ? OMEN_VARIANT_EXACT : OMEN_VARIANT_ANALYSIS, v, &err);
  if (status) omen_die(status, "%s", err.msg);
  if (v->notes && *v->notes && !o->quiet) fprintf(stderr, "omen: %s", v->notes);
}

/* Before anything is made: an error in what was asked leaves nothing behind. */
static void make_extras(const struct omen_variant *v, const struct omen_options *o, struct omen_buf *out) {
  struct omen_err err = {0};
  char **invariants = omen_asked_copy(&o->invariant), **without = omen_asked_copy(&o->without);
  if (omen_expect(v->path, v->library_folder, invariants, without, out, &err))
    omen_die(OMEN_EXIT_USAGE, "%s", err.msg);
  omen_strings_free(invariants);
  omen_strings_free(without);
}

int omen_cmd_run(int argc, char **argv) {
  struct omen_options o;
  int n = omen_options_take(OMEN_OPTIONS_RUN, "omen run [options] [--] PROGRAM [ARGUMENTS]", about, argc,
                            argv, &o);
  if (o.filter && strcmp(o.filter, "tree"))
    omen_die(OMEN_EXIT_USAGE, "run: no filter '%s': tree is the one there is", o.filter);
  if (!n) omen_die(OMEN_EXIT_USAGE, "run: which program? ('omen run --help' tells more)");
  omen_need_kernel();
  omen_teller_check("run", &o, OMEN_EXIT_RUN_FAILED);
  char *program = find_program(argv[0]);
  struct omen_variant v = {0};
  get_variant(program, &v, &o);
  struct omen_err err = {0};
  struct omen_recording r = {0};
  struct omen_buf extras = {0};
  make_extras(&v, &o, &extras);
  const char *base = strrchr(program, '/') + 1;
  if (omen_recording_create(&r, o.output, base, &err)) omen_die(OMEN_EXIT_RUN_FAILED, "%s", err.msg);
  fill_manifest(&r.manifest, &o, program, argv, r.dir, &v);
  struct omen_outcome outcome = {0};
  int status = 0;
  int failed = fill_recording(&r, &v, &extras, &err) || record(&r, o.time_limit, &outcome, &status, &err);
  omen_variant_release(&v);
  omen_buf_release(&extras);
  if (failed) {
    omen_recording_remove(r.dir);
    if (err.msg[0]) omen_die(OMEN_EXIT_RUN_FAILED, "%s", err.msg);
    return OMEN_EXIT_RUN_FAILED;
  }
  finish(&r, &outcome, &o);
  omen_recording_release(&r);
  return status;
}
