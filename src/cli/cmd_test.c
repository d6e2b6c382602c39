/* omen test: any command, and every program built with `omen cc` that it starts is recorded; then all
 * recordings are triaged together, as those of a campaign are. Programs notice by a small library that is
 * loaded into each of them (build/preload/preload.c). */
#include "base/interrupt.h"
#include "build/driver.h"
#include "cli/campaign_deliver.h"
#include "cli/cli.h"
#include "cli/common.h"
#include "cli/options.h"
#include "record/manifest.h"
#include "triage/prepare.h"
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char about[] =
    "Runs a command: 'make check', ctest, a script. Every program built with 'omen cc' or 'omen c++' that it "
    "starts, however\n"
    "deep, is recorded (in the folder named by -o, default omen-test), and the recordings are judged "
    "together: "
    "races of the\n"
    "same id are one, and the worst verdict counts. The command itself sees programs that behave as ever, "
    "only "
    "slower; one that\n"
    "dies of a signal ends with 128 + its number.\n\n"
    "Not recorded: programs that are linked statically or have more rights than their caller, and what a "
    "recorded program\n"
    "starts itself. Exits 1 when something counts (--fail-on) or the command failed, 4 when it cannot be run "
    "or "
    "no program\n"
    "was recorded.";

static void set_up(const char *dir, const struct omen_options *o) {
  struct omen_err err = {0};
  char self[4096], *home = omen_tool_home(&err), *seed = omen_format("%llu", (unsigned long long)o->seed);
  char *limit = o->time_limit > 0 ? omen_format("%.3fs", o->time_limit) : NULL;
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (!home || n <= 0)
    omen_die(OMEN_EXIT_FAILED, "test: %s", home ? "/proc/self/exe cannot be read" : err.msg);
  self[n] = 0;
  char *library = omen_format("%s/libomen_preload.so", home);
  const char *was = getenv("LD_PRELOAD");
  if (!omen_file_exists(library))
    omen_die(OMEN_EXIT_FAILED, "test: %s is missing: install Omen again", library);
  char *both = omen_format("%s%s%s", library, was && *was ? ":" : "", was ? was : "");
  setenv("OMEN_TEST", dir, 1);
  setenv("OMEN_TEST_OMEN", self, 1);
  setenv("OMEN_TEST_PRELOAD", was ? was : "", 1);
  setenv("OMEN_TEST_STRATEGY", omen_strategy_name(o->strategy), 1);
  setenv("OMEN_TEST_SEED", seed, 1);
  if (limit) setenv("OMEN_TEST_LIMIT", limit, 1);
  if (!o->no_prepare) setenv("OMEN_TEST_PREPARE", self, 1); /* build/driver_link.c */
  setenv("LD_PRELOAD", both, 1);
  free(both);
  free(library);
  free(seed);
  free(limit);
  free(home);
}

/* A program elsewhere, or a folder that an option names ("-C ../build", "--test-dir=/b"): others may be
 * large, and hold no programs of the command's. */
static bool is_elsewhere(const char *path, bool by_option) {
  struct stat st;
  if ((*path != '/' && strncmp(path, "..", 2)) || stat(path, &st)) return false;
  return S_ISREG(st.st_mode) || (S_ISDIR(st.st_mode) && by_option);
}

/* A test's time limit is for the test: making the variant is not to count. Programs that the command links
 * are prepared by the linker (build/driver_link.c). */
static void prepare(const struct omen_options *o, char **argv) {
  struct omen_progress progress;
  if (o->no_prepare) return;
  unsigned jobs = o->jobs > 100000 ? 0 : (unsigned)o->jobs;
  omen_progress_start(&progress, "preparing", o->quiet);
  omen_prepare_below(".", jobs, &progress);
  for (size_t i = 0; argv[i]; i++) {
    const char *value = strchr(argv[i], '='), *path = value ? value + 1 : argv[i];
    if (is_elsewhere(path, value || (i && *argv[i - 1] == '-'))) omen_prepare_below(path, jobs, &progress);
  }
  omen_progress_end(&progress);
}

/* Its status as a shell has it. Signals are for the command to take: what was recorded by then is judged. */
static int run(char **argv, const char *dir, const struct omen_options *o) {
  fflush(NULL);
  omen_interrupts_catch();
  pid_t pid = fork();
  if (pid < 0) omen_die(OMEN_EXIT_FAILED, "test: cannot start the command: %s", strerror(errno));
  if (!pid) {
    omen_interrupts_forget();
    set_up(dir, o);
    execvp(argv[0], argv);
    omen_warn("test: %s: %s", argv[0], strerror(errno));
    _exit(errno == ENOENT ? OMEN_EXIT_RUN_NOT_FOUND : OMEN_EXIT_RUN_CANNOT);
  }
  int status;
  omen_interrupts_pass(pid, true);
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) omen_die(OMEN_EXIT_FAILED, "test: cannot wait for the command: %s", strerror(errno));
  omen_interrupts_pass(0, false);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* By the time that they began. Gives their number, and of those that could not be recorded. */
static size_t take_recordings(struct omen_campaign *c, size_t *not_recorded) {
  size_t lost = *not_recorded = omen_campaign_adopt(c);
  if (lost) omen_warn("test: %zu program%s could not be recorded to the end", lost, lost == 1 ? "" : "s");
  return c->nruns;
}

/* Makes the folder of a campaign, and nothing of an earlier one in it. */
static void open_folder(struct omen_campaign *c, const char *dir, char **argv, const struct omen_options *o) {
  struct omen_err err = {0};
  bool resumed;
  if (omen_campaign_open_for(c, dir, argv, o, &resumed, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  if (!resumed) return;
  omen_campaign_remove(c);
  omen_campaign_release(c);
  if (omen_campaign_open_for(c, dir, argv, o, &resumed, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
}

int omen_cmd_test(int argc, char **argv) {
  struct omen_options o;
  int n = omen_options_take(OMEN_OPTIONS_TEST, "omen test [options] [--] COMMAND [ARGUMENTS]", about, argc,
                            argv, &o);
  if (!n) omen_die(OMEN_EXIT_USAGE, "test: which command? ('omen test --help' tells more)");
  omen_delivery_check("test", &o, OMEN_EXIT_FAILED);
  omen_options_outside(&o);
  omen_need_kernel();
  const char *dir = o.output ? o.output : "omen-test";
  struct omen_campaign c;
  struct omen_err err = {0};
  prepare(&o, argv); /* before anything of an earlier campaign is removed */
  open_folder(&c, dir, argv, &o);
  omen_campaign_clear(&c);
  int status = run(argv, c.dir, &o);
  size_t lost, recorded = take_recordings(&c, &lost);
  bool failed = status != 0;
  if (!recorded) {
    omen_campaign_remove(&c);
    omen_warn(
        lost ? "test: the command ended with status %d, and no program could be recorded to the end"
             : "test: the command ended with status %d, and started no program that was built with 'omen "
               "cc' (static ones are not seen)",
        status);
    return OMEN_EXIT_CANNOT_RUN;
  }
  if (omen_campaign_save(&c, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  if (!o.quiet)
    fprintf(stderr, "omen: the command ended with status %d; %zu run%s recorded\n", status, recorded,
            recorded == 1 ? " was" : "s were");
  c.nruns = 0; /* only named, not opened */
  omen_campaign_release(&c);
  int code = omen_campaign_classify(dir, &o, !o.no_predict);
  if (!o.quiet) fprintf(stderr, "omen: recorded in %s\n", dir);
  return code == OMEN_EXIT_OK && failed ? OMEN_EXIT_HARMFUL : code;
}
