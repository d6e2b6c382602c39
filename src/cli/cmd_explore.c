/* omen explore: one recorded run of the program, and from it, with the solver's help, inputs that take other
 * paths, as a test corpus. The recorded run is that of `omen run --exact`, in a process of its own; all
 * others are derived from it (explore/derive.h), contained: nothing that they do is seen outside. */
#include "build/variant.h"
#include "cli/cli.h"
#include "cli/common.h"
#include "cli/explore.h"
#include "cli/options.h"
#include "explore/internal.h"
#include "record/defect_words.h"
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

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

enum { RUN_SECONDS = 10 };

/* ---- the corpus's folder ---- */

static bool is_ours(const char *name) {
  static const char *const names[] = {"recording", "summary.json", "coverage.info", "work"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(name, names[i])) return true;
  return strlen(name) >= 3 && strspn(name, "0123456789") == strlen(name);
}
/* An earlier corpus is replaced; what else is there is not touched. */
static void make_folder(const char *dir) {
  struct omen_err err = {0};
  if (omen_mkdirs(dir, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  DIR *d = opendir(dir);
  if (!d) omen_die(OMEN_EXIT_FAILED, "%s: %s", dir, strerror(errno));
  char *summary = omen_format("%s/summary.json", dir);
  bool corpus = omen_file_exists(summary);
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

static int record(const struct omen_options *o, const char *rec, char **program) {
  char *seed = omen_format("%llu", (unsigned long long)o->seed);
  const char *head[] = {"omen",   "run", "--exact", "--quiet", "--strategy", omen_strategy_name(o->strategy),
                        "--seed", seed,  "-o",      rec,       "--"};
  size_t nhead = sizeof head / sizeof *head, n = 0;
  while (program[n]) n++;
  char **argv = omen_xcalloc(nhead + n + 1, sizeof *argv);
  memcpy(argv, head, sizeof head);
  memcpy(argv + nhead, program, n * sizeof *argv);
  pid_t us = getpid(), pid = fork();
  if (pid < 0) omen_die(OMEN_EXIT_FAILED, "cannot start the run: %s", strerror(errno));
  if (!pid) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == us) execv("/proc/self/exe", argv);
    _exit(OMEN_EXIT_RUN_FAILED);
  }
  int status;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) omen_die(OMEN_EXIT_FAILED, "cannot wait for the run: %s", strerror(errno));
  free(argv);
  free(seed);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
static void open_recording(struct omen_recording *r, const char *dir, int status) {
  struct omen_err err = {0};
  char *manifest = omen_format("%s/manifest.json", dir);
  bool there = omen_file_exists(manifest);
  free(manifest);
  bool cannot = status == OMEN_EXIT_RUN_CANNOT || status == OMEN_EXIT_RUN_NOT_FOUND;
  if (!there) exit(cannot ? OMEN_EXIT_CANNOT_RUN : OMEN_EXIT_FAILED); /* said so */
  if (omen_recording_open(r, dir, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
}

/* ---- the search ---- */

struct explorer {
  const struct omen_options *o;
  struct omen_exploration *x;
  struct omen_variant variant;
  struct omen_progress progress;
  double deadline;
  int64_t *folder_of; /* by id of the search; -1: none */
  size_t folders_cap;
};

static bool is_bad(const struct omen_result *r) {
  enum omen_end end = r->outcome.end;
  return end == OMEN_END_SIGNAL || end == OMEN_END_DEADLOCK || end == OMEN_END_ENDLESS ||
         end == OMEN_END_DEFECT || r->outcome.ndefects;
}
/* Where and how it failed. Addresses are the same in all runs of a recording. */
static uint64_t failure_of(const struct omen_outcome *o) {
  uint64_t h = ((uint64_t)o->end << 32 | (uint32_t)o->status) + 1;
  if (o->end == OMEN_END_SIGNAL)
    for (size_t i = 0; i < o->crash.n; i++) h = (h ^ o->crash.pc[i]) * 0x9e3779b97f4a7c15ull;
  for (size_t i = 0; i < o->ndefects; i++)
    h = (h ^ omen_defect_name_of(&o->defects[i])) * 0x9e3779b97f4a7c15ull;
  return h ^ h >> 29;
}
static void say(struct explorer *w) {
  char *line = omen_format("%llu runs, %u inputs, %u of %u blocks, %u failures; %zu decisions left to try",
                           (unsigned long long)omen_search_counters(w->x->search)->runs, w->x->inputs,
                           w->x->coverage.reached, w->x->coverage.blocks, w->x->bad,
                           omen_search_waiting(w->x->search));
  omen_progress_say(&w->progress, line);
  free(line);
}
static void note_folder(struct explorer *w, uint32_t id, int64_t folder) {
  while (w->folders_cap <= id) {
    size_t n = w->folders_cap;
    OMEN_GROW(w->folder_of, n, w->folders_cap);
    for (; n < w->folders_cap; n++) w->folder_of[n] = -1;
  }
  w->folder_of[id] = folder;
}
/* It has a path of its own, or shows a failure: into the corpus. */
static void keep(struct explorer *w, struct omen_explored *e, const char *run, uint32_t id) {
  struct omen_err err = {0};
  e->number = w->x->inputs++;
  w->x->bad += e->bad;
  bool first = e->bad && omen_hashset_add(&w->x->failures, e->failure) == 1;
  note_folder(w, id, e->number);
  if (omen_corpus_add(w->x->dir, w->x->base, e, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  json_array_append_new(w->x->list, omen_explored_json(w->x->base, e));
  char *to = omen_format("%s/%03u/recording", w->x->dir, e->number);
  if (first && rename(run, to)) omen_die(OMEN_EXIT_FAILED, "%s: %s", to, strerror(errno));
  free(to);
}
/* What the run left: how it ended, what it wrote. */
static int read_result(struct omen_result *r, const char *dir, struct omen_err *err) {
  char *outcome = omen_format("%s/outcome", dir), *outputs = omen_format("%s/outputs", dir);
  int result = omen_file_read(outcome, &r->said, err) || omen_file_read(outputs, &r->bytes, err) ||
               omen_result_take(r, err);
  if (result) omen_result_release(r);
  free(outcome);
  free(outputs);
  return result ? -1 : 0;
}
/* Takes the run's trace into the search. False: it left none. */
static bool take_trace(struct explorer *w, const struct omen_recording *r, const struct omen_inputs *in,
                       uint32_t id, struct omen_explored *e, bool *new) {
  struct omen_sym_trace t;
  char *path = omen_format("%s/symbolic", r->dir);
  int missing = omen_sym_trace_read(&t, path, NULL);
  free(path);
  if (missing) return false;
  bool first = !w->x->coverage.blocks;
  e->new_blocks = omen_coverage_add(&w->x->coverage, &t);
  if (first) omen_coverage_places(&w->x->coverage, r, &e->result.outcome);
  uint64_t paths = omen_search_counters(w->x->search)->paths;
  enum omen_arrival a = omen_search_add(w->x->search, &t, in, id, NULL);
  e->confirmed = a == OMEN_ARRIVED_FIRST ? -1 : a == OMEN_ARRIVED_CONFIRMED;
  *new = omen_search_counters(w->x->search)->paths > paths;
  return true;
}
/* One run; how NULL: with the recorded inputs. */
static int run(struct explorer *w, const struct omen_inputs *in, const struct omen_search_found *how,
               struct omen_err *err) {
  char *dir = omen_format("%s/work", w->x->dir);
  struct omen_recording r = {0};
  struct omen_derivation d = {
      .base = w->x->base, .inputs = in, .variant = &w->variant, .seconds = RUN_SECONDS, .no_watch = true};
  struct omen_explored e = {.parent = -1, .inputs = in, .confirmed = -1};
  uint32_t id = how ? how->id : 0;
  bool new = false;
  int result = omen_derive_by(&d, dir, &r, err) || read_result(&e.result, dir, err) ? -1 : 0;
  if (!result) {
    if (how) {
      e.why = how->why;
      e.parent = how->parent < w->folders_cap ? w->folder_of[how->parent] : -1;
      e.at = omen_coverage_site(&w->x->coverage, how->site);
    }
    e.bad = is_bad(&e.result);
    e.failure = failure_of(&e.result.outcome);
    if (!take_trace(w, &r, in, id, &e, &new)) w->x->failed++;
    if (new || e.bad || !how) keep(w, &e, dir, id);
    omen_result_release(&e.result);
    omen_recording_release(&r);
    free(e.at);
  }
  omen_rmtree(dir);
  free(dir);
  return result;
}
static bool enough(const struct explorer *w) {
  return (w->deadline > 0 && omen_now() >= w->deadline) ||
         (w->o->most_paths && w->x->inputs >= w->o->most_paths);
}
static void search(struct explorer *w, const struct omen_inputs *in) {
  struct omen_err err = {0};
  if (run(w, in, NULL, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  struct omen_search_found found;
  while (!enough(w)) {
    say(w);
    if (!omen_search_next(w->x->search, w->deadline, &found)) {
      w->x->exhausted = !(w->deadline > 0 && omen_now() >= w->deadline);
      break;
    }
    if (run(w, &found.inputs, &found, &err)) w->x->failed++;
    omen_search_found_release(&found);
  }
}

static void finish(struct omen_exploration *x, const struct omen_options *o) {
  struct omen_err err = {0};
  struct omen_buf lcov = {0};
  uint32_t lines, reached;
  omen_coverage_lines(&x->coverage, &lines, &reached, &lcov);
  json_t *j = omen_exploration_json(x);
  char *text = json_dumps(j, JSON_INDENT(2));
  struct omen_buf json = {0};
  omen_buf_addf(&json, "%s\n", text);
  char *summary = omen_format("%s/summary.json", x->dir), *coverage = omen_format("%s/coverage.info", x->dir);
  if (omen_file_write(summary, json.data, json.len, &err) ||
      omen_file_write(coverage, lcov.data ? lcov.data : "", lcov.len, &err) ||
      (o->json && omen_write_to(o->json, &json, &err)))
    omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  if (!o->quiet) omen_exploration_say(x, stderr);
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
  omen_need_kernel();
  struct omen_search_options how = {.solver.milliseconds = 2000};
  struct omen_exploration x = {.search = omen_search_new(&how, &err), .list = json_array()};
  if (!x.search) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  char *dir = o.corpus ? omen_xstrdup(o.corpus) : omen_format("omen-%s.corpus", omen_base_name(argv[0]));
  make_folder(dir);
  x.dir = dir;
  double start = omen_now();
  char *rec = omen_format("%s/recording", dir), **what = words(&o);
  int status = record(&o, rec, argv);
  struct omen_recording base = {0};
  open_recording(&base, rec, status);
  x.base = &base;
  struct explorer w = {.o = &o, .x = &x};
  struct omen_inputs in;
  if (omen_inputs_of(&base, what, &in, &err)) omen_die(OMEN_EXIT_USAGE, "explore: %s", err.msg);
  if (omen_variant_get(base.manifest.program, OMEN_VARIANT_SYMBOLIC, &w.variant, &err))
    omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  w.deadline =
      o.most_paths && !o.explore_budget ? 0 : omen_now() + (o.explore_budget > 0 ? o.explore_budget : 60);
  omen_progress_start(&w.progress, "explore", o.quiet);
  search(&w, &in);
  omen_progress_end(&w.progress);
  x.seconds = omen_now() - start;
  finish(&x, &o);
  int code = x.bad ? OMEN_EXIT_HARMFUL : OMEN_EXIT_OK;
  omen_search_free(x.search);
  omen_coverage_release(&x.coverage);
  omen_hashset_release(&x.failures);
  json_decref(x.list);
  omen_variant_release(&w.variant);
  omen_inputs_release(&in);
  omen_recording_release(&base);
  omen_strings_free(what);
  free(w.folder_of);
  free(rec);
  free(dir);
  return code;
}
