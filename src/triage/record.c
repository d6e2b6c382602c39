/* One recorded run: see record.h. Whatever goes wrong before the seal takes the folder away again. */
#include "triage/record.h"
#include "base/interrupt.h"
#include "build/libraries.h"
#include "build/variant.h"
#include "expect/expect.h"
#include "record/launch.h"
#include "record/loaded.h"
#include "record/run.h"
#include "record/saved_checkpoints.h"
#include "record/watch.h"
#include "report/write.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What one call of omen_record_with works on. */
struct making {
  const struct omen_record_request *q;
  struct omen_record_result *result;
  struct omen_variant variant;
  struct omen_buf extras;
  struct omen_recording recording;
  struct omen_outcome outcome;
  struct omen_err *err;
};

static int fail(struct making *m, enum omen_recorded end) {
  m->result->end = end;
  return -1;
}

/* ---- before anything is made ---- */

static char *find_program(struct making *m) {
  const char *name = m->q->program[0];
  int why = 0;
  char *found = omen_find_program(name, &why);
  bool here = !found && !strchr(name, '/') && !access(name, X_OK);
  if (found) return found;
  if (why) {
    omen_fail(m->err, "%s: cannot be run: %s", name, strerror(why));
    fail(m, OMEN_RECORD_CANNOT);
    return NULL;
  }
  if (here)
    omen_fail(m->err, "%s: not found in PATH; the one here is called ./%s", name, name);
  else
    omen_fail(m->err, "%s: not found: is it built, and is the name right?", name);
  fail(m, OMEN_RECORD_NOT_FOUND);
  return NULL;
}

static enum omen_variant_kind kind_of(const struct omen_record_request *q) {
  if (q->check_prune) return OMEN_VARIANT_CHECK_PRUNE;
  if (q->exact || (q->invariants && *q->invariants)) return OMEN_VARIANT_EXACT;
  return q->prune ? OMEN_VARIANT_PRUNED : OMEN_VARIANT_ANALYSIS;
}

static bool is_exact(enum omen_variant_kind kind) {
  return kind == OMEN_VARIANT_EXACT || kind == OMEN_VARIANT_CHECK_PRUNE;
}

static int get_variant(struct making *m, const char *program) {
  const struct omen_record_request *q = m->q;
  int status = omen_variant_get(program, kind_of(q), &m->variant, m->err);
  if (status == OMEN_EXIT_RUN_NOT_FOUND) return fail(m, OMEN_RECORD_NOT_FOUND);
  if (status == OMEN_EXIT_RUN_CANNOT) return fail(m, OMEN_RECORD_CANNOT);
  if (status) return -1;
  if (m->variant.notes && *m->variant.notes && q->noted) q->noted(q->context, m->variant.notes);
  if (m->variant.pruning && q->noted) q->noted(q->context, m->variant.pruning);
  return 0;
}

/* An error in what was asked leaves nothing behind: it is known before the folder is made. */
static int make_extras(struct making *m) {
  const struct omen_variant *v = &m->variant;
  bool wrong = omen_expect(v->path, v->library_folder, m->q->invariants, m->q->without, &m->extras, m->err);
  return wrong ? fail(m, OMEN_RECORD_ASKED) : 0;
}

/* ---- the recording ---- */

static uint32_t flags(const struct making *m) {
  const struct omen_record_request *q = m->q;
  return (q->no_detect ? OMEN_FLAG_NO_DETECT : 0) | (q->ignore_mutexes ? OMEN_FLAG_NO_MUTEX : 0) |
         (q->order_libraries ? OMEN_FLAG_ORDER_LIBRARIES : 0) | (q->no_memory ? OMEN_FLAG_NO_MEMORY : 0) |
         (q->debug ? OMEN_FLAG_DEBUG : 0) | (is_exact(m->variant.kind) ? OMEN_FLAG_EXACT : 0) |
         omen_memory_flag(q->memory);
}

/* NULL where there are none: a manifest says nothing of an empty list. */
static char **copy(char **list) { return list && *list ? omen_strings_copy(list) : NULL; }

static void fill_manifest(struct making *m, char *program) {
  extern char **environ;
  const struct omen_record_request *q = m->q;
  char *cwd = getcwd(NULL, 0);
  m->recording.manifest = (struct omen_manifest){.omen = omen_xstrdup(OMEN_VERSION),
                                                 .program = program,
                                                 .argv = omen_strings_copy(q->program),
                                                 .env = omen_strings_copy(environ),
                                                 .cwd = cwd ? cwd : omen_xstrdup("/"),
                                                 .recording = omen_xstrdup(m->recording.dir),
                                                 .variant = omen_xstrdup(m->variant.key),
                                                 .stack_limit = omen_launch_stack_limit(),
                                                 .seed = q->seed,
                                                 .strategy = q->strategy,
                                                 .invariants = copy(q->invariants),
                                                 .without = copy(q->without),
                                                 .pct_steps = q->pct_steps,
                                                 .pct_depth = 3,
                                                 .keep_freed = q->keep_freed,
                                                 .flags = flags(m)};
}

