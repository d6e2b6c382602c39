/* omen replay: a recording played again, event for event, from the recording alone. */
#include "base/printable.h"
#include "cli/cli.h"
#include "record/rawout.h"
#include "cli/common.h"
#include "cli/options.h"
#include "cli/record_options.h"
#include "cli/replay_gdb.h"
#include "record/defect_words.h"
#include "record/launch.h"
#include "record/loaded.h"
#include "record/outcome.h"
#include "record/plan_json.h"
#include "report/write.h"
#include "triage/evidence.h"
#include "triage/outcomes.h"
#include "triage/predicted.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static const char about[] =
    "Plays a recording again: the same program, schedule and inputs, event for "
    "event. The recording is enough: it may\n"
    "have been moved, and the program may be gone. Ends as the program ended; with "
    "125 when the recording is damaged\n"
    "or the replay goes another way than the recording. With --race the evidence of a "
    "verdict is played: then 1 means that\n"
    "the defect happened which the race causes, and standard error says what it was.";

static void check_order(struct omen_options *o) {
  if (o->order && !o->race) omen_die(OMEN_EXIT_USAGE, "replay: --order: of which race? --race ID says it");
  if (!o->order) o->order = "alternate";
  if (strcmp(o->order, "alternate") && strcmp(o->order, "primary"))
    omen_die(OMEN_EXIT_USAGE, "replay: --order: no order '%s': primary or alternate", o->order);
}

static int no_outcome(int status, struct omen_err *err) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == OMEN_EXIT_RUN_FAILED)
    return omen_fail(err, "%s", ""); /* said so */
  if (WIFSIGNALED(status))
    return omen_fail(err, "the replay was killed by signal %d (%s)", WTERMSIG(status),
                     strsignal(WTERMSIG(status)));
  return omen_fail(err, "the replay ended with status %d outside the runtime's control", WEXITSTATUS(status));
}

/* The outcome of a replay of r. */
static int play(const struct omen_recording *r, uint32_t flags, struct omen_outcome *outcome,
                struct omen_err *err) {
  char *scratch = omen_scratch_new(r, false, err);
  if (!scratch) return -1;
  struct omen_launch l = {.recording = r, .mode = OMEN_MODE_REPLAY, .flags = flags, .dir = scratch};
  int status, result = omen_launch(&l, &status, err);
  if (!result) {
    char *path = omen_format("%s/outcome.replay", scratch);
    if (omen_outcome_read(outcome, path, NULL)) result = no_outcome(status, err);
    free(path);
  }
  omen_scratch_free(scratch);
  return result;
}

/* The digest is checked event by event inside; the ends are compared here. */
static int compare(const struct omen_recording *r, const struct omen_outcome *now, struct omen_err *err) {
  if (omen_recording_elsewhere(r, now, err)) return -1;
  if (now->end == OMEN_END_DIVERGED)
    return omen_fail(err, "%s: the replay is not the recorded run: it diverged at event %llu, %s", r->dir,
                     (unsigned long long)now->event, now->message);
  char *path = omen_format("%s/outcome", r->dir);
  struct omen_outcome then;
  int result = omen_outcome_read(&then, path, err);
  free(path);
  if (result) return result;
  if (then.end != now->end || then.status != now->status ||
      omen_outcome_counter(&then, "events") != omen_outcome_counter(now, "events"))
    result = omen_fail(err, "%s: the replay is not the recorded run: it ended in another way", r->dir);
  omen_outcome_release(&then);
  return result;
}

/* An excerpt, as text that a terminal can be shown, without the line break at its end. */
static void add_excerpt(struct omen_buf *out, const struct omen_output *o) {
  enum { MOST = 300 };
  size_t n = o->len > MOST ? MOST : o->len;
  if (n && n == o->len && o->data[n - 1] == '\n') n--;
  omen_buf_add_printable(out, o->data, n);
  if (o->len > MOST) omen_buf_adds(out, " ...");
}

