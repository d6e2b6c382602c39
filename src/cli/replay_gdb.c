/* A replay in gdb: see replay_gdb.h. gdb starts the program through a wrapper, which is this command again:
 * it does what omen_launch does in a child (descriptors, limits, personality, folder) and then becomes the
 * program. So addresses and events are those of every other replay. The two are told apart by a variable that
 * only the wrapper sees: the program's environment is the recorded one. */
#include "cli/replay_gdb.h"
#include "build/driver.h"
#include "record/launch.h"
#include "triage/evidence.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define IN_GDB "OMEN_IN_GDB" /* the scratch folder */
#define ORDER "OMEN_GDB_ORDER"
/* What the scripts in gdb want to know: src/runtime/gdb/schedule.gdb. The order is the wrapper's, too, so
 * that gdb can start the program over in the other one. */
#define COMMAND "OMEN_GDB_COMMAND"
#define RECORDING "OMEN_GDB_RECORDING"
#define RACE "OMEN_GDB_RACE"

bool omen_replay_is_in_gdb(void) { return getenv(IN_GDB) != NULL; }

uint32_t omen_replay_flags(const struct omen_recording *r) {
  struct omen_outcome o;
  char *path = omen_format("%s/outcome", r->dir);
  bool defects = !omen_outcome_read(&o, path, NULL) && o.ndefects;
  omen_outcome_release(&o);
  free(path);
  return (r->manifest.flags & ~OMEN_FLAG_DEBUG) | (defects ? 0 : OMEN_FLAG_NO_DETECT);
}

int omen_replay_in_gdb(const struct omen_recording *r, const struct omen_options *o, struct omen_err *err) {
  struct omen_plan plan;
  struct omen_explorer x = {0};
  struct omen_launch l = {.recording = r,
                          .mode = OMEN_MODE_REPLAY,
                          .flags = omen_replay_flags(r) | OMEN_FLAG_GDB,
                          .dir = getenv(IN_GDB)};
  uint64_t defect;
  if (o->race || o->incident) {
    if (o->race ? omen_evidence_find(r->dir, o->race, !strcmp(o->order, "alternate"), &plan, err)
                : omen_evidence_find_incident(r->dir, o->incident, o->prevented, &plan, &defect, err))
      return -1;
    if (omen_explorer_open(&x, r, err)) return -1;
    l.flags = OMEN_FLAG_WATCH | OMEN_FLAG_NO_EVENTS | OMEN_FLAG_GDB;
    l.watch = x.watch;
    l.watches = x.watches;
    l.known = x.known;
    l.nknown = x.nknown;
    if (o->outside) plan.tail.outside = omen_options_outside(o);
    l.plan = &plan;
    x.no_saved = o->from_start;
    l.restore = omen_explorer_saved(&x, &plan, true);
  }
  return omen_launch_here(&l, err);
}

/* A word for the shell that gdb starts its wrapper with. */
static void add_word(struct omen_buf *out, const char *word) {
  omen_buf_adds(out, out->len ? " '" : "'");
  for (; *word; word++)
    if (*word == '\'')
      omen_buf_adds(out, "'\\''");
    else
      omen_buf_add(out, word, 1);
  omen_buf_adds(out, "'");
}

static char *wrapper(const struct omen_recording *r, const struct omen_options *o, const char *self) {
  struct omen_buf out = {0};
  add_word(&out, self);
  add_word(&out, "replay");
  add_word(&out, "--gdb");
  if (o->race) {
    add_word(&out, "--race");
    add_word(&out, o->race);
    omen_buf_adds(&out, " --order \"$" ORDER "\"");
  }
  if (o->incident) {
    add_word(&out, "--incident");
    add_word(&out, o->incident);
    if (o->prevented) add_word(&out, "--prevented");
  }
  add_word(&out, "--");
  add_word(&out, r->dir);
  return out.data;
}

static void tell_scripts(const struct omen_recording *r, const struct omen_options *o, const char *self) {
  setenv(COMMAND, self, 1);
  setenv(RECORDING, r->dir, 1);
  if (!o->race) return;
  setenv(RACE, o->race, 1);
  setenv(ORDER, o->order, 1);
}

int omen_replay_gdb(const struct omen_recording *r, const struct omen_options *o, int n, char **arguments) {
  struct omen_err err = {0};
  struct omen_args args = {0};
  char *gdb = omen_tool_find("gdb"), *home = omen_tool_home(&err), *scratch;
  if (!gdb)
    omen_die(OMEN_EXIT_RUN_FAILED, "replay: --gdb: there is no gdb here (Debian: apt-get install gdb)");
  if (!home || !(scratch = omen_scratch_new(r, false, &err))) omen_die(OMEN_EXIT_RUN_FAILED, "%s", err.msg);
  char self[4096];
  ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
  self[length > 0 ? length : 0] = 0;
  char *start = wrapper(r, o, self);
  tell_scripts(r, o, self);
  omen_args_add(&args, gdb);
  omen_args_add(&args, "-q");
  if (o->gdb_command) omen_args_add(&args, "-batch");
  omen_args_addf(&args, "%s/program", r->dir);
  omen_args_add(&args, "-ex"), omen_args_addf(&args, "source %s/omen.gdb", home);
  omen_args_add(&args, "-ex"), omen_args_addf(&args, "source %s/schedule.gdb", home);
  omen_args_add(&args, "-ex"), omen_args_addf(&args, "set environment %s %s", IN_GDB, scratch);
  omen_args_add(&args, "-ex"), omen_args_addf(&args, "set exec-wrapper %s", start);
  if (!o->race && !o->incident) omen_args_add(&args, "-ex"), omen_args_add(&args, "tbreak main");
  omen_args_add(&args, "-ex"), omen_args_add(&args, "run");
  if (o->gdb_command) omen_args_add(&args, "-x"), omen_args_add(&args, o->gdb_command);
  for (int i = 0; i < n; i++) omen_args_add(&args, arguments[i]);
  signal(SIGINT, SIG_IGN); /* the terminal's interrupts are meant for gdb */
  int status = omen_tool_run(args.v, NULL, NULL, &err);
  omen_scratch_free(scratch);
  if (status < 0) omen_die(OMEN_EXIT_RUN_FAILED, "%s", err.msg);
  omen_args_release(&args);
  free(start);
  free(home);
  free(gdb);
  return status;
}
