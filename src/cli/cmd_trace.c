/* omen trace: a recording's events as a trace file; also turns one trace format into another. */
#include "base/base.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/common.h"
#include "record/watch.h"
#include "report/perfetto.h"
#include "trace/check.h"
#include "trace/source.h"
#include "trace/writer.h"
#include <stdlib.h>
#include <string.h>

static const char about[] = "Writes the events of a recording (or of another trace file) as a trace. A "
                            "recording is played once more for\n"
                            "it, with all memory watched.";

static int copy(struct omen_source *src, struct omen_writer *w, bool quiet, struct omen_err *err) {
  enum { BATCH = 8192 };
  struct omen_event *ev = omen_xcalloc(BATCH, sizeof *ev);
  struct omen_progress progress;
  omen_progress_start(&progress, "writing", quiet);
  long n;
  while ((n = omen_source_read(src, ev, BATCH, err)) > 0) {
    if (omen_writer_add(w, src, ev, (size_t)n, err)) {
      n = -1;
      break;
    }
    double part = src->bytes_total ? (double)src->bytes / (double)src->bytes_total : 0;
    omen_progress_step(&progress, src->events, part > 0 ? (uint64_t)((double)src->events / part) : 0,
                       "events");
  }
  omen_progress_end(&progress);
  free(ev);
  return n < 0 ? -1 : 0;
}

/* A trace is checked in a pass of its own, and then copied as it is: a checked source gives the inner
 * acquires of a re-entrant lock as events without effect. */
static int look_through(struct omen_source *src, struct omen_err *err) {
  enum { BATCH = 8192 };
  if (!src->check) return 0;
  struct omen_event *ev = omen_xcalloc(BATCH, sizeof *ev);
  long n;
  while ((n = omen_source_read(src, ev, BATCH, err)) > 0) continue;
  free(ev);
  if (n < 0 || omen_source_rewind(src, err)) return -1;
  omen_check_free(src->check);
  src->check = NULL;
  return 0;
}

static int convert(const char *from, const char *to, enum omen_format format, bool quiet,
                   struct omen_err *err) {
  struct omen_source *src = omen_source_open(from, 0, err);
  if (!src) return -1;
  int r = -1;
  struct omen_writer *w = look_through(src, err) ? NULL : omen_writer_open(to, format, err);
  if (w) {
    r = copy(src, w, quiet, err);
    if (omen_writer_close(w, r != 0, err)) r = -1;
  }
  omen_source_close(src);
  return r;
}

/* A timeline for Perfetto; `r` NULL: of a trace file. */
static int timeline(const char *from, const char *to, const struct omen_recording *r, struct omen_err *err) {
  struct omen_source *src = omen_source_open(from, OMEN_SOURCE_UNCHECKED, err);
  struct omen_buf text = {0};
  int result = src ? omen_perfetto_write(src, r, &text, err) : -1;
  if (!result) result = omen_write_to(to, &text, err);
  omen_buf_release(&text);
  if (src) omen_source_close(src);
  return result;
}

/* A recording is played once more with all memory watched; anything else is a trace file already. */
static int trace(const char *from, const struct omen_options *o, struct omen_err *err) {
  const char *to = o->trace_output;
  bool perfetto = !strcmp(o->trace_format, "perfetto");
  enum omen_format format = !strcmp(o->trace_format, "std") ? OMEN_FORMAT_STD : OMEN_FORMAT_BIN;
  char *manifest = omen_format("%s/manifest.json", from);
  bool recorded = omen_file_exists(manifest);
  free(manifest);
  if (!recorded) return perfetto ? timeline(from, to, NULL, err) : convert(from, to, format, o->quiet, err);
  struct omen_recording r;
  if (omen_recording_open(&r, from, err)) return -1;
  omen_need_trust(&r, o->trust, OMEN_EXIT_FAILED);
  char *scratch = omen_watch_everything(&r, err);
  int result = !scratch   ? -1
               : perfetto ? timeline(scratch, to, &r, err)
                          : convert(scratch, to, format, o->quiet, err);
  omen_scratch_free(scratch);
  omen_recording_release(&r);
  return result;
}

int omen_cmd_trace(int argc, char **argv) {
  struct omen_options o;
  int n = omen_options_take(OMEN_OPTIONS_TRACE, "omen trace RECORDING -o FILE [--format bin|std|perfetto]",
                            about, argc, argv, &o);
  if (n != 1 || !o.trace_output)
    omen_die(OMEN_EXIT_USAGE, "trace: a recording and -o FILE are needed ('omen trace --help' tells more)");
  if (strcmp(o.trace_format, "std") && strcmp(o.trace_format, "bin") && strcmp(o.trace_format, "perfetto"))
    omen_die(OMEN_EXIT_USAGE, "trace: no format '%s': bin, std or perfetto", o.trace_format);
  struct omen_err err;
  if (trace(argv[0], &o, &err)) omen_die(OMEN_EXIT_FAILED, "%s", err.msg);
  return OMEN_EXIT_OK;
}