static void add_lines(struct omen_buf *out, const struct omen_output *o) {
  struct omen_buf text = {0};
  add_excerpt(&text, o);
  for (const char *line = text.data ? text.data : "", *end; *line; line = *end ? end + 1 : end) {
    end = line + strcspn(line, "\n");
    omen_buf_addf(out, "    %.*s\n", (int)(end - line), line);
  }
  omen_buf_release(&text);
}

/* What goes to files and sockets is not written there; here is the beginning of each. */
static void show_elsewhere(const struct omen_result *r) {
  enum { MOST = 20 };
  struct omen_buf out = {0};
  size_t n = 0;
  for (size_t i = 0; i < r->noutputs; i++) {
    const struct omen_output *o = &r->outputs[i];
    if (o->fd <= 2 || n++ >= MOST) continue;
    if (o->fd == OMEN_EFFECTS_FD)
      omen_buf_adds(&out, "omen: to the file system:\n");
    else
      omen_buf_addf(&out, "omen: to descriptor %u, %zu byte%s:\n", o->fd, o->len, o->len == 1 ? "" : "s");
    add_lines(&out, o);
  }
  if (n > MOST) omen_buf_addf(&out, "omen: and %zu more outputs to descriptors and files\n", n - MOST);
  fwrite(out.data ? out.data : "", 1, out.len, stderr);
  omen_buf_release(&out);
}

/* What the run did wrong is said where the program's own errors go. Nothing needs to be read for a run in
 * order. */
static void show_end(const struct omen_recording *r, const struct omen_outcome *o, bool quiet) {
  struct omen_buf text = {0};
  struct omen_err err = {0};
  if (quiet || (!o->ndefects && o->end == OMEN_END_EXIT)) return;
  if (omen_report_end(r, o, &text, &err)) omen_warn("%s", err.msg);
  fwrite(text.data ? text.data : "", 1, text.len, stderr);
  omen_buf_release(&text);
}

/* A run that shows the defect and goes on, to an end in order, is no run in order. */
static int evidence_status(const struct omen_outcome *o, uint64_t defect) {
  int status = omen_outcome_status(o);
  const struct omen_out_defect *d = defect ? omen_outcome_defect(o, defect) : NULL;
  if (!d || o->end != OMEN_END_EXIT || status) return status;
  bool stuck = omen_defect_consequence(d->kind) == OMEN_CONSEQUENCE_DEADLOCK;
  return stuck ? OMEN_EXIT_DEADLOCK : OMEN_EXIT_DEFECT;
}

/* runtime/world/withhold.h */
static void say_released(const struct omen_outcome *o) {
  uint64_t n = omen_outcome_counter(o, "outside_released");
  if (n)
    fprintf(stderr,
            "omen: %llu time%s input from outside came before all had gone out that preceded it in the "
            "recorded run: "
            "nobody could go on without it\n",
            (unsigned long long)n, n == 1 ? "" : "s");
}

/* Where there was no way to record it, or no child: in an exploration. */
static void say_children(const struct omen_outcome *o) {
  uint64_t n = omen_outcome_counter(o, "children_unshown");
  if (n)
    fprintf(stderr, "omen: what the program's %llu child process%s wrote is not recorded, and not shown\n",
            (unsigned long long)n, n == 1 ? "" : "es");
}

/* Follows a plan for people to watch; the caller releases the result. */
static void follow(const struct omen_recording *r, const struct omen_options *o, struct omen_plan *plan,
                   struct omen_result *result) {
  struct omen_err err = {0};
  struct omen_explorer x;
  if (omen_explorer_open(&x, r, &err)) omen_die(OMEN_EXIT_RUN_FAILED, "%s", err.msg);
  if (o->outcome && omen_outcomes_plan(&x, o->outcome, plan, &err))
    omen_die(OMEN_EXIT_RUN_FAILED, "%s", err.msg);
  x.no_saved = o->from_start;
  if (o->outside) plan->tail.outside = omen_options_outside(o);
  if (omen_explore_shown(&x, plan, result, &err)) omen_die(OMEN_EXIT_RUN_FAILED, "%s", err.msg);
  if (!o->quiet) show_elsewhere(result);
  if (!o->quiet) say_released(&result->outcome);
  if (!o->quiet) say_children(&result->outcome);
  show_end(r, &result->outcome, o->quiet);
  omen_explorer_close(&x);
}

