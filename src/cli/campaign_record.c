/* The recorded runs of a campaign: see campaign.h.
 *
 * The n-th run's strategy and seed depend on n alone: the first is the strategy asked for (run-until-blocked,
 * unless the user chose one), then random, PCT and POS take turns, with a new seed every round. A strategy
 * that the user chose is used throughout. Each run is that of `omen run --exact` in a process of its own, so
 * that the program's end is the program's and not ours. */
#include "cli/campaign.h"
#include "cli/from.h"
#include "record/outcome.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  DRY = 64, /* so many runs in a row without anything new: no more */
  LOST = 3, /* and so many that could not be recorded */
};

static void plan(const struct omen_campaign *c, size_t n, uint32_t *strategy, uint64_t *seed) {
  static const uint32_t turns[] = {OMEN_STRATEGY_RANDOM, OMEN_STRATEGY_PCT, OMEN_STRATEGY_POS};
  bool chosen = c->strategy != OMEN_STRATEGY_RUN;
  *strategy = chosen || !n ? c->strategy : turns[(n - 1) % 3];
  *seed = c->seed + (chosen ? n : n ? (n - 1) / 3 : 0);
}

/* For one more like those before. */
static bool enough_time(const struct omen_campaign *c) {
  double mean = c->recorded ? c->recording_time / (double)c->recorded : 0;
  return c->deadline <= 0 || c->deadline - omen_now() > 1.5 * mean;
}

bool omen_campaign_may_record(const struct omen_campaign *c) {
  if (c->wanted && omen_from_found(c)) return false;
  if (c->most_runs) return c->nruns < c->most_runs && enough_time(c);
  size_t dry = 0, lost = 0;
  for (size_t i = c->nruns; i-- > 0 && !c->runs[i].fresh && !c->runs[i].novel;) dry++;
  for (size_t i = c->nruns; i-- > 0 && c->runs[i].lost;) lost++;
  return c->deadline > 0 && dry < DRY && lost < LOST && enough_time(c);
}

/* A run that takes ten times as long as any before it does not end by itself. The first has nothing to be
 * measured by but the budget. Looking at its races takes about as long as the run once more, so that the end
 * of the budget may cut a run short before it is known to hang. */
static void limit(const struct omen_campaign *c, struct omen_campaign_run *r) {
  double left = c->deadline > 0 ? c->deadline - omen_now() : 0;
  if (left < 0.2) left = 0.2;
  if (c->longest > 0)
    r->limit = 10 * c->longest + 2;
  else
    r->limit = c->deadline > 0 ? left / 3 : 0;
  if (c->deadline <= 0 || r->limit <= left / 2) return;
  r->limit = left / 2;
  r->cut = true;
}

static char **command(const struct omen_campaign *c, const struct omen_campaign_run *r) {
  struct omen_buf words = {0};
  uint64_t steps =
      c->nruns && !c->runs[0].lost ? omen_outcome_counter(&c->runs[0].report.outcome, "events") : 1000;
  omen_buf_addf(&words, "omen\nrun\n--exact\n--quiet\n--strategy\n%s\n--seed\n%llu\n--pct-steps\n%llu\n",
                omen_strategy_name(r->strategy), (unsigned long long)r->seed,
                (unsigned long long)(steps ? steps : 1));
  omen_buf_addf(&words, "--keep-freed\n%llu\n", (unsigned long long)c->keep_freed);
  if (c->no_memory) omen_buf_adds(&words, "--no-memory-checks\n");
  if (c->ignore_mutexes) omen_buf_adds(&words, "--ignore-mutexes\n");
  if (r->limit > 0) omen_buf_addf(&words, "--time-limit\n%.3f\n", r->limit);
  omen_buf_adds(&words, "-o\n");
  size_t n = 1, program = 0, asked = 0;
  for (const char *p = words.data; *p; p++) n += *p == '\n';
  while (c->argv[program]) program++;
  while (c->asked && c->asked[asked]) asked++;
  char **argv = omen_xcalloc(n + asked + program + 2, sizeof *argv), *save = NULL;
  n = 0;
  for (char *w = strtok_r(words.data, "\n", &save); w; w = strtok_r(NULL, "\n", &save))
    argv[n++] = omen_xstrdup(w);
  argv[n++] = omen_format("%s/%s", c->dir, r->name);
  for (size_t i = 0; i < asked; i++) argv[n++] = omen_xstrdup(c->asked[i]);
  argv[n++] = omen_xstrdup("--");
  for (size_t i = 0; i < program; i++) argv[n++] = omen_xstrdup(c->argv[i]);
  omen_buf_release(&words);
  return argv;
}

