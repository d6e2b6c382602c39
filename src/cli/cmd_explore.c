/* omen explore: one recorded run of the program, and from it, with the solver's help, inputs that take other
 * paths, as a test corpus. The recorded run is made in a process of its own (triage/record.h); all others
 * are derived from it (explore/derive.h), contained: nothing that they do is seen outside. */
#include "build/variant.h"
#include "cli/cli.h"
#include "cli/common.h"
#include "triage/corpus.h"
#include "cli/record_options.h"
#include "cli/tell.h"
#include <dirent.h>
#include <errno.h>
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

/* ---- the corpus's folder ---- */

static bool is_ours(const char *name) {
  static const char *const names[] = {"recording", "summary.json", "coverage.info", "work"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) return true;
  return strlen(name) >= 3 && strspn(name, "0123456789") == strlen(name);
}
static bool only_ours(DIR *d) {
  bool all = true;
  for (struct dirent *e; (e = readdir(d));) all &= e->d_name[0] == '.' || is_ours(e->d_name);
  rewinddir(d);
  return all;
}
/* An earlier corpus is replaced; what else is there is not touched. */
static void make_folder(const char *dir) {
  struct omen_err err = {0};
  if (omen_mkdirs(dir, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  DIR *d = opendir(dir);
  if (!d) omen_die(OMEN_EXIT_FAILED, "%s: %s", dir, strerror(errno));
  char *summary = omen_format("%s/summary.json", dir);
  bool corpus = omen_file_exists(summary) || only_ours(d); /* the latter: one that was cut off */
  free(summary);
  for (struct dirent *e; (e = readdir(d));) {
    if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
    if (!corpus)
      omen_die(OMEN_EXIT_FAILED, "%s is neither empty nor a corpus of an earlier omen explore", dir);
    char *path = omen_format("%s/%s", dir, e->d_name);
    if (is_ours(e->d_name) && omen_rmtree(path)) omen_die(OMEN_EXIT_FAILED, "%s: %s", path, strerror(errno));
    free(path);
  }
  closedir(d);
}

/* ---- the recorded run ---- */

/* No recording: ends the command. The reason was said. */
static void open_first(struct omen_recording *r, const struct omen_options *o, const char *dir,
                       char **program) {
  struct omen_err err = {0};
  struct omen_suppressions suppressions = {0};
  struct omen_record_result result;
  omen_teller_suppressions(&suppressions, "explore", o, OMEN_EXIT_FAILED);
  if (!omen_record_first(o, dir, program, &suppressions, &result)) {
    bool cannot = result.end == OMEN_RECORD_CANNOT || result.end == OMEN_RECORD_NOT_FOUND;
    exit(cannot ? OMEN_EXIT_CANNOT_RUN : OMEN_EXIT_FAILED);
  }
  omen_suppressions_release(&suppressions);
  if (omen_recording_open(r, dir, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
}

static void finish(struct omen_corpus *x, const struct omen_options *o) {
  struct omen_err err = {0};
  struct omen_buf lcov = {0};
  uint32_t lines, reached;
  omen_coverage_lines(&x->coverage, &lines, &reached, &lcov);
  json_t *j = omen_corpus_json(x);
  char *text = json_dumps(j, JSON_INDENT(2));
  struct omen_buf json = {0};
  omen_buf_addf(&json, "%s\n", text);
  char *summary = omen_format("%s/summary.json", x->dir), *coverage = omen_format("%s/coverage.info", x->dir);
  if (omen_file_write(summary, json.data, json.len, &err) ||
      omen_file_write(coverage, lcov.data ? lcov.data : "", lcov.len, &err) ||
      (o->json && omen_write_to(o->json, &json, &err)))
    omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  if (!o->quiet) omen_corpus_say(x, stderr);
  free(summary);
  free(coverage);
  free(text);
  json_decref(j);
  omen_buf_release(&json);
  omen_buf_release(&lcov);
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
  struct omen_search_options how = {.solver.milliseconds = 2000};
  struct omen_corpus x = {.search = omen_search_new(&how, &err), .list = json_array()};
  if (!x.search) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  char *dir = o.corpus ? omen_xstrdup(o.corpus) : omen_format("omen-%s.corpus", omen_base_name(argv[0]));
  make_folder(dir);
  x.dir = dir;
  double start = omen_now();
  char *rec = omen_format("%s/recording", dir), **what = words(&o);
  struct omen_recording base = {0};
  open_first(&base, &o, rec, argv);
  x.base = &base;
  struct omen_variant variant = {0};
  struct omen_inputs in;
  if (omen_inputs_of(&base, what, &in, &err)) omen_die(OMEN_EXIT_USAGE, "explore: %s", err.msg);
  if (omen_variant_get(base.manifest.program, OMEN_VARIANT_SYMBOLIC, &variant, &err))
    omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  double budget = o.explore_budget > 0 ? o.explore_budget : o.most_paths ? 0 : SECONDS;
  struct omen_corpus_job job = {.inputs = &in,
                                .variant = &variant,
                                .deadline = budget > 0 ? omen_now() + budget : 0,
                                .most_paths = o.most_paths,
                                .jobs = (unsigned)o.jobs,
                                .quiet = o.quiet};
  if (omen_corpus_search(&x, &job, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  x.seconds = omen_now() - start;
  finish(&x, &o);
  int code = x.bad ? OMEN_EXIT_HARMFUL : OMEN_EXIT_OK;
  omen_search_free(x.search);
  omen_coverage_release(&x.coverage);
  omen_table_release(&x.failures);
  json_decref(x.list);
  omen_variant_release(&variant);
  omen_inputs_release(&in);
  omen_recording_release(&base);
  omen_strings_free(what);
  free(rec);
  free(dir);
  return code;
}
