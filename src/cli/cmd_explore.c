/* omen explore: one recorded run of the program, and from it, with the solver's help, inputs that take other
 * paths, as a test corpus. The recorded run is made in a process of its own (triage/record.h); all others
 * are derived from it (explore/derive.h), contained: nothing that they do is seen outside. */
#include "base/interrupt.h"
#include "build/variant.h"
#include "cli/cli.h"
#include "cli/common.h"
#include "cli/record_options.h"
#include "cli/deliver.h"
#include "record/inputs.h"
#include "triage/corpus.h"
#include <stdlib.h>
#include <string.h>

static const char about[] = "Runs a program that was built with 'omen cc' or 'omen c++' once, and then finds "
                            "inputs that make it take "
                            "other paths: branches\n"
                            "that depend on inputs are turned around by a solver, and each input found is "
                            "run, contained: those runs do "
                            "nothing to files,\n"
                            "sockets and so on. What is found is a test corpus: a folder an input, with a "
                            "script that runs the program "
                            "with it, what it wrote,\n"
                            "and how it ended; runs that failed can be replayed. Exits 0 when no input makes "
                            "the program fail, 1 when "
                            "one does, 3 when Omen\n"
                            "failed, 4 when the program could not be run.";

enum { SECONDS = 60 }; /* where neither --budget nor --paths says how long */

/* No recording: ends the command. The reason was said. */
static void open_first(struct omen_recording *r, const struct omen_options *o, const char *dir,
                       char **program) {
  struct omen_err err = {0};
  struct omen_suppressions suppressions = {0};
  struct omen_record_result result;
  bool keep = omen_inputs_stdin_is_file();
  omen_delivery_suppressions(&suppressions, "explore", o, OMEN_EXIT_FAILED);
  if (!omen_record_first(o, dir, program, &suppressions, &result)) {
    bool cannot = result.end == OMEN_RECORD_CANNOT || result.end == OMEN_RECORD_NOT_FOUND;
    exit(cannot ? OMEN_EXIT_CANNOT_RUN : OMEN_EXIT_FAILED);
  }
  omen_suppressions_release(&suppressions);
  if (keep) omen_inputs_keep_stdin(dir);
  if (omen_recording_open(r, dir, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
}

static void finish(const struct omen_corpus *x, const struct omen_options *o) {
  struct omen_err err = {0};
  struct omen_buf json = {0};
  if (omen_corpus_write(x, &json, &err) || (o->json && omen_write_to(o->json, &json, &err)))
    omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  if (!o->quiet) omen_corpus_say(x, stderr);
  omen_buf_release(&json);
}

/* What may be otherwise: argv and stdin, where nothing is said. */
static char **words(const struct omen_options *o) {
  static const char *const usual[] = {"argv", "stdin"};
  const char *const *from = o->vary.n ? o->vary.v : usual;
  size_t n = o->vary.n ? o->vary.n : 2;
  char **list = omen_xcalloc(n + 1, sizeof *list);
  for (size_t i = 0; i < n; i++) list[i] = omen_xstrdup(from[i]);
  return list;
}

int omen_cmd_explore(int argc, char **argv) {
  struct omen_options o;
  struct omen_err err = {0};
  int n = omen_options_take(OMEN_OPTIONS_EXPLORE, "omen explore [options] [--] PROGRAM [ARGUMENTS]", about,
                            argc, argv, &o);
  if (!n) omen_die(OMEN_EXIT_USAGE, "explore: which program? ('omen explore --help' tells more)");
  omen_options_environment(&o); /* suppressions: they mark the report of the recorded run */
  omen_need_kernel();
  struct omen_search_options how = {.solver.milliseconds = 2000, .pauses = true};
  struct omen_corpus x = {.search = omen_search_new(&how, &err), .list = json_array()};
  if (!x.search) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  char *dir = o.corpus ? omen_xstrdup(o.corpus) : omen_format("omen-%s.corpus", omen_base_name(argv[0]));
  if (omen_corpus_folder(dir, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  x.dir = dir;
  double start = omen_now();
  char *rec = omen_format("%s/recording", dir), **what = words(&o);
  struct omen_recording base = {0};
  open_first(&base, &o, rec, argv);
  x.base = &base;
  struct omen_variant variant = {0};
  struct omen_inputs in;
  if (omen_inputs_of(&base, what, &in, &err)) omen_die(OMEN_EXIT_USAGE, "explore: %s", err.msg);
  omen_prepare_symbolic(base.manifest.program, o.quiet);
  if (omen_variant_get(base.manifest.program, OMEN_VARIANT_SYMBOLIC, &variant, &err))
    omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  omen_interrupts_catch();
  double budget = o.explore_budget > 0 ? o.explore_budget : o.most_paths ? 0 : SECONDS;
  struct omen_corpus_job job = {.inputs = &in,
                                .variant = &variant,
                                .deadline = budget > 0 ? omen_now() + budget : 0,
                                .most_paths = o.most_paths,
                                .stop_on_failure = o.stop_on_failure,
                                .seeds = o.seeds,
                                .sync = o.sync,
                                .jobs = (unsigned)o.jobs,
                                .quiet = o.quiet};
  if (omen_corpus_search(&x, &job, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  x.seconds = omen_now() - start;
  finish(&x, &o);
  int code = x.bad ? OMEN_EXIT_HARMFUL : OMEN_EXIT_OK;
  omen_search_free(x.search);
  omen_coverage_release(&x.coverage);
  omen_table_release(&x.failures);
  omen_table_release(&x.limits_seen);
  omen_buf_release(&x.limits);
  json_decref(x.list);
  omen_variant_release(&variant);
  omen_inputs_release(&in);
  omen_recording_release(&base);
  omen_strings_free(what);
  free(rec);
  free(dir);
  return code;
}