/* It must not outlive us: whoever kills `omen triage` means the program too. */
static pid_t start(char **argv) {
  fflush(NULL);
  pid_t us = getpid(), pid = fork();
  if (pid) return pid;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != us) _exit(OMEN_EXIT_RUN_FAILED);
  execv("/proc/self/exe", argv);
  _exit(OMEN_EXIT_RUN_FAILED);
}

/* Every run gets the same input where that can be had: from a file, anew; a pipe is what the first leaves. */
static void rewind_input(off_t from) {
  if (from >= 0) lseek(0, from, SEEK_SET);
}

static int run(const struct omen_campaign *c, const struct omen_campaign_run *r, int *status,
               struct omen_err *err) {
  static off_t from = -2;
  if (from == -2) from = lseek(0, 0, SEEK_CUR);
  rewind_input(from);
  char **argv = command(c, r), *dir = omen_format("%s/%s", c->dir, r->name);
  omen_rmtree(dir); /* half of a run that was killed */
  int how = 0, result = 0;
  pid_t pid = start(argv);
  if (pid < 0) result = omen_fail(err, "cannot start the run: %s", strerror(errno));
  while (!result && waitpid(pid, &how, 0) < 0)
    if (errno != EINTR) result = omen_fail(err, "cannot wait for the run: %s", strerror(errno));
  omen_strings_free(argv);
  free(dir);
  *status = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
  return result;
}

/* Opens what was recorded. Without a recording the status is Omen's own. */
static int take(struct omen_campaign_run *r, const char *dir, int status) {
  struct omen_err why = {0};
  char *path = omen_format("%s/%s", dir, r->name);
  int result = omen_recording_open(&r->recording, path, &why);
  if (!result && (result = omen_report_build(&r->report, &r->recording, NULL, &why)))
    omen_recording_release(&r->recording);
  free(path);
  if (!result) return 0;
  if (status == OMEN_EXIT_RUN_CANNOT || status == OMEN_EXIT_RUN_NOT_FOUND) return OMEN_EXIT_CANNOT_RUN;
  if (status != OMEN_EXIT_RUN_FAILED) omen_warn("%s: %s", r->shown, why.msg);
  r->lost = omen_format("%s", r->limit > 0 ? "it did not end, and could not be stopped in order"
                                           : "it could not be recorded");
  return 0;
}

/* All runs are of one program: its files are kept once, under as many names. Where the file system cannot,
 * the copies stay. A recording that is moved or copied away is whole all the same. */
static void share_files(const struct omen_campaign_run *first, const struct omen_campaign_run *r) {
  const struct omen_manifest *a = &first->recording.manifest, *b = &r->recording.manifest;
  for (size_t i = 0; i < b->nfiles; i++) {
    const struct omen_manifest_file *f = &b->files[i];
    if (strncmp(f->name, "program", 7) && strncmp(f->name, "lib/", 4)) continue;
    for (size_t j = 0; j < a->nfiles; j++) {
      if (strcmp(a->files[j].name, f->name) || a->files[j].size != f->size || a->files[j].hash != f->hash)
        continue;
      char *from = omen_format("%s/%s", first->recording.dir, f->name),
           *to = omen_format("%s/%s", r->recording.dir, f->name);
      char *between = omen_format("%s.link", to);
      if (!link(from, between) && rename(between, to)) unlink(between); /* fails: the copy stays */
      free(from);
      free(to);
      free(between);
    }
  }
}

int omen_campaign_record(struct omen_campaign *c, struct omen_err *err) {
  struct omen_campaign_run r = {0};
  limit(c, &r);
  plan(c, c->nruns, &r.strategy, &r.seed);
  snprintf(r.name, sizeof r.name, "run-%03zu", c->nruns + 1);
  r.shown = omen_format("%s/%s", c->shown, r.name);
  double before = omen_now();
  int status, code = run(c, &r, &status, err) ? -1 : take(&r, c->dir, status);
  c->recording_time += omen_now() - before;
  c->recorded++;
  if (!code && r.lost && !c->nruns) code = OMEN_EXIT_FAILED; /* `omen run` said why */
  if (code) {
    free(r.lost);
    free(r.shown);
    return code;
  }
  OMEN_GROW(c->runs, c->nruns, c->cruns);
  c->runs[c->nruns++] = r;
  if (!r.lost && !c->runs[0].lost && c->nruns > 1) share_files(&c->runs[0], &r);
  return omen_campaign_add(c, c->nruns - 1, err) || omen_campaign_save(c, err) ? -1 : 0;
}