/* The evidence of a race: the recorded order, or the flipped one. */
static int play_evidence(const struct omen_recording *r, const struct omen_options *o) {
  struct omen_err err = {0};
  struct omen_plan plan;
  struct omen_result result;
  bool alternate = !strcmp(o->order, "alternate");
  if (omen_evidence_find(r->dir, o->race, alternate, &plan, &err))
    omen_die(OMEN_EXIT_RUN_FAILED, "%s", err.msg);
  follow(r, o, &plan, &result);
  int status = evidence_status(&result.outcome, omen_evidence_defect(r->dir, o->race));
  omen_result_release(&result);
  omen_plan_release(&plan);
  return status;
}

/* An incident: as it goes wrong, or with its cause reversed. */
static int play_incident(const struct omen_recording *r, const struct omen_options *o) {
  struct omen_err err = {0};
  struct omen_plan plan;
  struct omen_result result;
  uint64_t defect;
  if (omen_evidence_find_incident(r->dir, o->incident, o->prevented, &plan, &defect, &err))
    omen_die(OMEN_EXIT_RUN_FAILED, "%s", err.msg);
  follow(r, o, &plan, &result);
  int status = evidence_status(&result.outcome, defect);
  omen_result_release(&result);
  omen_plan_release(&plan);
  return status;
}

static int read_plan(const char *path, struct omen_plan *plan, struct omen_err *err) {
  json_error_t why;
  struct omen_err wrong = {0};
  json_t *j = json_load_file(path, JSON_REJECT_DUPLICATES, &why);
  if (!j) return omen_fail(err, "%s: %s", path, why.text);
  int result = omen_plan_from_json(plan, j, &wrong);
  if (result) omen_fail(err, "%s: %s", path, wrong.msg);
  json_decref(j);
  return result;
}

static void say_plan(const struct omen_outcome *o) {
  fprintf(stderr, "omen: the plan: the held access %s, the awaited one %s", omen_plan_end_word(o->held),
          omen_plan_end_word(o->awaited));
  fprintf(stderr, o->awaited == OMEN_PLAN_SPUN ? " (%s)\n" : "\n", omen_plan_known_word(o->spun_by));
}

static int play_plan(const struct omen_recording *r, const struct omen_options *o) {
  struct omen_err err = {0};
  struct omen_plan plan;
  struct omen_result result;
  if (read_plan(o->plan, &plan, &err)) omen_die(OMEN_EXIT_USAGE, "replay: --plan: %s", err.msg);
  follow(r, o, &plan, &result);
  if (!o->quiet && plan.nconstraints) say_plan(&result.outcome);
  int status = omen_outcome_status(&result.outcome);
  omen_result_release(&result);
  omen_plan_release(&plan);
  return status;
}

/* What 'omen outcomes' found. The plan is read once the explorer is there, which watches what it needs. */
static int play_outcome(const struct omen_recording *r, const struct omen_options *o) {
  struct omen_plan plan = {0};
  struct omen_result result;
  follow(r, o, &plan, &result);
  int status = omen_outcome_status(&result.outcome);
  omen_result_release(&result);
  omen_plan_release(&plan);
  return status;
}

static int in_gdb(const struct omen_recording *r, const struct omen_options *o, int n, char **argv) {
  struct omen_err err = {0};
  struct omen_plan plan = {0};
  if (omen_replay_is_in_gdb()) {
    omen_replay_in_gdb(r, o, &err);
    omen_die(OMEN_EXIT_RUN_FAILED, "%s", err.msg);
  }
  uint64_t defect;
  if ((o->race && omen_evidence_find(r->dir, o->race, true, &plan, &err)) ||
      (o->incident && omen_evidence_find_incident(r->dir, o->incident, o->prevented, &plan, &defect, &err)))
    omen_die(OMEN_EXIT_RUN_FAILED, "%s", err.msg); /* before gdb is bothered */
  omen_plan_release(&plan);
  return omen_replay_gdb(r, o, n - 1, argv + 1);
}