static int fill_folder(struct making *m) {
  const struct omen_recording *r = &m->recording;
  const struct omen_variant *v = &m->variant;
  if (omen_recording_add(r, v->path, "program", m->err) ||
      omen_recording_add(r, v->sites, "program.sites", m->err) || omen_libraries_begin(r->dir, v, m->err))
    return -1;
  if (m->extras.len) {
    char *path = omen_format("%s/extras", r->dir);
    int result = omen_file_write(path, m->extras.data, m->extras.len, m->err);
    free(path);
    if (result) return -1;
  }
  omen_loaded_find(&m->recording);
  return omen_recording_begin(&m->recording, m->err);
}

/* ---- after the run ---- */

static int write_json(const struct making *m, const struct omen_report *report, struct omen_err *err) {
  struct omen_buf json = {0};
  omen_report_json(report, &json);
  char *path = omen_format("%s/report.json", m->recording.dir);
  int result = omen_file_write(path, json.data, json.len, err);
  free(path);
  omen_buf_release(&json);
  return result;
}

static int told(const struct making *m, struct omen_report *report, bool written, struct omen_err *err) {
  struct omen_record_told t = {&m->recording, &m->outcome, report, written};
  return m->q->told ? m->q->told(m->q->context, &t, err) : 0;
}

static int write_report(const struct making *m, const char *why_not, struct omen_err *err) {
  struct omen_report report;
  if (omen_report_build(&report, &m->recording, why_not, err)) {
    told(m, NULL, false, NULL);
    return -1;
  }
  if (m->q->suppressions) omen_suppressions_mark(m->q->suppressions, &report);
  int result = write_json(m, &report, err);
  if (told(m, &report, !result, err)) result = -1;
  omen_report_release(&report);
  return result;
}

/* A second pass that fails leaves the recording: the run itself is in it. */
static int look_again(const struct making *m, struct omen_err *err) {
  const struct omen_record_request *q = m->q;
  const struct omen_outcome *o = &m->outcome;
  struct omen_err trouble = {0};
  struct omen_progress progress;
  omen_progress_start(&progress, "second pass", q->quiet);
  bool failed =
      omen_watch_wanted(o) &&
      omen_watch_pass(&m->recording, o, m->recording.manifest.flags | (q->thin ? OMEN_FLAG_TREE : 0),
                      q->segments, &progress, &trouble);
  if (failed)
    omen_warn("%s were seen, but the second pass that makes out %s failed: %s",
              o->nracy ? "races" : "bad accesses",
              o->nracy ? "their first accesses" : "where the memory comes from", trouble.msg);
  return write_report(m, failed ? trouble.msg : NULL, err);
}

static int finish(struct making *m) {
  struct omen_err seal = {0};
  struct omen_recording *r = &m->recording;
  look_again(m, &m->result->unreported);
  m->result->races = m->outcome.nracy > 0;
  if (omen_recording_seal(r, &seal)) return omen_fail(m->err, "the recording cannot be kept: %s", seal.msg);
  if (omen_saved_checkpoints_seal(r, &seal)) omen_saved_checkpoints_remove(r); /* it is as good without */
  m->result->end = OMEN_RECORD_MADE;
  return 0;
}

static int make(struct making *m, omen_record_reached *reached, void *context) {
  struct omen_record_result *result = m->result;
  if (omen_launch_supported(m->err)) return -1;
  char *program = find_program(m);
  if (!program) return -1;
  struct omen_recording *r = &m->recording;
  if (get_variant(m, program) || make_extras(m) ||
      omen_recording_create(r, m->q->dir, strrchr(program, '/') + 1, m->err)) {
    free(program);
    return -1;
  }
  fill_manifest(m, program);
  int failed = fill_folder(m);
  if (!failed) {
    snprintf(result->dir, sizeof result->dir, "%s", r->dir);
    omen_interrupts_catch(); /* before the run, so that there is no gap behind it */
    if (reached) reached(context, OMEN_RECORD_BEGINS, r->dir);
    failed = omen_recording_run(r, &m->q->limit, &m->q->client, &m->outcome, &result->status, m->err);
    if (reached) reached(context, OMEN_RECORD_ENDED, r->dir);
  }
  if (!failed) failed = finish(m);
  if (failed) omen_recording_remove(r->dir);
  if (failed) result->dir[0] = 0;
  return failed ? -1 : 0;
}

int omen_record_with(const struct omen_record_request *q, omen_record_reached *reached, void *context,
                     struct omen_record_result *result, struct omen_err *err) {
  *result = (struct omen_record_result){.end = OMEN_RECORD_FAILED};
  struct making m = {.q = q, .result = result, .err = err};
  int failed = make(&m, reached, context);
  omen_outcome_release(&m.outcome);
  omen_variant_release(&m.variant);
  omen_buf_release(&m.extras);
  omen_recording_release(&m.recording);
  return failed;
}

int omen_record(const struct omen_record_request *q, struct omen_record_result *result,
                struct omen_err *err) {
  return omen_record_with(q, NULL, NULL, result, err);
}