/* Opens the recording that has the evidence which is asked for: that of a predicted race is in a folder of
 * the one that is named. */
static void open_recording(struct omen_recording *r, const char *dir, const struct omen_options *o) {
  struct omen_err err = {0};
  if (omen_recording_open(r, dir, &err)) omen_die(OMEN_EXIT_RUN_FAILED, "%s", err.msg);
  omen_need_memory(r, o);
  omen_need_trust(r, o->trust, OMEN_EXIT_RUN_FAILED);
  char *folder = omen_predicted_races_evidence(r->dir, o->race ? o->race : o->incident);
  if (!folder) return;
  omen_recording_release(r);
  if (omen_recording_open(r, folder, &err)) omen_die(OMEN_EXIT_RUN_FAILED, "%s", err.msg);
  omen_need_trust(r, o->trust, OMEN_EXIT_RUN_FAILED);
  free(folder);
}

int omen_cmd_replay(int argc, char **argv) {
  struct omen_options o;
  int n = omen_options_take(OMEN_OPTIONS_REPLAY, "omen replay [options] RECORDING", about, argc, argv, &o);
  bool gdb = o.gdb || o.gdb_command;
  if (n != 1 && !(n > 1 && gdb))
    omen_die(OMEN_EXIT_USAGE, "replay: one recording is needed ('omen replay --help' tells more)");
  check_order(&o);
  omen_options_outside(&o);
  if (o.plan && (o.race || o.incident || gdb))
    omen_die(OMEN_EXIT_USAGE, "replay: --plan goes with neither --race nor --incident nor --gdb");
  if (o.outcome && (o.race || o.incident || o.plan || gdb))
    omen_die(OMEN_EXIT_USAGE,
             "replay: --outcome goes with neither --race nor --incident nor --plan nor --gdb");
  if (o.race && o.incident) omen_die(OMEN_EXIT_USAGE, "replay: --race or --incident, not both");
  if (o.prevented && !o.incident)
    omen_die(OMEN_EXIT_USAGE, "replay: --prevented: which incident? --incident ID says it");
  omen_need_kernel();
  struct omen_err err = {0};
  struct omen_recording r;
  struct omen_outcome outcome = {0};
  open_recording(&r, argv[0], &o);
  /* A plain replay finds out by itself. */
  if ((gdb && !omen_replay_is_in_gdb()) || o.race || o.plan || o.outcome)
    omen_need_fit(&r, OMEN_EXIT_RUN_FAILED);
  if (gdb) return in_gdb(&r, &o, n, argv);
  if (o.race) return play_evidence(&r, &o);
  if (o.incident) return play_incident(&r, &o);
  if (o.plan) return play_plan(&r, &o);
  if (o.outcome) return play_outcome(&r, &o);
  uint32_t flags = omen_replay_flags(&r) | (o.debug ? OMEN_FLAG_DEBUG : 0);
  int failed = play(&r, flags, &outcome, &err);
  if (!failed) failed = compare(&r, &outcome, &err);
  if (failed) {
    if (err.msg[0]) omen_die(OMEN_EXIT_RUN_FAILED, "%s", err.msg);
    return OMEN_EXIT_RUN_FAILED;
  }
  if (o.check)
    fprintf(stderr, "omen: the replay was the same in all its %llu events\n",
            (unsigned long long)omen_outcome_counter(&outcome, "events"));
  if (!o.quiet) say_children(&outcome);
  show_end(&r, &outcome, o.quiet);
  int status = omen_outcome_status(&outcome);
  omen_outcome_release(&outcome);
  omen_recording_release(&r);
  return status;
}
